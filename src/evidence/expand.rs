//! What the analyst points at, as a list of sources in a stable order: arguments as given, files of a folder by path.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::{DirEntry, Error, WalkBuilder};

use super::format::{self, Format};
use super::problem::Problem;
use super::read::Limits;
use super::{Address, Source, address};
use crate::study::RefusedEvidence;

/// Files and folders (recursive, ignore files honoured, hidden files skipped), web addresses and `-`, as sources in a stable order; what cannot be found is
/// refused with its reason and the rest goes on. Folder files of a kind no reader knows are named together; named files are refused. What is
/// reached in two ways comes once.
pub fn expand<A: AsRef<OsStr>>(arguments: &[A]) -> Vec<Result<Source, RefusedEvidence>> {
    expand_with(arguments, || {
        let mut input = io::stdin().lock();
        if input.is_terminal() {
            return Err(Problem::Terminal);
        }
        let mut bytes = Vec::new();
        input
            .by_ref()
            .take(Limits::default().file + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    })
}

fn expand_with<A: AsRef<OsStr>>(
    arguments: &[A],
    standard_input: impl Fn() -> Result<Vec<u8>, Problem>,
) -> Vec<Result<Source, RefusedEvidence>> {
    let mut found = Found::default();
    let mut standard_input = Some(standard_input);
    for argument in arguments {
        let argument = argument.as_ref();
        let path = Path::new(argument);
        let name = argument.to_string_lossy();
        if name == "-" {
            if let Some(read) = standard_input.take() {
                found.sources.push(
                    read()
                        .map(Source::Standard)
                        .map_err(|problem| problem.refusing("-")),
                );
            }
        } else if let Some(address) = address_of(path, &name) {
            found.address(&address);
        } else if path.is_dir() {
            found.folder(path);
        } else {
            found.named(path);
        }
    }
    // Sources are stored in order, and a server may keep everything behind its page waiting.
    let is_address =
        |source: &Result<Source, RefusedEvidence>| matches!(source, Ok(Source::Address(_)));
    found.sources.sort_by_key(is_address);
    found.sources
}

/// What is meant as an address: `https://…`, another scheme (which is refused as one), and where no file is called so `doi:10.…` and `arXiv:…`.
#[must_use]
pub fn address_of(path: &Path, name: &str) -> Option<String> {
    if Address::is_meant(name) {
        return Some(name.to_owned());
    }
    let (scheme, rest) = name.split_once(':')?;
    if path.exists() {
        return None;
    }
    let is_word = scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric());
    if is_word && rest.starts_with("//") {
        return Some(name.to_owned());
    }
    let is_identifier = ["doi", "arxiv"].contains(&scheme.to_ascii_lowercase().as_str());
    address::of_identifier(name).filter(|_| is_identifier)
}

#[derive(Default)]
struct Found {
    sources: Vec<Result<Source, RefusedEvidence>>,
    seen: HashSet<PathBuf>,
    /// Where the folder that was added from last is, once links are followed.
    folder: (PathBuf, PathBuf),
    addresses: HashSet<String>,
}

impl Found {
    fn refuse(&mut self, path: &Path, problem: &Problem) {
        self.sources
            .push(Err(problem.refusing(&path.to_string_lossy())));
    }

    fn address(&mut self, text: &str) {
        match Address::parse(text) {
            Ok(address) if self.addresses.insert(address.as_str().to_owned()) => {
                self.sources.push(Ok(Source::Address(address)));
            }
            Ok(_) => {}
            Err(refused) => self.sources.push(Err(refused)),
        }
    }

    fn named(&mut self, path: &Path) {
        match look(path) {
            Ok(()) => self.add(path, path.is_symlink()),
            Err(problem) => self.refuse(path, &problem),
        }
    }

    fn add(&mut self, path: &Path, is_link: bool) {
        let whole = self.whole(path, is_link);
        if self.seen.insert(whole) {
            self.sources.push(Ok(Source::File(path.to_path_buf())));
        }
    }

