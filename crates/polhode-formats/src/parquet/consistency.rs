//! What a footer says more than once must be the same, and all of it inside of the file.

use super::fault::{Result, damaged};
use super::metadata::{ColumnChunk, Group, Metadata};
use super::schema::Leaf;

/// Refuses columns that are not between the first bytes and the footer, or that overlap.
pub(super) fn check_places(metadata: &Metadata, footer: u64) -> Result<()> {
    let filled = metadata.chunks().filter(|chunk| chunk.begin < chunk.end);
    let mut places: Vec<&ColumnChunk> = filled.collect();
    for chunk in &places {
        if chunk.begin < super::MAGIC.len() as u64 || chunk.end > footer {
            return damaged(format!("column {} is not inside of it", chunk.path.join(".")));
        }
    }
    places.sort_by_key(|chunk| (chunk.begin, chunk.end));
    match places.windows(2).find(|pair| pair[0].end > pair[1].begin) {
        Some(pair) => {
            let [one, other] = [0, 1].map(|i| pair[i].path.join("."));
            damaged(format!("columns {one} and {other} are at the same place"))
        }
        None => Ok(()),
    }
}

/// Refuses groups that have other columns or another number of rows than is said elsewhere.
pub(super) fn check_groups(metadata: &Metadata, leaves: &[Leaf]) -> Result<()> {
    metadata.groups.iter().try_for_each(|group| check_group(group, leaves))?;
    let mut sizes = metadata.groups.iter().map(|group| group.rows);
    if sizes.try_fold(0, u64::checked_add) != Some(metadata.rows) {
        return damaged(format!("its groups have other than {} rows", metadata.rows));
    }
    Ok(())
}

fn check_group(group: &Group, leaves: &[Leaf]) -> Result<()> {
    if group.chunks.len() != leaves.len() {
        let (found, said) = (group.chunks.len(), leaves.len());
        return damaged(format!("a group has {found} columns and the schema {said}"));
    }
    for (chunk, leaf) in group.chunks.iter().zip(leaves) {
        let name = &leaf.name;
        if chunk.path.len() != 1 || chunk.path[0] != *name || chunk.physical != leaf.physical {
            return damaged(format!("column {name} has another name or type in one of its groups"));
        }
        if chunk.values != group.rows {
            let (values, rows) = (chunk.values, group.rows);
            return damaged(format!("column {name} has {values} values in a group of {rows} rows"));
        }
    }
    Ok(())
}
