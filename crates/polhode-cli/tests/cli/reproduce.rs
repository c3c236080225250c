//! `polhode reproduce`: the experiments of the papers, the quick ones all of them.

use crate::support::{Said, TestFolder, json};
use serde_json::Value;

const QUICK: [&str; 6] = ["reproduce", "--all", "--quick", "--json", "--out", "report"];

fn experiments(said: &Said) -> Vec<Value> {
    json(&said.out)["experiments"].as_array().expect("an array").clone()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no {key} in {value}"))
}

/// The lines of the list that name an experiment.
fn listed(place: &TestFolder) -> Vec<String> {
    let list = place.succeeds(&["reproduce"]);
    let keys = list.lines().filter(|line| line.starts_with("  ")).filter_map(|line| {
        line.split_whitespace().next().filter(|word| word.contains('/')).map(String::from)
    });
    keys.collect()
}

/// Takes 40 s, because it runs all experiments of five papers (the quick variant): the claim of the README is that all of them
/// come out.
#[test]
fn every_experiment_of_every_paper_comes_out_and_can_be_gone_on_with() {
    let place = TestFolder::new();
    let first = place.polhode(&QUICK);
    assert_eq!(first.code, Some(0), "{}", first.err);
    let all = experiments(&first);
    let keys: Vec<&str> = all.iter().map(|experiment| text(experiment, "key")).collect();
    assert_eq!(keys, listed(&place), "all that is listed, in that order");
    for experiment in &all {
        let (key, verdict) = (text(experiment, "key"), text(experiment, "verdict"));
        let known = ["reproduced", "reproduced with erratum", "reported"].contains(&verdict);
        assert!(known, "{key}: {verdict}");
        assert!(
            key.starts_with(text(experiment, "paper")) && !text(experiment, "figure").is_empty()
        );
        for cell in experiment["cells"].as_array().expect("cells") {
            let agreement = text(cell, "agreement");
            assert!(["same", "erratum", "ours"].contains(&agreement), "{key}: {cell}");
        }
    }
    // Only the comparison of two times has nothing that could be judged.
    let told = all.iter().filter(|experiment| text(experiment, "verdict") == "reported");
    assert_eq!(
        told.map(|each| text(each, "key")).collect::<Vec<_>>(),
        ["fukushima-2012/section-3"]
    );
    required(&all);
    report(&place, &all);

    // What was done is not done again: even the times are those of before.
    let second = place.polhode(&QUICK);
    assert_eq!(second.code, Some(0), "{}", second.err);
    assert_eq!(json(&second.out), json(&first.out));
    // What is lost is done again, and comes out the same.
    let lost = "report/outcomes/buss-2001-figure-4.json";
    std::fs::remove_file(place.path(lost)).expect("what is kept of an experiment");
    let third = experiments(&place.polhode(&QUICK));
    assert!(place.has(lost));
    assert!(all.iter().zip(&third).all(|(a, b)| a["cells"] == b["cells"]));
}

/// How many cells of an experiment compare in this way.
fn count(all: &[Value], key: &str, table: &str, agreement: &str) -> usize {
    let of = all.iter().find(|experiment| text(experiment, "key") == key).expect(key);
    let cells = of["cells"].as_array().expect("cells").iter();
    let cells = cells.filter(|cell| text(cell, "table").contains(table));
    cells.filter(|cell| text(cell, "agreement") == agreement).count()
}

/// The two tables of Buss that are printed with all their digits.
fn required(all: &[Value]) {
    let energies = count(all, "buss-2001/figure-4", "energy after", "same");
    assert_eq!((energies, count(all, "buss-2001/figure-4", "energy after", "erratum")), (81, 2));
    let steps = count(all, "buss-2001/figure-6", "steps needed", "same");
    assert_eq!((steps, count(all, "buss-2001/figure-6", "steps needed", "erratum")), (93, 3));
}

/// Each paper has its page twice, with all its experiments and nothing from elsewhere.
fn report(place: &TestFolder, all: &[Value]) {
    let (index, page) = (place.read("report/index.md"), place.read("report/index.html"));
    for experiment in all {
        let (key, paper) = (text(experiment, "key"), text(experiment, "paper"));
        assert!(index.contains(&format!("[{paper}]({paper}.md)")), "{paper}");
        assert!(page.contains(&format!("href=\"{paper}.html#{}\"", &key[paper.len() + 1..])));
        for kind in ["md", "html"] {
            let page = place.read(&format!("report/{paper}.{kind}"));
            assert!(page.contains(key), "{key} in {paper}.{kind}");
            assert!(!page.contains("src=\"http") && !page.contains("<script"), "{paper}.{kind}");
        }
    }
    for name in std::fs::read_dir(place.path("report/images")).expect("pictures") {
        let name = name.expect("a picture").file_name().into_string().expect("ASCII");
        let picture = place.read(&format!("report/images/{name}"));
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{name}");
        let pages = all.iter().map(|each| format!("report/{}.md", text(each, "paper")));
        assert!(pages.into_iter().any(|page| place.read(&page).contains(&name)), "{name}");
    }
    tables(place, all);
}

/// A bar in a name would shift all cells behind it.
fn tables(place: &TestFolder, all: &[Value]) {
    for experiment in all {
        let page = place.read(&format!("report/{}.md", text(experiment, "paper")));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        let rows: Vec<&str> = page.lines().collect();
        for pair in rows.windows(2).filter(|pair| pair.iter().all(|row| row.starts_with('|'))) {
            assert_eq!(bars(pair[0]), bars(pair[1]), "{pair:?}");
        }
    }
}

#[test]
fn one_experiment_says_how_it_went() {
    let place = TestFolder::new();
    let said = place.succeeds(&["reproduce", "buss-2001/section-5"]);
    let begin = "buss-2001/section-5: reproduced\n  46 as printed, 0 with erratum, 0 otherwise";
    assert!(said.starts_with(begin), "{said}");
    assert!(!place.has("report") && !place.has("polhode-results"), "nothing is written unasked");
}

#[test]
fn a_paper_is_a_name_of_all_its_experiments() {
    let place = TestFolder::new();
    let said = place.succeeds(&["reproduce", "buss-slides-2011", "--quick", "--json"]);
    let said = json(&said);
    let papers = said["experiments"].as_array().expect("an array").iter();
    assert_eq!(papers.map(|each| text(each, "paper")).collect::<Vec<_>>(), ["buss-slides-2011"; 4]);
    assert_eq!(said["quick"], true);
}

#[test]
fn a_name_that_nothing_has_is_answered_with_the_nearest() {
    let place = TestFolder::new();
    for (wrong, near) in [("krysl-2005", "krysl-2004"), ("buss-2001/figur-6", "buss-2001/figure-6")]
    {
        let said = place.polhode(&["reproduce", wrong]);
        assert_eq!(said.code, Some(2));
        assert!(said.err.contains(wrong) && said.err.contains(near), "{}", said.err);
        assert!(said.err.contains("`polhode reproduce` lists all"), "{}", said.err);
    }
}

#[test]
fn a_report_that_cannot_be_written_is_told() {
    let place = TestFolder::new();
    place.write("file", "");
    let said = place.polhode(&["reproduce", "buss-2001/section-5", "--out", "file"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    assert!(said.err.contains("file"), "{}", said.err);
}
