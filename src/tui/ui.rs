//! Where the reader is looking: focus, reading positions, layers, text being typed.
//!
//! None of this is part of a study and none of it is journaled. A reading position is an offset in a source text, not a row number, so that it
//! survives a resize and text that arrives elsewhere. [`Drawn`] is what the last frame left for the next input: rectangles to hit with the mouse, and
//! the size of the page that a key scrolls by.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::editor::Editor;
use super::keymap::Key;
use super::layers::{AnyLayer, Configured, Look};
use super::layout::{Areas, Columns};
use super::links::Link;
use super::panes::canvas::Offered;
use super::panes::evidence::Subject;
use super::search::Search;
use super::view::{About, Level, Notice, PassageView};
use crate::study::{Claim, Quote, StudyId, Timestamp};

/// How long a first key of two stays good at least, and the screen says so.
const ARMED: Duration = Duration::from_secs(2);

/// The same where the analyst reads what the second key comes to.
const ARMED_TO_UNDO: Duration = Duration::from_secs(10);

/// How long after it was pressed a key may still be held down.
const HELD: Duration = Duration::from_secs(1);

/// How long a line is read.
const READ: Duration = Duration::from_secs(5);

/// A part of the workbench that can have the focus. The sections share one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pane {
    Query,
    /// A section, by its place in the framework.
    Section(usize),
    Judge,
    Revisions,
    Evidence,
}

/// A part of a section's share of the column, in the order in which they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What an empty study says, above its first section.
    Welcome,
    Heading,
    /// What kind of text this is.
    Label,
    /// The section's text.
    Text,
    /// What is wrong or missing.
    Notes,
    /// A text that is being prepared beside the accepted one.
    Beside,
    Gap,
}

/// A place in the column of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Anchor {
    pub section: usize,
    pub part: Part,
    /// Byte of the part's source text, or row of a part that is not text.
    pub offset: usize,
    /// Which one of several rows that begin at this byte, as the space above a paragraph does with the paragraph.
    pub nth: usize,
}

/// The reader's position in the brief.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What stands in the first row.
    pub anchor: Anchor,
    /// Whether the end of a text that is being written stays in view.
    pub follow: bool,
    /// The citation or claim that the reader stepped to.
    pub cursor: Option<Cursor>,
    /// Rows of the page that what is said has for now: the text does not move for that.
    pub lent: usize,
}

/// A stretch of a section's text that the reader stepped to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    pub section: usize,
    pub source: Range<usize>,
    /// The citation number, where it is a citation.
    pub number: Option<u32>,
}

/// A sentence of the brief that cites the source whose passage is open.
#[derive(Debug, Clone, PartialEq)]
pub struct Use {
    /// Its citation of the source.
    pub cursor: Cursor,
    /// Where the sentence stands in its section.
    pub span: Range<usize>,
    pub claim: Claim,
}

/// Where a reader stands.
#[derive(Debug, Clone)]
pub struct Stand {
    pub focus: Pane,
    pub reading: Reading,
    /// Selected rows of the lists.
    pub source: usize,
    pub revision: usize,
}

/// Where a sentence stood on the page, so that it stays there whatever comes in above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stood {
    pub anchor: Anchor,
    pub cursor: Cursor,
    /// Rows from the top of the page.
    pub down: isize,
}

/// A key that does something only when it is pressed twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Armed {
    Stop,
    Quit,
    /// Leaving a run, or what is not saved, where there is no room to ask.
    Leave,
    /// Nothing: a review was asked for where there is none, and the key that leaves it, typed ahead, would leave the program.
    NoReview,
    /// Taking away what a writer proposed.
    Undo,
}

/// What a click can hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Pane(Pane),
    /// A citation mark, by its section and the byte where it begins.
    Citation {
        section: usize,
        offset: usize,
        number: u32,
    },
    /// A checked sentence, by its section and the byte where it begins.
    Sentence {
        section: usize,
        offset: usize,
    },
    /// A row of the evidence list.
    Source(usize),
    /// A row of the revisions list.
    Revision(usize),
    /// A row of the topmost layer that can be selected.
    Row(usize),
    /// A citation in such a row.
    Cited {
        row: usize,
        number: u32,
    },
    /// A key that is named on the screen.
    Key(Key),
}

