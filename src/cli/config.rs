//! `tercet config`: the settings in force and where each came from, as a configuration file that says the same; or the file of defaults.

use color_eyre::eyre::Result;
use serde_json::{Value, json};

use super::{DONE, output};
use crate::clean;
use crate::config::{DEFAULTS, InForce, Setting, Source};

/// Columns before what is said about a setting.
const COLUMN: usize = 40;

/// What is shown, and how.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Showing {
    /// Print it as one JSON object
    #[arg(long)]
    json: bool,
    /// Print the file of defaults instead, which explains every setting: copy what you change to your own
    #[arg(long, conflicts_with = "json")]
    pub(super) defaults: bool,
}

/// The file of defaults.
pub(super) fn defaults() -> Result<u8> {
    output::print(DEFAULTS)?;
    Ok(DONE)
}

pub(super) fn config(in_force: &InForce, showing: Showing) -> Result<u8> {
    let text = match showing {
        Showing { json: true, .. } => format!("{}\n", as_json(in_force)),
        Showing { .. } => as_file(in_force),
    };
    output::print(&text)?;
    Ok(DONE)
}

fn as_file(in_force: &InForce) -> String {
    let InForce {
        settings,
        data_dir: (data_dir, data_from),
        file: (file, _),
        keymap,
        prompts,
        password,
    } = in_force;
    let is_there = if file.exists() {
        ""
    } else {
        " (does not exist; using the defaults)"
    };
    let mut head = vec![
        "The settings in force, and where each came from: options go before variables, those before the file, that before what is built in.".to_owned(),
        format!("file      {}{is_there}", file.display()),
        format!("data      {} ({})", data_dir.display(), data_from),
    ];
    head.extend(
        keymap
            .iter()
            .map(|keymap| format!("keys      {}", keymap.display())),
    );
    head.extend(
        prompts
            .iter()
            .map(|prompt| format!("prompt    {}", prompt.display())),
    );
    head.extend(
        password
            .iter()
            .map(|from| format!("password  for encrypted documents, not shown ({from})")),
    );
    let mut lines: Vec<String> = head
        .iter()
        .map(|line| format!("# {}", clean::stored(line).replace('\n', " ")))
        .collect();
    lines.push(String::new());
    let table_of = |setting: &Setting| {
        let (_, tables) = setting.path.split_last().unwrap_or((&NO_NAME, &[]));
        tables.to_vec()
    };
    let mut tables: Vec<Vec<String>> = settings.iter().map(table_of).collect();
    // What stands in no table has to come first.
    tables.sort();
    tables.dedup();
    for table in tables {
        if !table.is_empty() {
            lines.push(format!("\n[{}]", dotted(&table)));
        }
        let own = settings.iter().filter(|setting| table_of(setting) == table);
        lines.extend(own.map(as_line));
    }
    format!("{}\n", lines.join("\n"))
}

static NO_NAME: String = String::new();

fn as_line(setting: &Setting) -> String {
    let name = setting.path.last().map(|name| bare(name));
    let said = format!("{} = {}", name.unwrap_or_default(), setting.value);
    let note = setting.note.as_ref().map(|note| format!("; {note}"));
    format!(
        "{said:<COLUMN$}  # {}{}",
        setting.from,
        note.unwrap_or_default()
    )
}

fn dotted(path: &[String]) -> String {
    let parts: Vec<String> = path.iter().map(|part| bare(part)).collect();
    parts.join(".")
}

/// A name as it stands in a file: between quotation marks where it has to.
fn bare(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        // A string's text is a name, too.
        json!(name).to_string()
    }
}

fn as_json(in_force: &InForce) -> Value {
    let InForce {
        settings,
        data_dir: (data_dir, data_from),
        file: (file, file_from),
        keymap,
        prompts,
        password,
    } = in_force;
    let mut said = json!({
        "file": { "path": file, "exists": file.exists() },
        "data_dir": { "path": data_dir },
        "keys": keymap,
        "prompts": prompts,
        "settings": settings.iter().map(setting_as_json).collect::<Vec<_>>(),
    });
    tell_source(&mut said["file"], file_from);
    tell_source(&mut said["data_dir"], data_from);
    if let Some(from) = password {
        said["password"] = json!({});
        tell_source(&mut said["password"], from);
    }
    said
}

fn setting_as_json(setting: &Setting) -> Value {
    let mut said =
        json!({ "name": dotted(&setting.path), "path": setting.path, "value": setting.value });
    tell_source(&mut said, &setting.from);
    if let Some(note) = &setting.note {
        said["note"] = note.as_str().into();
    }
    said
}

fn tell_source(said: &mut Value, from: &Source) {
    let (kind, detail) = match from {
        Source::BuiltIn => ("built_in", None),
        Source::File(line) => ("file", line.map(|line| ("line", line.into()))),
        Source::Variable(name) => ("variable", Some(("by", Value::from(*name)))),
        Source::Option(name) => ("option", Some(("by", Value::from(*name)))),
        Source::Follows(what) => ("follows", Some(("by", Value::from(*what)))),
    };
    said["from"] = kind.into();
    if let Some((name, detail)) = detail {
        said[name] = detail;
    }
}
