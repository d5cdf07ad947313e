//! What servers taught about their parameters and their models' windows [M3]: known for as long as the program runs, and, where there is a folder for it,
//! by the programs after it.
//!
//! A refusal is forgotten after a while, since servers learn too. What cannot be read or written is no loss: the server is asked once more.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

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
    known: Mutex<Option<BTreeMap<String, Learnt>>>,
}

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
            if let (Some(folder), true) = (&self.folder, known.len() <= MOST)
                && let Ok(json) = serde_json::to_vec(known)
            {
                // Another program may write at the same time: each writes a file of its own, and the last one stays.
                let part = folder.join(format!("{FILE}.{}", std::process::id()));
                let written =
                    fs::write(&part, json).and_then(|()| fs::rename(&part, folder.join(FILE)));
                if written.is_err() {
                    let _ = fs::remove_file(&part);
                }
            }
        });
    }

    fn with<T>(&self, then: impl FnOnce(&mut BTreeMap<String, Learnt>) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        then(known.get_or_insert_with(|| self.read()))
    }

    /// What the folder knows and is not too old.
    fn read(&self) -> BTreeMap<String, Learnt> {
        let file = self.folder.as_ref().map(|folder| folder.join(FILE));
        let text = file.and_then(|file| fs::read(file).ok());
        let mut known: BTreeMap<String, Learnt> = text
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
