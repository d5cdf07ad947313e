//! Where everything is drawn, by the size of the screen.
//!
//! Four layouts and one line: the *desk* shows everything at once, the *split* leaves out the passage, *tabs* and the *strip* show one pane at a
//! time, and below 40x10 only a status line is left. All of it is arithmetic on rectangles; a rectangle that a layout does not have is empty, so
//! that drawing into it is a no-op and no size is a special case.

use ratatui::layout::{Margin, Rect};

use super::ui::Pane;

/// The widest line of prose, in columns: longer lines are hard to read.
pub const PROSE: u16 = 88;
/// Columns left of the prose: the mark of a pending change or a pin, that of a verdict, that of the current sentence, a space.
pub const GUTTER: u16 = 4;

/// From so many rows on the panes at the side are set apart by blank rows.
const ROOMY: u16 = 20;

/// Which panes a screen has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// All panes and the passage under the reader's eye.
    Desk,
    /// All panes.
    Split,
    /// The focused pane, under a line of tabs.
    Tabs,
    /// The focused pane, and as little else as possible.
    Strip,
    /// Too small for panes: one status line.
    Line,
}

/// From how many columns on a screen shows tabs, all panes, and all of them with the passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns([u16; 3]);

impl Columns {
    /// Those that the analyst wants, as far as panes have room in them.
    #[must_use]
    pub fn wanted([tabs, split, desk]: [u16; 3]) -> Self {
        let tabs = tabs.max(40);
        let split = split.max(80).max(tabs);
        Self([tabs, split, desk.max(split)])
    }
}

impl Default for Columns {
    fn default() -> Self {
        Self([60, 96, 140])
    }
}

/// What the layout has to know of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub columns: Columns,
    pub focus: Pane,
    pub zoom: bool,
    /// Rows that the question takes at this width.
    pub query_rows: u16,
    /// Sections with changes to review.
    pub revisions: u16,
    /// Sources and refused evidence.
    pub sources: u16,
    /// Rows that the scores take, with their heading.
    pub scores: u16,
    /// Whether there is a passage to show, or anything to be said in its place.
    pub passage: bool,
    /// Rows of what was just said to the analyst; 0 while nothing was.
    pub notice: u16,
}

/// The rectangle of each part of the screen; empty where the layout has no room for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Areas {
    pub layout: Layout,
    pub title: Rect,
    pub tabs: Rect,
    pub query: Rect,
    /// The rule that closes the query pane.
    pub rule: Rect,
    pub brief: Rect,
    /// The vertical line between brief and side panes.
    pub divider: Rect,
    pub judge: Rect,
    pub revisions: Rect,
    pub evidence: Rect,
    pub passage: Rect,
    pub notice: Rect,
    pub footer: Rect,
}

impl Layout {
    #[must_use]
    pub fn of(width: u16, height: u16, Columns([tabs, split, desk]): Columns) -> Self {
        if width < 40 || height < 10 {
            Self::Line
        } else if width < tabs || height < 18 {
            Self::Strip
        } else if width < split || height < 26 {
            Self::Tabs
        } else if width >= desk && height >= 36 {
            Self::Desk
        } else {
            Self::Split
        }
    }

    /// Columns of the panes beside the brief.
    #[must_use]
    pub fn side(self, width: u16) -> u16 {
        match self {
            Self::Desk => (width * 38 / 100).min(80),
            Self::Split => width * 34 / 100,
            Self::Tabs | Self::Strip | Self::Line => 0,
        }
    }
}

impl Shape {
    /// Rows for the scores, of which so many are usual and the evidence below them has so many: a pane that has less to say than its share leaves the rest to one
    /// that has more.
    fn share_of_scores(&self, usual: u16, below: u16) -> u16 {
        /// Rows of a passage that say something.
        const PASSAGE: u16 = 10;
        let passage = if self.passage { PASSAGE } else { 0 };
        let evidence = 2 + self.sources.max(2) + passage;
        let lent = usual.saturating_sub(self.scores.max(4));
        let wanted = evidence.saturating_sub(below);
        let lacking = self.scores.saturating_sub(usual);
        let free = below.saturating_sub(evidence);
        usual - lent.min(wanted) + lacking.min(free)
    }
}

