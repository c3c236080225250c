//! Quaternions by name, against values that others computed.

mod support;

use polhode_formats::{About, CONVENTIONS, Convention, Conversion, Format, convert};
use support::{Rows, columns, read, trajectory, write};

/// A turn by 0.7 about (1, 2, 3): w x y z with 8 digits, and what others make of its matrix.
const WXYZ: [f64; 4] = [0.939_372_71, 0.091_643_29, 0.183_286_59, 0.274_929_88];

#[test]
fn each_has_the_numbers_that_its_program_has() {
    let [w, x, y, z] = WXYZ;
    let theirs = [
        ("polhode", [w, x, y, z]),
        // scipy 1.17: Rotation.from_rotvec(0.7 (1, 2, 3)/sqrt 14).as_quat()
        ("scipy", [0.091_643_29, 0.183_286_59, 0.274_929_88, 0.939_372_71]),
        // spiceypy 8.3: m2q of the transpose of that matrix
        ("spice", [0.939_372_71, -0.091_643_29, -0.183_286_59, -0.274_929_88]),
        ("ccsds", [x, y, z, w]),
        ("mujoco", [w, x, y, z]),
        ("lammps", [w, x, y, z]),
        ("hoomd", [w, x, y, z]),
        ("glam", [x, y, z, w]),
    ];
    assert_eq!(theirs.len(), CONVENTIONS.len());
    for (name, numbers) in theirs {
        let convention = Convention::find(name).unwrap();
        assert_eq!(convention.from_wxyz(WXYZ), numbers, "{name}");
        assert_eq!(convention.to_wxyz(numbers), WXYZ, "{name}");
    }
}

#[test]
fn only_spice_is_the_inverse() {
    let inverse: Vec<_> = CONVENTIONS.iter().filter(|c| c.conjugate).map(|c| c.name).collect();
    assert_eq!(inverse, ["spice"]);
}

/// So that a file says how it is to be read: from any to any and back, nothing need be said.
#[test]
fn names_of_columns_say_which_is_which() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let rows = trajectory(50);
    write(Format::Csv, &file("ours.csv"), &columns(), &rows, &About::default());
    for to in &CONVENTIONS {
        for via in [Format::Csv, Format::Parquet, Format::Npz] {
            let there = file(&format!("{}.{}", to.name, via.name()));
            let how = Conversion { to: Some(to), ..Conversion::default() };
            convert(&mut Rows::new(50), &there, &how).unwrap();
            let (names, theirs) = read(&there);
            assert_eq!(names[1..5], to.columns);
            assert_eq!(names[5..], columns()[5..]);
            let [w, x, y, z] = rows[7][1..5] else { panic!() };
            assert_eq!(theirs[7][1..5], to.from_wxyz([w, x, y, z]));
            let mut source = via.open(&there, None).unwrap();
            let back = Conversion { to: Some(&CONVENTIONS[0]), ..Conversion::default() };
            convert(&mut *source, &file("back.csv"), &back).unwrap();
            assert_eq!(read(&file("back.csv")), (columns(), rows.clone()), "{} {via:?}", to.name);
        }
    }
}

#[test]
fn arrays_without_names_need_to_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let (there, back) = (folder.path().join("t.npy"), folder.path().join("back.csv"));
    for convention in &CONVENTIONS {
        let how = Conversion { to: Some(convention), ..Conversion::default() };
        convert(&mut Rows::new(9), &there, &how).unwrap();
        let mut source = Format::Npy.open(&there, Some(convention)).unwrap();
        let how = Conversion {
            from: Some(convention),
            to: Some(&CONVENTIONS[0]),
            ..Conversion::default()
        };
        convert(&mut *source, &back, &how).unwrap();
        assert_eq!(read(&back), (columns(), trajectory(9)), "{}", convention.name);
    }
}

/// Names say the order; a table whose names do not say that it is of SPICE can be told to be.
#[test]
fn what_is_said_goes_before_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    let spice = Convention::find("spice").unwrap();
    let how = Conversion { from: Some(spice), to: Some(&CONVENTIONS[0]), ..Conversion::default() };
    convert(&mut Rows::new(3), &path, &how).unwrap();
    let (_, rows) = read(&path);
    let ours = &trajectory(3)[2];
    assert_eq!(rows[2][1..5], [ours[1], -ours[2], -ours[3], -ours[4]]);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let scipy = Convention::find("SciPy").unwrap();
    let to_scipy = Conversion { to: Some(scipy), aem: support::aem(), ..Conversion::default() };
    let refused = |name: &str, how: &Conversion| {
        convert(&mut Rows::new(3), &file(name), how).unwrap_err().to_string()
    };
    let error = refused("t.aem", &to_scipy);
    assert!(error.contains("are of the convention ccsds; they cannot be of scipy"), "{error}");
    let error = refused("t.msopck", &to_scipy);
    assert!(error.contains("are of the convention spice"), "{error}");
    let error = refused("t.aem", &Conversion::default());
    assert!(error.contains("give aem.object_name, object_id and epoch"), "{error}");
    let error =
        refused("t.csv", &Conversion { columns: vec!["speed".into()], ..Conversion::default() });
    assert!(error.contains("there is no column speed; there are t, q_w"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

    write(
        Format::Csv,
        &file("t.csv"),
        &["t".into(), "x".into()],
        &[vec![0.0, 1.0]],
        &About::default(),
    );
    let mut source = Format::Csv.open(&file("t.csv"), None).unwrap();
    let error = convert(&mut *source, &file("u.csv"), &to_scipy).unwrap_err().to_string();
    assert!(error.contains("there is no quaternion among the columns t, x"), "{error}");
    let error = Convention::find("euler").unwrap_err().to_string();
    assert!(error.contains("there is no convention `euler`; there are polhode, scipy"), "{error}");
}
