//! Files that a scenario names. No request may name one: what the scenario of the command line names
//! is read before the page is served.

use polhode_lab::document::Node;

/// The key of a scenario by which a file is named.
const KEY: &str = "file";

/// A file that a scenario names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedFile {
    /// The whole key, such as `body.mesh.file`.
    pub(crate) key: String,
    /// Its value as TOML.
    pub(crate) value: String,
}

/// All files that a document names, in whatever table.
pub(crate) fn named_files(root: &Node) -> Vec<NamedFile> {
    let mut found = Vec::new();
    collect(root, "", &mut found);
    found
}

fn collect(node: &Node, path: &str, found: &mut Vec<NamedFile>) {
    let join = |key: &str| if path.is_empty() { key.into() } else { format!("{path}.{key}") };
    for entry in node.entries() {
        let key = join(&entry.key);
        // A key in quotes of `[ensemble.vary]` has its whole path.
        if entry.key.rsplit('.').next() == Some(KEY) {
            found.push(NamedFile { key: key.clone(), value: entry.node.to_toml() });
        }
        collect(&entry.node, &key, found);
    }
    for (index, item) in node.items().iter().enumerate() {
        collect(item, &join(&index.to_string()), found);
    }
}
