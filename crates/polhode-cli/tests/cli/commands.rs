//! The commands of the real binary, and how they end.

use crate::support::{Said, TestFolder, assert_kept};
use polhode_lab::embedded::SCENARIOS;
use serde_json::{Value, json};
use std::process::Stdio;

const SHORT: [&str; 4] = ["run", "t-handle", "--duration", "0.1"];

#[test]
fn help_says_what_it_said() {
    let place = TestFolder::new();
    let commands: [&[&str]; 18] = [
        &["--help"],
        &["-h"],
        &["run", "--help"],
        &["check", "--help"],
        &["ensemble", "--help"],
        &["merge", "--help"],
        &["compare", "--help"],
        &["describe", "--help"],
        &["view", "--help"],
        &["plot", "--help"],
        &["inertia", "--help"],
        &["inertia", "mesh", "--help"],
        &["convert", "--help"],
        &["methods", "--help"],
        &["scenarios", "--help"],
        &["schema", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
    ];
    let kept: String = commands
        .iter()
        .map(|command| {
            let text = place.succeeds(command);
            format!("## polhode {}\n{text}\n", command.join(" "))
        })
        .collect();
    assert_kept("help.txt", &kept);
}

#[test]
fn errors_without_a_file_say_what_they_said() {
    let place = TestFolder::new();
    place.write("binary.toml", [0xff, 0xfe, 0x00]);
    place.write("plain", "");
    std::fs::create_dir(place.path("folder")).unwrap();
    // A command, how it ends, and what the last word of it is about.
    let commands: [(&[&str], i32); 14] = [
        (&["run", "t-hanlde"], 2),
        (&["run", "nothing.toml"], 2),
        (&["run", "binary.toml"], 2),
        (&["run", "folder"], 4),
        (&["check", "nothing.toml"], 2),
        (&["scenarios", "show", "slow-topp"], 2),
        (&["methods", "buss-7"], 2),
        (&["methods", "buss-3:order=5"], 2),
        (&["completions", "tcsh"], 2),
        (&["simulate"], 2),
        (&["run", "t-handle", "--json", "--quiet"], 2),
        (&["run", "--resume", "folder"], 4),
        (&["run", "t-handle", "--out", "plain/out"], 4),
        (&["man", "--out", "plain/man"], 4),
    ];
    let mut kept = String::new();
    for (command, code) in commands {
        let said = place.polhode(command);
        assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{command:?}: {}", said.err);
        kept += &format!("## polhode {}\n{}\n", command.join(" "), said.err);
    }
    assert_kept("errors.txt", &kept);
    assert!(!place.has("polhode-results"), "a bad command leaves a folder");
}

#[test]
fn without_a_command_the_default_runs_and_every_run_gets_its_own_folder() {
    let place = TestFolder::new();
    let said = place.succeeds(&[]);
    assert!(said.contains("polhode-results/t-handle: trajectory.csv"), "{said}");
    let said = place.succeeds(&SHORT);
    assert!(said.contains("polhode-results/t-handle-2: trajectory.csv"), "{said}");
    place.succeeds(&["run", "--duration", "0.1"]);
    for name in ["run.log", "trajectory.csv", "summary.json", "scenario.toml"] {
        assert!(place.has(&format!("polhode-results/t-handle-3/{name}")), "{name}");
    }
    assert!(!place.has("polhode-results/t-handle-4"));
}

#[test]
fn a_result_is_replaced_with_force_only() {
    let place = TestFolder::new();
    let run = |duration, more: &[&str]| {
        let begin = ["run", "t-handle", "--duration", duration, "--out", "a", "--quiet"];
        place.polhode(&[&begin, more].concat())
    };
    assert_eq!(run("0.1", &[]).code, Some(0));
    let before = place.read("a/trajectory.csv");
    let said = run("0.2", &[]);
    assert_eq!(said.code, Some(4));
    assert!(said.err.contains("`a` holds a result already"), "{}", said.err);
    assert!(said.err.contains("--force"), "{}", said.err);
    assert_eq!(place.read("a/trajectory.csv"), before);
    // A bad input does not cost the old result either.
    assert_eq!(run("0.0", &["--force"]).code, Some(2));
    assert_eq!(place.read("a/trajectory.csv"), before);
    assert_eq!(run("0.2", &["--force"]).code, Some(0));
    assert_ne!(place.read("a/trajectory.csv"), before);
}

#[test]
fn force_does_not_touch_what_is_not_ours() {
    let place = TestFolder::new();
    std::fs::create_dir(place.path("a")).unwrap();
    place.write("a/notes.txt", "mine");
    place.succeeds(&[&SHORT[..], &["--out", "a"]].concat());
    place.succeeds(&[&SHORT[..], &["--out", "a", "--force"]].concat());
    assert_eq!(place.read("a/notes.txt"), "mine");
}

#[test]
fn two_runs_do_not_mix_in_one_folder() {
    let place = TestFolder::new();
    let long = ["run", "cubesat", "--step", "0.01", "--out", "a", "--quiet"];
    let mut child = place.command(&long).spawn().unwrap();
    while !place.has("a/run.log") {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    for second in
        [&["run", "--resume", "a"][..], &[&SHORT[..], &["--out", "a", "--force"]].concat()]
    {
        let said = place.polhode(second);
        assert_eq!(said.code, Some(4), "{said:?}");
        assert!(said.err.contains("another run writes to `a/run.log`"), "{}", said.err);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_scenarios_show_prints_can_be_run() {
    let place = TestFolder::new();
    let list = place.succeeds(&["scenarios"]);
    for scenario in SCENARIOS {
        assert!(list.lines().any(|line| line.starts_with(scenario.name)), "{}", scenario.name);
        let text = place.succeeds(&["scenarios", "show", scenario.name]);
        assert_eq!(text, scenario.text, "{}", scenario.name);
        place.write("my.toml", &text);
        let by_name = place.succeeds(&["check", scenario.name]);
        let by_file = place.succeeds(&["check", "my.toml"]);
        assert_eq!(by_name, by_file);
        assert!(by_file.ends_with("The scenario is right; nothing was run.\n"), "{by_file}");
    }
    place.succeeds(&[
        "run",
        "my.toml",
        "--duration",
        "0.1",
        "--step",
        "0.01",
        "--set",
        "output.every=0.1",
    ]);
    assert!(place.has("polhode-results/my/trajectory.csv"));
    assert!(!place.has("man"));
}

#[test]
fn check_says_what_a_run_will_do() {
    let place = TestFolder::new();
    let said = place.succeeds(&[
        "check",
        "t-handle",
        "--duration",
        "1.0",
        "--step",
        "0.3",
        "--set",
        "output={every_steps=2}",
    ]);
    assert!(said.contains("4 of 0.25, to time 1.0"), "{said}");
    assert!(said.contains("shortened from 0.3"), "{said}");
    assert!(said.contains("3, one every 2 steps"), "{said}");
    assert!(!place.has("polhode-results"));
}

#[test]
fn methods_lists_the_catalogue() {
    let place = TestFolder::new();
    let list = crate::support::json(&place.succeeds(&["methods", "--json"]));
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), polhode::catalogue::CATALOGUE.len());
    let text = place.succeeds(&["methods"]);
    let mut keys = None;
    for (method, card) in list.iter().zip(polhode::catalogue::CATALOGUE) {
        assert_eq!(method["name"], card.name);
        assert!(text.lines().any(|line| line.starts_with(card.name)), "{}", card.name);
        let these: Vec<&String> = method.as_object().unwrap().keys().collect();
        assert_eq!(*keys.get_or_insert_with(|| these.clone()), these, "{}", card.name);
        let one = crate::support::json(&place.succeeds(&["methods", card.name, "--json"]));
        assert_eq!(&one, method);
        assert!(place.succeeds(&["methods", card.name]).contains(card.summary), "{}", card.name);
    }
}

#[test]
fn completions_and_manual_are_made() {
    let place = TestFolder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(place.succeeds(&["completions", shell]).contains("polhode"), "{shell}");
    }
    place.succeeds(&["man", "--out", "pages"]);
    for page in ["polhode.1", "polhode-run.1", "polhode-check.1"] {
        assert!(place.read(&format!("pages/{page}")).contains(".TH"), "{page}");
    }
}

#[test]
fn every_embedded_scenario_conforms_to_the_schema_and_a_bad_one_does_not() {
    let schema = crate::support::json(&TestFolder::new().succeeds(&["schema"]));
    for scenario in SCENARIOS {
        assert_eq!(conforms(&toml(scenario.text), &schema), Ok(()), "{}", scenario.name);
    }
    let mut bad = toml(SCENARIOS[0].text);
    bad["run"]["stpe"] = json!(1.0);
    assert!(conforms(&bad, &schema).is_err());
    let mut bad = toml(SCENARIOS[0].text);
    bad["body"]["inertia"] = json!([1.0, 2.0]);
    assert!(conforms(&bad, &schema).is_err());
    let mut bad = toml(SCENARIOS[0].text);
    bad["torque"] = json!([{ "model": "nothing" }]);
    assert!(conforms(&bad, &schema).is_err());
    let mut bad = toml(SCENARIOS[0].text);
    bad["run"]["duration"] = Value::Null;
    assert!(conforms(&bad, &schema).is_err());
}

/// TOML as JSON.
fn toml(text: &str) -> Value {
    use polhode_lab::document::{Document, Node, Value as Toml};
    fn value(node: &Node) -> Value {
        match &node.value {
            Toml::Number { value, whole: true } => json!(*value as i64),
            Toml::Number { value, whole: false } => json!(value),
            Toml::Text(text) => json!(text),
            Toml::Flag(flag) => json!(flag),
            Toml::List(items) => items.iter().map(value).collect(),
            Toml::Table(entries) => {
                entries.iter().map(|entry| (entry.key.clone(), value(&entry.node))).collect()
            }
            Toml::Date(date) => json!(date),
        }
    }
    value(&Document::parse("", text, &[]).unwrap().root)
}

/// The keywords of JSON Schema that ours uses; any other is a mistake.
fn conforms(value: &Value, schema: &Value) -> Result<(), String> {
    let wrong = |keyword: &str| Err(format!("{keyword} of {schema} against {value}"));
    let list = |rule: &Value| rule.as_array().cloned().unwrap_or_default();
    for (keyword, rule) in schema.as_object().ok_or("a schema is an object")? {
        let holds = match keyword.as_str() {
            "$schema" | "title" | "description" => true,
            "type" => match rule.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("number") => value.is_number(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("string") => value.is_string(),
                Some("boolean") => value.is_boolean(),
                _ => return wrong("unknown type"),
            },
            "const" => value == rule,
            "enum" => list(rule).contains(value),
            "minimum" => value.as_f64() >= rule.as_f64(),
            "minItems" => {
                value.as_array().is_some_and(|a| a.len() as u64 >= rule.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_some_and(|a| a.len() as u64 <= rule.as_u64().unwrap())
            }
            "required" => list(rule).iter().all(|key| value.get(key.as_str().unwrap()).is_some()),
            "anyOf" => list(rule).iter().any(|rule| conforms(value, rule).is_ok()),
            "oneOf" => list(rule).iter().filter(|rule| conforms(value, rule).is_ok()).count() == 1,
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| conforms(item, rule))?;
                true
            }
            "properties" => {
                let known = rule.as_object().into_iter().flatten();
                let given = known.filter_map(|(key, rule)| Some((value.get(key)?, rule)));
                for (value, rule) in given {
                    conforms(value, rule)?;
                }
                true
            }
            "additionalProperties" => {
                let known = |key: &String| schema["properties"].get(key).is_some();
                let mut others =
                    value.as_object().into_iter().flatten().filter(|(key, _)| !known(key));
                match rule {
                    Value::Bool(false) => others.next().is_none(),
                    rule => others.all(|(_, value)| conforms(value, rule).is_ok()),
                }
            }
            _ => return wrong("unknown keyword"),
        };
        if !holds {
            return wrong(keyword);
        }
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_ends_it_quietly() {
    let place = TestFolder::new();
    let commands: [&[&str]; 6] = [
        &["scenarios", "show", "t-handle"],
        &["scenarios"],
        &["methods", "--json"],
        &["schema"],
        &["completions", "bash"],
        &["run", "t-handle", "--duration", "0.1", "--json"],
    ];
    for command in commands {
        // A pipe whose reading end is closed before anything is written.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = place.command(command).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let said = Said::from_output(child.wait_with_output().unwrap());
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{command:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_ends_with_4() {
    let place = TestFolder::new();
    for command in ["run t-handle --duration 0.1 --json", "schema", "methods", "scenarios"] {
        let said = place.shell(&format!("\"$POLHODE\" {command} > /dev/full"));
        assert_eq!(said.code, Some(4), "{command}");
        assert!(
            said.err.starts_with("error: cannot write to standard output: No space left"),
            "{}",
            said.err
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_4_and_the_run_can_go_on() {
    let place = TestFolder::new();
    let run = "t-handle --duration 4.0 --step 0.001 --set output.every=0.001 --quiet";
    place.shell(&format!("\"$POLHODE\" run {run} --out whole"));
    // Blocks of 512 or 1024 bytes, as the shell likes: room for the log's beginning, for
    // all of the log but not for the trajectory, and for none of it.
    for (blocks, resumable) in [(100, true), (300, true), (900, true), (1, false)] {
        let limited =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$POLHODE\" run {run} --out full");
        let said = place.shell(&limited);
        assert_eq!(said.code, Some(4), "{blocks}: {}", said.err);
        assert!(said.err.contains("File too large"), "{}", said.err);
        assert!(said.err.contains("free some space"), "{}", said.err);
        assert!(
            !place.has("full/trajectory.csv") && !place.has("full/trajectory.csv.part"),
            "half made"
        );
        assert_eq!(place.has("full/run.log"), resumable, "{blocks}");
        let go_on =
            if resumable { "--resume full --quiet".into() } else { format!("{run} --out full") };
        let said = place.shell(&format!("\"$POLHODE\" run {go_on}"));
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{blocks}");
        assert_eq!(place.read("full/trajectory.csv"), place.read("whole/trajectory.csv"));
        std::fs::remove_dir_all(place.path("full")).unwrap();
    }
}
