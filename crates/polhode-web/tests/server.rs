//! The server alone: who is refused, what is bounded, and that its numbers are the laboratory's.

mod support;

use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario_run::simulate;
use polhode_lab::{Scenario, embedded};
use polhode_web::PageSubject;
use serde_json::{Value, json};
use std::thread;
use support::{Folder, Running, message, named, unpacked};

#[test]
fn only_its_own_page_is_answered() {
    let server = Running::new();
    let (host, page) = (&server.host, format!("/{}/", server.token));
    let port = host.split(':').nth(1).expect("a port");
    let ours = format!("Host: {host}\r\n");
    assert_eq!(server.get(&page, &ours).0, 200);
    assert_eq!(server.get(&page, &format!("Host: localhost:{port}\r\n")).0, 200);
    for wrong in ["", "Host: evil.example\r\n", "Host: 127.0.0.1\r\n", "Host: 127.0.0.1:1\r\n"] {
        assert_eq!(server.get(&page, wrong).0, 421, "{wrong:?}");
    }
    assert_eq!(server.get(&page, &format!("{ours}{ours}")).0, 421, "two hosts");
    for origin in ["http://evil.example", "null", &format!("https://{host}"), "http://127.0.0.1:1"]
    {
        assert_eq!(server.get(&page, &format!("{ours}Origin: {origin}\r\n")).0, 403, "{origin}");
    }
    let cross = format!("{ours}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n");
    assert_eq!(server.get(&page, &cross).0, 403);
    let followed = format!("{ours}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n");
    assert_eq!(server.get(&page, &followed).0, 200, "a link may be followed");
    let almost = format!("/{}0/", &server.token[..31]);
    for path in ["/", "/index.html", "/0123/", &almost, "//", "/../"] {
        let status = server.get(path, &ours).0;
        // One time in sixteen the token ends with the digit that was put there.
        assert!(status == 403 || path == almost && server.token.ends_with('0'), "{path}: {status}");
    }
    for path in
        ["nothing", "../Cargo.toml", "%2e%2e/etc/passwd", "api/", "api/nothing", "/etc/passwd"]
    {
        assert_eq!(server.get(&format!("{page}{path}"), &ours).0, 404, "{path}");
    }
    assert_eq!(server.get(&format!("{page}api/run"), &ours).0, 405);
    let form = format!(
        "POST {page}api/run HTTP/1.1\r\n{ours}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    assert_eq!(server.raw(form.as_bytes()).0, 415, "what a form of another page can send");
}

#[test]
fn tokens_differ() {
    let (first, second) = (Running::new(), Running::new());
    assert_ne!(first.token, second.token);
    assert_eq!(first.token.len(), 32);
}

/// A small generator, so that a failure can be seen again.
fn dice(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *seed >> 33
}

#[test]
fn a_thousand_malformed_requests_are_refused() {
    let server = Running::new();
    let good = format!("GET /{}/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.token, server.host);
    let mut seed = 1;
    for round in 0..1000 {
        let mut bytes = good.clone().into_bytes();
        match round % 8 {
            0 => bytes.truncate(1 + dice(&mut seed) as usize % (bytes.len() - 4)),
            1 => bytes = (0..200).map(|_| dice(&mut seed) as u8).chain(*b"\r\n\r\n").collect(),
            2 => bytes = good.replace("HTTP/1.1", "HTTP/9.9").into(),
            3 => bytes = good.replace("Host:", "Host").into(),
            4 => bytes = good.replace("\r\n\r\n", "\r\nContent-Length: -1\r\n\r\n").into(),
            5 => bytes = good.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n").into(),
            6 => bytes = good.replace("\r\n\r\n", "\r\nContent-Length: 9\r\n\r\nshort").into(),
            _ => bytes = good.replace("GET /", &format!("GET {}", dice(&mut seed))).into(),
        }
        let (status, _) = server.raw(&bytes);
        assert!((400..500).contains(&status), "{status} for {:?}", String::from_utf8_lossy(&bytes));
    }
    assert_eq!(server.raw(good.as_bytes()).0, 200);
}

#[test]
fn hostile_questions_are_refused_or_answered() {
    let server = Running::new();
    let text = embedded::find("fast-top").expect("embedded").text;
    let mut seed = 7;
    for round in 0..400 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + round % 5 {
            let at = dice(&mut seed) as usize % bytes.len();
            bytes[at] = 32 + (dice(&mut seed) % 95) as u8;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let short = ["run.duration=0.1".to_string()];
        let (status, _) =
            server.ask("run", &json!({ "scenario": { "text": text }, "changes": short }));
        assert!(status == 200 || (400..500).contains(&status), "{status}: {text}");
    }
    let wrong = [
        json!({}),
        json!([]),
        json!({ "scenario": {} }),
        json!({ "scenario": { "name": "nobody" } }),
        json!({ "scenario": "given" }),
        json!({ "scenario": { "text": "" } }),
        json!({ "scenario": { "name": "t-handle" }, "methods": ["nothing"] }),
        json!({ "scenario": { "name": "t-handle" }, "changes": ["run.step=0"] }),
        json!({ "scenario": { "name": "t-handle" }, "changes": ["run.step=nan"] }),
        json!({ "scenario": { "name": "t-handle" }, "changes": ["run.duration=1e308"] }),
        json!({ "scenario": { "name": "t-handle" }, "changes": ["="] }),
        json!({ "scenario": { "name": "t-handle" }, "unknown": 1 }),
    ];
    for question in wrong {
        for name in ["run", "errors", "compare", "scenario", "recorded"] {
            let (status, body) = server.ask(name, &question);
            // Errors of one method stand beside the others.
            let fine = name == "errors" && status == 200;
            assert!(fine || (400..500).contains(&status), "{name} {question}: {status}");
            assert!(fine || !message(&body).is_empty());
        }
    }
}

#[test]
fn what_is_asked_for_is_bounded() {
    let server = Running::new();
    let (host, token) = (&server.host, &server.token);
    let large = format!(
        "POST /{token}/api/run HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999\r\n\r\n"
    );
    assert_eq!(server.raw(large.as_bytes()).0, 413);
    let long =
        format!("GET /{token}/ HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    assert_eq!(server.raw(long.as_bytes()).0, 431);
    let endless = format!("GET /{}", "x".repeat(1 << 16));
    assert_eq!(server.raw(endless.as_bytes()).0, 431);

    let mut question = named("t-handle");
    question["changes"] = json!(["run.step=1e-7"]);
    let (status, body) = server.ask("run", &question);
    assert_eq!(status, 422);
    assert!(message(&body).contains("200000000 steps"), "{}", message(&body));
    question["changes"] = json!(["run.step=1e-5"]);
    let (status, body) = server.ask("compare", &question);
    assert_eq!(status, 422, "{}", message(&body));
    let methods = json!({ "scenario": { "name": "t-handle" }, "methods": ["exact", "exact", "exact", "exact", "exact"] });
    assert_eq!(server.ask("run", &methods).0, 422);
    // Samples do not grow with the steps.
    question["changes"] = json!(["run.step=1e-4"]);
    let (head, runs) = server.run(&question);
    assert_eq!(head["runs"][0]["steps"], 200_000);
    assert!(runs[0][0].len() <= 20_001, "{}", runs[0][0].len());
}

#[test]
fn no_path_from_the_page_reaches_the_files() {
    let folder = Folder::new("server-1");
    let secret = folder.0.join("secret.obj");
    std::fs::write(&secret, "v 0 0 0\n").expect("a file");
    let server = Running::new();
    let path = secret.display();
    for change in [
        format!("body.mesh={{ file = \"{path}\", mass = 1.0 }}"),
        format!("body.molecule={{ file = \"{path}\" }}"),
        format!("body.points={{ file = \"{path}\" }}"),
        format!("ensemble={{ count = 2, vary = {{ \"run.step\" = {{ file = \"{path}\" }} }} }}"),
        format!("torque=[{{ model = \"table\", file = \"{path}\" }}]"),
        format!(
            "ensemble={{ count = 2, vary = {{ \"torque.0.file\" = {{ values = [\"{path}\"] }} }} }}"
        ),
    ] {
        for name in ["run", "errors", "compare", "scenario"] {
            let (status, body) = server
                .ask(name, &json!({ "scenario": { "name": "t-handle" }, "changes": [change] }));
            assert_eq!(status, 422, "{change}");
            assert!(message(&body).contains("no request may name a file"), "{}", message(&body));
        }
    }
}

#[test]
fn fifty_clients_get_the_same_answer_at_once() {
    let server = Running::new();
    let question = json!({ "scenario": { "name": "t-handle" }, "methods": ["exact", "buss-1"] });
    let (_, expected) = server.run(&question);
    thread::scope(|scope| {
        let clients: Vec<_> = (0..50).map(|_| scope.spawn(|| server.run(&question).1)).collect();
        for client in clients {
            assert!(client.join().expect("an answer") == expected, "other numbers");
        }
    });
}

#[test]
fn every_embedded_scenario_runs_and_its_numbers_are_the_laboratorys() {
    let server = Running::new();
    for embedded in embedded::SCENARIOS {
        let mut question = named(embedded.name);
        // Long ones are cut: the first hundredth is enough.
        let whole = Scenario::parse(embedded.name, embedded.text, &[]).expect("it is right");
        let part = whole.plan.duration / 100.0;
        let (step, part) = (whole.schedule.step, part.max(whole.schedule.step));
        question["changes"] =
            json!([format!("run.duration={part:?}"), format!("run.step={step:?}")]);
        let (head, runs) = server.run(&question);
        assert!(head["runs"][0]["error"].is_null() && head["runs"][0]["note"].is_null(), "{head}");
        let changes = [format!("run.duration={part:?}"), "output.every_steps=1".into()];
        let scenario =
            Scenario::parse(embedded.name, embedded.text, &changes).expect("it is right");
        let mut scenario_run = simulate(&scenario).expect("it runs");
        scenario_run.advance(head["runs"][0]["steps"].as_u64().expect("steps")).expect("it goes");
        let end = Sampler::new(&scenario).sample(&scenario_run.checkpoint().state);
        let last: Vec<f64> = runs[0].iter().map(|column| column[column.len() - 1]).collect();
        assert_eq!(last[..15], end.numbers(), "{}", embedded.name);
    }
}

#[test]
fn poinsots_picture_is_true_of_what_is_sent() {
    let server = Running::new();
    let (head, runs) =
        server.run(&json!({ "scenario": { "name": "mclachlan-zanna" }, "methods": ["exact"] }));
    let moments: Vec<f64> =
        head["moments"].as_array().expect("three").iter().filter_map(Value::as_f64).collect();
    let at = |name: &str| {
        head["runs"][0]["columns"].as_array().expect("names").iter().position(|c| c == name)
    };
    let column = |name: &str| &runs[0][at(name).expect(name)];
    let momentum = ["l_bx", "l_by", "l_bz"].map(column);
    let rates = ["w_bx", "w_by", "w_bz"].map(column);
    for i in (0..column("t").len()).step_by(97) {
        let energy = 2.0 * column("kinetic_energy")[i];
        let on: f64 = (0..3).map(|k| moments[k] * rates[k][i] * rates[k][i]).sum();
        let touching: f64 = (0..3).map(|k| rates[k][i] * momentum[k][i]).sum();
        // The rates are a point of x.I x = 2T, and of the plane x.L = 2T.
        assert!((on / energy - 1.0).abs() < 1e-14 && (touching / energy - 1.0).abs() < 1e-14);
    }
}

#[test]
fn errors_are_those_against_the_truth() {
    let server = Running::new();
    let question = json!({ "scenario": { "name": "fast-top" }, "changes": ["run.duration=1.0"], "methods": ["liemid-ea", "taylor"] });
    let (status, body) = server.ask("errors", &question);
    assert_eq!(status, 200);
    let (head, runs) = unpacked(&body);
    let last = |run: usize| runs[run][1][runs[run][1].len() - 1];
    assert!(head["runs"][0]["note"].is_null(), "{head}");
    // Measured: 4.1e-7 with 2000 steps of order 2, and rounding: 6e-16.
    assert!((3e-7..6e-7).contains(&last(0)), "{}", last(0));
    assert!(last(1) < 1e-14, "{}", last(1));
    let (status, body) = server.ask("compare", &json!({ "scenario": { "name": "fast-top" }, "changes": ["run.duration=0.5", "run.step=0.002"], "methods": ["liemid-ea"] }));
    let rows: Value = serde_json::from_slice(&body).expect("JSON");
    assert_eq!(status, 200, "{rows}");
    let errors: Vec<f64> = rows["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["attitude_error"].as_f64())
        .collect();
    assert_eq!(errors.len(), 7);
    let slope = (errors[2] / errors[6]).log2() / 4.0;
    assert!((slope - 2.0).abs() < 0.1, "order {slope}");
}

/// Some columns of a run, as a file.
fn csv(run: &[Vec<f64>], names: &[&str]) -> String {
    let place = |name: &&str| Sample::COLUMNS.iter().position(|column| column == name);
    let columns: Vec<_> = names.iter().map(|name| &run[place(name).expect("a column")]).collect();
    let row =
        |i: usize| columns.iter().map(|c| format!("{:?}", c[i])).collect::<Vec<_>>().join(",");
    let lines = (0..run[0].len()).map(row);
    std::iter::once(names.join(",")).chain(lines).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_record_is_shown_on_the_body_of_the_scenario() {
    let server = Running::new();
    let (_, runs) = server.run(&named("t-handle"));
    let csv = csv(&runs[0], &Sample::COLUMNS);
    let mut question = named("t-handle");
    question["csv"] = json!(csv);
    let (status, body) = server.ask("recorded", &question);
    assert_eq!(status, 200);
    let (head, again) = unpacked(&body);
    assert_eq!(head["runs"][0]["recorded"], true);
    // Axes are principal here: numbers go through unchanged, but for the product with no rotation.
    assert_eq!(again[0], runs[0]);
    // Of very many every so many-th is shown, and the last.
    let line = |i: u32| format!("{i},1,0,0,0,0,1e-4,0\n");
    let long: String = (0..50_001).map(line).collect();
    question["csv"] = json!(format!("t,q_w,q_x,q_y,q_z,l_bx,l_by,l_bz\n{long}{}", line(50_001)));
    let (_, body) = server.ask("recorded", &question);
    let times = &unpacked(&body).1[0][0];
    assert_eq!(
        (times[1], times[times.len() - 2], times[times.len() - 1]),
        (4.0, 50_000.0, 50_001.0)
    );
    assert_eq!(times.len(), 12_502);
    for wrong in ["", "t\n1\n2", "t,q_w,q_x,q_y,q_z,l_bx,l_by,l_bz\n1,1,0,0,0,0,0,x\n"] {
        question["csv"] = json!(wrong);
        let (status, body) = server.ask("recorded", &question);
        assert_eq!(status, 422);
        assert!(!message(&body).is_empty());
    }
}

#[test]
fn a_record_is_compared_with_the_truth() {
    let server = Running::new();
    let mut question = json!({ "scenario": { "name": "t-handle" }, "methods": ["buss-3"] });
    let (_, runs) = server.run(&question);
    let csv = csv(&runs[0], &["t", "q_w", "q_x", "q_y", "q_z", "l_bx", "l_by", "l_bz"]);
    question["csv"] = json!(csv);
    question["recorded"] = json!(true);
    let (status, body) = server.ask("errors", &question);
    assert_eq!(status, 200);
    // The same states, so the same errors, but for a last digit of the axes' product.
    let (head, errors) = unpacked(&body);
    assert_eq!(head["runs"][1]["method"], "recorded");
    let [run, record] = &errors[..] else { panic!("two runs") };
    assert_eq!(run[0], record[0]);
    for (a, b) in run[1].iter().zip(&record[1]) {
        assert!((a - b).abs() < 1e-14, "{a} {b}");
    }
    // A record of another start is not.
    question["changes"] = json!(["initial.angular_velocity=[0.0, 1.0, 1.0]"]);
    let (_, body) = server.ask("errors", &question);
    let (head, _) = unpacked(&body);
    assert!(head["runs"][1]["error"].as_str().is_some_and(|why| why.contains("begin")), "{head}");
}

#[test]
fn a_method_is_chosen_by_its_accuracy() {
    let server = Running::new();
    let mut question = json!({ "scenario": { "name": "fast-top" }, "changes": ["run.accuracy=1e-6"], "methods": ["accuracy", "exact"] });
    let (head, _) = server.run(&question);
    assert!(head["runs"][0]["chosen"].is_string() && head["runs"][1]["chosen"].is_null(), "{head}");
    assert_eq!(head["accuracy"], 1e-6);
    let (_, body) = server.ask("errors", &question);
    let (_, errors) = unpacked(&body);
    let last = errors[0][1][errors[0][1].len() - 1];
    assert!(last < 1e-6, "{last}");
    // The file that is saved asks for the accuracy, and names no method.
    let (_, body) = server.ask("scenario", &question);
    let value: Value = serde_json::from_slice(&body).expect("JSON");
    let text = value["text"].as_str().expect("a text");
    let saved = Scenario::parse("saved", text, &[]).expect("it is right");
    assert_eq!(saved.plan.accuracy.map(|request| request.accuracy), Some(1e-6));
    // Such a file is run as it says; beside it others take a thousandth of the duration.
    question = json!({ "scenario": { "text": text } });
    let (head, _) = server.run(&question);
    assert_eq!(head["runs"][0]["method"], "accuracy");
    question["methods"] = json!(["exact"]);
    assert_eq!(server.run(&question).0["runs"][0]["steps"], 1000);
    // What cannot be asked for is said so.
    for wrong in ["run.accuracy=1", "run.accuracy=0", "run.accuracy=nan", "run.precision=\"f32\""] {
        let question = json!({ "scenario": { "name": "fast-top" }, "changes": [wrong], "methods": ["accuracy"] });
        let (status, body) = server.ask("run", &question);
        assert_eq!(status, 422, "{wrong}");
        assert!(!message(&body).is_empty());
    }
}

/// What Python records of a run with a function of its own cannot be run without it.
#[test]
fn a_text_that_names_a_python_function_is_refused_in_words() {
    let server = Running::new();
    let given = embedded::find("t-handle").expect("it comes with polhode").text;
    let torque = "\n[[torque]]\nmodel = \"python\"\nfunction = \"control.brake\"\n";
    let text = format!("{given}{torque}");
    let question = json!({ "scenario": { "text": text } });
    assert_eq!(server.ask("compare", &question).0, 422);
    for name in ["run", "scenario"] {
        let (status, body) = server.ask(name, &question);
        let body = String::from_utf8(body).expect("text");
        assert_eq!(status, 422, "{name}: {body}");
        for words in ["Python function", "control.brake", "polhode.Body"] {
            assert!(body.contains(words), "{name}: {body}");
        }
    }
}

#[test]
fn an_accuracy_that_is_unverified_is_shown_as_such() {
    let server = Running::new();
    for (formula, unverified) in
        [("1e-6*sqrt(wx^2)", true), ("1e-6*sqrt(2 + r33)", false), ("0.01*abs(sin(t))", false)]
    {
        let torque =
            format!("torque=[{{model=\"expression\",components=[\"{formula}\",\"0\",\"0\"]}}]");
        // At rest, where the first formula is at the end of its domain.
        let rest = "initial.angular_velocity=[0.0,0.0,0.0]";
        let changes = [torque.as_str(), rest, "run.accuracy=1e-4", "run.duration=3.0"];
        let question = json!({ "scenario": { "name": "t-handle" }, "changes": changes, "methods": ["accuracy"] });
        let (head, _) = server.run(&question);
        let reason = head["runs"][0]["reason"].as_str().expect("a reason");
        assert_eq!(reason.contains("unverified"), unverified, "{formula}: {reason}");
    }
}

#[test]
fn the_scenario_comes_back_as_a_file_with_the_changes() {
    let server = Running::new();
    let question = json!({ "scenario": { "name": "fast-top" }, "changes": ["torque.0.strength=31.5", "run.step=0.0003"], "methods": ["leapfrog"] });
    let (status, body) = server.ask("scenario", &question);
    assert_eq!(status, 200);
    let value: Value = serde_json::from_slice(&body).expect("JSON");
    let text = value["text"].as_str().expect("a text");
    let scenario = Scenario::parse("saved", text, &[]).expect("it is right");
    assert_eq!(scenario.method.to_string(), "leapfrog");
    assert!(text.contains("31.5") && text.contains("0.0003"), "{text}");
}

#[test]
fn a_scenario_and_a_result_of_the_command_line_are_shown() {
    let folder = Folder::new("server-2");
    let cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(folder.0.join("corner.obj"), cube).expect("a file");
    let text = "[body]\nmesh = { file = \"corner.obj\", mass = 1.0 }\n[initial]\nangular_velocity = \
                [1.0, 2.0, 3.0]\n[run]\nduration = 1.0\nmethod = \"exact\"\nstep = 0.01\n";
    let file = folder.0.join("corner.toml");
    let scenario =
        Scenario::parse_file(&file.display().to_string(), text, &[]).expect("it is right");
    let server = Running::with(PageSubject::file(&file, &scenario));
    let (head, _) = server.run(&json!({ "scenario": "given" }));
    assert_eq!(head["shape"]["kind"], "mesh");
    assert_eq!(head["shape"]["triangles"].as_array().map(Vec::len), Some(4));

    // The points of a table are read before the page is served, and the file is not needed after.
    let torque = "[[torque]]\nmodel = \"table\"\nfile = \"thrust.csv\"\n";
    std::fs::write(
        folder.0.join("thrust.csv"),
        "time,torque_x,torque_y,torque_z\n0,0,0,0.5\n1,0,0,0.5\n",
    )
    .expect("a file");
    let torqued =
        text.replace("exact", "rkmk4").replace("[initial]", &format!("{torque}[initial]"));
    let torqued = Scenario::parse_file(&file.display().to_string(), &torqued, &[]).expect("right");
    std::fs::remove_file(folder.0.join("thrust.csv")).expect("it was there");
    let server = Running::with(PageSubject::file(&file, &torqued));
    let (_, runs) = server.run(&json!({ "scenario": "given" }));
    assert!(!runs[0][0].is_empty());
    let change = "torque.0.file=thrust.csv";
    let (status, body) = server.ask("run", &json!({ "scenario": "given", "changes": [change] }));
    assert_eq!(status, 422);
    assert!(message(&body).contains("`torque.0.file` is \"thrust.csv\"; no request"), "{body:?}");

    let result = folder.0.join("result");
    let mut recording = polhode_lab::Recording::create(scenario, &result, false).expect("a folder");
    recording.run(&mut |_| true).expect("it runs");
    let server = Running::with(PageSubject::result(&result).expect("a result"));
    let (status, body) = server.ask("recorded", &json!({ "scenario": "given" }));
    assert_eq!(status, 200);
    let (_, runs) = unpacked(&body);
    assert_eq!(runs[0][0].len(), 101);
}

#[test]
fn the_page_is_small_and_asks_nobody_else() {
    let mut size = 0;
    for file in polhode_web::files() {
        size += file.bytes.len();
        let text = String::from_utf8(file.bytes.to_vec()).expect("text");
        let rest = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !rest.contains("http:") && !rest.contains("https:"),
            "{} names an address",
            file.name
        );
        assert!(!rest.contains("eval("), "{}", file.name);
    }
    // Compressed 2 MB are allowed; this is what it is without.
    assert!(size < 200_000, "{size}");
}

/// The relative luminance of WCAG 2.
fn luminance(hex: &str) -> f64 {
    let part = |i: usize| {
        let value = u8::from_str_radix(&hex[i..i + 2], 16).expect("two digits");
        let x = f64::from(value) / 255.0;
        if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

#[test]
fn words_can_be_read_on_light_and_dark_ground() {
    let style = polhode_web::files().iter().find(|file| file.name == "style.css").expect("a style");
    let style = String::from_utf8(style.bytes.to_vec()).expect("text");
    for theme in [":root {", ":root[data-theme=\"dark\"] {"] {
        let rules = style.split_once(theme).expect(theme).1.split_once('}').expect("an end").0;
        let colour = |name: &str| {
            let value = rules.split_once(&format!("--{name}: ")).expect(name).1;
            luminance(value.split_once(';').expect("an end").0)
        };
        let words = [
            "ink", "quiet", "accent", "momentum", "rates", "axis-1", "axis-2", "axis-3", "run-1",
            "run-2", "run-3", "run-4",
        ];
        for ground in ["card", "paper"] {
            for name in words {
                let (a, b) = (colour(name), colour(ground));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(
                    contrast >= 4.5,
                    "{theme} {name} on {ground}: {contrast:.2}, and AA asks for 4.5"
                );
            }
        }
        let (a, b) = (colour("on-accent"), colour("accent"));
        assert!((a.max(b) + 0.05) / (a.min(b) + 0.05) >= 4.5, "{theme} on-accent");
    }
}
