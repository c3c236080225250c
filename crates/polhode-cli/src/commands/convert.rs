//! `polhode convert`

use crate::arguments::Convert;
use crate::people::grouped;
use crate::stop::{Stop, say};
use crate::wording::worded;
use polhode_formats::{Convention, Conversion, Error, Format, Source};
use polhode_lab::disk::size_in_words;
use polhode_lab::recording::LogRows;

pub(super) fn convert(options: &Convert) -> Result<(), Stop> {
    let find = |name: &Option<String>| name.as_deref().map(Convention::find).transpose();
    let how = Conversion {
        from: find(&options.from_convention).map_err(stop)?,
        to: find(&options.to_convention).map_err(stop)?,
        columns: options.columns.clone(),
        aem: options.aem.iter().map(|pair| key_and_value(pair)).collect::<Result<_, _>>()?,
    };
    Format::from_path(&options.output).map_err(stop)?;
    if options.output.exists() && !options.force {
        let path = options.output.display();
        return Err(Stop::Input(format!(
            "`{path}` is there already; replace it by --force, or give it another name"
        )));
    }
    let mut source = open(options, how.from)?;
    let made = polhode_formats::convert(&mut *source, &options.output, &how).map_err(stop)?;
    if options.quiet {
        return Ok(());
    }
    let mut text = format!(
        "{}: {} rows of {}; {}",
        options.output.display(),
        grouped(made.rows),
        made.columns.join(", "),
        size_in_words(made.bytes)
    );
    if !made.left_out.is_empty() {
        text += &format!("\nleft out: {}", made.left_out.join(", "));
    }
    if made.seconds_assumed {
        text += "\ntimes are taken as seconds; say if they are not: --aem time_unit=UNIT";
    }
    say(&text)
}

/// A file, or the log of a run in a folder.
fn open(options: &Convert, from: Option<&'static Convention>) -> Result<Box<dyn Source>, Stop> {
    let path = &options.input;
    if path.is_dir() {
        return Ok(Box::new(LogRows::open(path)?));
    }
    let format = Format::from_path(path).map_err(stop)?;
    format.open(path, from).map_err(stop)
}

fn key_and_value(pair: &str) -> Result<(String, String), Stop> {
    let split = pair.split_once('=').map(|(key, value)| (key.trim().into(), value.trim().into()));
    split.ok_or_else(|| {
        Stop::Input(format!(
            "`{pair}` is no KEY=VALUE; write for example --aem object_name=TUMBLER"
        ))
    })
}

/// What is wrong with a file's content is an input; what the system says of it is not.
fn stop(error: Error) -> Stop {
    match error {
        Error::Input { message, remedy } => Stop::Input(worded(&message, remedy)),
        other => other.into(),
    }
}
