//! What the analyst wants to know of a change before deciding: why it is proposed, and what the evidence says to the old and the new sentence.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::study::{Claim, Hunk, Section, citation};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, take_top};
use crate::tui::panes::canvas::{Canvas, Heading, hanging};
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::view::View;

/// A claim that a change adds or takes away.
pub struct Concerned<'a> {
    pub claim: &'a Claim,
    pub is_new: bool,
}

/// The claims of both sides, those of the new sentence first.
pub fn claims<'a>(section: &'a Section, hunk: &Hunk) -> Vec<Concerned<'a>> {
    let of = |side: &str| -> Vec<&'a Claim> {
        section
            .claims
            .iter()
            .filter(|claim| !claim.text.is_empty() && side.contains(&claim.text))
            .collect()
    };
    let new = of(&hunk.after);
    let old: Vec<&Claim> = of(&hunk.before)
        .into_iter()
        .filter(|claim| !new.iter().any(|known| known.text == claim.text))
        .collect();
    let concern = |is_new| move |claim| Concerned { claim, is_new };
    new.into_iter()
        .map(concern(true))
        .chain(old.into_iter().map(concern(false)))
        .collect()
}

/// Draws the reason, and the evidence beginning with the `first` claim.
pub fn draw(
    view: &View<'_>,
    section: &Section,
    hunk: &Hunk,
    first: usize,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mut rest = area;
    let width = area.width.saturating_sub(4).min(PROSE);
    let why = if hunk.reason.trim().is_empty() {
        "the writer gave no reason"
    } else {
        hunk.reason.trim()
    };
    let text_style = canvas.style(Role::Text);
    let mut why = hanging(
        ("   ".to_owned(), text_style),
        &[(why.to_owned(), text_style)],
        width + 3,
    );
    let warning = canvas.style(Role::Warning);
    for gone in gone(view, hunk) {
        let mark = (format!(" {} ", canvas.glyphs().warning), warning);
        why.extend(hanging(mark, &[(gone, warning)], width + 3));
    }
    let claims = claims(section, hunk);
    let most = (area.height / 2).saturating_sub(1).max(1);
    let why_area = take_top(&mut rest, (why.len() as u16).min(most) + 1);
    let body = canvas.heading(why_area, heading("Why", ""));
    canvas.put_lines(body, &why);

    let next = canvas.key(Scope::Review, Action::EvidenceNext);
    let open = canvas.key(Scope::Review, Action::OpenPassage);
    let separator = canvas.glyphs().separator;
    let status = format!("{next} next {separator} {open} open passage");
    let status = if claims.is_empty() { "" } else { &status };
    let body = canvas.heading(rest, heading("Evidence", status));
    let mut rows: Vec<Line<'static>> = Vec::new();
    for at in 0..claims.len() {
        if let Some(concerned) = claims.get((first + at) % claims.len()) {
            rows.extend(evidence(view, concerned, width, canvas));
        }
    }
    if claims.is_empty() {
        let none = if section.checked {
            "nothing here states anything that could be checked"
        } else {
            "not checked yet"
        };
        let dim = canvas.style(Role::Dim);
        rows = hanging(("   ".to_owned(), dim), &[(none.to_owned(), dim)], width);
    }
    canvas.put_lines(body, &rows);
}

/// What a change cites that is not what its source says any more.
fn gone(view: &View<'_>, hunk: &Hunk) -> Vec<String> {
    let study = view.study;
    citation::numbers(&hunk.after)
        .into_iter()
        .filter_map(|number| {
            let document = study.numbered(number)?;
            let note = study.standing(document.id).note()?;
            Some(format!(
                "[{number}] {} is {note}",
                text::one_line(&document.title)
            ))
        })
        .collect()
}

fn heading<'a>(title: &'a str, status: &'a str) -> Heading<'a> {
    Heading {
        title,
        status,
        role: Role::Dim,
        focused: false,
    }
}

/// Verdict, reference and quote of one claim.
fn evidence(
    view: &View<'_>,
    concerned: &Concerned<'_>,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let claim = concerned.claim;
    let mark = verdict::mark(canvas.glyphs(), claim.verdict);
    let style = canvas.style(verdict::role(claim.verdict));
    let side = if concerned.is_new {
        "new text"
    } else {
        "old text"
    };
    let quote = claim.evidence.as_ref();
    let source = quote
        .and_then(|quote| quote.number)
        .and_then(|number| {
            let document = view.study.numbered(number)?;
            Some(format!("  [{number}] {}", text::one_line(&document.title)))
        })
        .unwrap_or_default();
    let facts = [
        (format!("{side} {}", claim.verdict.name()), style),
        (source, canvas.style(Role::Citation)),
        (
            format!("  {}", text::one_line(&claim.reason)),
            canvas.style(Role::Dim),
        ),
    ];
    let mut rows = hanging((format!(" {mark} "), style), &facts, width + 3);
    if let Some(quote) = quote {
        let quoted = format!("“{}”", text::one_line(&quote.text));
        let style = canvas.style(Role::Quote);
        rows.extend(hanging(
            ("     ".to_owned(), style),
            &[(quoted, style)],
            width + 3,
        ));
    }
    rows
}
