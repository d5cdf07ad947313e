//! Paths as people and terminals write them: quoted, escaped, with a home, as `file://` addresses, with wildcards, or half of one to be completed.
//!
//! What is typed into the question is never taken for a path; what is pasted or dropped is, if all of it exists.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use crate::evidence::Address;

/// What is longer than this was not dropped by a file manager.
const LONGEST_DROP: usize = 32 << 10;
/// Files that one pattern may stand for.
const MOST_MATCHES: usize = 10_000;

/// The paths and addresses of a text as a shell or a file manager writes them. A path on a line of its own may have spaces as it stands.
#[must_use]
pub fn split(typed: &str) -> Vec<String> {
    let lines: Vec<&str> = typed
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if lines.len() > 1 && lines.iter().all(|line| is_whole_path(line.trim())) {
        return lines.iter().map(|line| path(line.trim())).collect();
    }
    words(typed).iter().map(|word| path(word)).collect()
}

/// As [`split`], and patterns such as `*.pdf` become the files that they stand for.
#[must_use]
pub fn expanded(typed: &str) -> Vec<String> {
    split(typed)
        .into_iter()
        .flat_map(|path| {
            let matches = matches(&path);
            if matches.is_empty() {
                vec![path]
            } else {
                matches
            }
        })
        .collect()
}

/// The evidence that a pasted text names, if it is nothing else: paths that exist, and addresses.
#[must_use]
pub fn recognised(pasted: &str) -> Option<Vec<String>> {
    let pasted = pasted.trim();
    if pasted.is_empty() || pasted.len() > LONGEST_DROP {
        return None;
    }
    // A name with spaces, dropped as it stands.
    if !pasted.contains('\n') && names_evidence(&path(pasted)) {
        return Some(vec![path(pasted)]);
    }
    let paths = split(pasted);
    (!paths.is_empty() && paths.iter().all(|path| names_evidence(path))).then_some(paths)
}

/// Whether a text is one to be read itself: several words, none of which names a file or an address.
#[must_use]
pub fn is_prose(typed: &str) -> bool {
    /// From so many words on they are no names that were mistyped.
    const WORDS: usize = 8;
    let words = split(typed);
    let names_one = |word: &String| {
        is_address(word)
            || word.contains('/')
            || Path::new(word).exists()
            || !matches(word).is_empty()
    };
    words.len() >= WORDS && !words.iter().any(names_one)
}

/// `~` and `~/` at the start of a path that was typed, as a shell understands them.
#[must_use]
pub fn expand_home(path: &str) -> String {
    let rest = match path.strip_prefix('~') {
        Some("") => "",
        Some(rest) if rest.starts_with(['/', '\\']) => &rest[1..],
        _ => return path.to_owned(),
    };
    directories::BaseDirs::new().map_or_else(
        || path.to_owned(),
        |folders| folders.home_dir().join(rest).display().to_string(),
    )
}

/// What completes the last path of a text, as far as all files agree; empty where there is nothing to add.
#[must_use]
pub fn completion(typed: &str) -> String {
    let (begun, names) = fitting(typed);
    let (Some(first), Some(last)) = (names.first(), names.last()) else {
        return String::new();
    };
    // Of a sorted list, what the first and the last begin with all begin with.
    let shared = first
        .char_indices()
        .zip(last.chars())
        .find(|((_, a), b)| a != b)
        .map_or(first.len().min(last.len()), |((at, _), _)| at);
    let added = first.get(begun..shared).unwrap_or_default();
    escaped(added)
}

