//! Nothing but a test, `polhode/tests/same_bits`: trajectories have the same bits however polhode is compiled.
//!
//! A package of its own, because tests are compiled with all that the other tests of their package need, and this
//! one is compiled in four builds.