impl Areas {
    /// No room for anything, as before the first frame.
    pub const NONE: Self = Self {
        layout: Layout::Line,
        title: Rect::ZERO,
        tabs: Rect::ZERO,
        query: Rect::ZERO,
        rule: Rect::ZERO,
        brief: Rect::ZERO,
        divider: Rect::ZERO,
        judge: Rect::ZERO,
        revisions: Rect::ZERO,
        evidence: Rect::ZERO,
        passage: Rect::ZERO,
        notice: Rect::ZERO,
        footer: Rect::ZERO,
    };

    #[must_use]
    pub fn of(screen: Rect, shape: Shape) -> Self {
        let layout = Layout::of(screen.width, screen.height, shape.columns);
        let none = Self {
            layout,
            ..Self::NONE
        };
        match layout {
            Layout::Line => none,
            _ if shape.zoom => none.zoomed(screen, shape),
            Layout::Desk | Layout::Split => none.side_by_side(screen, shape),
            Layout::Tabs => none.tabbed(screen, shape),
            Layout::Strip => none.stripped(screen, shape),
        }
    }

    /// The area of a pane; empty where it is not on screen.
    #[must_use]
    pub fn pane(&self, pane: Pane) -> Rect {
        match pane {
            Pane::Query => self.query,
            Pane::Section(_) => self.brief,
            Pane::Judge => self.judge,
            Pane::Revisions => self.revisions,
            Pane::Evidence => self.evidence,
        }
    }

    fn put(&mut self, pane: Pane, area: Rect) {
        match pane {
            Pane::Query => self.query = area,
            Pane::Section(_) => self.brief = area,
            Pane::Judge => self.judge = area,
            Pane::Revisions => self.revisions = area,
            Pane::Evidence => self.evidence = area,
        }
    }

    /// One pane on the whole screen. The last row keeps the way back, and what is said stands above it.
    fn zoomed(mut self, screen: Rect, shape: Shape) -> Self {
        let mut rest = screen;
        self.footer = take_bottom(&mut rest, 1);
        self.notice = take_bottom(&mut rest, shape.notice);
        self.put(shape.focus, rest);
        self
    }

    fn side_by_side(mut self, screen: Rect, shape: Shape) -> Self {
        let mut rest = screen;
        self.title = take_top(&mut rest, 1);
        self.footer = take_bottom(&mut rest, 1);
        self.notice = take_bottom(&mut rest, shape.notice.max(1));
        let most = if shape.focus == Pane::Query { 8 } else { 3 };
        self.query = take_top(&mut rest, 1 + shape.query_rows.clamp(1, most));
        self.rule = take_top(&mut rest, 1);
        let shown = take_right(&mut rest, self.layout.side(screen.width));
        self.divider = take_right(&mut rest, 1);
        self.brief = rest;

        // What is said for a moment covers the end of the panes, and moves none of them.
        let mut side = Rect {
            height: shown.height + shape.notice.saturating_sub(1),
            ..shown
        };
        let spare = u16::from(side.height >= ROOMY);
        let usual = (side.height * 2 / 5).clamp(4, 14);
        let most = (side.height.saturating_sub(usual + spare) / 4).max(2);
        let revisions = (1 + shape.revisions.max(1)).min(most) + 1;
        let judge =
            shape.share_of_scores(usual, side.height.saturating_sub(usual + spare + revisions));
        self.judge = take_top(&mut side, judge);
        take_top(&mut side, spare);
        self.revisions = take_top(&mut side, revisions);
        if self.layout == Layout::Desk {
            let most = if shape.passage {
                (side.height / 2).max(6)
            } else {
                side.height.max(6)
            };
            let sources = (1 + shape.sources.max(2)).clamp(6, most);
            self.evidence = take_top(&mut side, sources + 1);
            self.passage = side;
        } else {
            self.evidence = side;
        }
        for pane in [
            &mut self.judge,
            &mut self.revisions,
            &mut self.evidence,
            &mut self.passage,
        ] {
            *pane = within(*pane, shown);
        }
        self
    }

