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
mod evidence;
mod export;
mod find;
mod framing;
mod fuzzy;
mod help;
mod history;
mod impact;
mod list;
mod offer;
mod palette;
mod passage;
mod past;
mod review;
mod scores;
mod searched;
mod sent;
mod set_aside;
mod steer;
mod step;
mod studies;
mod take_out;
mod themes;
mod trace;
mod unlock;
mod why;
mod writers;

use std::ops::Range;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

pub use addresses::Addresses;
pub use budget::Budget;
pub use confirm::Confirm;
pub use conflicts::Conflicts;
pub use copy::CopyMenu;
pub use describe::Describe;
pub use edit::Edit;
pub use evidence::AddEvidence;
pub use export::{Export, file_name};
pub use find::Find;
pub use help::Help;
pub use history::History;
pub use impact::Impact;
pub use offer::Offer;
pub use palette::Palette;
pub use passage::Passage;
pub use past::Past;
pub use review::{Grounds, Review};
pub use scores::ScoreReasons;
pub use searched::{Searched, places};
pub use sent::Sent;
pub use set_aside::SetAside;
pub use steer::Steer;
pub use step::Step;
pub use studies::Studies;
pub use take_out::TakeOut;
pub use themes::Themes;
pub use trace::Trace;
pub use unlock::Unlock;
pub use why::Why;
pub use writers::Writers;

use self::framing::{
    clickable, closing_frame, draw_keys, frame, movement, scoped_frame, scrolled, window,
};
use super::action::Action;
use super::app::Effect;
use super::keymap::{Keymap, Scope};
use super::panes::canvas::Canvas;
use super::theme::Theme;
use super::ui::Ui;
use super::view::View;
use crate::study::SectionId;

/// A layer.
#[derive(Debug)]
pub enum Overlay {
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
    Sent(Sent),
    SetAside(SetAside),
    TakeOut(TakeOut),
    Why(Why),
    Steer(Steer),
    Unlock(Unlock),
    Describe(Box<Describe>),
    Conflicts(Conflicts),
    Scores(ScoreReasons),
    Impact(Impact),
    History(History),
    Past(Past),
    Trace(Trace),
    Step(Step),
    Grounds(Grounds),
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
    Push(Box<Overlay>),
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
    /// The passage of this hunk's evidence, or of the citation, is to be opened.
    Open(Effect),
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

impl Overlay {
    /// Whether nothing of what lies below can be seen.
    #[must_use]
    pub fn covers_all(&self) -> bool {
        matches!(self, Self::Review(_))
    }

    /// Whether it is a window, behind which all else steps back: of what lies below the others something is looked at.
    #[must_use]
    pub fn is_window(&self) -> bool {
        !matches!(
            self,
            Self::Review(_) | Self::Edit(_) | Self::Find(_) | Self::Themes(_)
        )
    }

    /// Whether it is only read: a key that leads elsewhere leads there from it too.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.searched().is_some()
    }

    /// What opened a layer that is only read, and closes it again.
    #[must_use]
    pub fn opened_by(&self) -> Option<Action> {
        match self {
            Self::Sent(_) => Some(Action::Sent),
            Self::SetAside(_) => Some(Action::SetAside),
            Self::Why(_) => Some(Action::Why),
            Self::Conflicts(_) => Some(Action::Conflicts),
            Self::History(_) => Some(Action::History),
            Self::Trace(_) => Some(Action::Trace),
            _ => None,
        }
    }

