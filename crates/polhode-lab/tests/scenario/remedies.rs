//! Remedies are data; each interface has its own words for them.

use polhode_lab::Remedy;
use polhode_lab::Scenario;
use polhode_lab::embedded;
use polhode_lab::remedy::{Action, Wording};

struct Buttons;

impl Wording for Buttons {
    fn action(&self, action: &Action) -> Option<String> {
        match action {
            Action::Change(example) => Some(format!("type {example}")),
            _ => None,
        }
    }
    fn change(&self) -> &str {
        "the field"
    }
}

fn refused(change: &str) -> polhode_lab::diagnostic::Report {
    let text = embedded::find("t-handle").unwrap().text;
    Scenario::parse("t-handle", text, &[change.into()]).unwrap_err()
}

#[test]
fn alternatives_are_joined() {
    let words = |text: &str| Action::Words(text.into());
    for (actions, joined) in [
        (vec![], ""),
        (vec![words("wait")], "wait"),
        (vec![words("wait"), Action::AnotherFolder], "wait, or choose another folder"),
        (
            vec![words("wait"), Action::AnotherFolder, Action::Replace { what: "it" }],
            "wait, choose another folder, or replace it",
        ),
    ] {
        assert_eq!(Remedy::any_of(actions).to_string(), joined);
    }
    assert!(Remedy::from("").is_empty());
}

#[test]
fn a_change_that_cannot_be_is_shown_in_the_words_of_the_interface() {
    let report = refused("run.step");
    assert_eq!(report.diagnostic().remedy, Action::Change("run.step=0.01").into());
    let (shown, neutral) = (report.render(false, &Buttons), report.to_string());
    assert!(shown.contains("the field:1:1") && shown.contains("type run.step=0.01"), "{shown}");
    assert!(neutral.contains("change:1:1"), "{neutral}");
    assert!(neutral.contains("write for example run.step=0.01"), "{neutral}");
}

#[test]
fn errors_of_the_library_keep_their_parts() {
    let report = refused("run.method=buss-9");
    let problem = report.diagnostic();
    let error = "buss-9".parse::<polhode::catalogue::MethodName>().unwrap_err();
    assert_eq!(problem.message, error.message());
    assert_eq!(problem.remedy, error.remedy().into());
    assert_eq!(error.to_string(), format!("{}; {}", error.message(), error.remedy()));
}
