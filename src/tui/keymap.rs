//! Which key asks for what, and what keys are called on the screen.
//!
//! `assets/keys.toml` is both the documentation of the keys and the default itself; a user's file of the same form changes single bindings. One
//! table feeds dispatch, footer, help and palette, so that no hint can be wrong. Keys that are pressed twice (`esc esc`) are listed here but counted
//! by the application, which knows what happened between.

mod file;
mod key;

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use serde::Deserialize;

pub use self::file::KeymapError;
pub use self::key::Key;

use self::file::{Binding, File, sound};
use self::key::Chord;
use super::action::Action;

/// Where a key was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Everything below falls back to this.
    Everywhere,
    /// The cursor is in a text field.
    Typing,
    /// The cursor is in a text of the brief.
    Editing,
    Reading,
    Review,
    /// Among earlier texts of the brief.
    History,
    /// In a passage, a list, or whatever else lies on the panes.
    #[serde(alias = "overlay")]
    Window,
}

impl Scope {
    pub const ALL: [Self; 7] = [
        Self::Everywhere,
        Self::Typing,
        Self::Editing,
        Self::Reading,
        Self::Review,
        Self::History,
        Self::Window,
    ];

    /// The name used in key files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Typing => "typing",
            Self::Editing => "editing",
            Self::Reading => "reading",
            Self::Review => "review",
            Self::History => "history",
            Self::Window => "window",
        }
    }
}

/// A key that a key file takes from an action which it does not name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    pub scope: Scope,
    pub action: Action,
    pub key: String,
    pub to: Action,
    /// The keys that the action still has there.
    pub left: Vec<String>,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            scope,
            action,
            key,
            to,
            left,
        } = self;
        let scope = scope.name();
        write!(f, "in [{scope}], {key} is {to} now, and {action} has ")?;
        if left.is_empty() {
            write!(f, "no key")
        } else {
            write!(f, "only {}", left.join(", "))
        }
    }
}

/// The keys that hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    /// For help: the keys of each action, in the order of the file.
    keys: BTreeMap<(Scope, Action), Vec<Chord>>,
    /// For dispatch.
    actions: HashMap<(Scope, Key), Action>,
}

impl Keymap {
    /// The keys of `assets/keys.toml`.
    #[must_use]
    pub fn default_keys() -> Self {
        Self::with_user("")
    }

    /// The default keys, changed as a user's file says.
    #[must_use]
    pub fn with_user(text: &str) -> Self {
        Self::read(text).0
    }

    /// The same, with all that is wrong with the file, in the order of its lines, and what it takes keys from without naming it. A binding that is
    /// wrong is left out; the others hold.
    #[must_use]
    pub fn read(text: &str) -> (Self, Vec<KeymapError>, Vec<Lost>) {
        let mut keymap = Self::empty();
        // That the default can be read is a test below.
        let Ok(default) = File::read(DEFAULT) else {
            return (keymap, Vec::new(), Vec::new());
        };
        keymap.lay_over(sound(default.scopes(), DEFAULT).0);
        let user = match File::read(text) {
            Ok(user) => user,
            Err(error) => return (keymap, vec![error], Vec::new()),
        };
        let preset = user.preset.as_ref();
        if let Some(preset) = preset.and_then(|name| default.presets.get(name.get_ref())) {
            let scopes = preset.iter().map(|(scope, bindings)| (*scope, bindings));
            keymap.lay_over(sound(scopes, DEFAULT).0);
        }
        let before = keymap.clone();
        let (bindings, mistakes) = user.sound(text);
        keymap.lay_over(bindings);
        let lost = keymap.lost_since(&before, &user);
        (keymap, mistakes, lost)
    }

