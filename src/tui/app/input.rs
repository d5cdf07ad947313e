//! Keys and pastes: what each one means where the reader is, and what becomes of a layer's answer to it.

use std::time::Instant;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::arrivals::told_of_edit;
use super::{App, Effect, refused};
use crate::study::{Command, counted, grouped};
use crate::tui::action::Action;
use crate::tui::editor::{self, Editor};
use crate::tui::keymap::{Key, Scope};
use crate::tui::layers::{AnyLayer, Offer, Reaction, Surroundings};
use crate::tui::layout::Layout;
use crate::tui::panes::query::{self, LONGEST};
use crate::tui::paths;
use crate::tui::search::Search;
use crate::tui::ui::{Armed, Pane};
use crate::tui::view::View;

/// What is said of a text of the brief that is longer than what can be edited in place; the limit is that of the editor.
const TOO_LONG: &str = "pasted text was cut: a text of 4 MB is the most that is edited here";
const _: () = assert!(editor::LIMIT == 4_000_000);
/// What is said of a paste that nobody would have seen.
const UNSEEN: &str = "what was pasted while the screen was too small to show it was not taken";

/// Whether an action that has a key while a text is edited is about what lies below.
fn waits_for_the_text(action: Action) -> bool {
    action == Action::Palette || action.goes_to_a_pane() || action.leads_elsewhere()
}

