//! Spelling suggestions for error messages.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// ` (did you mean ...?)` where one of the names is similar to what was given, else empty.
///
/// ```
/// use polhode::suggestion::suggestion;
/// assert_eq!(suggestion("exatc", ["exact", "buss-3"]), " (did you mean `exact`?)");
/// assert_eq!(suggestion("euler", ["exact", "buss-3"]), "");
/// ```
pub fn suggestion<'a>(given: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let distances = names.into_iter().map(|name| (edit_distance(given, name), name));
    match distances.min_by_key(|&(distance, _)| distance) {
        Some((distance, name)) if distance * 2 <= name.len().max(2) => {
            format!(" (did you mean `{name}`?)")
        }
        _ => String::new(),
    }
}

/// The number of insertions, deletions, replacements and exchanges of neighbours that lead from one text to the
/// other (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        let [before, last, now] = &mut rows;
        now.clear();
        now.push(i);
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(last[j] + 1).min(now[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            now.push(least);
        }
    }
    rows[2][b.len()]
}
