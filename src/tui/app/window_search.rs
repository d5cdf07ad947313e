//! Searching the window on top, where one is only read: its rows or entries, or all of the document whose passage it shows.
//!
//! The search of the brief waits below, and is as it was when the windows are closed.

use ratatui::layout::Rect;

use super::{App, Effect};
use crate::study::{Passage, Quote};
use crate::tui::action::Action;
use crate::tui::layers::{self, AnyLayer, Surroundings, places};
use crate::tui::panes::canvas::Canvas;
use crate::tui::search::Search;
use crate::tui::ui::Ui;
use crate::tui::view::View;

impl App {
    /// Searches the window on top for these words, from where the reader is.
    pub(super) fn search_window(&mut self, pattern: &str, view: &View<'_>) -> Vec<Effect> {
        self.ui.window_search = Search::new(pattern);
        match (&self.ui.window_search, self.passage_on_top()) {
            (Some(_), Some(shown)) => {
                vec![Effect::FindInDocument(shown.document(), pattern.to_owned())]
            }
            _ => self.find_in_window(view, 1),
        }
    }

    /// The library has looked through the document of the passage on top: each match there opens with what stands around it. Words that it does not find, such
    /// as the beginning of one, may stand on the page all the same.
    pub fn document_searched(
        &mut self,
        pattern: &str,
        passages: &[Passage],
        view: &View<'_>,
    ) -> Vec<Effect> {
        let number = self.passage_on_top().and_then(layers::Passage::number);
        let search = self.ui.window_search.as_mut();
        let Some(search) = search.filter(|search| search.pattern == pattern) else {
            return vec![];
        };
        search.found_all_in(passages, number);
        search
            .passages
            .sort_by_key(|(_, quote)| (quote.passage, quote.span.start));
        self.find_in_window(view, 1)
    }

    /// Goes to the next or previous match in the window on top.
    pub(super) fn find_in_window(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let Some(search) = self.ui.window_search.clone() else {
            return vec![];
        };
        if let Some(shown) = self.passage_on_top()
            && !search.passages.is_empty()
        {
            let here = shown.passage();
            let found: Vec<&Quote> = search.passages.iter().map(|(_, quote)| quote).collect();
            let from_here = || found.iter().position(|quote| quote.passage >= here);
            let at = search.step(found.len(), direction, || from_here().unwrap_or(0));
            return self.show_match(at, found.get(at).copied());
        }
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        let Some(window) = self.ui.layers.last_mut() else {
            return vec![];
        };
        let (places, from_here) = found(window, &search, around);
        let at = search.step(places.len(), direction, || from_here);
        if let Some(place) = places.get(at) {
            window.go(*place, around);
        }
        if let Some(search) = &mut self.ui.window_search {
            search.at = Some(places.get(at).map_or((0, 0), |_| (at + 1, places.len())));
            search.row = places.get(at).copied();
        }
        vec![]
    }

    /// Counts what is being typed in the window below; nothing moves yet. How often all of a document says it is known once the library has looked.
    pub(super) fn look_in_window(&mut self, pattern: &str, view: &View<'_>) {
        self.ui.window_search = Search::new(pattern);
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        let mut layers = self.ui.layers.iter().rev();
        let window = layers.find(|layer| layer.is_read());
        if let (Some(search), Some(window)) = (&mut self.ui.window_search, window)
            && !matches!(window, AnyLayer::Passage(_))
        {
            let (places, at) = found(window, search, around);
            search.at = Some(places.get(at).map_or((0, 0), |_| (at + 1, places.len())));
        }
    }

    /// Opens the passage of a match, in the place of the one that is open.
    fn show_match(&mut self, at: usize, quote: Option<&Quote>) -> Vec<Effect> {
        let Some(search) = &mut self.ui.window_search else {
            return vec![];
        };
        let all = search.passages.len();
        search.at = Some(quote.map_or((0, 0), |_| (at + 1, all)));
        self.ui.opening = quote.is_some();
        let load = quote.map(|quote| Effect::LoadPassage {
            passage: quote.passage,
            marked: Some(quote.clone()),
        });
        load.into_iter().collect()
    }

    fn passage_on_top(&self) -> Option<&layers::Passage> {
        match self.ui.layers.last() {
            Some(AnyLayer::Passage(layer)) => Some(layer),
            _ => None,
        }
    }
}

/// How one goes on in the window on top: to the next match of what is searched for, which is told too, or by searching for something. While the words are
/// still being typed they are told where they are typed.
pub(super) fn told(ui: &Ui) -> (Action, String) {
    let is_typed = matches!(ui.layers.last(), Some(AnyLayer::Find(_)));
    match ui.window_search.as_ref().filter(|_| !is_typed) {
        Some(search) if search.at != Some((0, 0)) => (Action::SearchNext, search.told()),
        search => (
            Action::Search,
            search.map_or_else(String::new, Search::told),
        ),
    }
}

/// Marks what a window that was drawn on a page says of it.
pub(super) fn mark(
    ui: &Ui,
    window: &AnyLayer,
    page: Rect,
    around: Surroundings<'_>,
    canvas: &mut Canvas<'_>,
) {
    let Some(search) = ui.window_search.as_ref().filter(|_| window.is_read()) else {
        return;
    };
    let row = search.row.filter(|_| window.is_text());
    let below = row.and_then(|row| row.checked_sub(window.place(around)));
    let current = below.and_then(|below| page.y.checked_add(u16::try_from(below).ok()?));
    canvas.highlight(page, &search.regex, current);
}

/// Where a window says what is searched for, and the first of these places from the reader on.
fn found(window: &AnyLayer, search: &Search, around: Surroundings<'_>) -> (Vec<usize>, usize) {
    let places = places(&window.said(around), &search.regex);
    let here = window.place(around);
    let from_here = places.iter().position(|place| *place >= here);
    (places, from_here.unwrap_or(0))
}