/// A line that was said to the analyst.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub at: String,
    pub level: Level,
    pub text: String,
    /// How often it was said one after the other.
    pub times: usize,
}

/// Rows of which a pane shows as many as it has room for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scrolled {
    /// The first one that is shown, and the one that would be with the last row in view.
    pub top: usize,
    pub last: usize,
}

/// What the last frame looked like.
#[derive(Debug, Clone)]
pub struct Drawn {
    pub areas: Areas,
    /// Later ones lie on top.
    pub targets: Vec<(Rect, Target)>,
    /// Columns of prose, and rows of the column of sections.
    pub prose: (u16, u16),
    /// Where the page began before the window became too small for the current sentence too, and where it was put to show that.
    pub refitted: Option<(Anchor, Anchor)>,
    /// How far the panes beside the brief are scrolled.
    pub scores: Scrolled,
    pub sources: Scrolled,
    /// The section in view.
    pub section: usize,
    /// The sections of which nothing is on the page, because they begin below it.
    pub below: Range<usize>,
    /// Whether the heading of the section in focus is on the page.
    pub is_headed: bool,
    /// The sentence, or the citation in it, that the reader is at.
    pub current: Option<Cursor>,
    /// Where on the page the one stood that the reader stepped to.
    pub stood: Option<Stood>,
    /// The body of the topmost layer.
    pub page: Rect,
    /// What the keys of the topmost window do, and how many layers there were.
    pub offered: (usize, Vec<Offered>),
    /// What leads to a source.
    pub links: Vec<Link>,
    /// The texts of the sections.
    pub texts: BTreeMap<usize, String>,
    /// Of each section, how many of its claims are to be looked into.
    pub problems: Vec<usize>,
}

/// The state of the screen beside the study.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct Ui {
    pub focus: Pane,
    pub zoom: bool,
    pub query: Editor,
    pub reading: Reading,
    /// Whether there was anything of a brief to read in the last frame; unknown before the first one.
    pub had_brief: Option<bool>,
    /// Sections that the writer still had to write for the first time in the last frame: their text is followed to its end.
    pub awaited: Vec<usize>,
    /// Selected rows of the lists.
    pub source: usize,
    pub revision: usize,
    /// The first row of the scores that is shown, and the first of the evidence where it was scrolled.
    pub scores_top: usize,
    pub sources_top: Option<usize>,
    /// What the selected row of the evidence was about, and which one it was: what comes in above it does not select another.
    pub selected: Option<(usize, Subject)>,
    /// The current sentence that the evidence was last brought to.
    pub followed: Option<Cursor>,
    /// Whether there was no room for the passage when it did.
    pub followed_without_room: bool,
    /// What was last quoted beside a change under review.
    pub sought: Option<Quote>,
    /// How many judgements there were when the analyst was told that the text is judged already: the same key asks anyway.
    pub judged_already: Option<usize>,
    /// The passage under the evidence list.
    pub preview: Option<PassageView>,
    /// What else rests on the source of that passage, in reading order.
    pub uses: Vec<Use>,
    /// Whether the passage that is being loaded is to be opened, not only previewed.
    pub opening: bool,
    pub layers: Vec<AnyLayer>,
    /// How far the study was, by its last event and its call, when a window last asked for the journal: one that cannot be read is not asked for on each
    /// frame.
    pub journal_asked: Option<(Option<u64>, Option<Timestamp>)>,
    /// What was typed in a layer that was left with Esc, to be gone on with.
    pub begun: Vec<AnyLayer>,
    /// The configuration file, as it is named to the analyst.
    pub config: String,
    /// The settings that it came to, in words.
    pub configured: Vec<Configured>,
    /// What the settings of the look came to on this terminal.
    pub first_look: Look,
    /// What was said since the program began, the last one at the end.
    pub said: Vec<Said>,
    /// The time of day, where somebody tells it.
    pub clock: fn() -> String,
    pub search: Option<Search>,
    /// Where the reader was when the search began, until they go on from a match: Esc leads back there.
    pub searched_from: Option<Stand>,
    /// What is searched for in the windows that are only read, as long as one of them is open.
    pub window_search: Option<Search>,
    pub mouse: bool,
    /// The folder that paths without one are seen from; empty where that is not known.
    pub folder: PathBuf,
    /// From how many columns on there are how many panes.
    pub columns: Columns,
    /// Whether the analyst has been told how text is selected.
    pub told_of_selecting: bool,
    pub notice: Option<Notice>,
    /// What is said once that has been read.
    pub next_notice: Option<Notice>,
    /// When it was first drawn, and whether a writer was at work then.
    pub notice_since: Option<(Instant, bool)>,
    pub armed: Option<(Armed, Instant)>,
    /// The key that opened the review, and when it was last pressed.
    pub opened: Option<(Key, Instant)>,
    /// The commands that were chosen in the palette, the last one first: it offers them before all others.
    pub last_commands: Vec<Action>,
    /// Studies that were deleted since the program began, with their titles.
    pub deleted: Vec<(StudyId, String)>,
    pub drawn: Drawn,
}

