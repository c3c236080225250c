//! A key by its name with points, as `torque.0.strength`.

use super::{SECTIONS, ScenarioKey, TORQUES, ValueKind};
use crate::diagnostic::suggestion;
use crate::document::Node;
use crate::listed::Listed;

/// What there is at a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathMatch<'n> {
    /// What a value there can be.
    pub(crate) kind: ValueKind,
    /// What the document says there.
    pub(crate) node: Option<&'n Node>,
}

/// Sections that say how a body moves.
const MOVING: [&str; 5] = ["body", "initial", "torque", "event", "run"];

/// The key at a path; otherwise what is wrong with it, and the remedy.
pub(crate) fn find<'n>(root: &'n Node, path: &str) -> Result<PathMatch<'n>, (String, String)> {
    let mut parts = path.split('.');
    let section = parts.next().unwrap_or_default();
    let known = SECTIONS.iter().find(|key| key.name == section && MOVING.contains(&section));
    let Some(known) = known else {
        let near = suggestion(section, MOVING);
        let message = format!("`{path}` is no key that moves a body{near}");
        return Err((message, format!("it must begin with {}", MOVING.join(", "))));
    };
    let mut found = PathMatch { kind: known.kind, node: root.get(section) };
    let mut place = section.to_owned();
    for part in parts {
        found = step(found, part).map_err(|(message, remedy)| {
            (format!("there is no key `{path}`: {message}"), format!("{remedy} `{place}`"))
        })?;
        place = format!("{place}.{part}");
    }
    Ok(found)
}

fn step<'n>(at: PathMatch<'n>, part: &str) -> Result<PathMatch<'n>, (String, String)> {
    match at.kind {
        ValueKind::Table(keys) => inside(at, part, keys.iter()),
        ValueKind::Either(kinds) => {
            let table = kinds.iter().find(|kind| matches!(kind, ValueKind::Table(_)));
            match table {
                Some(&kind) => step(PathMatch { kind, ..at }, part),
                None => Err(whole(part)),
            }
        }
        ValueKind::Named => match at.node.and_then(|node| node.get(part)) {
            Some(node) => Ok(PathMatch { kind: ValueKind::Number, node: Some(node) }),
            None => Err((format!("the file has no `{part}`"), "give it a value in".into())),
        },
        ValueKind::Tables(keys) => {
            let node = element(at.node, part)?;
            Ok(PathMatch { kind: ValueKind::Table(keys), node: Some(node) })
        }
        ValueKind::Torques => {
            let node = element(at.node, part)?;
            let model = node.get("model").map_or("", |model| model.text());
            let keys =
                TORQUES.iter().find(|torque| torque.name == model).map_or(&[][..], |t| t.keys);
            Ok(PathMatch { kind: ValueKind::Table(keys), node: Some(node) })
        }
        _ => Err(whole(part)),
    }
}

fn inside<'n>(
    at: PathMatch<'n>,
    part: &str,
    keys: impl Iterator<Item = &'static ScenarioKey> + Clone,
) -> Result<PathMatch<'n>, (String, String)> {
    let node = at.node.and_then(|node| node.get(part));
    let found = keys.clone().find(|key| key.name == part);
    found.map(|key| PathMatch { kind: key.kind, node }).ok_or_else(|| {
        let names: Vec<_> = keys.map(|key| key.name).listed();
        let near = suggestion(part, names.iter().copied());
        (format!("`{part}` is unknown{near}"), format!("{} are the keys of", names.join(", ")))
    })
}

fn element<'n>(list: Option<&'n Node>, part: &str) -> Result<&'n Node, (String, String)> {
    let items = list.map_or(&[][..], Node::items);
    let found = part.parse::<usize>().ok().and_then(|index| items.get(index));
    found.ok_or_else(|| {
        let message = format!("`{part}` is none of the {} in the file", items.len());
        (message, "they are counted from 0, as in `torque.0.strength`: see".into())
    })
}

fn whole(part: &str) -> (String, String) {
    (
        format!("`{part}` is inside of a value"),
        "a list or a number is drawn as a whole: take".into(),
    )
}
