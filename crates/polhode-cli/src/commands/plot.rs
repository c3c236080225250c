//! `polhode plot`

use crate::arguments::PlotArguments;
use crate::stop::{Stop, say};
use polhode_lab::Error;
use polhode_lab::plot::{self, PlotStyle, RecordedRun};
use std::fs;
use std::path::Path;

pub(super) fn plot(options: &PlotArguments) -> Result<(), Stop> {
    let folder = options.pictures.out.as_deref().unwrap_or(&options.folder);
    fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
    let files = draw(&options.folder, folder, options.pictures.form())?;
    say(&files.join("\n"))
}

/// Draws the run of a folder into another; says which files it made.
pub(super) fn draw(run: &Path, into: &Path, form: PlotStyle) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for plot in RecordedRun::read(run)?.plots() {
        let made = plot::write(into, &plot, form)?;
        files.extend(made.iter().map(|path| path.display().to_string()));
    }
    Ok(files)
}
