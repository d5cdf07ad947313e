//! What is copied: source text, as it was written, never what the screen made of it.

use super::{App, Effect};
use crate::study::SectionId;
use crate::tui::action::Action;
use crate::tui::layers::AnyLayer;
use crate::tui::panes::evidence::{Entry, entries};
use crate::tui::panes::passage::{quote, reference};
use crate::tui::text;
use crate::tui::ui::Pane;
use crate::tui::view::View;

impl App {
    pub(super) fn copy(&mut self, action: Action, view: &View<'_>) -> Vec<Effect> {
        let copied = match action {
            Action::CopyDocument => whole(view),
            Action::CopySection => section(view, SectionId(self.ui.section())),
            Action::CopyCitation => self.citation(view),
            Action::CopyQuote => self.quote(view),
            Action::CopyHunk => self.change(view),
            _ => None,
        };
        if let Some(copied) = copied {
            vec![Effect::Copy(copied)]
        } else {
            self.inform("there is nothing here to copy".to_owned());
            vec![]
        }
    }

    /// The change under review: what goes, what comes, and why.
    fn change(&self, view: &View<'_>) -> Option<String> {
        let Some(AnyLayer::Review(review)) = self.ui.layers.last() else {
            return None;
        };
        let hunk = review.current(view.study)?;
        let sides = [("- ", &hunk.before), ("+ ", &hunk.after)];
        let mut lines: Vec<String> = sides
            .into_iter()
            .filter(|(_, side)| !side.trim().is_empty())
            .map(|(sign, side)| format!("{sign}{}", text::one_line(side)))
            .collect();
        lines.push(text::one_line(&hunk.reason));
        Some(lines.join("\n").trim_end().to_owned())
    }

    /// The source under the cursor, as it is cited.
    fn citation(&mut self, view: &View<'_>) -> Option<String> {
        let number = match (self.current(view), self.ui.focus) {
            (Some(cursor), Pane::Section(_)) => self.source_at(&cursor, view)?.0,
            _ => match entries(view.study).get(self.ui.source)? {
                Entry::Source { number, .. } => (*number)?,
                Entry::Folder(_) | Entry::Unread(_) | Entry::Refused(_) => return None,
            },
        };
        let document = view.study.numbered(number)?;
        Some(format!(
            "[{number}] {}, {}",
            text::one_line(&document.title),
            document.uri
        ))
    }

    /// The evidence for the claim under the cursor, or what the passage shows.
    fn quote(&mut self, view: &View<'_>) -> Option<String> {
        let cursor = self.current(view);
        let claim = cursor.and_then(|cursor| self.claim_at(&cursor, view));
        if let Some(evidence) = claim.and_then(|claim| claim.evidence) {
            let source = evidence
                .number
                .and_then(|number| Some((number, view.study.numbered(number)?)))
                .map(|(number, document)| {
                    format!(" ([{number}] {})", text::one_line(&document.title))
                })
                .unwrap_or_default();
            return Some(format!("“{}”{source}", text::one_line(&evidence.text)));
        }
        let passage = self.ui.preview.as_ref()?;
        Some(format!(
            "“{}” ({})",
            text::one_line(quote(passage)),
            reference(passage)
        ))
    }
}

fn whole(view: &View<'_>) -> Option<String> {
    let sections: Vec<String> = (0..view.study.sections.len())
        .filter_map(|at| {
            let id = SectionId(at);
            Some(format!(
                "## {}\n\n{}",
                view.section_title(id),
                section(view, id)?
            ))
        })
        .collect();
    (!sections.is_empty()).then(|| {
        format!(
            "# {}\n\n{}\n",
            text::one_line(&view.study.question),
            sections.join("\n\n")
        )
    })
}

/// The accepted text, or what there is of one.
fn section(view: &View<'_>, id: SectionId) -> Option<String> {
    let section = view.study.section(id)?;
    if section.is_written() {
        return Some(section.accepted().trim().to_owned());
    }
    let live = view.live_in(id).map(|live| live.text.as_str());
    let left = section
        .partial
        .as_ref()
        .map(|partial| partial.text.as_str());
    live.or(left)
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
}