    /// The path of a file by which it is known again. Files of one folder follow each other, and the way to it is looked up once.
    fn whole(&mut self, path: &Path, is_link: bool) -> PathBuf {
        let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return whole(path);
        };
        if is_link || folder.as_os_str().is_empty() {
            return whole(path);
        }
        if self.folder.0 != folder {
            self.folder = (folder.to_path_buf(), whole(folder));
        }
        self.folder.1.join(name)
    }

    fn folder(&mut self, folder: &Path) {
        let mut any = false;
        let mut met = HashSet::new();
        let (mut skipped, mut astray) = (Vec::new(), Vec::new());
        let elsewhere = Elsewhere::beside(folder);
        let others = Arc::clone(&elsewhere.found);
        // The settings of the analyst's own git are no property of the folder; its ignore files count with or without a repository.
        let walk = WalkBuilder::new(folder)
            .follow_links(true)
            .require_git(false)
            .git_global(false)
            .sort_by_file_path(Path::cmp)
            .filter_entry(move |entry| !elsewhere.holds(entry))
            .build();
        for entry in walk {
            match entry {
                Ok(entry) => {
                    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                    if is_file {
                        met.insert(entry.path().to_path_buf());
                    }
                    if is_file && Format::from_extension(entry.path()).is_some() {
                        any = true;
                        self.add(entry.path(), entry.path_is_symlink());
                    } else if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
                        skipped.push(entry.file_name().to_string_lossy().into_owned());
                    }
                }
                Err(error) => {
                    if let Some(link) = path_of(&error).filter(|path| leads_astray(path)) {
                        astray.push(below(folder, &link));
                    } else if let Some((path, problem)) = unreadable(error) {
                        any = true;
                        self.refuse(path.as_deref().unwrap_or(folder), &problem);
                    }
                }
            }
        }
        let others = others.lock().map(|mut others| std::mem::take(&mut *others));
        for (link, target) in others.unwrap_or_default() {
            if is_within(folder, &target) {
                astray.push(below(folder, &link));
                continue;
            }
            any = true;
            self.refuse(&link, &Problem::leading_to(&target));
        }
        if any && !astray.is_empty() {
            self.refuse(folder, &Problem::astray(&astray));
        }
        let ignored = ignored(folder, &met);
        if !ignored.is_empty() {
            self.refuse(folder, &Problem::ignored(&ignored, !any));
        }
        if !any && ignored.is_empty() {
            self.refuse(folder, &Problem::nothing_in_folder(&skipped));
        } else if any && !skipped.is_empty() {
            self.refuse(folder, &Problem::skipped(&skipped));
        }
    }
}

/// Links of a folder that lead out of it: who adds a folder means what is in it, and one that was unpacked may name any file of whoever unpacks it.
struct Elsewhere {
    folder: PathBuf,
    /// The links that were met, each with where it leads.
    found: Arc<Mutex<Vec<(PathBuf, PathBuf)>>>,
}

impl Elsewhere {
    fn beside(folder: &Path) -> Self {
        Self {
            folder: folder
                .canonicalize()
                .unwrap_or_else(|_| folder.to_path_buf()),
            found: Arc::default(),
        }
    }

    /// Whether an entry leads there, or back to where the folder itself stands.
    fn holds(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        let is_read = || path.is_dir() || Format::from_extension(path).is_some();
        let is_link = entry.depth() > 0 && entry.path_is_symlink() && is_read();
        let target = is_link.then(|| entry.path().canonicalize().ok()).flatten();
        let Some(target) = target.filter(|target| !target.starts_with(&self.folder)) else {
            return false;
        };
        if let Ok(mut found) = self.found.lock() {
            found.push((entry.path().to_path_buf(), target));
        }
        true
    }
}

/// The documents of a folder that were not met on the way through it, as ignore files name them: who adds a folder should know.
fn ignored(folder: &Path, met: &HashSet<PathBuf>) -> Vec<String> {
    /// More entries than these are what programs keep for themselves, and are not looked through.
    const MOST: usize = 5_000;
    WalkBuilder::new(folder)
        .standard_filters(false)
        .hidden(true)
        .sort_by_file_path(Path::cmp)
        .build()
        .take(met.len() * 2 + MOST)
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .filter(|entry| Format::from_extension(entry.path()).is_some())
        .filter(|entry| !met.contains(entry.path()))
        .map(|entry| below(folder, entry.path()))
        .collect()
}

