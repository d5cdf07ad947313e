//! The rules that keep the code simple, as far as a reader without a compiler can check them.
//!
//! Who may import whom; what the pure parts never mention; that every prompt, theme and key file is used and in shape; that nothing of the
//! machine it was built on is left in the repository. Comments and test modules are not code here.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

const PURE: &[&str] = &[
    "ascii",
    "clean",
    "digest",
    "escapes",
    "guardrail",
    "memo",
    "stem",
    "study",
    "check",
    "pipeline",
    "extractive",
    "export",
    "report",
    "semantic",
];

/// What every part may import, because its rules must be the same everywhere.
const EVERYWHERE: &[&str] = &[
    "ascii",
    "clean",
    "digest",
    "escapes",
    "guardrail",
    "memo",
    "stem",
];

/// What a part may import besides itself and `cores`, which is for all that are not pure. Parts that are not listed here may import all but the screen and the command line.
const IMPORTS: &[(&str, &[&str])] = &[
    ("ascii", &[]),
    ("clean", &[]),
    ("digest", &[]),
    ("escapes", &[]),
    ("guardrail", &[]),
    ("memo", &[]),
    ("stem", &[]),
    ("study", &[]),
    ("check", &["study", "semantic"]),
    ("pipeline", &["study", "check", "semantic"]),
    ("extractive", &["study", "check", "pipeline", "semantic"]),
    ("export", &["study", "check"]),
    ("report", &["study", "check"]),
    ("semantic", &[]),
    ("evidence", PURE),
    ("library", PURE),
    ("provider", PURE),
    ("clock", &["study"]),
    ("session", &["study", "library"]),
    ("engine", &["study", "pipeline", "extractive", "provider"]),
    (
        "config",
        &["study", "pipeline", "provider", "evidence", "engine"],
    ),
];

/// The groups of `check`: each may import those before it.
const CHECK: &[&str] = &[
    "text",
    "language",
    "meaning",
    "index",
    "model",
    "support",
    "conflicts",
    "scores",
];

/// The groups of `check` that may besides import one behind them, as its own documentation says.
const CHECK_BACK: &[(&str, &str)] = &[
    ("text", "language"),
    ("index", "support"),
    ("index", "conflicts"),
    ("support", "conflicts"),
];

/// The screen and the command line, and who may import them.
const TOP: &[(&str, &[&str])] = &[("tui", &["tui", "cli", "main"]), ("cli", &["cli", "main"])];

/// Files, environment, clocks, threads, network and screen: what the pure parts never mention.
const IMPURE: &[&str] = &[
    r"std::fs",
    r"std::env",
    r"std::net",
    r"std::process",
    r"std::thread",
    r"SystemTime",
    r"Instant::now",
    r"Timestamp::now",
    r"Zoned::now",
    r"tokio",
    r"reqwest",
    r"rusqlite",
    r"ratatui",
    r"crossterm",
];

/// Crates that one part knows, so that the others need not.
const KNOWN_BY: &[(&str, &[&str])] = &[
    ("rusqlite", &["library"]),
    ("ratatui", &["tui"]),
    ("crossterm", &["tui"]),
    ("reqwest", &["provider", "evidence"]),
];

#[test]
fn parts_import_only_what_is_below_them() {
    let mut wrong = Vec::new();
    for file in sources() {
        let part = file.part();
        for (line, imported) in file.imports() {
            if imported == part || may_import(part, &imported) {
                continue;
            }
            wrong.push(format!(
                "{}:{line}: `{part}` may not import `{imported}`",
                file.name
            ));
        }
    }
    report(&wrong);
}

#[test]
fn groups_of_the_checker_import_only_what_is_below_them() {
    let place = |group: &str| CHECK.iter().position(|known| *known == group);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in sources().iter().filter(|file| file.part() == "check") {
        let Some(group) = file.group().filter(|group| CHECK.contains(group)) else {
            continue;
        };
        for (line, imported) in file.imports_of_groups() {
            seen += 1;
            let is_below = place(&imported) <= place(group);
            if !is_below && !CHECK_BACK.contains(&(group, imported.as_str())) {
                wrong.push(format!(
                    "{}:{line}: `{group}` may not import `{imported}`",
                    file.name
                ));
            }
        }
    }
    report(&wrong);
    assert!(seen > 20, "the imports are found");
}

