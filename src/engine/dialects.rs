//! What servers taught about their parameters and their models' windows [M3]: known for as long as the program runs, and, where there is a folder for it,
//! by the programs after it.
//!
//! A refusal is forgotten after a while, since servers learn too. What cannot be read or written is no loss: the server is asked once more.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use crate::provider::{Dialect, Model};

/// The file in the folder.
const FILE: &str = "parameters.json";
/// Days after which a refusal is forgotten.
const KEPT_DAYS: i64 = 30;
/// Days after which a window is forgotten: servers of one's own are started anew with another one.
const WINDOW_DAYS: i64 = 3;
/// Entries in the file.
const MOST: usize = 1000;
const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// How each model is to be asked, as far as that was learnt.
#[derive(Debug, Default)]
pub(super) struct Dialects {
    /// Where they are kept; nowhere, if they are not.
    folder: Option<PathBuf>,
    /// By provider, address and model; read from the folder at first use.
    known: Arc<Mutex<Option<Known>>>,
    /// Held while the file is written: one writes at a time, and what it writes is the newest.
    writing: Arc<Mutex<()>>,
}

type Known = BTreeMap<String, Learnt>;

/// What was learnt, and on which day since 1970.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Learnt {
    dialect: Dialect,
    day: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    window: Option<Told>,
}

/// The tokens, as they are estimated here, that prompt and reply may take together.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Told {
    tokens: usize,
    day: i64,
}

impl Dialects {
    pub(super) fn in_folder(folder: PathBuf) -> Self {
        Self {
            folder: Some(folder),
            ..Self::default()
        }
    }

    pub(super) fn of(&self, model: &Model) -> Dialect {
        self.with(|known| {
            known
                .get(&key(model))
                .map(|learnt| learnt.dialect)
                .unwrap_or_default()
        })
    }

    pub(super) fn learn(&self, model: &Model, dialect: Dialect) {
        self.change(model, |learnt| learnt.dialect = dialect);
    }

    /// What a model holds, where its server said so.
    pub(super) fn window(&self, model: &Model) -> Option<usize> {
        self.with(|known| Some(known.get(&key(model))?.window?.tokens))
    }

    /// A model holds no more than so many tokens.
    pub(super) fn learn_window(&self, model: &Model, tokens: usize) {
        if self.window(model).is_none_or(|known| tokens < known) {
            let day = today();
            self.change(model, |learnt| learnt.window = Some(Told { tokens, day }));
        }
    }

    fn change(&self, model: &Model, change: impl FnOnce(&mut Learnt)) {
        self.with(|known| {
            let learnt = known.entry(key(model)).or_default();
            change(learnt);
            learnt.day = today();
            forget_the_oldest(known);
        });
        let Some(folder) = self.folder.clone() else {
            return;
        };
        let (known, writing) = (Arc::clone(&self.known), Arc::clone(&self.writing));
        let write = move || {
            let _alone = locked(&writing);
            let json = locked(&known).as_ref().map(serde_json::to_vec);
            if let Some(Ok(json)) = json {
                write(&folder, &json);
            }
        };
        // Whoever speaks with a server does not wait for the disk.
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(write)),
            Err(_) => write(),
        }
    }

    fn with<T>(&self, then: impl FnOnce(&mut Known) -> T) -> T {
        let mut known = locked(&self.known);
        then(known.get_or_insert_with(|| self.read()))
    }

    /// What the folder knows and is not too old.
    fn read(&self) -> Known {
        let file = self.folder.as_ref().map(|folder| folder.join(FILE));
        let text = file.and_then(|file| fs::read(file).ok());
        let mut known: Known = text
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        // A clock that was set back does not make a refusal last.
        let today = today();
        known.retain(|_, learnt| (0..KEPT_DAYS).contains(&today.saturating_sub(learnt.day)));
        for learnt in known.values_mut() {
            let is_new = |told: &Told| (0..WINDOW_DAYS).contains(&today.saturating_sub(told.day));
            learnt.window = learnt.window.filter(is_new);
        }
        known
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the file from growing: what was learnt longest ago makes room.
fn forget_the_oldest(known: &mut Known) {
    while known.len() > MOST {
        let oldest = known.iter().min_by_key(|(_, learnt)| learnt.day);
        let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
            return;
        };
        known.remove(&oldest);
    }
}