    /// What the file takes keys from without naming it, in their scope or for everywhere: whoever wrote it may not know.
    fn lost_since(&self, before: &Self, user: &File) -> Vec<Lost> {
        let is_named = |scope: Scope, action: Action| {
            user.scopes().into_iter().any(|(known, bindings)| {
                (known == scope || known == Scope::Everywhere)
                    && bindings.keys().any(|name| name.get_ref() == action.name())
            })
        };
        let mut lost: Vec<Lost> = self
            .actions
            .iter()
            .filter_map(|(&(scope, key), &to)| {
                let action = before.action(scope, &key.into())?;
                let is_lost = action != to && !is_named(scope, action);
                is_lost.then(|| Lost {
                    scope,
                    action,
                    key: key.to_string(),
                    to,
                    left: self.keys(scope, action),
                })
            })
            .collect();
        lost.sort_by(|a, b| (a.scope, a.action, &a.key).cmp(&(b.scope, b.action, &b.key)));
        lost
    }

    /// What a key asks for where it was pressed: the scope's own binding, or that of `Everywhere`.
    ///
    /// Repeats count as presses; releases, which some terminals report, ask for nothing.
    #[must_use]
    pub fn action(&self, scope: Scope, event: &KeyEvent) -> Option<Action> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let key = Key::new(event.code, event.modifiers);
        self.actions.get(&(scope, key)).copied().or_else(|| {
            self.actions
                .get(&(Scope::Everywhere, key))
                .copied()
                .filter(|_| applies(scope, key))
        })
    }

    /// What a letter asks for in a scope, where no key is pressed but a line is typed.
    #[must_use]
    pub fn letter(&self, scope: Scope, letter: char) -> Option<Action> {
        self.action(
            scope,
            &KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE),
        )
    }

    /// The same of a letter with ctrl.
    #[must_use]
    pub fn control(&self, scope: Scope, letter: char) -> Option<Action> {
        let letter = KeyCode::Char(letter.to_ascii_lowercase());
        self.action(scope, &KeyEvent::new(letter, KeyModifiers::CONTROL))
    }

    /// What the keys for an action are called, as far as they have that meaning in this scope; empty if there are none.
    #[must_use]
    pub fn keys(&self, scope: Scope, action: Action) -> Vec<String> {
        let own = self.chords(scope, action);
        let general = self
            .chords(Scope::Everywhere, action)
            .iter()
            .filter(|chord| {
                scope != Scope::Everywhere
                    && !own.contains(chord)
                    && applies(scope, chord.key)
                    && !self.actions.contains_key(&(scope, chord.key))
            });
        own.iter().chain(general).map(ToString::to_string).collect()
    }

    /// The key that a scope binds itself, and not only takes over from everywhere, where one press is all it takes.
    #[must_use]
    pub fn own(&self, scope: Scope, action: Action) -> Option<Key> {
        let mut own = self.chords(scope, action).iter();
        own.find(|chord| !chord.twice).map(|chord| chord.key)
    }

    /// The first of [`Self::keys`], for a footer.
    #[must_use]
    pub fn key(&self, scope: Scope, action: Action) -> Option<String> {
        self.keys(scope, action).into_iter().next()
    }

    /// The key that [`Self::key`] names, where one press is all it takes.
    #[must_use]
    pub fn press(&self, scope: Scope, action: Action) -> Option<Key> {
        let own = self.chords(scope, action).iter();
        let mut all = own.chain(self.chords(Scope::Everywhere, action));
        let does = |key: Key| self.action(scope, &key.into()) == Some(action);
        all.find(|chord| !chord.twice && does(chord.key))
            .map(|chord| chord.key)
    }

    fn empty() -> Self {
        Self {
            keys: BTreeMap::new(),
            actions: HashMap::new(),
        }
    }

    fn chords(&self, scope: Scope, action: Action) -> &[Chord] {
        self.keys.get(&(scope, action)).map_or(&[], Vec::as_slice)
    }

    /// Lays bindings over those that hold.
    fn lay_over(&mut self, bindings: Vec<Binding>) {
        for Binding {
            scope,
            action,
            chords,
        } in bindings
        {
            self.unbind(scope, action);
            for chord in chords.iter().filter(|chord| !chord.twice) {
                self.take(scope, chord.key);
                self.actions.insert((scope, chord.key), action);
            }
            self.keys.insert((scope, action), chords);
        }
    }

    /// Takes all keys from an action.
    fn unbind(&mut self, scope: Scope, action: Action) {
        self.keys.remove(&(scope, action));
        self.actions
            .retain(|&(at, _), bound| at != scope || *bound != action);
    }

    /// Takes a key from whatever has it.
    fn take(&mut self, scope: Scope, key: Key) {
        if let Some(action) = self.actions.remove(&(scope, key))
            && let Some(chords) = self.keys.get_mut(&(scope, action))
        {
            chords.retain(|chord| chord.twice || chord.key != key);
        }
    }
}

