//! Only regular files of bounded size are read.

use polhode_formats::{Error, regular};
use std::fs;
use std::path::Path;

fn message(error: &Error) -> String {
    error.to_string()
}

#[test]
fn a_file_may_be_as_large_as_its_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("text");
    fs::write(&path, "12345678").expect("a file");
    assert_eq!(regular::read(&path, 8).expect("eight bytes"), b"12345678");
    assert_eq!(regular::read_text(&path, regular::UNLIMITED).expect("a text"), "12345678");
    let refused = message(&regular::read(&path, 7).expect_err("too large"));
    assert!(refused.contains("8 bytes; the limit is 7 bytes"), "{refused}");
    assert!(refused.contains(&*path.display().to_string()), "{refused}");
    assert!(regular::open(&path, 7).is_err());
}

#[test]
fn what_is_not_there_is_told_from_what_may_not_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = regular::read(&folder.path().join("nothing"), 8).expect_err("nothing");
    assert!(missing.is_not_found());
    let directory = regular::read(folder.path(), 8).expect_err("a directory");
    assert!(!directory.is_not_found());
    assert!(message(&directory).contains("is a directory"), "{directory}");
    let path = folder.path().join("bytes");
    fs::write(&path, [0xff, 0xfe]).expect("a file");
    let wrong = regular::read_text(&path, 8).expect_err("no text");
    assert!(
        matches!(wrong, Error::File { source, .. } if source.kind() == std::io::ErrorKind::InvalidData)
    );
}

/// Files of the system that say they are empty are read to the limit and no further.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_holds_for_files_without_a_size() {
    let path = Path::new("/proc/self/status");
    assert_eq!(fs::metadata(path).expect("a file").len(), 0);
    assert!(regular::read(path, 1 << 20).expect("a text").len() > 100);
    let refused = message(&regular::read(path, 10).expect_err("too large"));
    assert!(refused.contains("limit is 10 bytes"), "{refused}");
}

#[cfg(unix)]
#[test]
fn sockets_and_devices_are_named_as_what_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
    for (path, kind) in [(&*path, "a socket"), (Path::new("/dev/null"), "a character device")] {
        let refused = message(&regular::open(path, regular::UNLIMITED).expect_err(kind));
        assert!(refused.contains(kind) && refused.contains("regular"), "{refused}");
    }
}