    fn tabbed(mut self, screen: Rect, shape: Shape) -> Self {
        let mut rest = screen;
        self.title = take_top(&mut rest, 1);
        self.footer = take_bottom(&mut rest, 1);
        self.notice = take_bottom(&mut rest, shape.notice.max(1));
        let rows = if shape.focus == Pane::Query {
            shape.query_rows.clamp(1, 5)
        } else {
            1
        };
        self.query = take_top(&mut rest, rows);
        self.tabs = take_top(&mut rest, 1);
        let shown = match shape.focus {
            Pane::Query => Pane::Section(0),
            other => other,
        };
        self.put(shown, rest);
        self
    }

    fn stripped(mut self, screen: Rect, shape: Shape) -> Self {
        let mut rest = screen;
        self.title = take_top(&mut rest, 1);
        self.footer = take_bottom(&mut rest, 1);
        self.rule = take_top(&mut rest, 1);
        let kept = u16::from(screen.height >= 14);
        self.notice = take_bottom(&mut rest, shape.notice.max(kept));
        if shape.focus == Pane::Query {
            self.query = take_top(&mut rest, shape.query_rows.clamp(1, 4));
            self.brief = rest;
        } else {
            self.put(shape.focus, rest);
        }
        self
    }
}

/// The part of an area that lies within another one, in its columns; empty where it is below that.
fn within(area: Rect, whole: Rect) -> Rect {
    let y = area.y.min(whole.bottom());
    Rect {
        y,
        height: area.bottom().min(whole.bottom()).saturating_sub(y),
        ..area
    }
}

/// Cuts rows off the top of `rest`.
pub fn take_top(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    let taken = Rect {
        height: rows,
        ..*rest
    };
    rest.y += rows;
    rest.height -= rows;
    taken
}

/// What is left of a line between a blank column at each side.
#[must_use]
pub fn inset(line: Rect) -> Rect {
    line.inner(Margin::new(1, 0))
}

/// Cuts rows off the bottom of `rest`.
pub fn take_bottom(rest: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(rest.height);
    rest.height -= rows;
    Rect {
        y: rest.y + rest.height,
        height: rows,
        ..*rest
    }
}

/// Cuts columns off the right of `rest`.
pub fn take_right(rest: &mut Rect, columns: u16) -> Rect {
    let columns = columns.min(rest.width);
    rest.width -= columns;
    Rect {
        x: rest.x + rest.width,
        width: columns,
        ..*rest
    }
}

/// Cuts columns off the left of `rest`.
pub fn take_left(rest: &mut Rect, columns: u16) -> Rect {
    let columns = columns.min(rest.width);
    let taken = Rect {
        width: columns,
        ..*rest
    };
    rest.x += columns;
    rest.width -= columns;
    taken
}