/// Whether a file that was named can be read at all, before the slow work starts.
fn look(path: &Path) -> Result<(), Problem> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(Problem::NotAFile);
    }
    format::of_file(path).map(|_| ())
}

/// Whether a link leads nowhere, or back to a folder that it stands in.
fn leads_astray(path: &Path) -> bool {
    let leads_back = |target: PathBuf| {
        let own = path.parent().and_then(|folder| folder.canonicalize().ok());
        own.is_some_and(|own| own.starts_with(target))
    };
    path.is_symlink() && path.canonicalize().map_or(true, leads_back)
}

fn is_within(folder: &Path, target: &Path) -> bool {
    folder
        .canonicalize()
        .is_ok_and(|folder| folder.starts_with(target))
}

/// What a file of a folder is called there.
fn below(folder: &Path, path: &Path) -> String {
    let name = path.strip_prefix(folder).unwrap_or(path);
    name.to_string_lossy().into_owned()
}

/// What is worth telling of an error on the way through a folder, besides links that lead nowhere or in a circle.
fn unreadable(error: Error) -> Option<(Option<PathBuf>, Problem)> {
    let path = path_of(&error);
    let error = error.into_io_error()?;
    (error.kind() != io::ErrorKind::NotFound).then(|| (path, Problem::from(error)))
}

