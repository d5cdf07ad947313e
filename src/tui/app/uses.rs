//! What rests on a source: the sentences that cite it, and the way from one to the next.

use super::{App, Effect};
use crate::tui::ui::Use;
use crate::tui::view::View;

impl App {
    /// Finds the sentences that cite the source of a passage that is opened.
    pub(super) fn gather_uses(&mut self, number: Option<u32>, view: &View<'_>) {
        self.ui.uses = number.map_or_else(Vec::new, |number| self.uses_of(number, view));
    }

    /// Goes to the next or previous of them, round and round.
    pub(super) fn step_use(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let cursor = self.ui.reading.cursor.as_ref();
        let at = self.ui.uses.iter().position(|one| one.is_at(cursor));
        let count = self.ui.uses.len();
        let next = match at {
            Some(at) if count > 0 => (at + count).saturating_add_signed(direction) % count,
            _ if direction > 0 => 0,
            _ => count.saturating_sub(1),
        };
        let Some(next) = self.ui.uses.get(next) else {
            self.inform("no sentence of the brief rests on this source".to_owned());
            return vec![];
        };
        let cursor = next.cursor.clone();
        self.stand_at(&cursor, view)
    }

    fn uses_of(&mut self, number: u32, view: &View<'_>) -> Vec<Use> {
        self.with_column(view, |column, _, _| {
            let mut uses: Vec<Use> = Vec::new();
            for cursor in column.citations() {
                if cursor.number != Some(number)
                    || column.names_no_source(&cursor)
                    || uses.iter().any(|one| one.is_at(Some(&cursor)))
                {
                    continue;
                }
                let found = column.prose(cursor.section).and_then(|prose| {
                    let mark = prose.marks.at(cursor.source.start)?;
                    Some((mark.span.clone(), prose.claims.get(mark.claim)?.clone()))
                });
                if let Some((span, claim)) = found {
                    uses.push(Use {
                        cursor,
                        span,
                        claim,
                    });
                }
            }
            uses
        })
    }
}