    /// Where the layer's keys are looked up.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match self {
            Self::Review(review) => review.scope(),
            Self::Edit(_) => Scope::Editing,
            Self::History(_) | Self::Past(_) => Scope::History,
            Self::Passage(_)
            | Self::Confirm(_)
            | Self::Copy(_)
            | Self::Sent(_)
            | Self::Offer(_)
            | Self::SetAside(_)
            | Self::TakeOut(_)
            | Self::Why(_)
            | Self::Scores(_)
            | Self::Conflicts(_)
            | Self::Impact(_)
            | Self::Trace(_)
            | Self::Grounds(_)
            | Self::Step(_) => Scope::Overlay,
            Self::Help(help) if !help.is_filtering() => Scope::Overlay,
            Self::Help(_)
            | Self::Palette(_)
            | Self::Studies(_)
            | Self::Export(_)
            | Self::AddEvidence(_)
            | Self::Addresses(_)
            | Self::Budget(_)
            | Self::Themes(_)
            | Self::Writers(_)
            | Self::Steer(_)
            | Self::Unlock(_)
            | Self::Describe(_)
            | Self::Find(_) => Scope::Typing,
        }
    }

    pub fn key(&mut self, key: KeyEvent, around: Surroundings<'_>) -> Reaction {
        match self {
            Self::Help(layer) => layer.key(key, around),
            Self::Palette(layer) => layer.key(key, around),
            Self::Passage(layer) => layer.key(key, around),
            Self::Studies(layer) => layer.key(key, around),
            Self::Export(layer) => layer.key(key, around),
            Self::AddEvidence(layer) => layer.key(key, around),
            Self::Addresses(layer) => layer.key(key, around),
            Self::Budget(layer) => layer.key(key),
            // The application answers it, because a key that is no answer is not for the layer.
            Self::Offer(_) => Reaction::Close,
            Self::Copy(layer) => layer.key(key, around),
            Self::Themes(layer) => layer.key(key, around),
            Self::Writers(layer) => layer.key(key, around),
            Self::Find(layer) => layer.key(key, around),
            Self::Confirm(layer) => layer.key(key, around),
            Self::Review(layer) => layer.key(key, around),
            Self::Edit(layer) => layer.key(key, around),
            Self::Sent(layer) => layer.key(key, around),
            Self::SetAside(layer) => layer.key(key, around),
            Self::TakeOut(layer) => layer.key(key, around),
            Self::Why(layer) => layer.key(key, around),
            Self::Steer(layer) => layer.key(key, around),
            Self::Unlock(layer) => layer.key(key),
            Self::Describe(layer) => layer.key(key),
            Self::Conflicts(layer) => layer.key(key, around),
            Self::Scores(layer) => layer.key(key, around),
            Self::Impact(layer) => layer.key(key, around),
            Self::History(layer) => layer.key(key, around),
            Self::Past(layer) => layer.key(key, around),
            Self::Trace(layer) => layer.key(key, around),
            Self::Step(layer) => layer.key(key, around),
            Self::Grounds(layer) => layer.key(key, around),
        }
    }

    /// The layer as one that is searched, where it is only read.
    #[must_use]
    pub fn searched(&self) -> Option<&dyn Searched> {
        match self {
            Self::Passage(layer) => Some(layer),
            Self::Sent(layer) => Some(layer),
            Self::SetAside(layer) => Some(layer),
            Self::Why(layer) => Some(layer),
            Self::Conflicts(layer) => Some(layer),
            Self::Scores(layer) => Some(layer),
            Self::History(layer) => Some(layer),
            Self::Past(layer) => Some(layer),
            Self::Trace(layer) => Some(layer),
            Self::Step(layer) => Some(layer),
            Self::Grounds(layer) => Some(layer),
            _ => None,
        }
    }

    /// The same, to be moved to a match.
    pub fn searched_mut(&mut self) -> Option<&mut dyn Searched> {
        match self {
            Self::Passage(layer) => Some(layer),
            Self::Sent(layer) => Some(layer),
            Self::SetAside(layer) => Some(layer),
            Self::Why(layer) => Some(layer),
            Self::Conflicts(layer) => Some(layer),
            Self::Scores(layer) => Some(layer),
            Self::History(layer) => Some(layer),
            Self::Past(layer) => Some(layer),
            Self::Trace(layer) => Some(layer),
            Self::Step(layer) => Some(layer),
            Self::Grounds(layer) => Some(layer),
            _ => None,
        }
    }

    /// Leaves what was begun within the layer, if anything was, so that Esc closes no more than that.
    pub fn step_back(&mut self) -> bool {
        match self {
            Self::Studies(layer) => layer.step_back(),
            Self::Review(layer) => layer.leave_typing(),
            _ => false,
        }
    }

    /// Takes pasted text where the layer has a field for it, and says whether there was room for all of it.
    pub fn paste(&mut self, pasted: &str) -> bool {
        match self {
            Self::Palette(layer) => layer.list.paste(pasted),
            Self::Writers(layer) => layer.list.paste(pasted),
            Self::Studies(layer) => layer.paste(pasted),
            Self::Export(layer) => layer.paste(pasted),
            Self::AddEvidence(layer) => layer.paste(pasted),
            Self::Addresses(layer) => layer.list.paste(pasted),
            Self::Budget(layer) => layer.paste(pasted),
            Self::Find(layer) => layer.paste(pasted),
            Self::Steer(layer) => layer.paste(pasted),
            Self::Unlock(layer) => layer.paste(pasted),
            Self::Describe(layer) => layer.paste(pasted),
            Self::Help(layer) => layer.paste(pasted),
            Self::Review(layer) => layer.paste(pasted),
            Self::Edit(layer) => layer.paste(pasted),
            Self::Passage(_)
            | Self::Offer(_)
            | Self::Copy(_)
            | Self::Themes(_)
            | Self::Confirm(_)
            | Self::SetAside(_)
            | Self::TakeOut(_)
            | Self::Why(_)
            | Self::Conflicts(_)
            | Self::Scores(_)
            | Self::Impact(_)
            | Self::History(_)
            | Self::Past(_)
            | Self::Trace(_)
            | Self::Step(_)
            | Self::Grounds(_)
            | Self::Sent(_) => true,
        }
    }

    /// Moves by rows of the mouse wheel.
    pub fn scroll(&mut self, rows: isize, around: Surroundings<'_>) {
        match self {
            Self::Help(layer) => layer.scroll_by(rows, around),
            Self::Passage(layer) => layer.scroll_by(rows, around),
            Self::Palette(layer) => layer.list.step(rows),
            Self::Studies(layer) => layer.list.step(rows),
            Self::Themes(layer) => layer.list.step(rows),
            Self::Writers(layer) => layer.list.step(rows),
            Self::Addresses(layer) => layer.list.step(rows),
            Self::Review(layer) => layer.scroll_by(rows, around),
            Self::Edit(layer) => layer.scroll(rows),
            Self::Sent(layer) => layer.scroll_by(rows, around),
            Self::SetAside(layer) => layer.step(rows),
            Self::TakeOut(layer) => layer.step(rows),
            Self::Why(layer) => layer.scroll_by(rows, around),
            Self::Conflicts(layer) => layer.step(rows, around.view.ledger),
            Self::Scores(layer) => layer.step(rows, around.view),
            Self::Impact(layer) => layer.step(rows),
            Self::History(layer) => layer.step(rows),
            Self::Past(layer) => layer.scroll_by(rows, around),
            Self::Trace(layer) => layer.step(rows),
            Self::Step(layer) => layer.scroll_by(rows, around),
            Self::Grounds(layer) => layer.scroll_by(rows, around),
            Self::Export(_)
            | Self::AddEvidence(_)
            | Self::Budget(_)
            | Self::Steer(_)
            | Self::Unlock(_)
            | Self::Describe(_)
            | Self::Offer(_)
            | Self::Copy(_)
            | Self::Find(_)
            | Self::Confirm(_) => {}
        }
    }

    /// Selects the row that was clicked; says whether that is to choose it, because it was selected.
    pub fn point(&mut self, row: usize, around: Surroundings<'_>) -> bool {
        match self {
            Self::Palette(layer) => layer.list.point(row),
            Self::Studies(layer) => layer.list.point(row),
            Self::Themes(layer) => layer.list.point(row),
            Self::Writers(layer) => layer.list.point(row),
            Self::Addresses(layer) => layer.list.point(row),
            Self::History(layer) => layer.point(row),
            Self::Trace(layer) => layer.point(row),
            Self::Conflicts(layer) => layer.point(row),
            Self::Scores(layer) => layer.point(row),
            Self::Impact(layer) => {
                // Enter begins the update there, which a click is not for.
                layer.point(row);
                false
            }
            Self::Review(layer) => {
                layer.point(row, around);
                false
            }
            _ => false,
        }
    }

    /// Draws the layer, and returns the area of its body.
    pub fn draw(&self, view: &View<'_>, ui: &Ui, screen: Rect, canvas: &mut Canvas<'_>) -> Rect {
        match self {
            Self::Help(layer) => layer.draw(screen, canvas),
            Self::Palette(layer) => layer.draw(view, screen, canvas),
            Self::Passage(layer) => layer.draw(view, ui, screen, canvas),
            Self::Studies(layer) => layer.draw(screen, canvas),
            Self::Export(layer) => layer.draw(view, screen, canvas),
            Self::AddEvidence(layer) => layer.draw(screen, canvas),
            Self::Addresses(layer) => layer.draw(screen, canvas),
            Self::Budget(layer) => layer.draw(view, screen, canvas),
            Self::Offer(layer) => layer.draw(screen, canvas),
            Self::Copy(layer) => layer.draw(screen, canvas),
            Self::Themes(layer) => layer.draw(screen, canvas),
            Self::Writers(layer) => layer.draw(view, screen, canvas),
            Self::Find(layer) => layer.draw(ui, screen, canvas),
            Self::Confirm(layer) => layer.draw(screen, canvas),
            Self::Review(layer) => layer.draw(view, ui, screen, canvas),
            Self::Edit(layer) => layer.draw(view, ui, screen, canvas),
            Self::Sent(layer) => layer.draw(view, screen, canvas),
            Self::SetAside(layer) => layer.draw(view, screen, canvas),
            Self::TakeOut(layer) => layer.draw(view, screen, canvas),
            Self::Why(layer) => layer.draw(view, screen, canvas),
            Self::Steer(layer) => layer.draw(view, screen, canvas),
            Self::Unlock(layer) => layer.draw(screen, canvas),
            Self::Describe(layer) => layer.draw(screen, canvas),
            Self::Conflicts(layer) => layer.draw(view, screen, canvas),
            Self::Scores(layer) => layer.draw(view, screen, canvas),
            Self::Impact(layer) => layer.draw(view, screen, canvas),
            Self::History(layer) => layer.draw(view, screen, canvas),
            Self::Past(layer) => layer.draw(screen, canvas),
            Self::Trace(layer) => layer.draw(screen, canvas),
            Self::Step(layer) => layer.draw(screen, canvas),
            Self::Grounds(layer) => layer.draw(view, screen, canvas),
        }
    }
}