fn path_of(error: &Error) -> Option<PathBuf> {
    match error {
        Error::WithPath { path, .. } => Some(path.clone()),
        Error::Loop { child, .. } => Some(child.clone()),
        Error::WithDepth { err, .. } | Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    fn names(folder: &Path, arguments: &[&str]) -> Vec<String> {
        let arguments: Vec<PathBuf> = arguments
            .iter()
            .map(|argument| folder.join(argument))
            .collect();
        expand_with(&arguments, || Ok(Vec::new()))
            .into_iter()
            .map(|found| match found {
                Ok(Source::File(path)) => path.strip_prefix(folder).unwrap().display().to_string(),
                Ok(Source::Standard(_)) => "-".to_owned(),
                Ok(Source::Address(address)) => address.as_str().to_owned(),
                Err(refused) => format!(
                    "{}: {}",
                    Path::new(&refused.source)
                        .strip_prefix(folder)
                        .unwrap()
                        .display(),
                    refused.reason
                ),
            })
            .collect()
    }

    #[test]
    fn a_folder_gives_its_documents_in_a_stable_order_and_names_what_it_leaves_out() {
        let folder = folder(&[
            ("b/two.md", "x"),
            ("a.txt", "x"),
            ("b/one.pdf", "x"),
            ("b/code.rs", "x"),
            (".hidden/secret.md", "x"),
            ("skip/no.md", "x"),
            (".gitignore", "skip/"),
        ]);
        let names = names(folder.path(), &["", "a.txt"]);
        assert_eq!(names[..3], ["a.txt", "b/one.pdf", "b/two.md"]);
        assert!(
            names[3].contains(
                "left out 1 file that an ignore file names (.gitignore or .ignore): skip/no.md;"
            ),
            "{names:?}"
        );
        assert!(
            names[4].contains("left out 1 file of another kind: code.rs"),
            "{names:?}"
        );
        assert_eq!(names.len(), 5);
    }

    #[test]
    fn a_folder_of_which_all_is_ignored_says_so() {
        let all = folder(&[("report.pdf", "x"), ("data.bin", "x"), (".ignore", "*")]);
        let told = names(all.path(), &[""]);
        assert!(
            told[0].contains("no file that can be read but 1 file that an ignore file names"),
            "{told:?}"
        );
        assert_eq!(told.len(), 1);
    }

    #[test]
    fn what_cannot_be_used_is_refused_and_the_rest_goes_on() {
        let folder = folder(&[
            ("good.md", "# Good"),
            ("picture.png", "\u{0}PNG\u{0}\u{1}"),
            ("void.txt", ""),
            ("src/main.rs", "x"),
            ("bare", "words"),
        ]);
        insta::assert_snapshot!(names(folder.path(), &["missing.md", "good.md", "picture.png", "void.txt", "src", "bare"]).join("\n"), @"
        missing.md: there is no such file or folder; check the path
        good.md
        picture.png: is neither text nor a document of a known kind; understood are PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), OpenDocument, RTF, EPUB, HTML, e-mail (.eml, .mbox), Markdown and other plain text, LaTeX, notebooks, feeds and other XML, tables as CSV or TSV, and findings as JSON or JSON lines
        void.txt: is empty
        src: the folder holds no file that can be read, only main.rs; understood are PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx), OpenDocument, RTF, EPUB, HTML, e-mail (.eml, .mbox), Markdown and other plain text, LaTeX, notebooks, feeds and other XML, tables as CSV or TSV, and findings as JSON or JSON lines
        bare
        ");
    }

    #[test]
    fn standard_input_and_each_address_come_once() {
        let arguments = [
            "-",
            "https://example.org/a",
            "-",
            "HTTPS://example.org/a#part",
        ];
        let found = expand_with(&arguments, || Ok(b"piped".to_vec()));
        let address = Address::parse("https://example.org/a").unwrap();
        assert_eq!(
            found,
            [
                Ok(Source::Standard(b"piped".to_vec())),
                Ok(Source::Address(address))
            ]
        );
    }

    #[test]
    fn other_names_of_addresses_are_understood_or_refused_as_such() {
        let first = |argument: &str| expand_with(&[argument], || Ok(Vec::new())).remove(0);
        let address = |text: &str| Ok(Source::Address(Address::parse(text).unwrap()));
        assert_eq!(
            first("doi:10.1000/AB"),
            address("https://doi.org/10.1000/ab")
        );
        assert_eq!(
            first("arXiv:2401.00001"),
            address("https://arxiv.org/abs/2401.00001")
        );
        for (argument, words) in [
            ("ftp://example.org/a", "only http and https"),
            ("https://", "not a complete web address"),
            ("10.1000/ab", "no such file"),
            ("a:b", "no such file"),
        ] {
            let reason = first(argument).unwrap_err().reason;
            assert!(reason.contains(words), "{argument}: {reason}");
        }
    }

    #[test]
    fn links_in_a_circle_or_to_nowhere_are_told_and_not_followed() {
        let folder = folder(&[("a/one.md", "x")]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/again")).unwrap();
        std::os::unix::fs::symlink("nowhere.md", folder.path().join("a/dangling.md")).unwrap();
        std::os::unix::fs::symlink("one.md", folder.path().join("a/same.md")).unwrap();
        std::os::unix::fs::symlink(".", folder.path().join("a/here")).unwrap();
        std::os::unix::fs::symlink("itself.md", folder.path().join("a/itself.md")).unwrap();
        let found = names(folder.path(), &["a"]);
        insta::assert_snapshot!(found.join("\n"), @"
        a/one.md
        a: left out 4 links that lead nowhere or in a circle: dangling.md, here, itself.md, again
        ");
    }

    #[test]
    fn a_link_out_of_the_folder_is_told_and_not_followed() {
        let folder = folder(&[("a/one.md", "x"), ("b/two.md", "y")]);
        std::os::unix::fs::symlink(folder.path().join("b"), folder.path().join("a/b")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("b"), folder.path().join("c")).unwrap();
        let file = folder.path().join("b/two.md");
        std::os::unix::fs::symlink(file, folder.path().join("a/c.md")).unwrap();
        let found = names(folder.path(), &["a"]);
        assert_eq!(found.len(), 3, "{found:?}");
        for (told, link) in found[1..].iter().zip(["a/b", "a/c.md"]) {
            let begins = format!("{link}: leads out of the folder, to ");
            assert!(told.starts_with(&begins), "{found:?}");
        }
        // Within the folder that is added, a link is another way to the same file.
        assert_eq!(names(folder.path(), &["."]).len(), 2);
    }

    #[test]
    fn a_named_pipe_is_refused_instead_of_waited_for() {
        assert!(matches!(
            look(Path::new("/dev/null")),
            Err(Problem::NotAFile)
        ));
    }
}
