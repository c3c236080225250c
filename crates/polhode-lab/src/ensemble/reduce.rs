//! What many numbers have in common: computed in the order of bodies, so that it has the same bits
//! whoever computed them.

use super::files::{FAILED, each};
use super::keep::{Histogram, Reduce};
use super::manifest::Manifest;
use crate::error::Error;
use crate::recording::whole;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

pub(super) const FILE: &str = "reductions.json";
pub(super) const HISTOGRAMS: &str = "histograms.csv";

/// What was computed of all bodies that came to their end.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Reductions {
    /// How many these are.
    pub bodies: u64,
    /// By column.
    pub columns: Vec<ColumnStatistics>,
    /// Of all pairs of columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covariance: Option<Covariance>,
}

/// What was computed of a column; what was not asked for is left out, and what there is none of
/// (the mean of no bodies) too.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct ColumnStatistics {
    /// Its name.
    pub name: String,
    /// Mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// Standard deviation, of a sample: with n - 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
    /// Least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Pairs of a share and the value below which this share is, interpolated between neighbours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quantiles: Vec<(f64, f64)>,
}

/// A symmetric matrix.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Covariance {
    /// Names of its rows and columns.
    pub columns: Vec<String>,
    /// Of a sample: with n - 1.
    pub matrix: Vec<Vec<f64>>,
}

/// A sum with what rounding left of it: A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur
/// Summation endlicher Summen (1974).
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    rest: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        let sum = self.sum + x;
        self.rest +=
            if self.sum.abs() >= x.abs() { (self.sum - sum) + x } else { (x - sum) + self.sum };
        self.sum = sum;
    }
    fn total(numbers: impl IntoIterator<Item = f64>) -> f64 {
        let mut sum = Self::default();
        numbers.into_iter().for_each(|x| sum.add(x));
        sum.value()
    }
    fn value(self) -> f64 {
        self.sum + self.rest
    }
}

/// A bar of a histogram.
struct Bar {
    from: f64,
    to: f64,
    count: u64,
}

/// Computes and writes what is asked for.
pub(super) fn make(
    folder: &Path,
    manifest: &Manifest,
    paths: &[PathBuf],
    reduce: &Reduce,
    files: &mut Vec<String>,
) -> Result<Option<Reductions>, Error> {
    if reduce.is_empty() {
        return Ok(None);
    }
    let (mut columns, mut bars, mut bodies) = (Vec::new(), Vec::new(), 0);
    for name in &reduce.columns {
        let mut numbers = column(manifest, paths, name)?;
        bodies = numbers.len() as u64;
        columns.push(statistics(name, &mut numbers, reduce));
        if let Some(histogram) = &reduce.histogram {
            bars.push((name, counted(&numbers, histogram)));
        }
    }
    let covariance =
        if reduce.covariance { Some(covariance(manifest, paths, reduce)?) } else { None };
    let reductions = Reductions { bodies, columns, covariance };
    let path = folder.join(FILE);
    whole(&path, |file| {
        serde_json::to_writer_pretty(&mut *file, &reductions)
            .map_err(Into::into)
            .and_then(|()| writeln!(file))
            .map_err(Error::file("write", &path))
    })?;
    files.push(FILE.into());
    if reduce.histogram.is_some() {
        write_histograms(&folder.join(HISTOGRAMS), &bars)?;
        files.push(HISTOGRAMS.into());
    }
    Ok(Some(reductions))
}

fn place(manifest: &Manifest, name: &str) -> usize {
    manifest.columns.iter().position(|column| column == name).unwrap_or(0)
}

/// The numbers of a column, of bodies that did not fail.
fn column(manifest: &Manifest, paths: &[PathBuf], name: &str) -> Result<Vec<f64>, Error> {
    let mut all = Vec::new();
    each(paths, manifest, |chunk| {
        let (numbers, failed) = (chunk.column(place(manifest, name)), chunk.column(FAILED));
        all.extend(
            numbers.into_iter().zip(failed).filter(|(_, failed)| *failed == 0.0).map(|x| x.0),
        );
        Ok(())
    })?;
    Ok(all)
}

