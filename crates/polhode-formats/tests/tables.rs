//! What is written is read back to the bit. `tools/readers` has other programs read it.

mod support;

use polhode_formats::{About, Convention, Conversion, Format, GROUP, convert};
use proptest::prelude::*;
use std::fs;
use support::{COLUMNS, Rows, columns, read, trajectory, write};

/// Not a number, infinities, signed zeros, the smallest and the largest.
const SPECIAL: [f64; 8] =
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.0, 5e-324, f64::MAX, f64::EPSILON];

fn bits(rows: &[Vec<f64>]) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().map(|x| x.to_bits()).collect()).collect()
}

#[test]
fn every_table_format_gives_back_all_bits() {
    let folder = tempfile::tempdir().unwrap();
    let mut rows = trajectory(2 * GROUP as u64 + 17);
    for (i, special) in SPECIAL.into_iter().enumerate() {
        rows[3][i] = special;
    }
    for format in [Format::Csv, Format::Parquet, Format::Npy, Format::Npz] {
        let path = folder.path().join(format!("t.{}", format.name()));
        write(format, &path, &columns(), &rows, &About::default());
        let (names, back) = read(&path);
        assert_eq!(names, columns(), "{format:?}");
        assert!(bits(&back) == bits(&rows), "{format:?}");
    }
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "something is left behind: {left:?}");
}

#[test]
fn no_rows_are_a_table_too() {
    let folder = tempfile::tempdir().unwrap();
    for format in [Format::Csv, Format::Parquet, Format::Npy, Format::Npz] {
        let path = folder.path().join(format!("t.{}", format.name()));
        write(format, &path, &columns(), &[], &About::default());
        assert_eq!(read(&path), (columns(), vec![]), "{format:?}");
    }
}

#[test]
fn what_is_to_be_known_goes_with_parquet_and_npz() {
    let folder = tempfile::tempdir().unwrap();
    let json = r#"{"method": "exact", "title": "Körper, 体, \"q\""}"#;
    let about = About { json: json.into(), aem: None, ..About::default() };
    for format in [Format::Parquet, Format::Npz] {
        let path = folder.path().join(format!("t.{}", format.name()));
        write(format, &path, &columns(), &trajectory(5), &about);
        let source = format.open(&path, None).unwrap();
        assert_eq!(source.about().json, json, "{format:?}");
    }
}

/// The rows of a table are longer than what any writer holds.
#[test]
fn writers_hold_a_group_of_rows_however_many_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let held = |format: Format, groups: u64| {
        let path = folder.path().join(format!("{groups}.{}", format.name()));
        let count = allocation_counter::measure(|| {
            let mut source = Rows::new(groups * GROUP as u64);
            let how = Conversion { aem: support::aem(), ..Conversion::default() };
            convert(&mut source, &path, &how).unwrap();
        });
        count.bytes_max
    };
    for format in Format::ALL {
        let (few, many) = (held(format, 1), held(format, 4));
        // Rows of 15 doubles; the encoder of a column comes on top. The end of a Parquet file
        // lists its groups: 0.2 kB for each column of each.
        assert!(many < GROUP as u64 * 15 * 8 * 2, "{format:?}: {many}");
        assert!(many < few + 100_000, "{format:?}: {few} {many}");
    }
}

#[test]
fn a_file_that_is_not_finished_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    for format in Format::ALL {
        let path = folder.path().join(format!("t.{}", format.name()));
        let about =
            About { json: String::new(), aem: Some(support::keys(&[])), ..About::default() };
        let mut sink = format.create(&path, &columns(), &about).unwrap();
        sink.row(&trajectory(1)[0]).unwrap();
        drop(sink);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_single_column_is_an_array_of_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("energy.npy");
    let how = Conversion { columns: vec!["energy".into()], ..Conversion::default() };
    let converted = convert(&mut Rows::new(10), &path, &how).unwrap();
    assert_eq!((converted.rows, converted.left_out.len()), (10, 14));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes.len(), 128 + 80);
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'shape': (10, )"));
    let (names, rows) = read(&path);
    assert_eq!(names, ["energy"]);
    let energies: Vec<_> = trajectory(10).iter().map(|row| vec![row[14]]).collect();
    assert_eq!(rows, energies);
}