impl Stood {
    /// Whether the reader has neither gone to another sentence since nor moved the page.
    #[must_use]
    pub fn is_at(&self, reading: &Reading) -> bool {
        reading.anchor == self.anchor && reading.cursor.as_ref() == Some(&self.cursor)
    }
}

impl Use {
    /// Whether the reader stands in this sentence.
    #[must_use]
    pub fn is_at(&self, cursor: Option<&Cursor>) -> bool {
        cursor.is_some_and(|cursor| {
            cursor.section == self.cursor.section && self.span.contains(&cursor.source.start)
        })
    }
}

impl Anchor {
    pub const TOP: Self = Self {
        section: 0,
        part: Part::Welcome,
        offset: 0,
        nth: 0,
    };

    #[must_use]
    pub fn heading(section: usize) -> Self {
        Self {
            section,
            part: Part::Heading,
            ..Self::TOP
        }
    }
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            anchor: Anchor::TOP,
            follow: true,
            cursor: None,
            lent: 0,
        }
    }
}

impl Scrolled {
    /// `all` rows in a room for `height` of them, from `top` on as far as there are others.
    #[must_use]
    pub fn new(all: usize, height: usize, top: usize) -> Self {
        let last = all.saturating_sub(height);
        let top = top.min(last);
        Self { top, last }
    }

    /// The first row to be shown after a move by so many.
    #[must_use]
    pub fn moved(self, rows: isize) -> usize {
        self.top.saturating_add_signed(rows).min(self.last)
    }
}

impl Drawn {
    /// What lies under a point of the screen.
    #[must_use]
    pub fn hit(&self, column: u16, row: u16) -> Option<Target> {
        let at = Position { x: column, y: row };
        self.targets
            .iter()
            .rev()
            .find(|(area, _)| area.contains(at))
            .map(|(_, target)| *target)
    }
}

