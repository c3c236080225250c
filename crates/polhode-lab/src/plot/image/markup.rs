//! The elements of a drawing.

use crate::listed::Listed;

/// What to do about a drawing that is not one of this crate.
const REMEDY: &str = "use the SVG, or another program to convert it";

/// An element, and the text in it.
#[derive(Clone, Debug)]
pub(super) struct Element<'s> {
    pub(super) name: &'s str,
    attributes: Vec<(&'s str, &'s str)>,
    /// Its lines in one, as the letters that are meant.
    pub(super) text: String,
}

/// One tag, and the text up to the next.
struct Tag<'s> {
    name: &'s str,
    attributes: Vec<(&'s str, &'s str)>,
    opens: bool,
    closes: bool,
    text: &'s str,
}

/// The outermost element and those in it, in their order.
pub(super) fn elements(svg: &str) -> Result<(Element<'_>, Vec<Element<'_>>), String> {
    let incomplete = || format!("the drawing is no SVG, or ends too early: {REMEDY}");
    let (before, mut rest) = svg.split_once('<').ok_or_else(incomplete)?;
    blank(before)?;
    let mut next = || -> Result<Tag<'_>, String> {
        let (tag, after) = tag(rest)?;
        rest = after;
        Ok(tag)
    };
    let root = next()?;
    blank(root.text)?;
    if root.name != "svg" || !root.opens || root.closes {
        return Err(incomplete());
    }
    let mut elements = Vec::new();
    loop {
        let tag = next()?;
        if !tag.opens && tag.name == root.name {
            blank(tag.text)?;
            break;
        }
        let (text, after) = if tag.closes {
            ("", tag.text)
        } else {
            let end = next()?;
            if end.opens || end.name != tag.name {
                return Err(format!("`{}` in `{}` is not known: {REMEDY}", end.name, tag.name));
            }
            (tag.text, end.text)
        };
        if !tag.opens {
            return Err(format!("`{}` ends without a beginning: {REMEDY}", tag.name));
        }
        blank(after)?;
        elements.push(Element { name: tag.name, attributes: tag.attributes, text: plain(text)? });
    }
    if !rest.is_empty() {
        return Err(format!("something follows the end of the drawing: {REMEDY}"));
    }
    Ok((Element { name: root.name, attributes: root.attributes, text: String::new() }, elements))
}

fn blank(text: &str) -> Result<(), String> {
    match text.trim() {
        "" => Ok(()),
        text => Err(format!("{:?} is outside of a text: {REMEDY}", start(text))),
    }
}

/// Enough of a text to find it.
fn start(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}

/// Reads what follows a `<`; then what follows the next `<`.
fn tag(from: &str) -> Result<(Tag<'_>, &str), String> {
    let unread = || format!("`<{}` is not understood: {REMEDY}", start(from));
    let (opens, inner) = from.strip_prefix('/').map_or((true, from), |inner| (false, inner));
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric()).ok_or_else(unread)?;
    let (name, mut rest) = inner.split_at(end);
    let mut attributes = Vec::new();
    let (closes, after) = loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            break (true, after);
        }
        if let Some(after) = rest.strip_prefix('>') {
            break (!opens, after);
        }
        let (key, value) = rest.split_once("=\"").ok_or_else(unread)?;
        let (value, after) = value.split_once('"').ok_or_else(unread)?;
        if key.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            return Err(unread());
        }
        attributes.push((key, value));
        rest = after;
    };
    let (text, rest) = after.split_once('<').unwrap_or((after, ""));
    if name.is_empty() {
        return Err(unread());
    }
    Ok((Tag { name, attributes, opens, closes, text }, rest))
}

/// With the letters that are written otherwise in markup, and one space where there are more.
fn plain(text: &str) -> Result<String, String> {
    const SIGNS: [(&str, char); 5] =
        [("lt;", '<'), ("gt;", '>'), ("amp;", '&'), ("quot;", '"'), ("apos;", '\'')];
    let spaces = |c: char| c.is_ascii_whitespace();
    let words: Vec<&str> = text.split(spaces).filter(|word| !word.is_empty()).listed();
    let words = words.join(" ");
    let mut parts = words.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let sign = SIGNS.iter().find_map(|(name, sign)| Some((*sign, part.strip_prefix(name)?)));
        let (sign, rest) =
            sign.ok_or_else(|| format!("`&{}` is not known: {REMEDY}", start(part)))?;
        plain.push(sign);
        plain.push_str(rest);
    }
    Ok(plain)
}

impl<'s> Element<'s> {
    /// Refuses other attributes than these.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), String> {
        match self.attributes.iter().find(|(key, _)| !known.contains(key)) {
            Some((key, value)) => Err(format!(
                "`{}` has {key}={:?}, which images do not know: {REMEDY}",
                self.name,
                start(value)
            )),
            None => Ok(()),
        }
    }
    /// The value of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&'s str> {
        self.attributes.iter().find_map(|(key, value)| (*key == name).then_some(*value))
    }
    /// An attribute that is a number.
    pub(super) fn number(&self, name: &str) -> Result<f32, String> {
        self.number_or(name, None)
    }
    /// An attribute that is a number, or what is meant where there is none.
    pub(super) fn number_or(&self, name: &str, default: Option<f32>) -> Result<f32, String> {
        match (self.get(name), default) {
            (Some(text), _) => number(text).ok_or_else(|| self.wrong(name, "a number")),
            (None, Some(default)) => Ok(default),
            (None, None) => Err(format!("`{}` has no {name}: {REMEDY}", self.name)),
        }
    }
    /// The numbers of an attribute, with commas or spaces between them.
    pub(super) fn numbers(&self, name: &str) -> Result<Vec<f32>, String> {
        let text = self.get(name).unwrap_or_default();
        let parts = text.split(|c: char| c == ',' || c.is_ascii_whitespace());
        let numbers = parts.filter(|part| !part.is_empty()).map(number);
        numbers.collect::<Option<_>>().ok_or_else(|| self.wrong(name, "numbers"))
    }
    /// What is said of an attribute that is not what it has to be.
    pub(super) fn wrong(&self, name: &str, needed: &str) -> String {
        let value = self.get(name).unwrap_or_default();
        format!("`{}` has {name}={:?}, not {needed}: {REMEDY}", self.name, start(value))
    }
    /// What is said of an element that is not known.
    pub(super) fn unknown(&self) -> String {
        format!(
            "the drawing has `{}`, and images know rect, line, polyline, polygon, circle and text: \
             {REMEDY}",
            self.name
        )
    }
}

/// A number whose sums and products with others are finite.
pub(super) fn number(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.abs() <= 1e10)
}
