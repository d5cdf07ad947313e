//! What lies on top of the panes: one layer each, the topmost gets the keys, Esc closes only that.
//!
//! A layer answers an input with a [`Reaction`], which the application carries out; layers reach for nothing themselves. Their bodies are drawn
//! in a frame in the middle of the screen, or on all of it where it is small.

mod addresses;
mod budget;
mod confirm;
mod conflicts;
mod copy;
mod describe;
mod edit;
mod elsewhere;
mod evidence;
mod export;
mod find;
mod fix_several;
mod framing;
mod fuzzy;
mod help;
mod history;
mod impact;
mod left_out;
mod list;
mod messages;
mod offer;
mod palette;
mod passage;
mod past;
mod problems;
mod review;
mod scores;
mod search_sources;
mod searched;
mod sent;
mod set_aside;
mod settings;
mod stats;
mod steer;
mod step;
mod studies;
mod take_out;
mod themes;
mod trace;
mod unlock;
mod why;
mod writers;

use std::cell::Cell;
use std::fmt;
use std::ops::{Deref, DerefMut, Range};

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

pub use addresses::Addresses;
pub use budget::Budget;
pub use confirm::Confirm;
pub use conflicts::Conflicts;
pub use copy::CopyMenu;
pub use describe::{Describe, description};
pub use edit::Edit;
pub use elsewhere::Elsewhere;
pub use evidence::AddEvidence;
pub use export::{Export, file_name};
pub use find::Find;
pub use fix_several::{FixSeveral, ToFix};
pub use help::Help;
pub use history::History;
pub use impact::Impact;
pub use left_out::LeftOut;
pub use messages::Messages;
pub use offer::Offer;
pub use palette::Palette;
pub use passage::Passage;
pub use past::Past;
pub use problems::Problems;
pub use review::{Grounds, Review, has_changes};
pub use scores::ScoreReasons;
pub use search_sources::SearchSources;
pub use searched::places;
pub use sent::Sent;
pub use set_aside::SetAside;
pub use settings::{Configured, Look, Settings};
pub use stats::Stats;
pub use steer::Steer;
pub use step::{Step, context, texts};
pub use studies::Studies;
pub use take_out::TakeOut;
pub use themes::Themes;
pub use trace::{Trace, name as step_name};
pub use unlock::Unlock;
pub use why::Why;
pub use writers::Writers;

use self::framing::{
    clickable, closing_frame, draw_keys, explain, frame, mark_more, movement, prose_in, put_page,
    put_place, rows_for, scoped_frame, scrolled, stand_side_by_side, window,
};
use self::list::List;
use self::searched::page_with;
use super::action::Action;
use super::app::Effect;
use super::keymap::{Keymap, Scope};
use super::panes::canvas::Canvas;
use super::panes::problem::Problem;
use super::theme::Theme;
use super::ui::Ui;
use super::view::View;
use crate::study::SectionId;

/// The layers there are: each is a line here and a file of its own.
macro_rules! layers {
    ($($name:ident($layer:ty)),* $(,)?) => {
        /// Any of the layers.
        #[derive(Debug)]
        #[expect(clippy::large_enum_variant, reason = "a few are open at a time")]
        pub enum AnyLayer {
            $($name($layer),)*
        }

        impl Deref for AnyLayer {
            type Target = dyn Layer;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$name(layer) => layer,)*
                }
            }
        }

        impl DerefMut for AnyLayer {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(Self::$name(layer) => layer,)*
                }
            }
        }
    };
}

layers! {
    Help(Help),
    Palette(Palette),
    Passage(Passage),
    Studies(Studies),
    Export(Export),
    AddEvidence(AddEvidence),
    Addresses(Addresses),
    Budget(Budget),
    Offer(Offer),
    Copy(CopyMenu),
    Themes(Themes),
    Writers(Writers),
    Find(Find),
    Confirm(Confirm),
    Review(Review),
    Edit(Edit),
    Elsewhere(Elsewhere),
    Sent(Sent),
    SetAside(SetAside),
    TakeOut(TakeOut),
    Why(Why),
    Steer(Steer),
    Unlock(Unlock),
    Describe(Describe),
    Conflicts(Conflicts),
    Scores(ScoreReasons),
    Impact(Impact),
    History(History),
    Past(Past),
    Trace(Trace),
    Stats(Stats),
    Step(Step),
    Grounds(Grounds),
    SearchSources(SearchSources),
    LeftOut(LeftOut),
    Problems(Problems),
    Messages(Messages),
    Settings(Settings),
    FixSeveral(FixSeveral),
}

/// What a layer wants done after an input.
#[derive(Debug)]
pub enum Reaction {
    /// Nothing but a new frame.
    Stay,
    Close,
    /// Effects; the layer stays.
    Act(Vec<Effect>),
    /// Effects after which the layer is done.
    Finish(Vec<Effect>),
    /// The layer is done and the application carries on with this.
    Perform(Action),
    /// Effects after which all layers are done.
    Leave(Vec<Effect>),
    /// Another layer on top of this one.
    Push(Box<AnyLayer>),
    /// The application carries this out below the layer, which stays.
    Below(Action),
    /// The layer is done, and the reader searches for this.
    Search(String),
    /// How often this is found is to be seen, and where; nothing moves yet.
    Look(String),
    /// The layer is done, and the reader goes to this stretch of the accepted text.
    GoTo {
        section: SectionId,
        source: Range<usize>,
    },
    /// These are to be fixed: what that takes is to be seen first.
    Fix(Vec<Problem>),
    /// The passage of this hunk's evidence, or of the citation, is to be opened.
    Open(Effect),
    /// The passage that was found is to be opened, with these words of what was looked for marked in it.
    OpenMarked {
        effect: Effect,
        looked_for: String,
        words: Vec<String>,
    },
    /// The layer is done and the theme is this one.
    UseTheme(String),
}