/// An area in the middle of `screen`, no larger than asked for; the whole screen where it is small.
#[must_use]
pub fn centred(screen: Rect, width: u16, height: u16) -> Rect {
    if screen.width < 77 || screen.height < 20 {
        return screen;
    }
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape {
        columns: Columns([60, 96, 140]),
        focus: Pane::Section(0),
        zoom: false,
        query_rows: 2,
        revisions: 1,
        sources: 9,
        scores: 9,
        passage: true,
        notice: 0,
    };

    fn every_area(areas: &Areas) -> [Rect; 12] {
        [
            areas.title,
            areas.tabs,
            areas.query,
            areas.rule,
            areas.brief,
            areas.divider,
            areas.judge,
            areas.revisions,
            areas.evidence,
            areas.passage,
            areas.notice,
            areas.footer,
        ]
    }

    #[test]
    fn the_layout_follows_the_size_of_the_screen() {
        let named = [
            ((160, 48), Layout::Desk),
            ((140, 36), Layout::Desk),
            ((140, 35), Layout::Split),
            ((100, 30), Layout::Split),
            ((96, 26), Layout::Split),
            ((200, 25), Layout::Tabs),
            ((80, 24), Layout::Tabs),
            ((60, 15), Layout::Strip),
            ((59, 40), Layout::Strip),
            ((39, 9), Layout::Line),
            ((0, 0), Layout::Line),
        ];
        for ((width, height), layout) in named {
            let found = Layout::of(width, height, Columns::default());
            assert_eq!(found, layout, "{width}x{height}");
        }
    }

    #[test]
    fn the_analyst_says_from_how_many_columns_on_there_are_panes() {
        let wide = Columns::wanted([60, 120, 180]);
        assert_eq!(Layout::of(100, 48, wide), Layout::Tabs);
        assert_eq!(Layout::of(160, 48, wide), Layout::Split);
        // What has no room is not shown, whatever is wanted.
        let none = Columns::wanted([0, 0, 0]);
        assert_eq!(Layout::of(39, 48, none), Layout::Line);
        assert_eq!(Layout::of(79, 48, none), Layout::Tabs);
        assert_eq!(Layout::of(80, 48, none), Layout::Desk);
    }

    #[test]
    fn no_two_parts_of_any_screen_overlap_and_none_leaves_it() {
        for width in (0..=220).step_by(7) {
            for height in 0..=70 {
                for focus in [Pane::Query, Pane::Section(1), Pane::Evidence] {
                    for (zoom, notice) in [(false, 0), (true, 1), (false, 3)] {
                        // As many panes as can be asked for, and as are usual.
                        let columns = if width % 2 == 0 {
                            Columns::wanted([0; 3])
                        } else {
                            Columns::default()
                        };
                        let screen = Rect::new(0, 0, width, height);
                        let areas = Areas::of(
                            screen,
                            Shape {
                                columns,
                                focus,
                                zoom,
                                notice,
                                ..SHAPE
                            },
                        );
                        let parts = every_area(&areas);
                        for (at, part) in parts.iter().enumerate() {
                            assert_eq!(screen.union(*part), screen, "{width}x{height}: {areas:?}");
                            for other in &parts[at + 1..] {
                                assert!(
                                    part.intersection(*other).is_empty(),
                                    "{width}x{height}: {areas:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn panes_at_the_side_share_by_what_they_have_to_say() {
        let screen = Rect::new(0, 0, 100, 30);
        let of = |scores, sources, notice| {
            let shape = Shape {
                scores,
                sources,
                notice,
                passage: false,
                ..SHAPE
            };
            Areas::of(screen, shape)
        };
        // Nothing to score yet, and many files; much to score, and one source.
        let (reading, written) = (of(2, 13, 0), of(14, 1, 0));
        assert_eq!(reading.judge.height, 4);
        assert!(written.judge.height >= 13 && written.evidence.height >= 4);
        assert!(reading.evidence.height > written.evidence.height);
        // What is said for a moment moves no pane.
        let said = of(9, 9, 3);
        let before = of(9, 9, 0);
        assert_eq!(said.judge, before.judge);
        assert_eq!(said.revisions, before.revisions);
        assert_eq!(said.evidence.y, before.evidence.y);
        assert_eq!(said.evidence.height + 2, before.evidence.height);
    }

    #[test]
    fn the_focused_pane_is_on_every_screen_that_has_panes() {
        for (width, height) in [(160, 48), (100, 30), (80, 24), (60, 15), (40, 10)] {
            for focus in [
                Pane::Query,
                Pane::Section(0),
                Pane::Judge,
                Pane::Revisions,
                Pane::Evidence,
            ] {
                let screen = Rect::new(0, 0, width, height);
                let areas = Areas::of(screen, Shape { focus, ..SHAPE });
                assert!(!areas.pane(focus).is_empty(), "{width}x{height} {focus:?}");
            }
        }
    }
}