/// Sorts the numbers when sums were made of them.
#[expect(clippy::cast_precision_loss, reason = "below 2^48")]
fn statistics(name: &str, numbers: &mut [f64], reduce: &Reduce) -> ColumnStatistics {
    let count = numbers.len() as f64;
    let mut statistics = ColumnStatistics { name: name.into(), ..ColumnStatistics::default() };
    if numbers.is_empty() {
        return statistics;
    }
    if reduce.mean {
        let mean = Sum::total(numbers.iter().copied()) / count;
        let squares = Sum::total(numbers.iter().map(|x| (x - mean) * (x - mean)));
        statistics.mean = Some(mean);
        statistics.deviation = (count > 1.0).then(|| (squares / (count - 1.0)).sqrt());
    }
    numbers.sort_unstable_by(f64::total_cmp);
    statistics.min = numbers.first().copied().filter(|_| reduce.min);
    statistics.max = numbers.last().copied().filter(|_| reduce.max);
    let quantile = |share: &f64| (*share, quantile(numbers, *share));
    statistics.quantiles = reduce.quantiles.iter().map(quantile).collect();
    statistics
}

/// Linear between the neighbours of place share (n - 1), counted from 0.
#[expect(clippy::cast_precision_loss, reason = "below 2^48")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = (place as usize).min(sorted.len() - 1);
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

/// Of sorted numbers; a bar has its lower end, the last one both. What is outside is not counted.
#[expect(clippy::cast_precision_loss, reason = "few bins")]
fn counted(sorted: &[f64], histogram: &Histogram) -> Vec<Bar> {
    let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    let [from, to] = histogram.range.unwrap_or([least, most]);
    let bins = if from == to { 1 } else { histogram.bins };
    let edge =
        |i: usize| if i == bins { to } else { from + (to - from) * (i as f64 / bins as f64) };
    let below = |x: f64| sorted.partition_point(|y| *y < x);
    let bar = |i: usize| {
        let (from, to) = (edge(i), edge(i + 1));
        let end = if i + 1 == bins { sorted.partition_point(|y| *y <= to) } else { below(to) };
        Bar { from, to, count: end.saturating_sub(below(from)) as u64 }
    };
    (0..bins).map(bar).collect()
}

/// In two ways through all chunks: means, then products of what is off from them.
fn covariance(
    manifest: &Manifest,
    paths: &[PathBuf],
    reduce: &Reduce,
) -> Result<Covariance, Error> {
    let places: Vec<_> = reduce.columns.iter().map(|name| place(manifest, name)).collect();
    let mut sums = vec![Sum::default(); places.len()];
    let mut count = 0.0;
    rows(manifest, paths, &places, |row| {
        count += 1.0;
        sums.iter_mut().zip(row).for_each(|(sum, x)| sum.add(*x));
    })?;
    let means: Vec<_> = sums.iter().map(|sum| sum.value() / count).collect();
    let mut products = vec![vec![Sum::default(); places.len()]; places.len()];
    rows(manifest, paths, &places, |row| {
        for (i, products) in products.iter_mut().enumerate() {
            for (j, product) in products.iter_mut().enumerate().take(i + 1) {
                product.add((row[i] - means[i]) * (row[j] - means[j]));
            }
        }
    })?;
    let entry = |i: usize, j: usize| products[i.max(j)][i.min(j)].value() / (count - 1.0);
    let all = 0..places.len();
    let matrix = all.clone().map(|i| all.clone().map(|j| entry(i, j)).collect());
    let matrix = if count > 1.0 { matrix.collect() } else { Vec::new() };
    Ok(Covariance { columns: reduce.columns.clone(), matrix })
}

/// Rows of some columns, of bodies that did not fail.
fn rows(
    manifest: &Manifest,
    paths: &[PathBuf],
    places: &[usize],
    mut with: impl FnMut(&[f64]),
) -> Result<(), Error> {
    let mut row = vec![0.0; places.len()];
    each(paths, manifest, |chunk| {
        let failed = chunk.column(FAILED);
        let columns: Vec<_> = places.iter().map(|place| chunk.column(*place)).collect();
        for (index, _) in failed.iter().enumerate().filter(|(_, failed)| **failed == 0.0) {
            row.iter_mut().zip(&columns).for_each(|(number, column)| *number = column[index]);
            with(&row);
        }
        Ok(())
    })
}

fn write_histograms(path: &Path, bars: &[(&String, Vec<Bar>)]) -> Result<(), Error> {
    whole(path, |file| {
        let mut write = || {
            writeln!(file, "column,from,to,count")?;
            for (name, bars) in bars {
                for Bar { from, to, count } in bars {
                    writeln!(file, "{name},{from:?},{to:?},{count}")?;
                }
            }
            Ok(())
        };
        write().map_err(Error::file("write", path))
    })
}
