//! Lists from iterators with little to compile.

/// What an iterator gives, as a list.
///
/// `collect` is a tower of functions for each closure that it is given, made for long lists: they were
/// a third of what the compiler had to do for tables and figures of a few dozen numbers. This is a loop.
pub trait Listed: Iterator + Sized {
    /// All that is left of it.
    fn listed(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }
}

impl<I: Iterator> Listed for I {}
