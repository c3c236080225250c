//! The page in a real browser: headless Chromium, driven through chromedriver. Where they are not
//! installed the tests say so and do nothing, unless `POLHODE_BROWSER=required` is set, as tools/check
//! does. `POLHODE_BLESS=1` renews the pictures of the documentation.

mod driver;

use driver::Browser;
use polhode_web::{PageSubject, Server, Stopper};
use std::path::{Path, PathBuf};
use std::thread;

/// The server and a browser that looks at it.
struct Page {
    browser: Browser,
    address: String,
    stopper: Stopper,
}

impl Page {
    fn open() -> Option<Self> {
        Self::open_subject(PageSubject::default())
    }
    fn open_subject(subject: PageSubject) -> Option<Self> {
        let browser = Browser::open()?;
        let server = Server::bind(0, subject).expect("a free port");
        let (address, stopper) = (server.address(), server.stopper());
        thread::spawn(move || server.serve());
        Some(Self { browser, address, stopper })
    }
    /// With what stands behind #.
    fn at(state: &str) -> Option<Self> {
        let page = Self::open()?;
        page.browser.go(&format!("{}{state}", page.address));
        Some(page)
    }
    /// A gauge of a run, both from 0, as a number.
    fn gauge(&self, run: usize, gauge: usize) -> f64 {
        let script = format!(
            "return document.querySelectorAll('.tile')[{run}].querySelectorAll('.gauge dd')[{gauge}].textContent"
        );
        let found = self.browser.script(&script);
        number(found.as_str().expect("a gauge"))
    }
    /// What the link holds once the page has written it: it waits a quarter of a second for more to change.
    fn hash(&self) -> String {
        self.browser
            .script("window.written = false; setTimeout(() => (window.written = true), 300)");
        self.browser.wait("window.written");
        self.browser.script("return location.hash").as_str().expect("a text").into()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

/// 1.2 × 10⁻³ rad as 0.0012.
fn number(text: &str) -> f64 {
    let digit = |c: char| match c {
        '⁰'..='⁹' => char::from_digit(u32::from(c) - u32::from('⁰'), 10).unwrap_or(c),
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁻' | '−' => '-',
        other => other,
    };
    let plain: String = text.replace(" × 10", "e").chars().map(digit).collect();
    plain
        .split(' ')
        .next()
        .unwrap_or_default()
        .parse()
        .unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Pictures that the documentation shows.
const SHOWN: [&str; 3] = ["page.png", "page-poinsot.png", "page-compare.png"];

/// Pictures are kept in the target folder; those of the documentation on demand.
fn kept(name: &str) -> PathBuf {
    let folder = if std::env::var_os("POLHODE_BLESS").is_some() && SHOWN.contains(&name) {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images")
    } else {
        Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned()
    };
    folder.join(name)
}

#[test]
fn it_loads_without_complaints_and_draws() {
    let Some(page) = Page::at("") else { return };
    let browser = &page.browser;
    browser.wait("document.querySelector('.gauge dd').textContent !== '–'");
    assert_eq!(browser.text("#title"), "A T-handle that flips in free fall");
    assert_eq!(browser.text("#play"), "❚❚", "it plays");
    browser.wait("Number(document.querySelector('#scrub').value) > 0");
    browser.wait(
        "document.querySelectorAll('.chart')[3].querySelector('.legend').children.length === 1",
    );
    let labels = browser.script(
        "return [...document.querySelectorAll('.view .label')].map((l) => l.textContent).join('')",
    );
    assert_eq!(labels, "xyz123Lω");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn every_embedded_scenario_runs() {
    // Pictures without a graphics card take the time that the engine needs: it stands still.
    let Some(page) = Page::at("#p=1") else { return };
    let browser = &page.browser;
    let count = browser
        .script("return document.querySelector('#scenario').options.length")
        .as_u64()
        .expect("a number");
    assert_eq!(count as usize, polhode_lab::embedded::SCENARIOS.len());
    for i in 0..count {
        browser.computing(&format!(
            "const s = document.querySelector('#scenario'); s.selectedIndex = {i}; s.dispatchEvent(new Event('change'))"
        ));
        let name = browser.script("return document.querySelector('#scenario').value");
        assert_eq!(
            browser.script("return document.querySelector('#trouble').hidden"),
            true,
            "{name}"
        );
        assert_eq!(browser.script("return document.querySelectorAll('.tile').length"), 1, "{name}");
        let rates =
            browser.script("return document.querySelector('.plot').getAttribute('aria-label')");
        assert!(rates.as_str().is_some_and(|words| words.contains("ends at")), "{name}: {rates}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_scrubber_the_charts_and_the_scene_have_one_time() {
    let Some(page) = Page::at("#s=t-handle&m=exact&p=1&t=0") else { return };
    let browser = &page.browser;
    browser.script("const s = document.querySelector('#scrub'); s.value = 0.25; s.dispatchEvent(new Event('input'))");
    browser.wait("document.querySelector('#time').textContent === '5'");
    // A click into a chart sets the time: half of the plot is about half of the run.
    browser.drag(".plot", [0.55, 0.5], [0.55, 0.5]);
    browser.wait("Math.abs(parseFloat(document.querySelector('#time').textContent) - 10) < 1");
    // Under the mouse a chart says its numbers.
    let said = browser.text(".tip");
    assert!(said.starts_with("time") && said.contains("ω₁: "), "{said}");
    // Dragging zooms all charts of time; the button shows all again.
    browser.drag(".plot", [0.3, 0.5], [0.5, 0.5]);
    let whole = "[...document.querySelectorAll('.files button')].filter((b) => b.textContent === 'Whole run' && !b.hidden)";
    browser.wait(&format!("{whole}.length === 4"));
    browser.wait("location.hash.includes('z=')");
    browser.script(&format!("{whole}[0].click()"));
    browser.wait(&format!("{whole}.length === 0"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn methods_are_changed_and_stand_side_by_side() {
    let Some(page) = Page::at("#s=buss-prism&m=exact&p=1&t=48") else { return };
    let browser = &page.browser;
    browser.computing("const s = document.querySelector('#methods select'); s.value = 'buss-1'; s.dispatchEvent(new Event('change'))");
    assert_eq!(browser.text(".tile b"), "buss-1");
    browser.computing("document.querySelector('#add-method').click()");
    assert_eq!(browser.script("return document.querySelectorAll('.tile').length"), 2);
    browser.wait("[...document.querySelectorAll('.tile')].every((t) => !/[–…]/.test(t.querySelectorAll('.gauge dd')[2].textContent))");
    // The papers' story: 0.827 of the energy more beside rounding.
    assert!((page.gauge(0, 0) - 0.827).abs() < 0.001, "{}", page.gauge(0, 0));
    assert!(
        page.gauge(1, 0) < 1e-14 && page.gauge(1, 2) < 1e-11,
        "{} {}",
        page.gauge(1, 0),
        page.gauge(1, 2)
    );
    // A method that cannot be is said to be so, beside one that can.
    browser.computing("const i = document.querySelector('[data-field=options-0]'); i.value = 'nothing'; i.dispatchEvent(new Event('change'))");
    assert!(!browser.text(".tile .why").is_empty());
    // Two more are taken, a fifth is not.
    browser.computing("document.querySelector('#add-method').click()");
    browser.computing("document.querySelector('#add-method').click()");
    assert_eq!(browser.script("return [document.querySelectorAll('.tile').length, document.querySelector('#add-method').disabled]"), serde_json::json!([4, true]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn sliders_change_the_torque_and_it_recomputes() {
    let Some(page) = Page::at("#s=fast-top&m=exact&p=1&t=10") else { return };
    let browser = &page.browser;
    let said =
        || browser.script("return document.querySelector('.plot').getAttribute('aria-label')");
    let before = said();
    browser.computing("const s = document.querySelector('input[type=range][data-path=\"torque.0.strength\"]'); s.value = 0.9; s.dispatchEvent(new Event('input'))");
    assert_ne!(said(), before);
    browser.wait("location.hash.includes('torque.0.strength')");
    browser.computing("document.querySelector('#undo').click()");
    assert_eq!(said(), before);
    // Single precision is another number.
    browser.computing("const s = document.querySelector('#run select'); s.value = 'f32'; s.dispatchEvent(new Event('change'))");
    assert!(page.gauge(0, 0) > 1e-9, "{}", page.gauge(0, 0));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn an_accuracy_chooses_method_and_step() {
    let Some(page) = Page::at("#s=fast-top&m=exact&p=1&t=10") else { return };
    let browser = &page.browser;
    let fields = "return [...document.querySelectorAll('#run input[type=number]')].map((i) => i.dataset.path)";
    assert_eq!(browser.script(fields), serde_json::json!(["run.step", "run.duration"]));
    browser.computing("const s = document.querySelector('#methods select'); s.value = 'accuracy'; s.dispatchEvent(new Event('change'))");
    assert_eq!(browser.script(fields), serde_json::json!(["run.accuracy", "run.duration"]));
    assert_eq!(browser.text(".tile b"), "by accuracy");
    assert!(!browser.text(".tile small").is_empty(), "what was chosen is named");
    for accuracy in [1e-4, 1e-10] {
        browser.computing(&format!("const i = document.querySelector('input[type=number][data-path=\"run.accuracy\"]'); i.value = {accuracy}; i.dispatchEvent(new Event('change'))"));
        browser.wait("!/[–…]/.test(document.querySelectorAll('.gauge dd')[2].textContent)");
        let error = page.gauge(0, 2);
        assert!(error < accuracy && error > accuracy / 1e4, "{error} for {accuracy}");
    }
    browser.wait("location.hash.includes('m=accuracy') && location.hash.includes('run.accuracy')");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn charts_and_scenario_are_saved() {
    let Some(page) = Page::at("#s=t-handle&m=exact&p=1&t=1") else { return };
    let browser = &page.browser;
    browser.script("window.saved = []; addEventListener('polhode-saved', (e) => e.detail.blob.arrayBuffer().then((b) => saved.push([e.detail.name, e.detail.blob.size, new TextDecoder().decode(b.slice(0, 400))])))");
    for i in 0..3 {
        browser.script(&format!("[...document.querySelectorAll('.files button')].filter((b) => /PNG|SVG|CSV/.test(b.textContent))[{i}].click()"));
        browser.wait(&format!("saved.length > {i}"));
    }
    browser.script("document.querySelector('#save-toml').click()");
    browser.wait("saved.length === 4");
    let saved = browser.script("return saved");
    let names: Vec<_> = saved
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file[0].as_str().unwrap_or_default())
        .collect();
    assert_eq!(
        names,
        ["rates.png", "rates.svg", "rates.csv", "a-t-handle-that-flips-in-free-fall.toml"]
    );
    assert!(saved[0][1].as_u64() > Some(2000), "{}", saved[0][1]);
    assert!(saved[1][2].as_str().is_some_and(|text| text.starts_with("<svg xmlns=")));
    assert!(
        saved[2][2].as_str().is_some_and(|text| text.starts_with("time of ω₁,ω₁,")),
        "{}",
        saved[2][2]
    );
    assert!(saved[3][2].as_str().is_some_and(|text| text.starts_with("title = \"A T-handle")));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_link_holds_the_whole_state() {
    let Some(page) = Page::at(
        "#s=fast-top&c=torque.0.strength=31&m=exact&m=liemid-ea&v=poinsot&a=0&h=space&e=0.5_0.25_7&t=2.5&r=2&b=1&p=1&z=1_4",
    ) else {
        return;
    };
    let browser = &page.browser;
    // Anything that makes it write the link anew.
    browser.script(
        "document.querySelector('#reverse').click(); document.querySelector('#reverse').click()",
    );
    let first = page.hash();
    browser.go(&format!("{}{first}", page.address));
    browser.script(
        "document.querySelector('#reverse').click(); document.querySelector('#reverse').click()",
    );
    assert_eq!(page.hash(), first);
    for part in [
        "s=fast-top",
        "strength%3D31",
        "m=exact&m=liemid-ea",
        "v=poinsot",
        "a=0",
        "h=space",
        "e=0.5_0.25_7",
        "t=2.5",
        "r=2",
        "b=1",
        "p=1",
        "z=1_4",
    ] {
        assert!(first.contains(part), "{part} is not in {first}");
    }
    assert_eq!(browser.script("return document.querySelectorAll('.tile').length"), 2);
    assert_eq!(
        browser.script("return document.querySelector('input[value=poinsot]').checked"),
        true
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_link_that_names_a_file_shows_why_it_is_refused() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page-link");
    std::fs::create_dir_all(&folder).expect("a folder");
    let secret = folder.join("secret.obj");
    std::fs::write(&secret, "the secret is 42\n").expect("a file");
    let text = polhode_lab::embedded::find("t-handle").expect("embedded").text;
    let scenario = polhode_lab::Scenario::parse("t-handle", text, &[]).expect("it is right");
    let Some(page) = Page::open_subject(PageSubject::named("t-handle", &scenario)) else { return };
    let change = format!("body={{mesh={{file='{}',mass=1.0}}}}", secret.display());
    page.browser.load(&format!("{}#s=given&p=1&c={change}", page.address));
    page.browser.wait("!document.querySelector('#trouble').hidden");
    let trouble = page.browser.text("#trouble");
    assert!(trouble.contains("no request may name a file"), "{trouble}");
    assert!(trouble.contains("polhode view my.toml"), "{trouble}");
    assert!(!trouble.contains("42"), "{trouble}");
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn files_are_dropped_onto_the_page() {
    let Some(page) = Page::at("#s=t-handle&m=exact&p=1&t=1") else { return };
    let browser = &page.browser;
    browser.script(
        "window.dropped = (name, text) => { const data = new DataTransfer(); data.items.add(new File([text], name)); \
         document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })) }",
    );
    browser.computing(
        "dropped('mine.toml', 'title = \"Mine\"\\n[body]\\ninertia = [1.0, 2.0, 2.5]\\n[initial]\\nangular_velocity = [0.1, 1.0, 0.0]\\n[run]\\nduration = 10.0\\nmethod = \"exact\"\\nstep = 0.1\\n')",
    );
    assert_eq!(browser.text("#title"), "Mine");
    let header = "t,q_w,q_x,q_y,q_z,l_bx,l_by,l_bz";
    browser.computing(&format!("dropped('trajectory.csv', '{header}\\n0,1,0,0,0,0.1,2,0\\n5,1,0,0,0,0.1,2,0\\n10,1,0,0,0,0.1,2,0\\n')"));
    assert_eq!(
        browser
            .script("return [...document.querySelectorAll('.tile b')].map((b) => b.textContent)"),
        serde_json::json!(["exact", "recorded"])
    );
    browser.script("dropped('wrong.toml', '[body]\\ninertia = [1.0, 2.0, 9.0]\\n')");
    browser.wait("!document.querySelector('#trouble').hidden");
    browser.script("dropped('picture.png', 'x')");
    browser.wait("document.querySelector('#toast').textContent.includes('picture.png')");
    // A refused question is a line in the console, and should be the only one.
    let complaints = browser.complaints();
    assert!(complaints.iter().all(|line| line.contains("422")), "{complaints:?}");
}

#[test]
fn a_result_is_shown_from_the_command_line_and_dropped() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page-result");
    let text = polhode_lab::embedded::find("t-handle").expect("embedded").text;
    let scenario =
        polhode_lab::Scenario::parse("t-handle", text, &["run.method=\"buss-3\"".into()]);
    let mut session = polhode_lab::Recording::create(scenario.expect("it is right"), &folder, true)
        .expect("a folder");
    session.run(&mut |_| true).expect("it runs");
    session.finish().expect("its files");
    let Some(page) = Page::open_subject(PageSubject::result(&folder).expect("a result")) else {
        return;
    };
    let browser = &page.browser;
    browser.go(&format!("{}#s=given&p=1&t=20", page.address));
    let known = "!/[–…]/.test(document.querySelector('.tile:last-child').querySelectorAll('.gauge dd')[2].textContent)";
    browser.wait(known);
    assert_eq!(browser.text(".tile b"), "recorded");
    let error = page.gauge(0, 2);
    // As `polhode run t-handle --method buss-3` says at its end.
    assert!((error - 0.054).abs() < 0.0005, "{error}");
    // Another scenario is without it.
    browser.computing("const s = document.querySelector('#scenario'); s.value = 'name fast-top'; s.dispatchEvent(new Event('change'))");
    assert_eq!(browser.text(".tile b"), "liemid-ea");
    // The files of the folder, dropped together.
    let files: Vec<_> = ["scenario.toml", "trajectory.csv"]
        .iter()
        .map(|name| (name, std::fs::read_to_string(folder.join(name)).expect("a file")))
        .collect();
    browser.computing(&format!(
        "const data = new DataTransfer(); for (const [name, text] of {}) data.items.add(new File([text], name)); \
         document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))",
        serde_json::json!(files)
    ));
    browser.script("const s = document.querySelector('#scrub'); s.value = 1; s.dispatchEvent(new Event('input'))");
    browser.wait(known);
    assert_eq!(browser.text(".tile b"), "recorded");
    browser.wait("document.querySelector('#time').textContent === '20'");
    // A file has all digits: the errors are the same.
    assert_eq!(page.gauge(0, 2), error);
    assert_eq!(browser.complaints(), [""; 0]);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn keys_do_what_the_help_says() {
    let Some(page) = Page::at("#s=t-handle&m=exact&p=1&t=0") else { return };
    let browser = &page.browser;
    let playing = "document.querySelector('#play').getAttribute('aria-label') === 'Pause'";
    browser.press(&[" "]);
    browser.wait(playing);
    browser.press(&[" "]);
    browser.wait(&format!("!({playing})"));
    browser.press(&["\u{E011}"]); // Home
    browser.wait("document.querySelector('#time').textContent === '0'");
    browser.press(&["\u{E014}"]); // right: 0.5 % of 20
    browser.wait("document.querySelector('#time').textContent === '0.1'");
    browser.press(&["\u{E010}"]); // End
    browser.wait("document.querySelector('#time').textContent === '20'");
    browser.press(&["v"]);
    browser.wait("document.querySelector('input[value=poinsot]').checked");
    browser.press(&["r"]);
    browser.wait("document.querySelector('#reverse').getAttribute('aria-pressed') === 'true'");
    let theme = browser.script("return document.documentElement.dataset.theme");
    browser.press(&["t"]);
    browser.wait(&format!("document.documentElement.dataset.theme !== {theme}"));
    let eye = || {
        let hash = page.hash();
        let part = hash.split("e=").nth(1).and_then(|rest| rest.split('&').next());
        let numbers = part.expect("an eye").split('_').map(|x| x.parse::<f64>().expect("a number"));
        <[f64; 3]>::try_from(numbers.collect::<Vec<_>>()).expect("azimuth, elevation and distance")
    };
    // In the scene arrows turn it, and leave the time alone.
    let first = eye();
    browser.script("document.querySelector('.view').focus()");
    browser.press(&["\u{E012}", "\u{E013}", "+"]);
    let keyed = eye();
    assert!((0..3).all(|i| keyed[i] != first[i]), "{first:?}, then {keyed:?}");
    assert_eq!(browser.text("#time"), "20");
    // Dragging turns it too, and so does one finger.
    browser.drag(".view", [0.3, 0.5], [0.7, 0.6]);
    let dragged = eye();
    assert!(dragged[0] != keyed[0] && dragged[1] > keyed[1], "{keyed:?}, then {dragged:?}");
    browser.touch(".view", &[[[0.4, 0.5], [0.6, 0.5]]]);
    let touched = eye();
    assert!(
        touched[0] != dragged[0] && touched[1..] == dragged[1..],
        "{dragged:?}, then {touched:?}"
    );
    // Two that come apart bring it nearer.
    browser.touch(".view", &[[[0.45, 0.5], [0.2, 0.5]], [[0.55, 0.5], [0.8, 0.5]]]);
    let pinched = eye();
    assert!(
        pinched[2] < touched[2] && pinched[..2] == touched[..2],
        "{touched:?}, then {pinched:?}"
    );
    browser.press(&["?"]);
    browser.wait("document.querySelector('#help').open");
    // Everything that can be pressed has a name.
    let nameless = browser.script(
        "return [...document.querySelectorAll('button, input, select, textarea')].filter((e) => !e.hidden && \
         !e.textContent.trim() && !e.getAttribute('aria-label') && !e.closest('label')).map((e) => e.outerHTML)",
    );
    assert_eq!(nameless, serde_json::json!([]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn stories_show_what_they_tell() {
    let Some(page) = Page::at("") else { return };
    let browser = &page.browser;
    browser.computing("document.querySelector('#open-stories').click()");
    let tell = |story: usize| {
        browser.computing(&format!(
            "document.querySelectorAll('#chapters button')[{}].click()",
            story - 1
        ));
        browser.script("if (document.querySelector('#play').textContent === '❚❚') document.querySelector('#play').click()");
        browser.wait("[...document.querySelectorAll('.tile')].every((t) => !/…/.test(t.querySelectorAll('.gauge dd')[2].textContent))");
        browser.script("const s = document.querySelector('#scrub'); s.value = 1; s.dispatchEvent(new Event('input'))");
        browser.wait("document.querySelector('#scrub').value === '1'");
        // Painted, however slow that is.
        browser.script("window.seen = false; requestAnimationFrame(() => requestAnimationFrame(() => (window.seen = true)))");
        browser.wait("window.seen");
        assert!(browser.script("return document.querySelector('#trouble').hidden && [...document.querySelectorAll('.why')].every((w) => w.hidden)") == true, "story {story}");
        assert!(!browser.text("#story-text").is_empty());
    };
    let (energy, momentum, attitude) = (0, 1, 2);
    tell(1);
    assert!(page.gauge(0, momentum) < 1e-12);
    tell(2);
    assert_eq!(
        browser.script("return document.querySelector('input[value=poinsot]').checked"),
        true
    );
    tell(3);
    assert!(page.gauge(0, energy) > 0.8 && page.gauge(1, energy) < 1e-14);
    assert!(page.gauge(0, momentum) < 1e-12, "it keeps the momentum to rounding");
    tell(4);
    assert!(
        page.gauge(0, attitude) > 10.0 * page.gauge(1, attitude),
        "{} {}",
        page.gauge(0, attitude),
        page.gauge(1, attitude)
    );
    tell(5);
    assert!((page.gauge(0, energy) - 0.04).abs() < 0.005 && page.gauge(1, energy) < 1e-14);
    assert!(page.gauge(0, attitude) > 1000.0 * page.gauge(1, attitude));
    tell(6);
    // Measured at the end: 1.6e-2; leapfrog is never worse than 5.8e-3.
    assert!(page.gauge(0, energy) > 1e-2 && page.gauge(1, energy) < 6e-3);
    tell(7);
    assert!(page.gauge(0, energy) < 1e-8);
    tell(8);
    assert!(page.gauge(0, energy) > 1.0 && page.gauge(1, energy) < 1e-4);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn it_fits_a_phone_and_respects_who_wants_no_motion() {
    let Some(page) = Page::open() else { return };
    let browser = &page.browser;
    browser.size(360, 740, 2);
    browser.media("prefers-reduced-motion", "reduce");
    browser.go(&format!("{}#s=t-handle&m=exact&m=buss-1&t=2.2", page.address));
    assert_eq!(browser.script("return document.documentElement.scrollWidth"), 360);
    let wide = browser.script("return [...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > 361).map((e) => e.tagName + '.' + e.className)");
    assert_eq!(wide, serde_json::json!([]));
    assert_eq!(browser.text("#play"), "▶", "it does not move by itself");
    browser.picture(&kept("page-phone.png"));
    browser.media("prefers-color-scheme", "dark");
    browser.wait("document.documentElement.dataset.theme === 'dark'");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_heap_does_not_grow_in_long_play() {
    let Some(page) = Page::at("#s=t-handle&m=exact&m=buss-1&p=1&t=0") else { return };
    let browser = &page.browser;
    // Few pixels, which are drawn without a graphics card.
    browser.size(480, 400, 1);
    browser.script("window.step = document.querySelector('input[type=range][data-path=\"run.step\"]'); window.turn = 0");
    let play = |count: u32| {
        for _ in 0..count {
            browser.computing("turn++; step.value = 0.5 + 0.001 * (turn % 50); step.dispatchEvent(new Event('input'))");
        }
        browser.protocol("HeapProfiler.collectGarbage", serde_json::json!({}));
        let heap = browser.protocol("Runtime.getHeapUsage", serde_json::json!({}));
        // Objects, and the numbers of the runs, which are beside them.
        let size = |part: &str| heap[part].as_f64().unwrap_or_else(|| panic!("no {part}")) / 1e6;
        size("usedSize") + size("backingStorageSize")
    };
    let before = play(8);
    let after = play(24);
    println!("heap {before} MB, then {after} MB");
    // Measured: 2.94 MB, then 2.95 MB. A run that was kept would be 0.3 MB, and there are forty-eight.
    assert!(after < before + 1.5, "{before} MB, then {after} MB");
}

#[test]
fn pictures_for_the_documentation() {
    let Some(page) = Page::open() else { return };
    let browser = &page.browser;
    let pictures = [
        ("page.png", "light", "#s=t-handle&m=exact&t=4.05&p=1&e=-1.1_0.32_5.4"),
        ("page-dark.png", "dark", "#s=t-handle&m=exact&t=4.05&p=1&e=-1.1_0.32_5.4"),
        (
            "page-poinsot.png",
            "light",
            "#s=mclachlan-zanna&c=run.duration=400&c=run.step=0.1&c=initial.angular_velocity=[0.5,0.2,0.7]&m=exact&v=poinsot&a=none&t=60&p=1&e=-0.7_0.34_5.6&story=2",
        ),
        (
            "page-compare.png",
            "light",
            "#s=buss-prism&c=run.duration=8&m=buss-1&m=exact&v=poinsot&t=1.2&p=1&e=-0.9_0.3_7.4&story=3",
        ),
    ];
    for (name, scheme, state) in pictures {
        browser.size(1360, if name == "page.png" { 1390 } else { 900 }, 1);
        browser.media("prefers-color-scheme", scheme);
        browser.go(&format!("{}{state}", page.address));
        browser.wait("[...document.querySelectorAll('.tile')].every((t) => !/…/.test(t.querySelectorAll('.gauge dd')[2].textContent))");
        thread::sleep(std::time::Duration::from_millis(300));
        browser.picture(&kept(name));
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
