//! Text that is pleasant to read.

/// Lines of at most so many characters.
const WIDTH: usize = 92;

/// The words in lines that all begin with an indent, the later ones with four
/// more blanks.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![String::from(indent)];
    let mut begins = true;
    // Blanks between words stay where they align a column.
    for word in text.split(' ') {
        let last = lines.last_mut();
        let Some(line) = last else { break };
        if !begins && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{indent}    {word}"));
            continue;
        }
        if !begins {
            line.push(' ');
        }
        line.push_str(word);
        begins = false;
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// 1234567 as 1,234,567.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time of a run, with its unit if there is one.
pub(crate) fn with_unit(time: f64, unit: &str) -> String {
    if unit.is_empty() { format!("{time:?}") } else { format!("{time:?} {unit}") }
}

/// A time in seconds, as one would say it.
pub(crate) fn seconds(time: f64) -> String {
    match time {
        t if t < 1e-6 => format!("{:.0} ns", t * 1e9),
        t if t < 1e-3 => format!("{:.1} us", t * 1e6),
        t if t < 1.0 => format!("{:.1} ms", t * 1e3),
        t if t < 120.0 => format!("{t:.2} s"),
        t if t < 7200.0 => format!("{:.1} min", t / 60.0),
        t => format!("{:.1} h", t / 3600.0),
    }
}
