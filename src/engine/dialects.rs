//! What servers taught about their parameters and their models' windows [M3]: known for as long as the program runs, and told to whoever keeps it for the
//! programs after it.
//!
//! A refusal is forgotten after a while, since servers learn too. What cannot be read is no loss: the server is asked once more.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;

use super::Reply;
use crate::provider::{Dialect, Model};

/// Days after which a refusal is forgotten.
const KEPT_DAYS: i64 = 30;
/// Days after which a window is forgotten: servers of one's own are started anew with another one.
const WINDOW_DAYS: i64 = 3;
/// Models of which it is kept.
const MOST: usize = 1000;
const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// How each model is to be asked, as far as that was learnt.
#[derive(Debug, Default)]
pub(super) struct Dialects {
    /// Who keeps it; nobody, where it is not kept.
    keeper: Option<UnboundedSender<Reply>>,
    /// By provider, address and model.
    known: Mutex<Known>,
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
    /// What was kept, and who is told what is learnt besides.
    pub(super) fn kept_by(keeper: UnboundedSender<Reply>, kept: &[u8]) -> Self {
        Self {
            keeper: Some(keeper),
            known: Mutex::new(read(kept)),
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
        let json = self.with(|known| {
            let learnt = known.entry(key(model)).or_default();
            change(learnt);
            learnt.day = today();
            forget_the_oldest(known);
            serde_json::to_vec(known)
        });
        if let (Some(keeper), Ok(json)) = (&self.keeper, json) {
            // Nobody listens any more when the program is closing.
            let _ = keeper.send(Reply::Learnt { json });
        }
    }

    fn with<T>(&self, then: impl FnOnce(&mut Known) -> T) -> T {
        then(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What was kept and is not too old.
fn read(kept: &[u8]) -> Known {
    let mut known: Known = serde_json::from_slice(kept).unwrap_or_default();
    // A clock that was set back does not make a refusal last.
    let today = today();
    known.retain(|_, learnt| (0..KEPT_DAYS).contains(&today.saturating_sub(learnt.day)));
    for learnt in known.values_mut() {
        let is_new = |told: &Told| (0..WINDOW_DAYS).contains(&today.saturating_sub(told.day));
        learnt.window = learnt.window.filter(is_new);
    }
    known
}

/// Keeps it from growing: what was learnt longest ago makes room.
fn forget_the_oldest(known: &mut Known) {
    while known.len() > MOST {
        let oldest = known.iter().min_by_key(|(_, learnt)| learnt.day);
        let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
            return;
        };
        known.remove(&oldest);
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
    use tokio::sync::mpsc::unbounded_channel;

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

    /// What somebody learns, and how it is kept.
    fn learning(kept: &[u8]) -> (Dialects, impl FnMut() -> Vec<u8> + use<>) {
        let (keeper, mut replies) = unbounded_channel();
        let newest = move || match std::iter::from_fn(|| replies.try_recv().ok()).last() {
            Some(Reply::Learnt { json }) => json,
            other => panic!("nothing to keep: {other:?}"),
        };
        (Dialects::kept_by(keeper, kept), newest)
    }

    fn knowing(kept: &[u8]) -> Dialects {
        learning(kept).0
    }

    #[test]
    fn what_was_learnt_is_known_to_the_next_program() {
        let (learnt, mut kept) = learning(b"");
        assert_eq!(learnt.of(&model("m")), Dialect::default());
        learnt.learn(&model("m"), without_temperature());
        let next = knowing(&kept());
        assert_eq!(next.of(&model("m")), without_temperature());
        assert_eq!(next.of(&model("other")), Dialect::default());
    }

    #[test]
    fn a_window_is_known_to_the_next_program_and_only_ever_shrinks() {
        let (learnt, mut kept) = learning(b"");
        assert_eq!(learnt.window(&model("m")), None);
        learnt.learn_window(&model("m"), 2000);
        learnt.learn_window(&model("m"), 3000);
        learnt.learn(&model("m"), without_temperature());
        let next = knowing(&kept());
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
        let later = knowing(&serde_json::to_vec(&known).expect("written"));
        assert_eq!(later.window(&model("m")), None);
    }

    #[test]
    fn where_there_is_no_more_room_the_oldest_is_forgotten_and_the_new_is_kept() {
        let of_day = |day| Learnt {
            dialect: without_temperature(),
            day,
            window: None,
        };
        let mut known: Known = (1..MOST)
            .map(|at| (key(&model(&format!("m{at}"))), of_day(today())))
            .collect();
        known.insert(key(&model("old")), of_day(today() - 1));
        let (learnt, mut kept) = learning(&serde_json::to_vec(&known).expect("written"));
        learnt.learn(&model("new"), without_temperature());
        let next = knowing(&kept());
        assert_eq!(next.of(&model("new")), without_temperature());
        assert_eq!(next.of(&model("m1")), without_temperature());
        assert_eq!(next.of(&model("old")), Dialect::default());
    }

    #[test]
    fn what_is_old_from_the_future_or_unreadable_is_not_believed() {
        for day in [today() - KEPT_DAYS, today() + 2] {
            let learnt = Learnt {
                dialect: without_temperature(),
                day,
                window: None,
            };
            let known = BTreeMap::from([(key(&model("m")), learnt)]);
            let next = knowing(&serde_json::to_vec(&known).expect("written"));
            assert_eq!(next.of(&model("m")), Dialect::default());
        }
        let next = knowing(b"{\"x\": 1}");
        assert_eq!(next.of(&model("m")), Dialect::default());
    }

    #[test]
    fn what_nobody_keeps_is_known_for_as_long_as_the_program_runs() {
        let alone = Dialects::default();
        alone.learn(&model("m"), without_temperature());
        assert_eq!(alone.of(&model("m")), without_temperature());
    }
}
