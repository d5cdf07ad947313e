//! What the analyst wants to know of a change before deciding: why it is proposed and what it hangs on, what the evidence says to the old and the new
//! sentence, and what the scores come to.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::Review;
use super::needs;
use crate::pipeline::hunks::dependencies;
use crate::study::{Claim, Decision, Dimension, Hunk, Reading, Scores, Section, citation};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, take_bottom, take_top};
use crate::tui::panes::canvas::{Canvas, Heading, Piece, at_most, hanging};
use crate::tui::panes::standing::{Standing, delta, short_name};
use crate::tui::panes::verdict;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::view::View;

/// Rows from which on there is room for the scores of all dimensions, and from which on for one row of them.
const WITH_SCORES: u16 = 9;
const WITH_SCORE: u16 = 7;

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

/// What the brief scores as it is proposed, by the measure that the accepted text is shown by; `None` where that is not known yet.
pub fn candidate(view: &View<'_>) -> Option<Scores> {
    let study = view.study;
    let judged = study
        .judgement_of(&study.texts(Reading::Candidate))
        .filter(|judgement| judgement.answer.said.is_ok());
    match (study.judged(), judged) {
        (Some(_), Some(judgement)) => Some(judgement.scores().clone()),
        (Some(_), None) => None,
        (None, _) => view.measures.proposed.clone(),
    }
}

