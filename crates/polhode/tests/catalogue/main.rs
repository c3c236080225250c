//! Every method of the catalogue, and what its card claims.
//!
//! One program, since the catalogue is generic: each program that binds it to a number and a torque
//! compiles a hundred methods for them.

#[path = "../support/mod.rs"]
mod support;

mod allocation;
mod buss_2001;
mod celledoni_safstrom_2006;
mod classical;
mod degenerate;
mod energy_preservation;
mod ensemble;
mod events;
mod fukushima_2012;
mod krysl_2004;
mod names;
mod orders;
mod reversible;
mod scale;
mod sensitivity;
mod splittings;
mod structure;
mod switched_orders;
mod taylor;
mod torque_models;
mod torqued;
mod torqued_orders;
