//! `polhode describe`

use super::pretty;
use super::scenarios::load;
use crate::arguments::Describe;
use crate::people::wrapped;
use crate::stop::{Stop, remark, say};
use polhode_lab::description::DescribedMotion;
use polhode_lab::{Error, Scenario, plot};
use std::fs;

pub(super) fn describe(options: &Describe) -> Result<(), Stop> {
    let scenario = subject(options)?;
    let subject = DescribedMotion::new(&scenario);
    let description = subject.describe();
    if let Some(folder) = &options.out {
        fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
        for plot in subject.plots() {
            for path in plot::write(folder, &plot, options.look.form())? {
                remark(&format!("drew {}", path.display()));
            }
        }
    }
    if options.json {
        return say(&pretty(&description));
    }
    let words = description.words(&scenario.time_unit);
    let mut text: Vec<String> = words.lines().map(|line| wrapped(line, "")).collect();
    if !scenario.problem.torques.is_empty() {
        let torques = scenario.problem.torques.join(" + ");
        text.push(wrapped(&format!("All this without its torque: {torques}."), ""));
    }
    say(&text.join("\n"))
}

/// A scenario, or a body that is given by numbers.
fn subject(options: &Describe) -> Result<Scenario, Stop> {
    if let Some(name) = &options.scenario {
        return load(name, &[]);
    }
    let (Some(inertia), Some(rates)) = (&options.inertia, &options.angular_velocity) else {
        let message = "give a scenario, or --inertia and --angular-velocity";
        return Err(Stop::Input(message.into()));
    };
    let text = format!(
        "[body]\ninertia = [{inertia}]\n[initial]\nangular_velocity = [{rates}]\n\
         [run]\nduration = 1.0\nmethod = \"exact\"\nstep = 1.0\n"
    );
    Ok(Scenario::parse("numbers of the command", &text, &[])?)
}
