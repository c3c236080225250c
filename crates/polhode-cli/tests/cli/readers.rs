//! Other people's programs read what polhode writes, and polhode reads what they write: tools/readers,
//! where Python is there.

use std::path::Path;
use std::process::Command;

/// The code by which the script says that there is no Python.
const SKIPPED: i32 = 77;

#[test]
fn independent_readers_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(root.join("tools/readers"));
    let Ok(output) = command.arg(env!("CARGO_BIN_EXE_polhode")).output() else {
        eprintln!("skipped: tools/readers cannot be run here, it needs bash");
        return;
    };
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    if output.status.code() == Some(SKIPPED) {
        eprintln!("{said}");
        return;
    }
    assert!(output.status.success(), "{said}");
    assert!(said.contains("all is well"), "{said}");
}