impl App {
    /// Whether letters are text where the reader is.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        matches!(self.here(), Scope::Typing | Scope::Editing)
    }

    /// Whether these inputs lead to a place where letters are text: at once, or after going to a pane, as whoever types ahead of the program does.
    #[must_use]
    pub fn opens_a_field_soon(&self, inputs: &[Event]) -> bool {
        let action = |input: &Event| match input {
            Event::Key(key) => self.keymap.action(self.here(), key),
            _ => None,
        };
        let mut actions = inputs.iter().map(action);
        let first = actions.find(|action| !action.is_some_and(Action::goes_to_a_pane));
        matches!(
            first.flatten(),
            Some(
                Action::FocusPane0
                    | Action::Search
                    | Action::SearchSources
                    | Action::Palette
                    | Action::AddEvidence
                    | Action::WatchFolder
                    | Action::Steer
                    | Action::Fix
                    | Action::Edit
                    | Action::Export
                    | Action::Studies
                    | Action::RejectWithReason
            )
        )
    }

    /// Whether the screen has no room to show what a key would do.
    pub(super) fn is_unseen(&self) -> bool {
        self.ui.drawn.areas.layout == Layout::Line
    }

    /// Whether an input only puts text into the field that the reader is typing in, or takes a letter back: it is not lost, however small the window is.
    pub(super) fn types(&self, input: &Event) -> bool {
        let is_text = match input {
            Event::Paste(_) => true,
            Event::Key(key) => {
                let is_letter = matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace);
                is_letter && key.modifiers.difference(KeyModifiers::SHIFT).is_empty()
            }
            _ => false,
        };
        is_text && self.takes_text()
    }

    /// Where nothing is shown, what runs can be stopped and the program left; nothing is decided or opened unseen.
    pub(super) fn handle_unseen(
        &mut self,
        input: &Event,
        view: &View<'_>,
        now: Instant,
    ) -> Vec<Effect> {
        match input {
            Event::Key(key) => {
                let armed = self.ui.armed.take();
                match self.keymap.action(Scope::Window, key) {
                    Some(action @ (Action::StopRun | Action::Suspend | Action::Redraw)) => {
                        self.ui.armed = armed;
                        self.perform(action, view, now)
                    }
                    Some(Action::CloseLayer) => {
                        self.ui.armed = armed;
                        self.stop_when_pressed_twice(view, now)
                    }
                    Some(Action::Quit) => {
                        self.ui.armed = armed;
                        self.quit_unseen(view, now)
                    }
                    _ => vec![],
                }
            }
            Event::Paste(_) => {
                self.inform(UNSEEN.to_owned());
                vec![]
            }
            _ => vec![],
        }
    }

    /// Leaves the program; where that asks, the line has no room for the question, and the same key once more is the answer.
    fn quit_unseen(&mut self, view: &View<'_>, now: Instant) -> Vec<Effect> {
        if !(view.has_call() || view.has_unsaved) {
            return vec![Effect::Quit];
        }
        if self.ui.is_armed(Armed::Leave) {
            self.ui.armed = None;
            return vec![Effect::Stop, Effect::Quit];
        }
        self.ui.armed = Some((Armed::Leave, now));
        vec![]
    }

    pub(super) fn key(&mut self, key: KeyEvent, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let pressed = Key::new(key.code, key.modifiers);
        if self.ui.is_held(pressed, now) {
            self.ui.opened = Some((pressed, now));
            return vec![];
        }
        let layers = self.ui.layers.len();
        let effects = self.dispatch(key, view, now);
        // A layer that was closed on top of it has not opened the review.
        let is_opened = self.ui.layers.len() > layers && self.ui.is_under_review();
        self.ui.opened = is_opened.then_some((pressed, now));
        effects
    }

    fn dispatch(&mut self, key: KeyEvent, view: &View<'_>, now: Instant) -> Vec<Effect> {
        if let Some(AnyLayer::Offer(_)) = self.ui.layers.last() {
            return self.answer_offer(key, view, now);
        }
        let armed = self.ui.armed.take();
        self.dismiss_notice();
        let is_typed_ahead = armed.is_some_and(|(armed, _)| armed == Armed::NoReview);
        if is_typed_ahead && self.keymap.action(self.here(), &key) == Some(Action::Quit) {
            return vec![];
        }
        if let Some(action) = self.steps_from_passage(&key, view) {
            return self.perform_below(action, view, now);
        }
        if let Some(action) = self.goes_through(&key) {
            return self.leave_for(action, view, now);
        }
        if self.ends_search(&key) {
            self.ui.search = None;
            return vec![];
        }
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        if let Some(layer) = self.ui.layers.last_mut() {
            let scope = layer.scope();
            return match self.keymap.action(scope, &key) {
                Some(action)
                    if matches!(scope, Scope::Review | Scope::History)
                        && refused(action, view).is_some() =>
                {
                    self.perform(action, view, now)
                }
                Some(Action::CloseLayer) => {
                    // One thing for each press: a search in the window before the window.
                    let is_left = layer.step_back()
                        || (layer.is_read() && self.ui.window_search.take().is_some());
                    if is_left { vec![] } else { self.leave_layer() }
                }
                Some(action @ Action::Judge) => self.perform(action, view, now),
                // Also where text is typed there is a key for it.
                Some(Action::Help) if !matches!(layer, AnyLayer::Help(_)) => {
                    self.perform_below(Action::Help, view, now)
                }
                // What was said before it is found from everywhere.
                Some(Action::Messages) if !matches!(layer, AnyLayer::Messages(_)) => {
                    self.perform_below(Action::Messages, view, now)
                }
                Some(action @ (Action::StopRun | Action::Suspend | Action::Redraw)) => {
                    self.ui.armed = armed;
                    self.perform(action, view, now)
                }
                // What is typed is kept wherever this leads.
                Some(action @ (Action::Studies | Action::AddEvidence | Action::ChooseWriter))
                    if scope == Scope::Editing =>
                {
                    self.perform(action, view, now)
                }
                Some(action) if scope == Scope::Editing && waits_for_the_text(action) => {
                    let done = self.keymap.key(Scope::Editing, Action::EndEdit);
                    let done = done.unwrap_or_default();
                    self.inform(format!(
                        "a text is being edited: {done} is done with it and keeps it, and then this works"
                    ));
                    vec![]
                }
                _ => {
                    let reaction = layer.key(key, around);
                    self.react(reaction, view, now)
                }
            };
        }
        let typing = self.ui.focus == Pane::Query;
        let scope = if typing {
            Scope::Typing
        } else {
            Scope::Reading
        };
        match self.keymap.action(scope, &key) {
            // While text is typed, these are about the text.
            Some(action @ (Action::Undo | Action::Redo)) if typing => self.retype(action),
            None if typing => self.type_key(key),
            Some(action) => {
                // Only the same key again counts as the second of two.
                if matches!(action, Action::CloseLayer | Action::StopRun | Action::Undo) {
                    self.ui.armed = armed;
                }
                self.perform(action, view, now)
            }
            None => vec![],
        }
    }

    /// Whether a key ends a search among the changes under review: what closes things closes that before the review.
    fn ends_search(&self, key: &KeyEvent) -> bool {
        let is_searched = match self.ui.layers.last() {
            Some(AnyLayer::Review(review)) => self.ui.search.is_some() && !review.is_asking(),
            _ => false,
        };
        is_searched && self.keymap.action(Scope::Window, key) == Some(Action::CloseLayer)
    }

    /// Takes back what was typed into the question, or types it again.
    fn retype(&mut self, action: Action) -> Vec<Effect> {
        let changed = match action {
            Action::Redo => self.ui.query.redo(),
            _ => self.ui.query.undo(),
        };
        self.typed(changed)
    }

    /// What was typed into the question is kept.
    pub(super) fn typed(&self, changed: bool) -> Vec<Effect> {
        let draft = changed.then(|| Effect::SaveDraft(self.ui.query.text().to_owned()));
        draft.into_iter().collect()
    }

    fn type_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if let (KeyCode::Down | KeyCode::Up, true) = (key.code, key.modifiers.is_empty())
            && let Some(example) = query::example(self.ui.query.text(), key.code == KeyCode::Down)
        {
            self.ui.query = Editor::at_end(example);
            return self.typed(true);
        }
        // A letter with a modifier that no binding took is no text.
        let changed = key.code != KeyCode::Enter && self.ui.query.key(key);
        self.typed(changed)
    }

    /// Pasted text is text, wherever it lands; it never presses a key.
    pub(super) fn paste(&mut self, pasted: &str) -> Vec<Effect> {
        // Terminals send line breaks as the key that makes them.
        let pasted = &pasted.replace("\r\n", "\n").replace('\r', "\n");
        // What is dropped on an offer is the next thing to be offered; the one before stays text.
        if let Some(AnyLayer::Offer(_)) = self.ui.layers.last()
            && let Some(AnyLayer::Offer(offer)) = self.ui.layers.pop()
        {
            self.paste_text(&offer.text);
        }
        if let Some(layer) = self.ui.layers.last_mut() {
            let fits = layer.paste(pasted);
            let looked = match layer.pasted() {
                Reaction::Act(effects) => effects,
                _ => vec![],
            };
            let kept = match layer {
                AnyLayer::Steer(layer) => layer.kept(),
                AnyLayer::AddEvidence(layer) => layer.kept(),
                AnyLayer::Describe(layer) => Some(layer.kept()),
                AnyLayer::Review(layer) => layer.typed(),
                _ => None,
            };
            if let AnyLayer::Edit(layer) = layer {
                let draft = layer.draft();
                if !fits {
                    self.warn(format!("{TOO_LONG}: edit it in a file"));
                    return vec![Effect::KeepEdit(draft)];
                }
                self.inform_of_paste(pasted);
                return vec![Effect::KeepEdit(draft)];
            }
            if !fits {
                let instead = match layer {
                    AnyLayer::AddEvidence(_) => ": add the folder that all of it is in",
                    _ => "",
                };
                self.warn(format!(
                    "pasted text was cut at {} characters{instead}",
                    grouped(LONGEST)
                ));
            }
            return kept.into_iter().chain(looked).collect();
        }
        // A terminal drops a file as its path.
        let offer = match paths::recognised(pasted) {
            Some(paths) => Offer::paths(paths, pasted),
            None if pasted.chars().nth(LONGEST).is_some() => Offer::text(pasted),
            None => return self.paste_text(pasted),
        };
        self.open_layer(AnyLayer::Offer(offer))
    }

    /// Text that came at once and not as a paste, where no text is typed: a terminal that does not mark what is pasted sent it, or it was typed while nobody
    /// looked. It runs no command and goes nowhere unsaid, and whoever reads on stays where they are.
    pub fn came_at_once(&mut self, text: &str) -> Vec<Effect> {
        if self.is_unseen() {
            self.inform(UNSEEN.to_owned());
            return vec![];
        }
        let is_offered = paths::recognised(text).is_some() || text.chars().nth(LONGEST).is_some();
        if self.takes_text() || is_offered {
            return self.paste(text);
        }
        let came = format!(
            "{} came at once",
            counted(text.chars().count(), "character")
        );
        if !self.ui.layers.is_empty() {
            self.inform(format!("{came} and were not taken for keys"));
            return vec![];
        }
        let focus = self.ui.focus;
        let effects = self.paste_text(text);
        self.ui.focus = focus;
        let undo = self.keymap.key(Scope::Typing, Action::Undo);
        self.inform(format!(
            "{came} and were put into the question: {{focus-pane-0}} goes there, {} takes them back",
            undo.unwrap_or_default()
        ));
        effects
    }

    /// Enter takes what was offered as evidence, and escape leaves all as it was. Any other key keeps it as text, and is not lost itself: nobody may be
    /// typing at a question that they have not seen.
    fn answer_offer(&mut self, key: KeyEvent, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let Some(AnyLayer::Offer(offer)) = self.ui.layers.pop() else {
            return vec![];
        };
        match key.code {
            KeyCode::Enter => vec![offer.taken()],
            KeyCode::Esc => vec![],
            _ => {
                let mut effects = self.paste_text(&offer.text);
                effects.extend(self.key(key, view, now));
                effects
            }
        }
    }

    fn paste_text(&mut self, pasted: &str) -> Vec<Effect> {
        // Away from the question nobody saw where its cursor is, so a word must not be run into another.
        let typed = self.ui.query.text();
        let is_apart = self.ui.focus == Pane::Query
            || typed.is_empty()
            || typed.ends_with(char::is_whitespace);
        self.ui.focus = Pane::Query;
        let spaced = format!(" {pasted}");
        let pasted = if is_apart { pasted } else { &spaced };
        if self.ui.query.paste(pasted) {
            self.inform_of_paste(pasted);
        } else {
            self.warn(format!("{TOO_LONG}: add long text as a file"));
        }
        self.typed(true)
    }

    /// What was pasted may be much more than can be seen.
    fn inform_of_paste(&mut self, pasted: &str) {
        if pasted.len() > 2000 {
            let much = match pasted.lines().count() {
                0 | 1 => format!("{} characters", grouped(pasted.chars().count())),
                lines => counted(lines, "line"),
            };
            self.inform(format!(
                "pasted {much}: {{edit-externally}} opens your editor"
            ));
        }
    }

    pub(super) fn react(
        &mut self,
        reaction: Reaction,
        view: &View<'_>,
        now: Instant,
    ) -> Vec<Effect> {
        match reaction {
            Reaction::Stay => vec![],
            Reaction::Close => {
                self.close_layer();
                vec![]
            }
            Reaction::Act(effects) => {
                // Whoever decides on what was found is done with looking for it.
                let decides = |effect: &Effect| matches!(effect, Effect::Execute(_));
                if self.ui.reviews() && effects.iter().any(decides) {
                    self.ui.search = None;
                }
                effects
            }
            Reaction::Finish(effects) => {
                self.close_layer();
                for effect in &effects {
                    if let Effect::Execute(Command::Edit { section, text }) = effect {
                        self.inform(told_of_edit(view.study, *section, text).to_owned());
                    }
                }
                effects
            }
            Reaction::Leave(effects) => {
                self.ui.layers.clear();
                for effect in &effects {
                    if let Effect::Execute(Command::Restore { at, .. }) = effect {
                        let undo = self.keymap.key(Scope::Reading, Action::Undo);
                        let undo = undo.unwrap_or_else(|| "undo".to_owned());
                        self.inform(format!(
                            "the text as it stood after event {at} is back: {undo} undoes that"
                        ));
                    }
                }
                effects
            }
            Reaction::Push(layer) => self.open_layer(*layer),
            Reaction::Perform(action) => {
                self.close_layer();
                self.ui.note_command(action);
                self.perform_chosen(action, view, now)
            }
            Reaction::Below(action) => self.perform_below(action, view, now),
            Reaction::Search(pattern) => {
                // Closing what was typed in ends no search here: this one begins.
                let from = self.ui.searched_from.take();
                self.close_layer();
                self.ui.searched_from = from;
                if self.ui.searches_window() {
                    return self.search_window(&pattern, view);
                }
                self.ui.search = Search::new(&pattern);
                match self.ui.search {
                    Some(_) if self.ui.reviews() => self.find(view, 1),
                    Some(_) => {
                        let mut effects = self.find(view, 1);
                        effects.push(Effect::FindPassages(pattern));
                        effects
                    }
                    None => vec![],
                }
            }
            Reaction::Look(pattern) if self.ui.searches_window() => {
                self.look_in_window(&pattern, view);
                vec![]
            }
            Reaction::Look(pattern) => {
                self.ui.search = Search::new(&pattern);
                self.look(view);
                vec![]
            }
            Reaction::GoTo { section, source } => {
                self.close_layer();
                self.go_to(section, source, view)
            }
            Reaction::Fix(chosen) => self.fix_listed(chosen, view),
            Reaction::Open(effect) => {
                self.ui.opening = true;
                vec![effect]
            }
            Reaction::OpenMarked {
                effect,
                looked_for,
                words,
            } => {
                self.ui.window_search = Search::of_words(&looked_for, &words);
                self.ui.opening = true;
                vec![effect]
            }
            Reaction::UseTheme(name) => {
                self.close_layer();
                self.use_theme(name)
            }
        }
    }
}