/// What a layer may look at when it reads a key.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    pub view: &'a View<'a>,
    pub keys: &'a Keymap,
    pub theme: &'a Theme,
    /// Columns and rows of the layer's body in the last frame.
    pub page: (usize, usize),
    /// Columns of the screen in the last frame.
    pub columns: usize,
}

impl<'a> Surroundings<'a> {
    /// What there is around the topmost layer, as the last frame showed it.
    #[must_use]
    pub fn new(view: &'a View<'a>, keys: &'a Keymap, theme: &'a Theme, ui: &Ui) -> Self {
        let page = ui.drawn.page;
        Self {
            view,
            keys,
            theme,
            page: (usize::from(page.width), usize::from(page.height)),
            columns: usize::from(ui.drawn.areas.footer.width),
        }
    }
}

/// What every layer does, and what only some do.
pub trait Layer: fmt::Debug {
    fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction;

    /// Draws the layer, and returns the area of its body.
    fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect;

    /// Where the layer's keys are looked up.
    fn scope(&self) -> Scope {
        Scope::Window
    }

    /// Whether nothing of what lies below can be seen.
    fn covers_all(&self) -> bool {
        false
    }

    /// Whether it is a window, behind which all else steps back: of what lies below the others something is looked at.
    fn is_window(&self) -> bool {
        true
    }

    /// What opened a layer that is only read, and closes it again.
    fn opened_by(&self) -> Option<Action> {
        None
    }

    /// Leaves what was begun within the layer, if anything was, so that Esc closes no more than that.
    fn step_back(&mut self) -> bool {
        false
    }

    /// Keys that no key file names, and what they do in it, for the help.
    fn other_keys(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The list that it is, where it is one: pasted text filters it, the wheel and a click choose in it.
    fn list(&mut self) -> Option<&mut List> {
        None
    }

    /// Takes pasted text where the layer has a field for it, and says whether there was room for all of it.
    fn paste(&mut self, pasted: &str) -> bool {
        self.list().is_none_or(|list| list.paste(pasted))
    }

    /// What is to be done about what was pasted last.
    fn pasted(&mut self) -> Reaction {
        Reaction::Stay
    }

    /// The first row on its page, where it is one text that is only read and [`Self::said`] gives the rows: all else of such a layer follows from these.
    fn top(&self) -> Option<&Cell<usize>> {
        None
    }

    /// What a key does in a window that holds such a text: `closing` ends it beside `q`, help and the palette come below it, the rest turns the page.
    fn read(&self, key: &KeyEvent, closing: Option<Action>, around: Surroundings<'_>) -> Reaction {
        match around.keys.action(Scope::Window, key) {
            Some(Action::Quit) => Reaction::Close,
            action if action.is_some() && action == closing => Reaction::Close,
            Some(action @ (Action::Help | Action::Palette)) => Reaction::Below(action),
            Some(action) => {
                self.turn(action, around);
                Reaction::Stay
            }
            None => Reaction::Stay,
        }
    }

    /// Turns the page of such a text, where an action does that.
    fn turn(&self, action: Action, around: Surroundings<'_>) {
        if let Some(top) = self.top() {
            let rows = self.said(around).len();
            let turned = scrolled(action, top.get(), around.page.1, rows);
            top.set(turned.unwrap_or(top.get()));
        }
    }

    /// Moves by rows of the mouse wheel.
    fn scroll(&mut self, rows: isize, around: Surroundings<'_>) {
        if let Some(top) = self.top() {
            let last = self.said(around).len().saturating_sub(around.page.1);
            top.set(top.get().saturating_add_signed(rows).min(last));
        } else if let Some(list) = self.list() {
            list.step(rows);
        }
    }

    /// Selects the row that was clicked; says whether that is to choose it, because it was selected.
    fn point(&mut self, row: usize, _: Surroundings<'_>) -> bool {
        self.list().is_some_and(|list| list.point(row))
    }

    /// The same where a citation in the row was clicked: choosing it is opening what it cites.
    fn point_at(&mut self, row: usize, _number: u32, around: Surroundings<'_>) -> bool {
        self.point(row, around)
    }

    /// Whether it is only read: a key that leads elsewhere leads there from it too, and it is searched by the four below.
    fn is_read(&self) -> bool {
        self.top().is_some()
    }

    /// What it says, where it is only read: the rows of a text, or the entries of a list.
    fn said(&self, _: Surroundings<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Which of them the reader is at: the first row on the page, or the selected entry.
    fn place(&self, _: Surroundings<'_>) -> usize {
        self.top().map_or(0, Cell::get)
    }

    /// Goes to one of them.
    fn go(&mut self, to: usize, around: Surroundings<'_>) {
        if let Some(top) = self.top() {
            top.set(page_with(to, around.page.1, self.said(around).len()));
        }
    }

    /// Whether it is a text: an entry of a list is seen to be selected, a row is not.
    fn is_text(&self) -> bool {
        self.top().is_some()
    }
}
