//! `polhode view`: what a page may ask of the files of this machine.

use crate::support::TestFolder;
use crate::support::page::Page;
use serde_json::{Value, json};

const REST: &str = "\n[initial]\nangular_velocity = [0.1, 2.0, 0.3]\n\n[run]\nduration = 1.0\n\
                    method = \"exact\"\nstep = 0.1\n";
const TETRAHEDRON: &str =
    "v 1 1 1\nv 2 1 1\nv 1 3 1\nv 1 1 4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const WATER: &str = "3\n\nO 0.0 0.0 0.0\nH 0.757 0.587 0.1\nH -0.757 0.587 -0.1\n";
const QUESTIONS: [&str; 5] = ["run", "errors", "compare", "scenario", "recorded"];

/// Scenarios that name a file, in all ways to write that.
const GIVEN: [&str; 6] = [
    "[body]\nmesh = { file = \"t.obj\", mass = 1.0 }\n",
    "[body.mesh]\nfile = \"t.obj\"\ndensity = 2.0\nscale = 2.0\n",
    "body = { molecule = { file = \"water.xyz\" } }\n",
    "body.molecule.file = \"water.xyz\"\n",
    "[body]\npoints = { file = \"p.csv\" }\n",
    "[body]\ninertia = [1.0, 2.0, 2.5]\n[ensemble]\ncount = 2\n[ensemble.vary]\n\"run.step\" = { \
     file = \"h.csv\", columns = [\"h\"] }\n",
];

fn place(given: &str) -> TestFolder {
    let place = TestFolder::new();
    place.write("t.obj", TETRAHEDRON);
    place.write("water.xyz", WATER);
    place.write("p.csv", "mass,x,y,z\n1,1,0,0\n2,0,1,0\n3,0,0,1\n4,-1,-1,0.5\n");
    place.write("h.csv", "h\n0.1\n0.05\n");
    place.write("secret", "the secret is 42\n");
    place.write("my.toml", format!("{given}{REST}"));
    place
}

fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}

/// Changes that name a file.
fn naming(path: &str) -> Vec<String> {
    let table = format!("{{ file = '{path}', columns = ['h'] }}");
    vec![
        format!("body={{mesh={{file='{path}',mass=1.0}}}}"),
        format!("body={{ 'mesh' = {{ \"\\u0066ile\" = '{path}', mass = 1.0, format = 'obj' }} }}"),
        format!("body.mesh={{ file = '{path}', mass = 1.0 }}"),
        format!("body.mesh.file='{path}'"),
        format!("body={{molecule={{file='{path}'}}}}"),
        format!("body.molecule={{ file = '{path}' }}"),
        format!("body.molecule.file='{path}'"),
        format!("body={{points={{file='{path}'}}}}"),
        format!("body.points={{ file = '{path}' }}"),
        format!("ensemble={{ count = 2, vary = {{ 'run.step' = {table} }} }}"),
        format!("ensemble.vary={{ 'run.step' = {table} }}"),
        format!(
            "ensemble.vary={{ body = {{ values = [{{ molecule = {{ file = '{path}' }} }}] }} }}"
        ),
    ]
}

#[test]
fn no_request_names_a_file_whatever_the_page_was_started_with() {
    for given in GIVEN.iter().chain(&["[body]\ninertia = [1.0, 2.0, 2.5]\n"]) {
        let place = place(given);
        let page = Page::new(&place, &["my.toml"]);
        let secret = place.path("secret").display().to_string();
        let absolute = place.path("t.obj").display().to_string();
        for path in [&*secret, "secret", "/dev/null", &absolute] {
            for change in naming(path) {
                for name in QUESTIONS {
                    let (status, body) = page.ask_given(name, std::slice::from_ref(&change));
                    let said = text(&body);
                    assert_eq!(status, 422, "{name} {change}: {said}");
                    assert!(said.contains("no request may name a file"), "{change}: {said}");
                    assert!(!said.contains("42"), "{said}");
                }
            }
        }
        // A scenario as text is no other.
        for given in GIVEN {
            let text = format!("{given}{REST}").replace("t.obj", &absolute);
            let (status, body) = page.ask("run", &json!({ "scenario": { "text": text } }));
            assert_eq!(status, 422, "{text}: {}", String::from_utf8_lossy(&body));
        }
        assert_eq!(page.ask_given("run", &[]).0, 200);
    }
}

#[test]
fn what_the_scenario_names_is_read_at_the_start_and_never_again() {
    for given in GIVEN {
        let place = place(given);
        let page = Page::new(&place, &["my.toml"]);
        let (status, before) = page.ask_given("run", &[]);
        assert_eq!(status, 200, "{given}: {}", text(&before));
        for file in ["t.obj", "water.xyz", "p.csv", "h.csv", "my.toml"] {
            std::fs::remove_file(place.path(file)).expect("a file");
        }
        let changes = ["initial.angular_velocity=[0.0, 1.0, 0.1]".into(), "run.step=0.05".into()];
        for name in ["run", "errors", "compare", "scenario"] {
            let (status, body) = page.ask_given(name, &changes);
            assert_eq!(status, 200, "{given} {name}: {}", text(&body));
        }
        let (status, body) =
            page.ask("run", &json!({ "scenario": "given", "methods": ["accuracy"] }));
        assert_eq!(status, 200, "{given}: {}", text(&body));
        let (_, after) = page.ask_given("run", &[]);
        let head = |body: &[u8]| -> Value {
            let size = u32::from_le_bytes(body[..4].try_into().expect("four bytes")) as usize;
            serde_json::from_slice(&body[4..4 + size]).expect("JSON")
        };
        assert_eq!(head(&before)["moments"], head(&after)["moments"]);
        assert_eq!(head(&before)["shape"], head(&after)["shape"]);
        assert_eq!(head(&after)["shape"]["kind"] == "mesh", given.contains("mesh"));
    }
}

/// A page that cannot answer while a file is waited for would not answer here: there are four slots.
#[cfg(unix)]
#[test]
fn a_fifo_that_is_named_holds_no_slot() {
    let place = place(GIVEN[0]);
    assert_eq!(place.shell("mkfifo pipe").code, Some(0));
    let page = Page::new(&place, &["my.toml"]);
    let pipe = place.path("pipe").display().to_string();
    for _ in 0..8 {
        let change = format!("body={{molecule={{file='{pipe}'}}}}");
        let question = json!({ "scenario": "given", "changes": [change] }).to_string();
        let head = page.head(&page.token, "run", question.len());
        let mut stream = page.connect();
        std::io::Write::write_all(&mut stream, format!("{head}{question}").as_bytes())
            .expect("it can be asked");
        // Gone before an answer.
        drop(stream);
    }
    let (status, body) = page.ask_given("run", &[]);
    assert_eq!(status, 200, "{}", text(&body));
}
