//! Which files of a folder have changed and come to rest, told from one look at it after another. No files, no clocks: looks and times come in, changes go
//! out.
//!
//! A file has come to rest when two looks, at least [`QUIET`] apart, found it alike. That is so for a file that is there and for one that is not: an editor
//! that saves by removing and writing anew makes one change, and the two halves of a rename settle together, also where the new half is still being written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::evidence::Stamp;

/// How long a file must have been left alone.
pub const QUIET: Duration = Duration::from_secs(1);

/// How long a file that is gone and new ones beside it wait for each other: one of them may be the same under another name.
const PATIENCE: Duration = Duration::from_secs(10);

/// The files of a folder at one moment.
pub type Files = BTreeMap<PathBuf, Stamp>;

/// A file that is not as it was known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub path: PathBuf,
    /// How it is now; `None` for a file that is gone.
    pub now: Option<Stamp>,
}

/// What was told of a folder, and what is not at rest yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settling {
    known: Files,
    /// Files that differ from what is known, as they were last seen, and since when they are so.
    moving: BTreeMap<PathBuf, (Option<Stamp>, Duration)>,
}

impl Settling {
    /// Begins from what is known already: only what differs from it is a change.
    #[must_use]
    pub fn new(known: Files) -> Self {
        Self {
            known,
            moving: BTreeMap::new(),
        }
    }