#[test]
fn pure_parts_touch_nothing_outside() {
    let impure = Regex::new(&format!(r"\b({})\b", IMPURE.join("|"))).unwrap();
    let mut wrong = Vec::new();
    for file in sources().iter().filter(|file| PURE.contains(&file.part())) {
        for (line, text) in file.lines() {
            if let Some(found) = impure.find(text) {
                wrong.push(format!(
                    "{}:{line}: `{}` in a pure part",
                    file.name,
                    found.as_str()
                ));
            }
        }
    }
    report(&wrong);
}

#[test]
fn a_crate_is_known_in_one_place() {
    let mut wrong = Vec::new();
    for (name, parts) in KNOWN_BY {
        let mention = Regex::new(&format!(r"\b{name}::")).unwrap();
        for file in sources()
            .iter()
            .filter(|file| !parts.contains(&file.part()))
        {
            for (line, text) in file.lines() {
                if mention.is_match(text) {
                    wrong.push(format!(
                        "{}:{line}: only {parts:?} may know `{name}`",
                        file.name
                    ));
                }
            }
        }
    }
    report(&wrong);
}

#[test]
fn only_the_command_line_prints() {
    let prints = Regex::new(r"\be?print(ln)?!").unwrap();
    let mut wrong = Vec::new();
    for file in sources()
        .iter()
        .filter(|file| !["cli", "main"].contains(&file.part()))
    {
        for (line, text) in file.lines() {
            if prints.is_match(text) {
                wrong.push(format!("{}:{line}: prints", file.name));
            }
        }
    }
    report(&wrong);
}