const DEFAULT: &str = include_str!("../../assets/keys.toml");

/// Whether a key that is bound everywhere also holds in a scope: plain characters are text where text is typed.
fn applies(scope: Scope, key: Key) -> bool {
    !matches!(scope, Scope::Typing | Scope::Editing)
        || key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        || matches!(key.code, KeyCode::F(_) | KeyCode::Esc)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    fn letter(c: char) -> KeyEvent {
        press(KeyCode::Char(c), KeyModifiers::NONE)
    }

    fn control(c: char) -> KeyEvent {
        press(KeyCode::Char(c), KeyModifiers::CONTROL)
    }

    #[test]
    fn the_default_keys_and_all_presets_can_be_read() {
        let default = File::read(DEFAULT).unwrap();
        assert_eq!(default.sound(DEFAULT).1, []);
        for preset in default.presets.values() {
            let scopes = preset.iter().map(|(scope, bindings)| (*scope, bindings));
            assert_eq!(sound(scopes, DEFAULT).1, []);
        }
        for preset in ["default", "vim", "git-add-p"] {
            assert_eq!(Keymap::read(&format!("preset = {preset:?}")).1, []);
        }
        assert!(Keymap::default_keys().keys.len() > 60);
    }

    #[test]
    fn a_key_means_what_its_scope_says_and_else_what_it_means_everywhere() {
        let keys = Keymap::default_keys();
        assert_eq!(
            keys.action(Scope::Reading, &letter('j')),
            Some(Action::LineDown)
        );
        assert_eq!(
            keys.action(Scope::Review, &letter('j')),
            Some(Action::HunkNext)
        );
        assert_eq!(keys.action(Scope::Review, &letter('u')), Some(Action::Undo));
        assert_eq!(keys.action(Scope::Reading, &letter('y')), None);
    }

    #[test]
    fn letters_are_text_while_typing_but_control_keys_and_esc_work() {
        let keys = Keymap::default_keys();
        for c in ['q', '?', '1', 'z', ':'] {
            assert_eq!(keys.action(Scope::Typing, &letter(c)), None, "{c}");
        }
        assert_eq!(
            keys.action(Scope::Typing, &control('p')),
            Some(Action::Palette)
        );
        assert_eq!(
            keys.action(Scope::Typing, &control('j')),
            Some(Action::Newline)
        );
        let f2 = press(KeyCode::F(2), KeyModifiers::NONE);
        assert_eq!(keys.action(Scope::Typing, &f2), Some(Action::Review));
        let esc = press(KeyCode::Esc, KeyModifiers::NONE);
        assert_eq!(keys.action(Scope::Typing, &esc), Some(Action::CloseLayer));
        let alt_three = press(KeyCode::Char('3'), KeyModifiers::ALT);
        assert_eq!(
            keys.action(Scope::Typing, &alt_three),
            Some(Action::FocusPane3)
        );
    }

    #[test]
    fn terminals_may_report_shift_as_they_like() {
        let keys = Keymap::default_keys();
        for event in [
            letter('G'),
            press(KeyCode::Char('G'), KeyModifiers::SHIFT),
            press(KeyCode::Char('g'), KeyModifiers::SHIFT),
        ] {
            assert_eq!(keys.action(Scope::Reading, &event), Some(Action::Bottom));
        }
        for event in [
            press(KeyCode::BackTab, KeyModifiers::SHIFT),
            press(KeyCode::BackTab, KeyModifiers::NONE),
            press(KeyCode::Tab, KeyModifiers::SHIFT),
        ] {
            assert_eq!(
                keys.action(Scope::Reading, &event),
                Some(Action::PreviousPane)
            );
        }
        let held = KeyEvent::new_with_kind(
            KeyCode::Char('P'),
            KeyModifiers::CONTROL | KeyModifiers::SHIFT,
            KeyEventKind::Repeat,
        );
        assert_eq!(keys.action(Scope::Reading, &held), Some(Action::Palette));
        let colon = press(KeyCode::Char(':'), KeyModifiers::SHIFT);
        assert_eq!(keys.action(Scope::Reading, &colon), Some(Action::Palette));
    }

    #[test]
    fn letting_a_key_go_asks_for_nothing() {
        let release = KeyEvent::new_with_kind(
            KeyCode::Char('j'),
            KeyModifiers::NONE,
            KeyEventKind::Release,
        );
        assert_eq!(
            Keymap::default_keys().action(Scope::Reading, &release),
            None
        );
    }

    #[test]
    fn keys_are_shown_as_they_are_known() {
        let keys = Keymap::default_keys();
        assert_eq!(keys.keys(Scope::Reading, Action::Palette), ["^P", ":"]);
        assert_eq!(keys.keys(Scope::Typing, Action::Palette), ["^P"]);
        assert_eq!(
            keys.keys(Scope::Everywhere, Action::StopRun),
            ["esc esc", "^C", "alt-esc"]
        );
        assert_eq!(
            keys.keys(Scope::Reading, Action::PreviousPane),
            ["shift-tab"]
        );
        assert_eq!(keys.keys(Scope::Review, Action::ToggleAccept), ["space"]);
        assert_eq!(
            keys.keys(Scope::Typing, Action::Newline),
            ["^J", "shift-enter", "alt-enter"]
        );
        assert_eq!(keys.key(Scope::Reading, Action::Help).as_deref(), Some("?"));
        assert!(keys.keys(Scope::Reading, Action::NewStudy).is_empty());
    }

    #[test]
    fn a_key_that_means_something_else_here_is_not_shown_for_its_general_meaning() {
        let keys = Keymap::default_keys();
        assert_eq!(keys.keys(Scope::Review, Action::Quit), ["^C ^C"]);
        assert_eq!(keys.keys(Scope::Reading, Action::Quit), ["q", "^C ^C"]);
    }

    #[test]
    fn a_user_changes_one_binding_and_the_rest_stays() {
        let keys = Keymap::with_user("[reading]\nfollow = \"j\"\n");
        assert_eq!(
            keys.action(Scope::Reading, &letter('j')),
            Some(Action::Follow)
        );
        assert_eq!(keys.action(Scope::Reading, &letter('f')), None);
        assert_eq!(keys.keys(Scope::Reading, Action::LineDown), ["down"]);
        assert_eq!(
            keys.action(Scope::Review, &letter('j')),
            Some(Action::HunkNext)
        );
    }

    #[test]
    fn what_a_file_takes_keys_from_is_reported_unless_it_names_it() {
        let lost = |text: &str| -> Vec<String> {
            let (_, _, lost) = Keymap::read(text);
            lost.iter().map(ToString::to_string).collect()
        };
        assert_eq!(
            lost("[reading]\nfollow = \"P\"\n"),
            ["in [reading], P is follow now, and pin has no key"]
        );
        assert!(lost("[reading]\nfollow = \"P\"\npin = \"F\"\n").is_empty());
        assert_eq!(
            lost("[reading]\nfollow = \"j\"\n"),
            ["in [reading], j is follow now, and line-down has only down"]
        );
        assert!(lost("[reading]\nfollow = \"j\"\nline-down = \"down\"\n").is_empty());
        assert_eq!(
            lost("[reading]\nfollow = \"z\"\n"),
            ["in [reading], z is follow now, and zoom has no key"],
            "what holds everywhere is taken away where it is covered"
        );
        assert!(lost("[reading]\npin = []\n").is_empty());
        for preset in ["default", "vim", "git-add-p"] {
            assert!(lost(&format!("preset = {preset:?}")).is_empty(), "{preset}");
        }
    }

    #[test]
    fn an_empty_list_unbinds() {
        let keys = Keymap::with_user("[everywhere]\nquit = []\n");
        assert_eq!(keys.action(Scope::Reading, &letter('q')), None);
        assert!(keys.keys(Scope::Reading, Action::Quit).is_empty());
    }

    #[test]
    fn a_preset_holds_and_can_be_changed_further() {
        let keys = Keymap::with_user("preset = \"git-add-p\"\n[review]\nreject = \"r\"\n");
        assert_eq!(
            keys.action(Scope::Review, &letter('y')),
            Some(Action::Accept)
        );
        assert_eq!(
            keys.action(Scope::Review, &letter('r')),
            Some(Action::Reject)
        );
        assert_eq!(
            keys.action(Scope::Review, &letter('d')),
            Some(Action::RejectAll)
        );
        assert_eq!(keys.action(Scope::Review, &letter('x')), None);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, words) in [
            (
                "[reading]\n\nfolow = \"f\"",
                "line 3: there is no action \"folow\" (did you mean follow?)",
            ),
            (
                "[reading]\nnext_citation = \"f\"",
                "no action \"next_citation\" (did you mean citation-next?)",
            ),
            (
                "[reading]\nfollow = \"ctlr-f\"",
                "line 2: \"ctlr-f\" is not a key",
            ),
            ("[reading]\nfollow = [\"f\",\n \"F99\"]", "line 2: \"F99\""),
            (
                "[reading]\nfollow = \"a\"\nedit = \"a\"",
                "in [reading], a is bound to both",
            ),
            ("preset = \"emacs\"", "line 1: there is no preset \"emacs\""),
            ("[writing]\nfollow = \"a\"", "writing"),
            ("[reading\n", "line 1"),
        ] {
            let error = Keymap::read(text).1[0].to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn all_mistakes_of_a_file_are_told_in_the_order_of_its_lines_and_the_rest_of_it_holds() {
        let text = "[review]\naccept = \"hyper-x\"\nnonsense = \"k\"\n[reading]\nzoom = \"q\"\ndown = \"G\"\nquit = \"q\"\n";
        let (keys, mistakes, lost) = Keymap::read(text);
        let found: Vec<String> = mistakes
            .iter()
            .map(|error| error.to_string().chars().take(6).collect())
            .collect();
        assert_eq!(found, ["line 2", "line 3", "line 6", "line 7"]);
        // Of two that want one key the first has it, and the other keeps its own.
        assert_eq!(
            keys.action(Scope::Reading, &letter('q')),
            Some(Action::Zoom)
        );
        assert_eq!(keys.keys(Scope::Review, Action::Accept), ["a"]);
        assert_eq!(lost, []);
        assert_eq!(
            Keymap::read("[reading\nfollow = \"F\"").0,
            Keymap::default_keys()
        );
    }

    #[test]
    fn nothing_that_multiplexers_or_flow_control_take_is_bound_by_default() {
        let keys = Keymap::default_keys();
        for scope in Scope::ALL {
            for c in ['a', 'b', 's', 'q', 'i', 'm'] {
                assert_eq!(keys.action(scope, &control(c)), None, "ctrl-{c}");
            }
        }
    }
}
