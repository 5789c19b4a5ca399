//! Environment variables: the known ones, and which of them caused an error.

use std::env;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use plyd_games::nearest;

const PREFIX: &str = "PLYD_";

/// Kubernetes sets these variables in pods if a Service is called `plyd`.
const SET_BY_KUBERNETES: [&str; 2] = ["PLYD_SERVICE_", "PLYD_PORT"];

/// A warning for each variable that has plyd's prefix but is not one of plyd's.
pub(super) fn unknown(command: &Command) -> Vec<String> {
    let names: Vec<String> = env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect();
    unknown_of(names.iter().map(String::as_str), &known(command))
}

fn unknown_of<'a>(names: impl Iterator<Item = &'a str>, known: &[String]) -> Vec<String> {
    let stems: Vec<String> = known.iter().map(|name| name[PREFIX.len()..].to_lowercase()).collect();
    let stems: Vec<&str> = stems.iter().map(String::as_str).collect();
    let is_unknown = |name: &&str| {
        name.starts_with(PREFIX)
            && !known.iter().any(|known| known == name)
            && !SET_BY_KUBERNETES.iter().any(|set| name.starts_with(set))
    };
    let mut sentences: Vec<String> = names
        .filter(is_unknown)
        .map(|name| {
            let near = nearest(&name[PREFIX.len()..], &stems);
            let near = near.map_or(String::new(), |near| format!("; did you mean {PREFIX}{}?", near.to_uppercase()));
            format!("ignored the variable {name}, which is not an option of plyd{near}")
        })
        .collect();
    sentences.sort_unstable();
    sentences
}

/// The variables of all commands.
fn known(command: &Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned));
    let mut known: Vec<String> = own.chain(command.get_subcommands().flat_map(known)).collect();
    known.sort_unstable();
    known.dedup();
    known
}

/// The error message, if a variable caused this error of usage. `None` if an argument did.
pub(super) fn blamed(error: &clap::Error, command: &Command) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let is_meant =
        |arg: &&Arg| arg.get_long().is_some_and(|long| argument.split(' ').next() == Some(&format!("--{long}")));
    let arguments = command.get_arguments().chain(command.get_subcommands().flat_map(Command::get_arguments));
    let meant = arguments.filter(is_meant).find(|argument| argument.get_env().is_some())?;
    let (flag, variable) = (format!("--{}", meant.get_long()?), meant.get_env()?);
    // A flag wins over the variable.
    let is_given =
        env::args_os().any(|given| given.to_str().is_some_and(|given| given.split('=').next() == Some(&flag)));
    if is_given || env::var_os(variable).is_none() {
        return None;
    }
    let text = error.to_string();
    let sentence = text.split("\n\n").next()?.trim_start_matches("error: ");
    let blame = format!("the variable {}", variable.to_str()?);
    Some(sentence.replace(&format!("'{argument}'"), &blame).replace('\n', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_variable_is_told_with_the_nearest_known_one() {
        let known = ["PLYD_QUEUE", "PLYD_WORKERS"].map(str::to_owned);
        let told = |names: &[&str]| unknown_of(names.iter().copied(), &known);
        assert!(told(&["HOME", "PLYD_QUEUE", "PLYD_SERVICE_HOST", "PLYD_PORT_8080_TCP"]).is_empty());
        assert_eq!(
            told(&["PLYD_WORKRES", "PLYD_WHATEVER_THAT_IS"]),
            [
                "ignored the variable PLYD_WHATEVER_THAT_IS, which is not an option of plyd",
                "ignored the variable PLYD_WORKRES, which is not an option of plyd; did you mean PLYD_WORKERS?",
            ]
        );
    }
}
