//! What may have been meant.

/// ` (did you mean ...?)` where one of the names is near enough.
pub fn suggestion<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(given, name), name))
        .min_by_key(|&(distance, _)| distance);
    match nearest {
        Some((distance, name)) if distance * 2 <= name.len().max(2) => {
            format!(" (did you mean `{name}`?)")
        }
        _ => String::new(),
    }
}
