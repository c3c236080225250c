//! What is computed of all bodies, against what the states say.

use super::{BASE, parse};
use polhode_lab::ensemble::{BodyByBody, EnsembleRun, Shard};
use std::fs;

const KEEP: &str = r#"
[ensemble]
count = 501
seed = 3
chunk = 40
[ensemble.vary]
"initial.angular_velocity" = { distribution = "normal", deviation = 1.0 }
"body.inertia" = { distribution = "normal", deviation = 0.1, relative = true }
[ensemble.keep]
states = true
formats = ["csv"]
reduce = ["mean", "covariance", "min", "max", "quantiles", "histogram"]
columns = ["rate", "l_sx", "energy"]
quantiles = [0.0, 0.1, 0.5, 1.0]
bins = 8
worst = { by = "l_sx", count = 4, order = "magnitude" }
"#;

fn close(found: f64, truth: f64) {
    // Plain sums of 500 numbers of order 10 round by some 1e-13.
    assert!((found - truth).abs() < 1e-12 * truth.abs().max(10.0), "{found}, not {truth}");
}

#[test]
fn they_are_those_of_the_bodies_that_came_to_their_end() {
    let place = tempfile::tempdir().unwrap();
    let scenario = parse(&format!("{BASE}{KEEP}"));
    let mut ensemble_run = EnsembleRun::open(&scenario, place.path(), Shard::WHOLE, false).unwrap();
    ensemble_run.run(&BodyByBody, &|_| true).unwrap();
    let summary = ensemble_run.finish(false).unwrap();
    let read = |name: &str| fs::read_to_string(place.path().join(name)).unwrap();
    let states = read("states.csv");
    let mut lines = states.lines();
    let names: Vec<_> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|line| line.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    assert_eq!(rows.len(), 501);
    let at = |name: &str| names.iter().position(|n| *n == name).unwrap();
    let good: Vec<&Vec<f64>> = rows.iter().filter(|row| row[at("failed")] == 0.0).collect();
    assert_eq!(summary.failed as usize, 501 - good.len());
    assert!(summary.failed > 0);
    let failures = read("failures.csv");
    assert_eq!(failures.lines().count(), 1 + summary.failed as usize);
    let reductions = summary.reductions.unwrap();
    assert_eq!(reductions.bodies as usize, good.len());
    let n = good.len() as f64;
    let column = |name: &str| -> Vec<f64> { good.iter().map(|row| row[at(name)]).collect() };
    for statistics in &reductions.columns {
        let mut numbers = column(&statistics.name);
        let mean = numbers.iter().sum::<f64>() / n;
        close(statistics.mean.unwrap(), mean);
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
        close(statistics.deviation.unwrap(), variance.sqrt());
        numbers.sort_by(f64::total_cmp);
        assert_eq!(statistics.min, Some(numbers[0]));
        assert_eq!(statistics.max, Some(numbers[numbers.len() - 1]));
        let quantiles: Vec<f64> = statistics.quantiles.iter().map(|q| q.1).collect();
        let place = 0.1 * (n - 1.0);
        let (below, rest) = (place.floor() as usize, place.fract());
        assert_eq!((quantiles[0], quantiles[3]), (numbers[0], numbers[numbers.len() - 1]));
        close(quantiles[1], numbers[below] * (1.0 - rest) + numbers[below + 1] * rest);
    }
    let covariance = reductions.covariance.unwrap();
    for (i, a) in covariance.columns.iter().enumerate() {
        for (j, b) in covariance.columns.iter().enumerate() {
            let (a, b) = (column(a), column(b));
            let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
            let sum: f64 = a.iter().zip(&b).map(|(x, y)| (x - mean_a) * (y - mean_b)).sum();
            close(covariance.matrix[i][j], sum / (n - 1.0));
        }
    }
    let worst = read("worst.csv");
    let worst: Vec<f64> = worst
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(at("l_sx")).unwrap().parse::<f64>().unwrap().abs())
        .collect();
    let mut sorted: Vec<f64> = column("l_sx").iter().map(|x| x.abs()).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(worst, sorted[..4]);
    let histograms = read("histograms.csv");
    assert_eq!(histograms.lines().count(), 1 + 3 * 8);
    let counted: usize = histograms
        .lines()
        .skip(1)
        .map(|l| l.rsplit(',').next().unwrap().parse::<usize>().unwrap())
        .sum();
    assert_eq!(counted, 3 * good.len(), "every body is in one bin of each");
}
