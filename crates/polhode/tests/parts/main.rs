//! What methods are made of: numbers, functions, geometry, closed forms, Lie groups.

#[path = "../support/mod.rs"]
mod support;

mod elementary;
mod elliptic;
mod engine;
mod exact;
mod exact_near_axes;
mod exact_values;
mod geometry;
mod inertia;
mod jets;
mod lattice;
mod lie_groups;
mod lie_orders;
mod lie_series;
mod lie_structure;
mod refined;
mod tumble;
mod tumble_cases;