impl Ui {
    /// The state in which a study opens: at its top, or in the query while there is none.
    #[must_use]
    pub fn new(question: &str) -> Self {
        Self {
            focus: Pane::Query,
            zoom: false,
            query: Editor::at_end(question),
            reading: Reading::default(),
            had_brief: None,
            awaited: Vec::new(),
            source: 0,
            revision: 0,
            scores_top: 0,
            sources_top: None,
            selected: None,
            followed: None,
            followed_without_room: false,
            sought: None,
            judged_already: None,
            preview: None,
            uses: Vec::new(),
            opening: false,
            layers: Vec::new(),
            journal_asked: None,
            begun: Vec::new(),
            config: String::new(),
            configured: Vec::new(),
            first_look: Look::default(),
            said: Vec::new(),
            clock: String::new,
            search: None,
            searched_from: None,
            window_search: None,
            mouse: true,
            folder: PathBuf::new(),
            columns: Columns::default(),
            told_of_selecting: false,
            notice: None,
            next_notice: None,
            notice_since: None,
            armed: None,
            opened: None,
            last_commands: Vec::new(),
            deleted: Vec::new(),
            drawn: Drawn {
                areas: Areas::NONE,
                targets: Vec::new(),
                prose: (0, 0),
                refitted: None,
                scores: Scrolled::default(),
                sources: Scrolled::default(),
                section: 0,
                below: 0..0,
                is_headed: true,
                current: None,
                stood: None,
                page: Rect::ZERO,
                offered: (0, Vec::new()),
                links: Vec::new(),
                texts: BTreeMap::new(),
                problems: Vec::new(),
            },
        }
    }

    /// Keeps what is said, to be read again.
    pub fn note_said(&mut self, notice: &Notice) {
        const KEPT: usize = 500;
        let at = (self.clock)();
        match self.said.last_mut() {
            Some(last) if last.text == notice.text => (last.at, last.times) = (at, last.times + 1),
            _ => self.said.push(Said {
                at,
                level: notice.level,
                text: notice.text.clone(),
                times: 1,
            }),
        }
        let over = self.said.len().saturating_sub(KEPT);
        self.said.drain(..over);
    }

    /// Keeps which commands were chosen last.
    pub fn note_command(&mut self, action: Action) {
        const KEPT: usize = 5;
        self.last_commands.retain(|known| *known != action);
        self.last_commands.insert(0, action);
        self.last_commands.truncate(KEPT);
    }

    /// The section that commands about "this section" mean.
    #[must_use]
    pub fn section(&self) -> usize {
        match (self.focus, &self.reading.cursor) {
            (Pane::Section(section), _) => section,
            (_, Some(cursor)) => cursor.section,
            _ => self.drawn.section,
        }
    }

    /// What was just said, as long as it is to be read: until the next key, and for some seconds where a run needs the place for its steps or its end.
    #[must_use]
    pub fn said(&self, running: bool, now: Instant) -> Option<&Notice> {
        let notice = self.notice.as_ref()?;
        // What a step may take is nothing once it is done.
        let is_over = notice.about == About::Forecast && !running;
        let gives_way = is_over || self.gives_way_at(running).is_some_and(|at| now >= at);
        (!gives_way).then_some(notice)
    }

    /// When what was just said gives its place up to the steps of a run, or to how that came out; what tells of the latter itself, and what warns, stays.
    fn gives_way_at(&self, running: bool) -> Option<Instant> {
        let notice = self.notice.as_ref()?;
        let (since, was_running) = self.notice_since?;
        let is_over = was_running && notice.about != About::Outcome;
        (notice.level == Level::Info && (running || is_over)).then(|| since + READ)
    }

    /// When the next frame is due although nothing happens: something on the screen is over then, or begins.
    #[must_use]
    pub fn changes_at(&self, now: Instant) -> Option<Instant> {
        let notice = self.gives_way_at(false).filter(|at| *at > now);
        let menu = match self.layers.last() {
            Some(AnyLayer::Copy(menu)) => Some(menu.due()).filter(|at| *at > now),
            _ => None,
        };
        let all = [self.disarms_at(), notice, menu];
        all.into_iter().flatten().min()
    }