#[test]
fn every_prompt_theme_and_key_file_is_used() {
    let code: String = sources().into_iter().map(|file| file.code).collect();
    let mut wrong = Vec::new();
    for path in files("prompts")
        .into_iter()
        .chain(files("themes"))
        .chain(files("assets"))
    {
        let name = relative(&path);
        let stem = path.file_name().unwrap_or_default().to_string_lossy();
        let is_toml = has_extension(&path, "toml");
        if (is_toml || name.starts_with("prompts/")) && !code.contains(&*stem) {
            wrong.push(format!("{name}:1: nothing in src mentions it"));
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        if let Some(Err(error)) = is_toml.then(|| text.parse::<toml::Table>()) {
            wrong.push(format!("{name}:1: {error}"));
        }
    }
    report(&wrong);
}

#[test]
fn every_prompt_says_what_it_is() {
    let mut wrong = Vec::new();
    for path in files("prompts")
        .iter()
        .filter(|path| has_extension(path, "md"))
    {
        let text = fs::read_to_string(path).unwrap();
        let Some((front, _)) = text
            .strip_prefix("---\n")
            .and_then(|rest| rest.split_once("\n---\n"))
        else {
            wrong.push(format!(
                "{}:1: does not start with a front matter",
                relative(path)
            ));
            continue;
        };
        for key in ["id", "version", "role", "variables"] {
            let begins = format!("{key}:");
            if !front.lines().any(|line| line.starts_with(&begins)) {
                wrong.push(format!(
                    "{}:1: its front matter has no `{key}`",
                    relative(path)
                ));
            }
        }
    }
    report(&wrong);
}

/// In a test, the home of an analyst is `/home/ana`.
#[test]
fn no_file_knows_the_machine_it_was_written_on() {
    let homes = Regex::new(concat!(
        r#"(^|[\s"'`(=:])(/ro"#,
        r"ot/|/wo",
        r"rk/|/Us",
        r"ers/\w|/ho",
        r"me/[\w.]+)"
    ))
    .unwrap();
    let mut wrong = Vec::new();
    let folders = ["src", "tests", "prompts", "themes", "assets", ".ci"];
    let single = ["README.md", "Cargo.toml", "clippy.toml"];
    let paths = folders
        .into_iter()
        .flat_map(files)
        .chain(single.map(|name| root().join(name)));
    for path in paths {
        // What cannot be read as text is a picture or a document.
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (line, text) in (1..).zip(text.lines()) {
            if let Some(found) = homes.captures(text).and_then(|found| found.get(2))
                && found.as_str() != "/home/ana"
            {
                wrong.push(format!("{}:{line}: `{}`", relative(&path), found.as_str()));
            }
        }
    }
    report(&wrong);
}

#[test]
fn the_rules_see_what_they_forbid() {
    let file = Source {
        name: "src/check/deep/inner.rs".to_owned(),
        code: code_of(
            "//! crate::cli\nuse crate::{\n    study::{Study, Claim},\n    tui,\n};\nfn f() { super::super::super::export::g(); super::own(); }\n\
             fn g() { \"http://x\" } // crate::main\n#[cfg(test)]\nmod tests {\n    use crate::library;\n}\n",
        ),
    };
    let expected =
        [(3, "study"), (4, "tui"), (6, "export")].map(|(line, name)| (line, name.to_owned()));
    assert_eq!(file.imports(), expected);
    assert_eq!(file.part(), "check");
    assert!(may_import("check", "study") && !may_import("check", "export"));
    assert!(may_import("workbench", "library") && !may_import("workbench", "tui"));
    assert!(!may_import("library", "evidence") && may_import("tui", "workbench"));
    assert!(may_import("study", "clean") && !may_import("clean", "study"));
    assert!(!may_import("engine", "workbench") && !may_import("session", "engine"));
    let file = Source {
        name: "src/check/text/inner.rs".to_owned(),
        code: code_of(
            "use crate::check::{scores, text::own};\nuse super::super::model::f;\nuse super::support;\nfn f() { crate::check::index::g() }\n",
        ),
    };
    let expected = [(1, "scores"), (1, "text"), (2, "model"), (4, "index")];
    assert_eq!(
        file.imports_of_groups(),
        expected.map(|(line, name)| (line, name.to_owned()))
    );
    assert_eq!(file.group(), Some("text"));
    assert!(sources().len() > 20, "the sources are found");
}

/// A file under `src`, without comments and test modules; line numbers are those of the file.
struct Source {
    name: String,
    code: String,
}

impl Source {
    /// The first part of the module path: `check` for `src/check/terms.rs`, `main` for `src/main.rs`.
    fn part(&self) -> &str {
        let inside = self.name.strip_prefix("src/").unwrap_or(&self.name);
        let first = inside.split('/').next().unwrap_or(inside);
        first.strip_suffix(".rs").unwrap_or(first)
    }

    /// How many `super::` lead to the root of the crate.
    fn depth(&self) -> usize {
        let inside = self.name.strip_prefix("src/").unwrap_or(&self.name);
        let nested = inside.matches('/').count() + 1;
        if inside.ends_with("/mod.rs") {
            nested - 1
        } else {
            nested
        }
    }

    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.code.lines())
    }

    /// The folder or file within its part: `text` for `src/check/text/cells.rs`; none for the root of the part.
    fn group(&self) -> Option<&str> {
        let inside = self.name.strip_prefix("src/")?;
        let group = inside.split('/').nth(1)?;
        let group = group.strip_suffix(".rs").unwrap_or(group);
        (group != "mod").then_some(group)
    }

    /// The parts that are named after `crate::`, or after enough of `super::`, with their lines.
    fn imports(&self) -> Vec<(usize, String)> {
        static PATHS: LazyLock<Regex> = LazyLock::new(|| paths("crate::"));
        let parts = parts();
        let mut imports = self.named_after(&PATHS, "crate::", self.depth());
        imports.retain(|(_, name)| parts.contains(name));
        imports
    }

    /// The groups of the checker that one of its files names, with their lines.
    fn imports_of_groups(&self) -> Vec<(usize, String)> {
        static PATHS: LazyLock<Regex> = LazyLock::new(|| paths("crate::check::"));
        let mut imports = self.named_after(&PATHS, "crate::check::", self.depth() - 1);
        imports.retain(|(_, name)| CHECK.contains(&name.as_str()));
        imports
    }

    /// What is named right after a path, or after so many `super::`, with its line.
    fn named_after(&self, paths: &Regex, path: &str, depth: usize) -> Vec<(usize, String)> {
        static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\s*(\w+)").unwrap());
        let mut named = Vec::new();
        for found in paths.captures_iter(&self.code) {
            let (prefix, target) = (&found[1], &found[2]);
            if prefix != path && prefix.matches("super::").count() != depth {
                continue;
            }
            let start = found.get(2).unwrap().start();
            let items = if target == "{" {
                items(&self.code[start + 1..])
            } else {
                vec![(0, target)]
            };
            for (offset, item) in items {
                if let Some(name) = WORD.captures(item) {
                    let name = name.get(1).unwrap();
                    let at = start + offset + name.start();
                    let line = self.code[..at].matches('\n').count() + 1;
                    named.push((line, name.as_str().to_owned()));
                }
            }
        }
        named
    }
}

