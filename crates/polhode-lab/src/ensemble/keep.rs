//! What is kept of the ends of all bodies.

use super::member::columns;
use crate::diagnostic::{Diagnostic, suggestion};
use crate::document::Node;
use polhode_formats::Format;

/// What is kept of the ends of all bodies.
#[derive(Clone, Debug)]
pub struct Keep {
    /// Files for the end of every body; none if empty.
    pub states: Vec<Format>,
    /// Are what was drawn further columns?
    pub drawn: bool,
    /// What is computed of the columns.
    pub reduce: Reduce,
    /// Bodies that are kept whole.
    pub worst: Option<Worst>,
}

/// What is computed of columns.
#[derive(Clone, Debug, Default)]
pub struct Reduce {
    /// Their names.
    pub columns: Vec<String>,
    /// Means and deviations.
    pub mean: bool,
    /// Covariances of all pairs.
    pub covariance: bool,
    /// Least values.
    pub min: bool,
    /// Greatest values.
    pub max: bool,
    /// Which quantiles.
    pub quantiles: Vec<f64>,
    /// Counts by bins.
    pub histogram: Option<Histogram>,
}

impl Reduce {
    /// Is nothing asked for?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let asked = self.mean || self.covariance || self.min || self.max;
        !asked && self.quantiles.is_empty() && self.histogram.is_none()
    }
}

/// How values are counted.
#[derive(Clone, Copy, Debug)]
pub struct Histogram {
    /// How many bins.
    pub bins: usize,
    /// From where to where; default: from the least to the greatest value.
    pub range: Option<[f64; 2]>,
}

/// Bodies that are kept whole.
#[derive(Clone, Debug)]
pub struct Worst {
    /// The column by which they are the worst.
    pub by: String,
    /// How many.
    pub count: usize,
    /// Which are the worst.
    pub order: Order,
}

/// Which values are the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The largest.
    Largest,
    /// The smallest.
    Smallest,
    /// The largest by absolute value.
    Magnitude,
}

/// The most bins, quantiles and worst bodies: what is meant to be looked at.
const MOST: usize = 100_000;

/// What `[ensemble.keep]` says; `drawn` are the names of what is drawn.
pub(super) fn read(
    node: Option<&Node>,
    accurate: bool,
    drawn: &[String],
) -> Result<Keep, Diagnostic> {
    let get = |key| node.and_then(|node| node.get(key));
    let keeps_drawn = get("drawn").is_some_and(Node::flag);
    let known = columns(accurate, if keeps_drawn { drawn } else { &[] });
    let reduce = reduce(node, &known)?;
    let worst = get("worst").map(|node| worst(node, &known)).transpose()?;
    let states = get("states").map_or(reduce.is_empty() && worst.is_none(), Node::flag);
    let formats = match get("formats") {
        _ if !states => Vec::new(),
        None => vec![Format::Parquet],
        Some(list) => {
            let asked = |format: &Format| list.items().iter().any(|f| f.text() == format.name());
            Format::ALL.into_iter().filter(asked).collect()
        }
    };
    if formats.is_empty() && reduce.is_empty() && worst.is_none() {
        let message = "`ensemble.keep` keeps nothing";
        let remedy = "give reduce = [..] or worst = {..}, or states = true and a format";
        let span = node.map(|node| node.span.clone());
        return Err(Diagnostic::at(span, message, remedy));
    }
    Ok(Keep { states: formats, drawn: keeps_drawn, reduce, worst })
}

fn reduce(node: Option<&Node>, known: &[String]) -> Result<Reduce, Diagnostic> {
    let get = |key| node.and_then(|node| node.get(key));
    let asked = |word| get("reduce").is_some_and(|l| l.items().iter().any(|x| x.text() == word));
    let columns = match get("columns") {
        None => known
            .iter()
            .filter(|name| !["body", "failed", "accuracy_status"].contains(&name.as_str()))
            .cloned()
            .collect(),
        Some(list) => {
            list.items().iter().map(|name| column(name, known)).collect::<Result<_, _>>()?
        }
    };
    let quantiles = match get("quantiles").filter(|_| asked("quantiles")) {
        Some(list) => list.items().iter().map(share).collect::<Result<_, _>>()?,
        None if asked("quantiles") => vec![0.05, 0.5, 0.95],
        None => Vec::new(),
    };
    let range = get("range").map(|range| (range, range.numbers::<2>()));
    if let Some((range, [from, to])) = range.filter(|(_, [from, to])| from >= to) {
        let message = format!("`ensemble.keep.range` is from {from:?} to {to:?}");
        return Err(Diagnostic::at(range.span.clone(), message, "give the lower end first"));
    }
    let bins = get("bins").map_or(Ok(50), count)?;
    Ok(Reduce {
        columns,
        mean: asked("mean"),
        covariance: asked("covariance"),
        min: asked("min"),
        max: asked("max"),
        quantiles,
        histogram: asked("histogram").then(|| Histogram { bins, range: range.map(|r| r.1) }),
    })
}

fn worst(node: &Node, known: &[String]) -> Result<Worst, Diagnostic> {
    let order = match node.get("order").map_or("", Node::text) {
        "smallest" => Order::Smallest,
        "magnitude" => Order::Magnitude,
        _ => Order::Largest,
    };
    let by = column(node.get("by").unwrap_or(node), known)?;
    Ok(Worst { by, count: node.get("count").map_or(Ok(1), count)?, order })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to MOST")]
#[expect(clippy::cast_precision_loss, reason = "small")]
fn count(node: &Node) -> Result<usize, Diagnostic> {
    let count = node.number();
    if count <= MOST as f64 {
        return Ok(count as usize);
    }
    let message = format!("it is {count}; at most {MOST} make sense here");
    Err(Diagnostic::at(node.span.clone(), message, "keep the states for more"))
}

fn share(node: &Node) -> Result<f64, Diagnostic> {
    let share = node.number();
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    let message = format!("the quantile {share:?} is none; it must be from 0 to 1");
    Err(Diagnostic::at(node.span.clone(), message, "the median is 0.5"))
}

fn column(node: &Node, known: &[String]) -> Result<String, Diagnostic> {
    let name = node.text();
    if known.iter().any(|known| known == name) {
        return Ok(name.into());
    }
    let near = suggestion(name, known.iter().map(String::as_str));
    let message = format!("there is no column {}{near}", node.print());
    Err(Diagnostic::at(node.span.clone(), message, format!("the columns are {}", known.join(", "))))
}