    /// Whether what was said last has hardly been read.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.notice_since
            .is_none_or(|(since, _)| since.elapsed() < READ)
    }

    /// Whether it is a window that is searched, and not the brief or what is under review: one that is only read is on top, or below the line in which the words
    /// are being typed.
    #[must_use]
    pub fn searches_window(&self) -> bool {
        let mut layers = self.layers.iter().rev();
        let top = layers.find(|layer| !matches!(layer, AnyLayer::Find(_)));
        top.is_some_and(|layer| layer.is_read())
    }

    /// Another window is on top: the words are searched for there too, and no match of it was stepped to.
    pub fn begin_window_search_anew(&mut self) {
        if let Some(search) = &mut self.window_search {
            (search.at, search.row) = (None, None);
            search.passages.clear();
        }
    }

    /// Whether the text of the evidence is searched with the brief.
    #[must_use]
    pub fn searches_evidence(&self) -> bool {
        !self.searches_window() && !self.reviews()
    }

    /// What is searched for where the reader is.
    #[must_use]
    pub fn search_here(&self) -> Option<&Search> {
        if self.searches_window() {
            self.window_search.as_ref()
        } else {
            self.search.as_ref()
        }
    }

    /// Whether changes are under review, whatever lies on top of them.
    #[must_use]
    pub fn reviews(&self) -> bool {
        let mut layers = self.layers.iter();
        layers.any(|layer| matches!(layer, AnyLayer::Review(_)))
    }

    /// Whether the review is what gets the keys.
    #[must_use]
    pub fn is_under_review(&self) -> bool {
        matches!(self.layers.last(), Some(AnyLayer::Review(_)))
    }

    /// Whether a key is the one that opened the review and is still held down: its repeats are for nobody.
    #[must_use]
    pub fn is_held(&self, key: Key, now: Instant) -> bool {
        self.is_under_review()
            && self.opened.is_some_and(|(opened, since)| {
                opened == key && now.saturating_duration_since(since) <= HELD
            })
    }

    /// Whether the first of two keys was pressed, and no frame has taken back since that the second counts.
    #[must_use]
    pub fn is_armed(&self, key: Armed) -> bool {
        self.armed.is_some_and(|(armed, _)| armed == key)
    }

    /// When the first of two keys is no longer good: a frame is due then, as it says so.
    #[must_use]
    pub fn disarms_at(&self) -> Option<Instant> {
        self.armed.map(|(armed, since)| {
            since
                + match armed {
                    Armed::Undo => ARMED_TO_UNDO,
                    Armed::Stop | Armed::Quit | Armed::Leave | Armed::NoReview => ARMED,
                }
        })
    }

    /// Forgets a first key that is no longer good. Only a frame may, so that a key does what the screen says.
    pub fn disarm(&mut self, now: Instant) {
        if self.disarms_at().is_some_and(|until| until <= now) {
            self.armed = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_key_counts_until_a_frame_takes_it_back() {
        let start = Instant::now();
        let mut ui = Ui::new("");
        assert_eq!(ui.disarms_at(), None);
        ui.armed = Some((Armed::Stop, start));
        ui.disarm(start + Duration::from_millis(1900));
        assert!(ui.is_armed(Armed::Stop));
        assert!(!ui.is_armed(Armed::Quit));
        let until = ui.disarms_at().expect("an end");
        ui.disarm(until);
        assert!(!ui.is_armed(Armed::Stop));
    }

    #[test]
    fn what_was_said_during_a_run_is_over_a_moment_later_also_where_nothing_happens_any_more() {
        let start = Instant::now();
        let mut ui = Ui::new("");
        let said = |about| Notice {
            about,
            ..Notice::new(Level::Info, "asked once more".to_owned())
        };
        ui.notice = Some(said(About::Other));
        ui.notice_since = Some((start, true));
        let at = ui.changes_at(start).expect("a frame is due");
        assert!(ui.said(false, start).is_some());
        assert!(ui.said(false, at).is_none());
        assert_eq!(ui.changes_at(at), None);
        // What a step may take is over with the run.
        ui.notice = Some(said(About::Forecast));
        assert!(ui.said(true, start).is_some());
        assert!(ui.said(false, start).is_none());
        // How the run came out stays until it is read.
        ui.notice = Some(said(About::Outcome));
        assert_eq!(ui.changes_at(start), None);
        assert!(ui.said(false, at).is_some());
        // So does what was said while nothing ran.
        ui.notice = Some(said(About::Other));
        ui.notice_since = Some((start, false));
        assert_eq!(ui.changes_at(start), None);
    }
}