/// Draws the reason, the evidence beginning with the claim that the reader stepped to, and the scores.
pub fn draw(
    view: &View<'_>,
    review: &Review,
    section: &Section,
    hunk: &Hunk,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mut rest = area;
    let width = area.width.saturating_sub(4).min(PROSE);
    let why = why(view, section, hunk, width + 3, canvas);
    let is_short = area.height < WITH_SCORES;
    let scores = scores(view, is_short, area.width, canvas);
    let scores_area = take_bottom(
        &mut rest,
        match area.height {
            WITH_SCORES.. => scores.len() as u16 + 1,
            WITH_SCORE.. => 1,
            _ => 0,
        },
    );
    let most = (rest.height / 2).saturating_sub(1).max(1);
    let why_area = take_top(&mut rest, (why.len() as u16).min(most) + 1);
    let cause = cause(hunk);
    let body = canvas.heading(why_area, heading("Why", &cause));
    let ellipsis = canvas.glyphs().ellipsis;
    let rows = at_most(why, usize::from(body.height), body.width, ellipsis);
    canvas.put_lines(body, &rows);

    let claims = claims(section, hunk);
    let next = canvas.key(Scope::Review, Action::EvidenceNext);
    let open = canvas.key(Scope::Review, Action::OpenPassage);
    let separator = canvas.glyphs().separator;
    let status = match claims.len() {
        0 => String::new(),
        1 => format!("{open} open passage"),
        count => {
            let at = review.evidence % count + 1;
            format!("{at} of {count} {separator} {next} next {separator} {open} open passage")
        }
    };
    let body = canvas.heading(rest, heading("Evidence", &status));
    let mut rows: Vec<Line<'static>> = Vec::new();
    for at in 0..claims.len() {
        if let Some(concerned) = claims.get((review.evidence + at) % claims.len()) {
            rows.extend(evidence(view, section, concerned, width, canvas));
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
    let rows = at_most(rows, usize::from(body.height), body.width, ellipsis);
    canvas.put_lines(body, &rows);
    if scores_area.height == 1 {
        canvas.put_lines(scores_area, &scores);
    } else if !scores_area.is_empty() {
        let status = measure(view, canvas);
        let body = canvas.heading(scores_area, heading("Score", &status));
        canvas.put_lines(body, &scores);
    }
}

/// What brought the change.
fn cause(hunk: &Hunk) -> String {
    let cause = hunk.cause.map_or("", |cause| cause.name());
    if hunk.is_edited() {
        "in your words".to_owned()
    } else if hunk.is_clash() {
        "you changed this sentence too".to_owned()
    } else {
        cause.to_owned()
    }
}

/// The reason, what became of the change, and what speaks against taking it as it is.
fn why(
    view: &View<'_>,
    section: &Section,
    hunk: &Hunk,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let text_style = canvas.style(Role::Text);
    let dim = canvas.style(Role::Dim);
    let why = match text::one_line(&hunk.reason) {
        reason if reason.is_empty() => "the writer gave no reason".to_owned(),
        reason => reason,
    };
    let plain = |said: String, style| {
        let indent = ("   ".to_owned(), style);
        hanging(indent, &[(said, style)], width)
    };
    let mut rows = plain(why, text_style);
    let warning = canvas.style(Role::Warning);
    let mark = (format!(" {} ", canvas.glyphs().warning), warning);
    let mut warn = |what: String| rows.extend(hanging(mark.clone(), &[(what, warning)], width));
    if hunk.is_clash() {
        let edit = canvas.key(Scope::Review, Action::Edit);
        let reject = canvas.key(Scope::Review, Action::Reject);
        warn(format!(
            "you changed this sentence while the change was on its way: {edit} makes one text of both, {reject} keeps yours"
        ));
    }
    if let Some(revision) = section
        .revision
        .as_ref()
        .filter(|_| hunk.decision != Decision::Rejected)
    {
        for found in dependencies(revision, hunk.id) {
            warn(needs::words(revision, &found));
        }
    }
    for problem in unresolved(view, hunk).into_iter().chain(gone(view, hunk)) {
        warn(problem);
    }
    if hunk.decision == Decision::Rejected
        && let Some(why) = section.refusal_of(hunk)
    {
        let said = format!("you refused it: {}", text::one_line(why));
        rows.extend(plain(said, text_style));
    }
    if let Some(proposed) = &hunk.proposed {
        let said = match text::one_line(proposed) {
            nothing if nothing.is_empty() => {
                "the writer wanted to take the sentence out".to_owned()
            }
            proposed => format!("the writer proposed: {proposed}"),
        };
        rows.extend(plain(said, dim));
    }
    rows
}

/// Citations that mean no source of this study.
fn unresolved(view: &View<'_>, hunk: &Hunk) -> Vec<String> {
    citation::numbers(&hunk.after)
        .into_iter()
        .filter(|number| view.study.numbered(*number).is_none())
        .map(|number| format!("[{number}] is no source of this study"))
        .collect()
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
    section: &Section,
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
    let number = quote.and_then(|quote| quote.number);
    let source = number
        .and_then(|number| {
            let document = view.study.numbered(number)?;
            Some(format!("  [{number}] {}", text::one_line(&document.title)))
        })
        .unwrap_or_default();
    let is_new = number.is_some_and(|number| {
        concerned.is_new && !citation::numbers(&section.accepted()).contains(&number)
    });
    let facts = [
        (format!("{side} {}", claim.verdict.name()), style),
        (source, canvas.style(Role::Citation)),
        (
            if is_new { "  new here" } else { "" }.to_owned(),
            canvas.style(Role::Info),
        ),
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

/// Who scored, and for what text.
fn measure(view: &View<'_>, canvas: &Canvas<'_>) -> String {
    let judge = canvas.key(Scope::Review, Action::Judge);
    let separator = canvas.glyphs().separator;
    match Standing::of(view) {
        Some(standing) if standing.stale => {
            format!("judged for another text {separator} {judge} judge now")
        }
        Some(standing) if standing.judgement.is_some() => "judged".to_owned(),
        _ => "measured".to_owned(),
    }
}

/// The scores as they are and as they would be with all that is open accepted; of each dimension, where it is not to be short.
fn scores(view: &View<'_>, is_short: bool, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
    let dim = canvas.style(Role::Dim);
    let Some(standing) = Standing::of(view) else {
        let none = "nothing is scored yet".to_owned();
        return hanging(("   ".to_owned(), dim), &[(none, dim)], width);
    };
    let after = candidate(view).filter(|_| view.study.open_hunks() > 0);
    let arrow = canvas.glyphs().arrow;
    let one = |name: &str, now: f32, then: Option<f32>| -> Vec<Piece> {
        let now_told = standing.told(now);
        let mut pieces = vec![(format!("{name} {now_told}"), canvas.style(Role::Text))];
        if let Some(then) = then {
            let change = delta(now, then);
            let sign = change.chars().next_back().unwrap_or('=');
            let role = match sign {
                '^' => Role::Supported,
                'v' => Role::Warning,
                _ => Role::Dim,
            };
            let said = if sign == '=' {
                " =".to_owned()
            } else {
                format!(" {arrow} {then:.1} {sign}")
            };
            pieces.push((said, canvas.style(role)));
        }
        pieces.push(("   ".to_owned(), dim));
        pieces
    };
    let composite = |scores: &Scores| scores.composite();
    let mut pieces = one(
        "Overall",
        composite(standing.scores),
        after.as_ref().map(composite),
    );
    if is_short {
        let all = if after.is_some() { "if all, " } else { "" };
        pieces.push((format!("{all}{}", measure(view, canvas)), dim));
    }
    for dimension in Dimension::ALL.into_iter().filter(|_| !is_short) {
        let of = |scores: &Scores| scores.of(dimension).value;
        pieces.extend(one(
            short_name(dimension),
            of(standing.scores),
            after.as_ref().map(of),
        ));
    }
    let rows = hanging(("   ".to_owned(), dim), &pieces, width.saturating_sub(1));
    at_most(rows, 2, width, canvas.glyphs().ellipsis)
}