/// Writes the file. Another program may write at the same time: each writes a file of its own, and the last one stays.
fn write(folder: &Path, json: &[u8]) {
    let part = folder.join(format!("{FILE}.{}", std::process::id()));
    let written = fs::write(&part, json).and_then(|()| fs::rename(&part, folder.join(FILE)));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
}

/// Names a model; the address is without what may be secret in it.
fn key(model: &Model) -> String {
    let provider = &model.provider;
    format!("{} {} {}", provider.name, provider.address(), model.name)
}

fn today() -> i64 {
    jiff::Timestamp::now().as_second() / SECONDS_A_DAY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::{LOCAL_SERVERS, ServerError};

    fn model(name: &str) -> Model {
        Model {
            provider: LOCAL_SERVERS[0].provider(),
            name: name.to_owned(),
        }
    }

    fn without_temperature() -> Dialect {
        let refusal = ServerError {
            message: "temperature is not supported".to_owned(),
            ..ServerError::default()
        };
        Dialect::default().after(&refusal, None).expect("learnt")
    }

    #[test]
    fn what_was_learnt_is_known_to_the_next_program() {
        let folder = tempfile::tempdir().expect("a folder");
        let learnt = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(learnt.of(&model("m")), Dialect::default());
        learnt.learn(&model("m"), without_temperature());
        let next = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(next.of(&model("m")), without_temperature());
        assert_eq!(next.of(&model("other")), Dialect::default());
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn a_window_is_known_to_the_next_program_and_only_ever_shrinks() {
        let folder = tempfile::tempdir().expect("a folder");
        let learnt = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(learnt.window(&model("m")), None);
        learnt.learn_window(&model("m"), 2000);
        learnt.learn_window(&model("m"), 3000);
        learnt.learn(&model("m"), without_temperature());
        let next = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(next.window(&model("m")), Some(2000));
        assert_eq!(next.of(&model("m")), without_temperature());
        assert_eq!(next.window(&model("other")), None);

        let told = Told {
            tokens: 2000,
            day: today() - WINDOW_DAYS,
        };
        let old = Learnt {
            window: Some(told),
            day: today(),
            ..Learnt::default()
        };
        let known = BTreeMap::from([(key(&model("m")), old)]);
        let file = folder.path().join(FILE);
        fs::write(&file, serde_json::to_vec(&known).expect("written")).expect("written");
        let later = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(later.window(&model("m")), None);
    }

    #[test]
    fn where_there_is_no_more_room_the_oldest_is_forgotten_and_the_new_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let of_day = |day| Learnt {
            dialect: without_temperature(),
            day,
            window: None,
        };
        let mut known: Known = (1..MOST)
            .map(|at| (key(&model(&format!("m{at}"))), of_day(today())))
            .collect();
        known.insert(key(&model("old")), of_day(today() - 1));
        let file = folder.path().join(FILE);
        fs::write(&file, serde_json::to_vec(&known).expect("written")).expect("written");
        let learnt = Dialects::in_folder(folder.path().to_owned());
        learnt.learn(&model("new"), without_temperature());
        let next = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(next.of(&model("new")), without_temperature());
        assert_eq!(next.of(&model("m1")), without_temperature());
        assert_eq!(next.of(&model("old")), Dialect::default());
    }

    #[test]
    fn what_is_old_from_the_future_or_unreadable_is_not_believed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE);
        for day in [today() - KEPT_DAYS, today() + 2] {
            let learnt = Learnt {
                dialect: without_temperature(),
                day,
                window: None,
            };
            let known = BTreeMap::from([(key(&model("m")), learnt)]);
            fs::write(&file, serde_json::to_vec(&known).expect("written")).expect("written");
            let next = Dialects::in_folder(folder.path().to_owned());
            assert_eq!(next.of(&model("m")), Dialect::default());
        }
        fs::write(&file, b"{\"x\": 1}").expect("written");
        let next = Dialects::in_folder(folder.path().to_owned());
        assert_eq!(next.of(&model("m")), Dialect::default());
        let nowhere = Dialects::in_folder(folder.path().join("no such folder"));
        nowhere.learn(&model("m"), without_temperature());
        assert_eq!(nowhere.of(&model("m")), without_temperature());
    }
}
