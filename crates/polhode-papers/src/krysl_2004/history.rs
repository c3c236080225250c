//! Does an error grow? Runs in five parts.

/// What an error does in a part of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryPart {
    /// Its largest magnitude.
    pub(super) most: f64,
    /// Its mean.
    pub(super) mean: f64,
}

/// A run in five parts.
pub(super) fn fifths(errors: &[(f64, f64)]) -> [HistoryPart; 5] {
    let size = errors.len().div_ceil(5).max(1);
    std::array::from_fn(|k| part(errors.chunks(size).nth(k).unwrap_or_default()))
}

#[expect(clippy::cast_precision_loss, reason = "points are fewer than 2^53")]
pub(super) fn part(errors: &[(f64, f64)]) -> HistoryPart {
    let most = errors.iter().fold(0.0, |most: f64, (_, error)| most.max(error.abs()));
    let mean = errors.iter().map(|(_, error)| error).sum::<f64>() / errors.len() as f64;
    HistoryPart { most, mean }
}

/// How far the largest of five is above the least, relative to it.
pub(super) fn spread(values: [f64; 5]) -> f64 {
    let most = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let least = values.into_iter().fold(f64::INFINITY, f64::min);
    most / least - 1.0
}