    /// Takes in how the folder looks `now`, a time since any beginning, and returns what has come to rest, by path.
    pub fn look(&mut self, files: &Files, now: Duration) -> Vec<Change> {
        let mut moving = BTreeMap::new();
        let gone = self.known.keys().filter(|path| !files.contains_key(*path));
        let seen = gone.map(|path| (path.clone(), None)).chain(
            files
                .iter()
                .map(|(path, stamp)| (path.clone(), Some(*stamp))),
        );
        for (path, stamp) in seen {
            if self.known.get(&path).copied() == stamp {
                continue;
            }
            let since = match self.moving.get(&path) {
                Some((before, since)) if *before == stamp => *since,
                _ => now,
            };
            moving.insert(path, (stamp, since));
        }
        self.moving = moving;
        let mut changes = Vec::new();
        loop {
            let rested = self
                .quiet_since()
                .filter(|(_, since)| now.saturating_sub(*since) >= QUIET);
            let rested: Vec<PathBuf> = rested.map(|(path, _)| path.clone()).collect();
            if rested.is_empty() {
                break;
            }
            for path in rested {
                let Some((now, _)) = self.moving.remove(&path) else {
                    continue;
                };
                match now {
                    Some(stamp) => self.known.insert(path.clone(), stamp),
                    None => self.known.remove(&path),
                };
                changes.push(Change { path, now });
            }
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        changes
    }

    /// When to look again at the latest, though nothing was heard of the folder.
    #[must_use]
    pub fn due(&self) -> Option<Duration> {
        self.quiet_since().map(|(_, since)| since + QUIET).min()
    }

    /// Since when each file that differs from what is known may be taken to be at rest: what is gone and what is new beside it come to rest together.
    fn quiet_since(&self) -> impl Iterator<Item = (&PathBuf, Duration)> {
        let comes_or_goes =
            |path: &PathBuf, now: Option<Stamp>| now.is_none() || !self.known.contains_key(path);
        // Of each folder, whether anything is gone, and when anything last came or went.
        let mut folders: BTreeMap<Option<&Path>, (bool, Duration)> = BTreeMap::new();
        for (path, (now, since)) in &self.moving {
            if comes_or_goes(path, *now) {
                let (is_gone, latest) = folders.entry(path.parent()).or_default();
                *is_gone |= now.is_none();
                *latest = (*latest).max(*since);
            }
        }
        self.moving.iter().map(move |(path, (now, since))| {
            let together = folders.get(&path.parent()).filter(|(is_gone, _)| *is_gone);
            let since = match together {
                Some((_, latest)) if comes_or_goes(path, *now) => {
                    (*latest).clamp(*since, *since + PATIENCE)
                }
                _ => *since,
            };
            (path, since)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stamp(size: u64) -> Stamp {
        Stamp { size, modified: 0 }
    }

    fn files(list: &[(&str, u64)]) -> Files {
        list.iter()
            .map(|(path, size)| (PathBuf::from(path), stamp(*size)))
            .collect()
    }

    fn told(changes: &[Change]) -> Vec<(String, Option<u64>)> {
        changes
            .iter()
            .map(|change| {
                (
                    change.path.display().to_string(),
                    change.now.map(|stamp| stamp.size),
                )
            })
            .collect()
    }

    const fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_file_that_is_being_written_is_told_once_it_is_quiet() {
        let mut settling = Settling::default();
        assert_eq!(settling.due(), None);
        for (time, size) in [(0, 1), (900, 2), (1800, 3)] {
            assert_eq!(settling.look(&files(&[("a", size)]), at(time)), []);
        }
        assert_eq!(settling.due(), Some(at(2800)));
        let changes = settling.look(&files(&[("a", 3)]), at(2800));
        assert_eq!(told(&changes), [("a".to_owned(), Some(3))]);
        assert_eq!(settling.look(&files(&[("a", 3)]), at(9000)), []);
        assert_eq!(settling.due(), None);
    }

    #[test]
    fn an_editor_that_writes_beside_and_renames_makes_one_change() {
        let mut settling = Settling::new(files(&[("a", 1)]));
        assert_eq!(settling.look(&files(&[("a", 1), ("a.new", 2)]), at(0)), []);
        assert_eq!(settling.look(&files(&[]), at(100)), []);
        assert_eq!(settling.look(&files(&[("a", 2)]), at(200)), []);
        let changes = settling.look(&files(&[("a", 2)]), at(1200));
        assert_eq!(told(&changes), [("a".to_owned(), Some(2))]);
        assert_eq!(settling.look(&files(&[("a", 2)]), at(5000)), []);
    }

    #[test]
    fn both_halves_of_a_rename_are_told_together() {
        let mut settling = Settling::new(files(&[("old", 1)]));
        assert_eq!(settling.look(&files(&[("new", 1)]), at(0)), []);
        let changes = settling.look(&files(&[("new", 1)]), at(1000));
        let expected = [("new".to_owned(), Some(1)), ("old".to_owned(), None)];
        assert_eq!(told(&changes), expected);
    }

    #[test]
    fn a_file_that_is_changed_right_after_it_was_renamed_is_told_together_with_its_old_name() {
        let mut settling = Settling::new(files(&[("x/old", 1), ("y/old", 1)]));
        assert_eq!(settling.look(&files(&[("x/new", 1)]), at(0)), []);
        // What is gone elsewhere waits for nothing.
        let changes = settling.look(&files(&[("x/new", 2)]), at(1000));
        assert_eq!(told(&changes), [("y/old".to_owned(), None)]);
        assert_eq!(settling.due(), Some(at(2000)));
        let changes = settling.look(&files(&[("x/new", 2)]), at(2000));
        let expected = [("x/new".to_owned(), Some(2)), ("x/old".to_owned(), None)];
        assert_eq!(told(&changes), expected);
        // Also where the new one was there first.
        let mut settling = Settling::new(files(&[("old", 1)]));
        assert_eq!(settling.look(&files(&[("old", 1), ("new", 1)]), at(0)), []);
        assert_eq!(settling.look(&files(&[("new", 1)]), at(900)), []);
        assert_eq!(settling.look(&files(&[("new", 1)]), at(1000)), []);
        let expected = [("new".to_owned(), Some(1)), ("old".to_owned(), None)];
        assert_eq!(
            told(&settling.look(&files(&[("new", 1)]), at(1900))),
            expected
        );
        // A file that is written to all the time keeps nobody waiting for ever.
        let mut settling = Settling::new(files(&[("old", 1)]));
        let changes =
            (0..24).flat_map(|look| settling.look(&files(&[("log", look)]), at(look * 500)));
        let changes: Vec<Change> = changes.collect();
        assert_eq!(told(&changes), [("old".to_owned(), None)]);
    }

    #[test]
    fn a_file_that_comes_and_goes_within_a_second_was_never_there() {
        let mut settling = Settling::default();
        assert_eq!(settling.look(&files(&[("a", 1)]), at(0)), []);
        assert_eq!(settling.look(&files(&[]), at(500)), []);
        assert_eq!(settling.due(), None);
        assert_eq!(settling.look(&files(&[]), at(5000)), []);
    }

    fn folder() -> impl Strategy<Value = Files> {
        prop::collection::btree_map(
            prop::sample::select(vec!["a", "b", "c", "d"]).prop_map(PathBuf::from),
            (0_u64..3).prop_map(stamp),
            0..4,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_was_told_is_what_is_there_once_all_is_quiet(
            known in folder(),
            looks in prop::collection::vec((folder(), 1_u64..1500), 0..12),
        ) {
            let mut settling = Settling::new(known.clone());
            let (mut told, mut now) = (known, 0);
            let mut take = |settling: &mut Settling, files: &Files, time: u64| {
                for change in settling.look(files, at(time)) {
                    // A change is told only as the folder is at that moment, and only if it is one.
                    assert_eq!(files.get(&change.path).copied(), change.now);
                    let before = match change.now {
                        Some(stamp) => told.insert(change.path.clone(), stamp),
                        None => told.remove(&change.path),
                    };
                    assert_ne!(before, change.now);
                }
                told.clone()
            };
            let mut last = None;
            for (files, pause) in looks {
                now += pause;
                take(&mut settling, &files, now);
                last = Some(files);
            }
            if let Some(files) = last {
                take(&mut settling, &files, now + 1);
                let told = take(&mut settling, &files, now + 1001);
                prop_assert_eq!(told, files);
                prop_assert_eq!(settling.due(), None);
            }
        }

        #[test]
        fn nothing_is_told_before_it_was_quiet_for_a_second(
            looks in prop::collection::vec((folder(), 1_u64..400), 1..20),
        ) {
            let mut settling = Settling::default();
            let mut seen: Vec<(Files, u64)> = Vec::new();
            let mut now = 0;
            for (files, pause) in looks {
                now += pause;
                let changes = settling.look(&files, at(now));
                seen.push((files, now));
                for change in changes {
                    let recent = seen.iter().filter(|(_, time)| now - time < 1000);
                    for (files, _) in recent {
                        prop_assert_eq!(files.get(&change.path).copied(), change.now);
                    }
                }
            }
        }

        #[test]
        fn a_look_is_due_exactly_while_something_moves(
            known in folder(),
            looks in prop::collection::vec((folder(), 1_u64..1500), 1..8),
        ) {
            let mut settling = Settling::new(known);
            let mut now = 0;
            for (files, pause) in looks {
                now += pause;
                settling.look(&files, at(now));
                let differs = settling.known != files;
                prop_assert_eq!(settling.due().is_some(), differs);
                prop_assert!(settling.due().is_none_or(|due| due > at(now)));
            }
        }
    }
}
