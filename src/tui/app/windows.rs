//! Keys that are for what lies below a window, where whoever only reads goes on without closing it first, and commands that are for a window that is not open.
//!
//! What a window means by a key itself comes first. Windows that ask something, or in which text is typed, get every key.

use std::time::Instant;

use crossterm::event::KeyEvent;

use super::{App, Effect};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layers::{AddEvidence, AnyLayer, Surroundings};
use crate::tui::view::{View, WordsFor};

impl App {
    /// What a key asks for beyond the window that is only read, if one is on top.
    pub(super) fn goes_through(&self, key: &KeyEvent) -> Option<Action> {
        let window = self.ui.layers.last().filter(|layer| layer.is_read())?;
        let own = self.keymap.action(window.scope(), key);
        let action = own.or_else(|| self.keymap.action(Scope::Reading, key))?;
        let is_beyond =
            action.leads_elsewhere() || action.works_below() || window.opened_by() == Some(action);
        is_beyond.then_some(action)
    }

    /// In a passage the keys of a search lead from citation to citation where nothing is searched for, and so does the one that pauses where nothing runs.
    pub(super) fn steps_from_passage(&self, key: &KeyEvent, view: &View<'_>) -> Option<Action> {
        let Some(AnyLayer::Passage(_)) = self.ui.layers.last() else {
            return None;
        };
        let own = self.keymap.action(Scope::Window, key);
        let is_searched = self.ui.search.is_some() || self.ui.window_search.is_some();
        let pauses = view.is_busy() || view.study.paused;
        match own.or_else(|| self.keymap.action(Scope::Reading, key))? {
            Action::SearchNext if !is_searched => Some(Action::CitationNext),
            Action::SearchPrevious if !is_searched => Some(Action::CitationPrevious),
            Action::Pause if !pauses => Some(Action::CitationPrevious),
            _ => None,
        }
    }

    /// Carries out what was chosen in the palette, as if its key had been pressed where the palette was opened.
    pub(super) fn perform_chosen(
        &mut self,
        action: Action,
        view: &View<'_>,
        now: Instant,
    ) -> Vec<Effect> {
        let Some(layer) = self.ui.layers.last_mut() else {
            return self.perform(action, view, now);
        };
        let scope = layer.scope();
        let own = self.keymap.own(scope, action);
        match own.filter(|_| matches!(scope, Scope::Window | Scope::History)) {
            Some(key) => {
                let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
                let Some(layer) = self.ui.layers.last_mut() else {
                    return vec![];
                };
                let reaction = layer.key(key.into(), around);
                self.react(reaction, view, now)
            }
            None if action == Action::CloseLayer => self.leave_layer(),
            None if layer.is_read() => self.leave_for(action, view, now),
            None => self.perform(action, view, now),
        }
    }

    /// Says of an action that has a meaning only in a window where that is, if it is one.
    pub(super) fn is_for_elsewhere(&mut self, action: Action) -> bool {
        let places = [
            (Scope::Review, "under review: {review} opens the review"),
            (Scope::History, "in the history: {history} opens it"),
            (Scope::Typing, "in the list of studies: {studies} opens it"),
        ];
        let has_key = |scope| !self.keymap.keys(scope, action).is_empty();
        let place = places
            .into_iter()
            .find(|(scope, _)| has_key(*scope) && !has_key(Scope::Reading));
        let Some((_, place)) = place else {
            return false;
        };
        self.inform(format!("this works {place}"));
        true
    }

    /// Opens the sheet for evidence, with the paths that were typed in it before.
    pub(super) fn open_evidence(&mut self, view: &View<'_>) -> Vec<Effect> {
        let begun = self.begun(|layer| matches!(layer, AnyLayer::AddEvidence(_)));
        let kept = view.words_for(WordsFor::Evidence);
        let new =
            || AnyLayer::AddEvidence(kept.map_or_else(AddEvidence::default, AddEvidence::going_on));
        self.open_layer(begun.unwrap_or_else(new))
    }

    /// Carries out what goes through windows: they close where it leads elsewhere, and what opened the topmost closes only that.
    pub(super) fn leave_for(
        &mut self,
        action: Action,
        view: &View<'_>,
        now: Instant,
    ) -> Vec<Effect> {
        if self.ui.layers.last().and_then(|layer| layer.opened_by()) == Some(action) {
            self.close_layer();
            return vec![];
        }
        match action {
            // A decision that is covered would be taken back unseen.
            Action::Undo | Action::Redo if self.ui.reviews() => {
                self.inform(
                    "close this window first: what is decided below it cannot be seen from here"
                        .to_owned(),
                );
                return vec![];
            }
            Action::Search => return self.perform_below(action, view, now),
            Action::SearchNext if self.ui.window_search.is_some() => {
                return self.find_in_window(view, 1);
            }
            Action::SearchPrevious if self.ui.window_search.is_some() => {
                return self.find_in_window(view, -1);
            }
            _ => {}
        }
        if action.leads_elsewhere() {
            while self.ui.layers.last().is_some_and(|layer| layer.is_read()) {
                self.close_layer();
            }
            // It was the review that the window lay on.
            if action == Action::Review && self.ui.is_under_review() {
                return vec![];
            }
        }
        self.perform(action, view, now)
    }
}