/// The names in its folder that the last path of what was typed may go on to, and how many bytes of them are typed.
#[must_use]
pub fn fitting(typed: &str) -> (usize, Vec<String>) {
    if typed.is_empty() || typed.ends_with(char::is_whitespace) {
        return (0, Vec::new());
    }
    let Some(last) = words(typed).pop() else {
        return (0, Vec::new());
    };
    let whole = expand_home(&last);
    let (folder, begun) = match whole.rfind(['/', MAIN_SEPARATOR]) {
        Some(at) => (PathBuf::from(&whole[..=at]), &whole[at + 1..]),
        None => (PathBuf::from("."), whole.as_str()),
    };
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            // Hidden files are no evidence unless they are asked for.
            let is_meant = name.starts_with(begun) && (!begun.is_empty() || !name.starts_with('.'));
            if entry.path().is_dir() {
                name.push('/');
            }
            is_meant.then_some(name)
        })
        .collect();
    names.sort();
    (begun.len(), names)
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c.is_whitespace() || matches!(c, '\'' | '"' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn is_address(text: &str) -> bool {
    !text.contains(char::is_whitespace) && Address::is_meant(text) && Address::parse(text).is_ok()
}

/// Whether nothing goes by a name that was typed as evidence: it is no address, and no file or folder is there.
#[must_use]
pub fn is_missing(name: &str) -> bool {
    name != "-" && !Address::is_meant(name) && !Path::new(name).exists()
}

/// Whether a text is the address of a page or of something that is there. A bare word is neither, whatever lies in this folder.
fn names_evidence(text: &str) -> bool {
    let looks_like_one = text.contains(['/', '\\', '.']);
    is_address(text) || (looks_like_one && Path::new(text).exists() && !is_only_dots(text))
}

/// `.` and `..` are folders, and full stops.
fn is_only_dots(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '.' | '/'))
}

/// The files that a pattern stands for, by name; none where it is a path that exists or has no wildcard in its last part.
fn matches(pattern: &str) -> Vec<String> {
    let path = Path::new(pattern);
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return Vec::new();
    };
    if !name.contains(['*', '?']) || path.exists() || is_address(pattern) {
        return Vec::new();
    }
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    let mut found: Vec<String> = std::fs::read_dir(parent.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|file| fits(name, file) && (name.starts_with('.') || !file.starts_with('.')))
        .map(|file| {
            parent.map_or_else(
                || file.clone(),
                |parent| parent.join(&file).display().to_string(),
            )
        })
        .take(MOST_MATCHES)
        .collect();
    found.sort();
    found
}

/// Whether a name fits a pattern, in which `*` stands for anything and `?` for one character.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut of) = (0, 0);
    // Where the last `*` stands, and how much of the name it has taken so far.
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() {
        match pattern.get(of) {
            Some('*') => {
                star = Some((of, at));
                of += 1;
            }
            Some(&c) if c == '?' || c == name[at] => {
                at += 1;
                of += 1;
            }
            _ => match &mut star {
                Some((back, taken)) => {
                    *taken += 1;
                    (at, of) = (*taken, *back + 1);
                }
                None => return false,
            },
        }
    }
    pattern[of..].iter().all(|c| *c == '*')
}

fn is_whole_path(line: &str) -> bool {
    let starts = ["/", "~", "./", "../", "file://"];
    starts.iter().any(|start| line.starts_with(start)) && !line.contains(['\\', '\'', '"'])
}