#[test]
fn rows_without_names_are_named_after_their_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.npy");
    let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
    write(Format::Npy, &path, &names, &[vec![1.0, 2.0, 3.0, 4.0]], &About::default());
    let scipy = Convention::find("scipy").unwrap();
    let source = Format::Npy.open(&path, Some(scipy)).unwrap();
    assert_eq!(source.columns(), ["q_x", "q_y", "q_z", "q_w"]);
    write(Format::Npy, &path, &names[..3], &[vec![1.0, 2.0, 3.0]], &About::default());
    let refused = Format::Npy.open(&path, None).err().unwrap().to_string();
    assert!(refused.contains("rows of 3 numbers, and names none"), "{refused}");
}

#[test]
fn bad_lines_of_csv_are_refused_with_their_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    for (text, message) in [
        ("", "line 1: a column has no name"),
        ("1.0,2.0\n", "line 1: there are numbers where the names"),
        ("t,x\n1.0\n", "line 2: it has 1 numbers; the first line names 2 columns"),
        ("t,x\n1.0,2.0\n1.0,2.0,3.0\n", "line 3: it has 3 numbers"),
        ("t,x\n1.0,two\n", "line 2: column x is `two`; it must be a number"),
        ("t,x\n1.0,2.0\n\n3.0,4.0\n", "line 4: there is an empty line before it"),
    ] {
        fs::write(&path, text).unwrap();
        let error = support::try_read(&path).unwrap_err().to_string();
        assert!(error.contains(message), "{text:?}: {error}");
    }
    fs::write(&path, b"t,x\n\xff,1\n").unwrap();
    assert!(support::try_read(&path).unwrap_err().to_string().contains("line 2: it is no text"));
    fs::write(&path, vec![b'x'; 1 << 20]).unwrap();
    assert!(
        support::try_read(&path).unwrap_err().to_string().contains("line 1: it is longer than")
    );
}

#[test]
fn names_of_files_say_what_they_are() {
    for (name, format) in
        [("a.parquet", Format::Parquet), ("A.CSV", Format::Csv), ("x.y.aem", Format::Aem)]
    {
        assert_eq!(Format::from_path(name.as_ref()).unwrap(), format);
    }
    let error = Format::from_path("a.txt".as_ref()).unwrap_err().to_string();
    assert!(error.contains("must end in .csv, .parquet, .npy, .npz, .aem, .msopck"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// Any bits, such as those of numbers that are none.
    #[test]
    fn any_bits_come_back_from_parquet(
        columns in 1..5_usize, numbers in prop::collection::vec(any::<u64>(), 0..200),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let names: Vec<String> = (0..columns).map(|i| format!("c{i}")).collect();
        let rows: Vec<Vec<f64>> = numbers
            .chunks_exact(columns)
            .map(|row| row.iter().map(|bits| f64::from_bits(*bits)).collect())
            .collect();
        write(Format::Parquet, &path, &names, &rows, &About::default());
        prop_assert_eq!(bits(&read(&path).1), bits(&rows));
    }

    /// Whatever is done to a file, it is read or refused.
    #[test]
    fn damaged_files_never_panic(
        which in 0..4_usize, place in 0.0..1.0_f64, byte: u8, cut in prop::option::of(0.0..1.0_f64),
    ) {
        let format = [Format::Csv, Format::Parquet, Format::Npy, Format::Npz][which];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("t.{}", format.name()));
        write(format, &path, &columns(), &trajectory(20), &About { json: "{}".into(), aem: None, ..About::default() });
        let mut bytes = fs::read(&path).unwrap();
        let at = |part: f64| ((bytes.len() - 1) as f64 * part) as usize;
        let (place, cut) = (at(place), cut.map(at));
        bytes[place] = byte;
        bytes.truncate(cut.unwrap_or(bytes.len()));
        fs::write(&path, bytes).unwrap();
        let _ = support::try_read(&path);
    }
}

#[test]
fn columns_are_those_of_a_run() {
    assert_eq!(COLUMNS.len(), trajectory(1)[0].len());
}