/// What stands right after a path, or after `super::`.
fn paths(path: &str) -> Regex {
    Regex::new(&format!(r"\b({path}|(?:super::)+)(\{{|\w+)")).unwrap()
}

/// The items of a group whose opening brace stands just before `text`, each with its offset from that brace.
fn items(text: &str) -> Vec<(usize, &str)> {
    let mut items = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push((start + 1, &text[start..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push((start + 1, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    items
}

fn may_import(part: &str, imported: &str) -> bool {
    if EVERYWHERE.contains(&imported) {
        return true;
    }
    if let Some((_, importers)) = TOP.iter().find(|(top, _)| *top == imported) {
        return importers.contains(&part);
    }
    if imported == "cores" {
        return !PURE.contains(&part);
    }
    match IMPORTS.iter().find(|(name, _)| *name == part) {
        Some((_, allowed)) => allowed.contains(&imported),
        None => true,
    }
}

/// The modules of the crate.
fn parts() -> Vec<String> {
    let entries = fs::read_dir(root().join("src")).unwrap();
    entries
        .map(|entry| {
            entry
                .unwrap()
                .path()
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        })
        .collect()
}

fn sources() -> Vec<Source> {
    let is_code = |path: &PathBuf| {
        let name = relative(path);
        let of_tests = ["/tests.rs", "/fixture.rs"]
            .iter()
            .any(|end| name.ends_with(end))
            || name.contains("/tests/");
        has_extension(path, "rs") && !of_tests
    };
    let read = |path: PathBuf| Source {
        name: relative(&path),
        code: code_of(&fs::read_to_string(&path).unwrap()),
    };
    files("src").into_iter().filter(is_code).map(read).collect()
}

/// A file's text with comments emptied and all from the test module on, which is always last, cut off.
fn code_of(text: &str) -> String {
    static TESTS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^#\[cfg\(test\)\]\n(#\[.*\]\n)*mod \w+ \{").unwrap());
    static COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?m)(^|[ \t])//.*$").unwrap());
    let end = TESTS.find(text).map_or(text.len(), |found| found.start());
    COMMENT.replace_all(&text[..end], "").into_owned()
}

/// The files under a folder of the repository, in order; none where it is absent.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .to_string_lossy()
        .replace('\\', "/")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn every_link_of_the_readme_and_the_manual_leads_somewhere() {
    let link = Regex::new(r"\]\(([^)\s:]+)\)").unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for name in ["README.md", "assets/manual.md"] {
        let path = root().join(name);
        let folder = path.parent().expect("a folder");
        let text = fs::read_to_string(&path).expect("a text");
        for found in link.captures_iter(&text) {
            seen += 1;
            let (file, heading) = found[1].split_once('#').unwrap_or((&found[1], ""));
            let led = if file.is_empty() {
                path.clone()
            } else {
                folder.join(file)
            };
            let has_heading = || {
                let text = fs::read_to_string(&led).unwrap_or_default();
                let mut heads = text.lines().filter_map(|line| line.split_once("# "));
                heads.any(|(_, head)| head.to_lowercase().replace(' ', "-") == heading)
            };
            if !led.exists() || !(heading.is_empty() || has_heading()) {
                wrong.push(format!("{name}: {}", &found[1]));
            }
        }
    }
    assert!(seen > 15, "{seen}");
    report(&wrong);
}

#[test]
fn the_readme_names_the_test_command_that_the_checks_run() {
    let read = |name: &str| fs::read_to_string(root().join(name)).expect("a file");
    let checks = read(".ci/run");
    let command = checks
        .lines()
        .filter_map(|line| line.strip_prefix("run "))
        .find(|command| command.starts_with("cargo test"))
        .expect("a test command");
    assert!(read("README.md").lines().any(|line| line == command));
}
