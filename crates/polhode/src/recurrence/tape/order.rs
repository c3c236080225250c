//! A formula that will be extended often, put in order.

use super::pack::Pack;
use super::{LENGTH, Op, Slot, Tape, TapeEntry};
use crate::real::Real;

impl<R: Real> Tape<R> {
    /// Ends the writing.
    pub(in crate::recurrence) fn finish(&mut self, results: impl IntoIterator<Item = Slot>) {
        let room = self.slots.max(self.coefficients.len());
        self.coefficients.resize(room, [R::zero(); LENGTH]);
        self.marks.resize(room, 0);
        self.keep(results);
        self.arrange();
        self.pack();
    }
    /// Leaves out what no result needs.
    fn keep(&mut self, results: impl IntoIterator<Item = Slot>) {
        let marks = &mut self.marks[..];
        marks.fill(0);
        results.into_iter().for_each(|slot| marks[slot] = 1);
        for &TapeEntry { op, to, .. } in self.entries.iter().rev() {
            if marks[to..to + op.width()].contains(&1) {
                marks[to] = 1;
                op.operands(&self.vectors).into_iter().flatten().for_each(|slot| marks[slot] = 1);
            }
        }
        self.entries.retain(|entry| marks[entry.to] == 1);
    }
    /// Puts what is alike and does not wait for each other side by side.
    fn arrange(&mut self) {
        let marks = &mut self.marks[..];
        marks.fill(0);
        for TapeEntry { op, to, depth } in &mut self.entries {
            let before =
                op.operands(&self.vectors).into_iter().flatten().map(|slot| marks[slot]).max();
            *depth = 1 + before.unwrap_or(0);
            marks[*to..*to + op.width()].fill(*depth);
        }
        self.entries.sort_unstable_by_key(|entry| (entry.depth, entry.op.kind(), entry.to));
    }
    /// Products that do not wait for each other become one operation, four by four.
    fn pack(&mut self) {
        let (packs, mut used, mut deepest) = (&mut self.packs, 0, 0);
        self.entries.retain_mut(|entry| {
            let Op::Multiply(a, b) = entry.op else { return true };
            let product = [a, b, entry.to];
            if entry.depth == deepest && packs[used - 1].add(product) {
                return false;
            }
            deepest = entry.depth;
            if used == packs.len() {
                packs.push(Pack::new());
            }
            packs[used].begin(product);
            entry.op = Op::Products(used);
            used += 1;
            true
        });
    }
}
