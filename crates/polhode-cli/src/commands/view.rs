//! `polhode view`

use super::scenarios::load;
use crate::arguments::ViewArguments;
use crate::interrupt;
use crate::stop::{Stop, remark, say};
use polhode_lab::Error;
use polhode_web::{PageSubject, Server};
use std::path::Path;
use std::process::{Command, Stdio};

pub(super) fn view(options: &ViewArguments) -> Result<(), Stop> {
    let server = Server::bind(options.port, subject(options)?).map_err(|source| {
        Stop::Lab(Error::File {
            doing: "listen on",
            path: format!("127.0.0.1:{}", options.port).into(),
            source,
            remedy: "choose another port with --port, or leave it out".into(),
        })
    })?;
    let stopper = server.stopper();
    interrupt::at_first(move || stopper.stop());
    let address = server.address();
    say(&address)?;
    if !options.no_open && !opened(&address) {
        remark("no browser could be opened; open the address yourself");
    }
    remark("Ctrl-C ends it.");
    server.serve();
    Ok(())
}

fn subject(options: &ViewArguments) -> Result<PageSubject, Stop> {
    let changes = options.changes.list();
    let Some(name) = &options.subject else {
        if changes.is_empty() {
            return Ok(PageSubject::default());
        }
        let default = polhode_lab::embedded::DEFAULT.name;
        return Ok(PageSubject::named(default, &load(default, &changes)?));
    };
    let path = Path::new(name);
    if path.is_dir() {
        if !changes.is_empty() {
            let message = format!(
                "`{name}` is a result, and a result is what it is; run its scenario anew \
                                   with: polhode view {name}/scenario.toml"
            );
            return Err(Stop::Input(message));
        }
        return Ok(PageSubject::result(path)?);
    }
    let scenario = load(name, &changes)?;
    Ok(if path.is_file() {
        PageSubject::file(path, &scenario)
    } else {
        PageSubject::named(name, &scenario)
    })
}

/// By what the system opens addresses with; tells whether that could be started.
fn opened(address: &str) -> bool {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