fn words(typed: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = typed.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            // A backslash before a letter is a Windows separator, not an escape.
            (None, '\\') if chars.peek().is_some_and(|next| !next.is_alphanumeric()) => {
                word.get_or_insert_default().extend(chars.next());
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words.retain(|word| !word.is_empty());
    words
}

/// A path without what a file manager wraps around it.
fn path(word: &str) -> String {
    word.strip_prefix("file://")
        .and_then(|_| url::Url::parse(word).ok()?.to_file_path().ok())
        .map_or_else(
            || expand_home(word),
            |path| path.to_string_lossy().into_owned(),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        folder
    }

    #[test]
    fn paths_are_taken_as_shells_and_file_managers_write_them() {
        assert_eq!(split("a.pdf notes/"), ["a.pdf", "notes/"]);
        assert_eq!(
            split(r"'/tmp/my file.pdf' /tmp/other\ file.md"),
            ["/tmp/my file.pdf", "/tmp/other file.md"]
        );
        assert_eq!(split("file:///tmp/my%20file.pdf"), ["/tmp/my file.pdf"]);
        assert_eq!(
            split("/tmp/my file.pdf\n/tmp/b.md\n"),
            ["/tmp/my file.pdf", "/tmp/b.md"]
        );
        assert_eq!(split(r"C:\Users\me\a.txt"), [r"C:\Users\me\a.txt"]);
        assert_eq!(split("  \n "), Vec::<String>::new());
        assert!(!split("~/a.pdf")[0].starts_with('~'));
        assert_eq!(expand_home("~other/a"), "~other/a");
    }

    #[test]
    fn a_paragraph_is_told_from_paths() {
        assert!(is_prose(
            "This act takes effect on the first of May in all of the county."
        ));
        for paths in [
            "a b c",
            "one two three four five six seven reports/eight.pdf",
            "see https://example.org for what is said of it there",
        ] {
            assert!(!is_prose(paths), "{paths}");
        }
    }

    #[test]
    fn what_is_pasted_is_evidence_only_if_all_of_it_is_there() {
        let folder = folder(&["my report.pdf", "b.md", "notes/a.md"]);
        let at = |name: &str| folder.path().join(name).display().to_string();
        let (spaced, plain, notes) = (at("my report.pdf"), at("b.md"), at("notes"));
        let file = url::Url::from_file_path(&spaced).unwrap().to_string();
        for (pasted, expected) in [
            (spaced.clone(), Some(vec![spaced.clone()])),
            (
                format!("'{spaced}' {plain} "),
                Some(vec![spaced.clone(), plain.clone()]),
            ),
            (
                format!("{}\n", spaced.replace(' ', "\\ ")),
                Some(vec![spaced.clone()]),
            ),
            (file, Some(vec![spaced.clone()])),
            (format!("{notes}/"), Some(vec![format!("{notes}/")])),
            (
                "https://example.org/a?b=c".to_owned(),
                Some(vec!["https://example.org/a?b=c".to_owned()]),
            ),
            (format!("compare {plain} with last year"), None),
            ("see https://example.org/a".to_owned(), None),
            (at("missing.md"), None),
            ("https://".to_owned(), None),
            ("sales".to_owned(), None),
            ("...".to_owned(), None),
            (String::new(), None),
        ] {
            assert_eq!(recognised(&pasted), expected, "{pasted}");
        }
    }

    #[test]
    fn a_pattern_stands_for_the_files_that_fit_it() {
        let folder = folder(&["b.pdf", "a.pdf", "a.md", ".hidden.pdf"]);
        let at = |name: &str| folder.path().join(name).display().to_string();
        assert_eq!(expanded(&at("*.pdf")), [at("a.pdf"), at("b.pdf")]);
        assert_eq!(expanded(&at("?.md")), [at("a.md")]);
        assert_eq!(expanded(&at("*.docx")), [at("*.docx")]);
        for (pattern, name, does) in [
            ("*", "", true),
            ("a*b*c", "a1b2b3c", true),
            ("a*b", "a1c", false),
            ("?", "", false),
            ("**x", "x", true),
        ] {
            assert_eq!(fits(pattern, name), does, "{pattern} {name}");
        }
    }

    #[test]
    fn a_path_is_completed_as_far_as_all_files_agree() {
        let folder = folder(&["report 2024.pdf", "report 2025.pdf", "notes/a.md"]);
        let at = |name: &str| folder.path().join(name).display().to_string();
        assert_eq!(completion(&at("rep")), r"ort\ 202");
        assert_eq!(completion(&format!("b.md {}", at("no"))), "tes/");
        assert_eq!(completion(&at("notes/a")), ".md");
        assert_eq!(completion(&at("none")), "");
        assert_eq!(completion(""), "");
        assert_eq!(completion(&format!("{} ", at("rep"))), "");
    }
}
