//! What the analyst wants to know of a change before deciding: why it is proposed and what it hangs on, what the evidence says to the old and the new
//! sentence, and what the scores come to.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::Review;
use super::change::{run_piece, run_pieces};
use super::outcome::{Listing, measure, scores};
use super::{needs, parts};
use crate::pipeline::hunks::words::{Change, Kind, compare};
use crate::pipeline::hunks::{dependencies, quotes};
use crate::study::{
    Claim, Decision, Dimension, Hunk, Quote, Remark, Section, SectionId, ShortText, Verdict,
    Whereabouts, citation,
};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layout::{PROSE, take_bottom, take_top};
use crate::tui::panes::canvas::{Canvas, Heading, Piece, at_most, hanging};
use crate::tui::panes::standing::{Standing, short_name};
use crate::tui::panes::{passage, verdict};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Ui;
use crate::tui::view::{PassageView, View};

/// Rows from which on there is room for the scores of all dimensions, and from which on for one row of them.
const WITH_SCORES: u16 = 9;
const WITH_SCORE: u16 = 7;
/// Rows that the scores of all dimensions take, with their heading.
const SCORES: u16 = 3;
/// And from which on each has a row of its own.
const ROOMY: u16 = 24;

/// Rows that the passage needs, with its heading, to be shown under the evidence.
const PASSAGE: u16 = 8;

/// A claim that a change adds or takes away.
pub struct Concerned<'a> {
    pub claim: &'a Claim,
    pub is_new: bool,
}

impl<'a> Concerned<'a> {
    /// What bears it out, first what has the words that the change is about.
    pub fn quotes(&self, hunk: &Hunk) -> Vec<&'a Quote> {
        let (own, other) = if self.is_new {
            (&hunk.after, &hunk.before)
        } else {
            (&hunk.before, &hunk.after)
        };
        quotes(self.claim, own, other)
    }
}

/// Both texts of a change, and whether they are those of the sentence that it is a part of.
fn sides(section: &Section, hunk: &Hunk) -> ([String; 2], bool) {
    let revision = section.revision.as_ref();
    let whole = revision.and_then(|revision| parts::sides(revision, hunk));
    let is_part = whole.is_some();
    let own = || [hunk.before.clone(), hunk.after.clone()];
    (whole.unwrap_or_else(own), is_part)
}

/// The claims that stand in one text of a change.
fn claims_in<'a>(section: &'a Section, side: &str, own: &str, is_part: bool) -> Vec<&'a Claim> {
    let known = ShortText::of(side);
    let is_of = |claim: &&Claim| {
        !claim.text.is_empty()
            && known.holds(&claim.text)
            && (!is_part || claim.text.contains(own.trim()))
    };
    let held: Vec<&Claim> = section.claims.iter().filter(is_of).collect();
    let places = Whereabouts::places(side, held.iter().map(|claim| claim.text.as_str()));
    let whole = held.into_iter().zip(places);
    whole
        .filter_map(|(claim, place)| place.map(|_| claim))
        .collect()
}

/// The worst that checking found of a change's new text, where that does not hold up.
pub fn doubt(section: &Section, hunk: &Hunk) -> Option<Verdict> {
    const WORST_FIRST: [Verdict; 4] = [
        Verdict::Contradicted,
        Verdict::Unsupported,
        Verdict::Uncited,
        Verdict::Partial,
    ];
    let ([_, after], is_part) = sides(section, hunk);
    let new = claims_in(section, &after, &hunk.after, is_part);
    WORST_FIRST
        .into_iter()
        .find(|verdict| new.iter().any(|claim| claim.verdict == *verdict))
}

/// The claims of both sides, those of the new sentence first. Half a sentence has the verdict of the whole.
pub fn claims<'a>(section: &'a Section, hunk: &Hunk) -> Vec<Concerned<'a>> {
    let ([before, after], is_part) = sides(section, hunk);
    let new = claims_in(section, &after, &hunk.after, is_part);
    let old: Vec<&Claim> = claims_in(section, &before, &hunk.before, is_part)
        .into_iter()
        .filter(|claim| !new.iter().any(|known| known.text == claim.text))
        .collect();
    let concern = |is_new| move |claim| Concerned { claim, is_new };
    new.into_iter()
        .map(concern(true))
        .chain(old.into_iter().map(concern(false)))
        .collect()
}

/// All that is known of a change, each thing in full: the reason, the evidence, what the critic says of the section, and why it scores as it does.
pub fn all(
    view: &View<'_>,
    id: SectionId,
    hunk: &Hunk,
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    let Some(section) = view.study.section(id) else {
        return vec![];
    };
    let title = |name: &str| Line::styled(name.to_owned(), canvas.style(Role::Heading));
    let room = width.saturating_sub(3);
    let mut rows = vec![title("Why")];
    rows.extend(why(view, section, hunk, room, canvas));
    rows.extend([Line::default(), title("Evidence")]);
    let claims = claims(section, hunk);
    let mut shown = Vec::new();
    for concerned in &claims {
        let of = (section, hunk);
        rows.extend(evidence(view, of, concerned, &mut shown, room, canvas));
    }
    if claims.is_empty() {
        rows.extend(nothing(section, room, canvas));
    }
    let said = critic(section);
    if !said.is_empty() {
        rows.extend([Line::default(), title("Critic, of the whole section")]);
        for line in said {
            let piece = (line, canvas.style(Role::Text));
            rows.extend(hanging((" - ".to_owned(), Style::new()), &[piece], room));
        }
    }
    rows.extend([Line::default(), title("Score")]);
    rows.extend(scores(view, Listing::Column, room, canvas));
    if let Some(standing) = Standing::of(view) {
        for dimension in Dimension::ALL {
            let name = format!("{}: ", short_name(dimension));
            let reason = text::one_line(&standing.scores.of(dimension).reason);
            let pieces = [
                (name, canvas.style(Role::Text)),
                (reason, canvas.style(Role::Dim)),
            ];
            rows.extend(hanging(("   ".to_owned(), Style::new()), &pieces, room));
        }
    }
    rows
}

/// What the critic found in a section.
fn critic(section: &Section) -> Vec<String> {
    let Some(critique) = section.critique() else {
        return vec![];
    };
    match &critique.answer.said {
        Ok(findings) => {
            let gaps = findings.logical_gaps.iter();
            let gaps = gaps.map(|gap| format!("logical gap: {}", text::one_line(gap)));
            let said = |what: &'static str, remarks: &'_ [Remark]| -> Vec<String> {
                let remarks = remarks.iter().map(|remark| match &remark.claim {
                    Some(claim) => format!("{what}: “{claim}” {}", remark.reason),
                    None => format!("{what}: {}", remark.reason),
                });
                remarks.map(|remark| text::one_line(&remark)).collect()
            };
            let unsupported = said("unsupported", &findings.unsupported_claims);
            let conflicts = said("conflict", &findings.conflicting_evidence);
            gaps.chain(unsupported).chain(conflicts).collect()
        }
        Err(why) => vec![format!("no answer ({})", text::one_line(&why.to_string()))],
    }
}

/// The reason for a change and the evidence for it, in rows.
struct Told {
    why: Vec<Line<'static>>,
    said: Vec<Line<'static>>,
}

impl Told {
    fn of(
        view: &View<'_>,
        review: &Review,
        (section, hunk): (&Section, &Hunk),
        columns: u16,
        canvas: &Canvas<'_>,
    ) -> Self {
        let width = columns.saturating_sub(4).min(PROSE);
        let claims = claims(section, hunk);
        Self {
            why: why(view, section, hunk, width + 3, canvas),
            said: evidence_of(view, review, (section, hunk), &claims, width, canvas),
        }
    }
}

/// Rows of the reason and the evidence in full, each with its heading, and so many of scores.
fn rows_with(why: &[Line<'_>], said: &[Line<'_>], scores: u16) -> u16 {
    let told = why.len() + said.len() + 2;
    u16::try_from(told)
        .unwrap_or(u16::MAX)
        .saturating_add(scores)
}

/// Rows that all of the reason and the evidence take, and one of scores.
pub fn wanted(
    view: &View<'_>,
    review: &Review,
    of: (&Section, &Hunk),
    columns: u16,
    canvas: &Canvas<'_>,
) -> u16 {
    let Told { why, said } = Told::of(view, review, of, columns, canvas);
    rows_with(&why, &said, 1)
}

/// Draws the reason, the evidence beginning with the claim that the reader stepped to, and the scores.
pub fn draw(
    (view, ui): (&View<'_>, &Ui),
    review: &Review,
    (section, hunk): (&Section, &Hunk),
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let mut rest = area;
    let Told { why, said } = Told::of(view, review, (section, hunk), area.width, canvas);
    let claims = claims(section, hunk);
    let listing = match area.height {
        ROOMY.. => Listing::Column,
        // What is to be decided on comes before how each dimension scores.
        WITH_SCORES.. if rows_with(&why, &said, SCORES) <= area.height => Listing::Rows,
        _ => Listing::Composite,
    };
    let scores = scores(view, listing, area.width, canvas);
    let scores_area = take_bottom(
        &mut rest,
        match (listing, area.height) {
            (Listing::Composite, WITH_SCORE..) => 1,
            (Listing::Composite, _) => 0,
            _ => scores.len() as u16 + 1,
        },
    );
    // The reason has half of the room, and what the evidence leaves of the other half.
    let told = (said.len() as u16).saturating_add(1);
    let half = rest.height / 2;
    let most = rest.height.saturating_sub(told).max(half);
    let most = most.saturating_sub(1).max(1);
    let why_area = take_top(&mut rest, (why.len() as u16).min(most) + 1);
    let has_room = |rows: usize, area: Rect| rows < usize::from(area.height);
    let mut status = vec![cause(hunk)];
    if !has_room(why.len(), why_area) || !has_room(said.len(), rest) {
        let more = canvas.key(Scope::Review, Action::Grounds);
        status.push(format!("{more} more"));
    }
    status.retain(|part| !part.is_empty());
    let separator = format!(" {} ", canvas.glyphs().separator);
    let body = canvas.heading(why_area, heading("Why", &status.join(&separator)));
    let ellipsis = canvas.glyphs().ellipsis;
    let rows = at_most(why, usize::from(body.height), body.width, ellipsis);
    canvas.put_lines(body, &rows);

    let status = steps(review, claims.len(), rest.width, canvas);
    let told = told.saturating_add(1);
    let shown = ui.preview.as_ref().filter(|passage| {
        let quote = review.quote(view.study);
        quote.is_some_and(|quote| quote.passage == passage.passage.id)
    });
    if let Some(passage) = shown.filter(|_| rest.height >= told.saturating_add(PASSAGE)) {
        let evidence = take_top(&mut rest, told);
        draw_passage(passage, rest, canvas);
        rest = evidence;
    }
    let body = canvas.heading(rest, heading("Evidence", &status));
    let rows = at_most(said, usize::from(body.height), body.width, ellipsis);
    canvas.put_lines(body, &rows);
    if scores_area.height == 1 {
        canvas.put_lines(scores_area, &scores);
    } else if !scores_area.is_empty() {
        let status = measure(view, usize::from(scores_area.width), canvas);
        let body = canvas.heading(scores_area, heading("Score", &status));
        canvas.put_lines(body, &scores);
    }
}

/// The evidence for each claim, beginning with the one that the reader stepped to.
fn evidence_of<'a>(
    view: &View<'_>,
    review: &Review,
    (section, hunk): (&Section, &Hunk),
    claims: &[Concerned<'a>],
    width: u16,
    canvas: &Canvas<'_>,
) -> Vec<Line<'static>> {
    if claims.is_empty() {
        return nothing(section, width, canvas);
    }
    let (before, from) = claims.split_at(review.evidence % claims.len());
    let mut shown: Vec<&'a Quote> = Vec::new();
    let mut rows = Vec::new();
    for concerned in from.iter().chain(before) {
        let of = (section, hunk);
        rows.extend(evidence(view, of, concerned, &mut shown, width, canvas));
    }
    rows
}

/// Which claim's evidence stands first, and the keys to the next and to its passage.
fn steps(review: &Review, claims: usize, width: u16, canvas: &Canvas<'_>) -> String {
    let next = canvas.key(Scope::Review, Action::EvidenceNext);
    let open = canvas.key(Scope::Review, Action::OpenPassage);
    let separator = canvas.glyphs().separator;
    match claims {
        0 => String::new(),
        1 => format!("{open} open passage"),
        count => {
            let at = review.evidence % count + 1;
            let next = format!("{next} next");
            let forms = [
                format!("{at} of {count} {separator} {next} {separator} {open} open passage"),
                format!("{at} of {count} {separator} {next} {separator} {open} opens"),
                format!("{at} of {count} {separator} {next}"),
            ];
            // A heading leaves out what does not fit whole.
            let room = usize::from(width).saturating_sub("Evidence".len() + 5);
            let fits = |form: &&String| text::width(form) <= room;
            forms.iter().find(fits).cloned().unwrap_or_default()
        }
    }
}

/// What the quote stands in, for who wants to read on without leaving the change.
fn draw_passage(passage: &PassageView, area: Rect, canvas: &mut Canvas<'_>) {
    let title = format!("Passage {}", passage::reference(passage));
    let body = canvas.heading(area, heading(&title, ""));
    let body = Rect {
        x: body.x + 3.min(body.width),
        width: body.width.saturating_sub(4),
        ..body
    };
    passage::draw_text(passage, body, canvas);
}

/// Said where no claim is concerned.
fn nothing(section: &Section, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
    let none = if section.checked {
        "nothing here makes a checkable claim"
    } else {
        "not checked yet"
    };
    let dim = canvas.style(Role::Dim);
    hanging(("   ".to_owned(), dim), &[(none.to_owned(), dim)], width)
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
    let warning = canvas.style(Role::Warning);
    let mark = (format!(" {} ", canvas.glyphs().warning), warning);
    let warned = |what: String| hanging(mark.clone(), &[(what, warning)], width);
    let mut rows = Vec::new();
    // A clash is decided by other keys than any other change, which is worth more than its reason.
    if hunk.is_clash() {
        let edit = canvas.key(Scope::Review, Action::Edit);
        let reject = canvas.key(Scope::Review, Action::Reject);
        rows.extend(warned(format!(
            "you changed this sentence too: {edit} makes one text of both, {reject} keeps yours"
        )));
    }
    rows.extend(plain(why, text_style));
    let mut warn = |what: String| rows.extend(warned(what));
    if let Some(why) = view.study.why_left_open(hunk) {
        warn(format!(
            "not accepted automatically: it {}",
            text::one_line(why)
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
    rows.extend(decided(hunk, width, canvas));
    rows
}

/// What a decided change was about, which the text above does not show any more.
fn decided(hunk: &Hunk, width: u16, canvas: &Canvas<'_>) -> Vec<Line<'static>> {
    let dim = canvas.style(Role::Dim);
    let name = match hunk.decision {
        Decision::Open => return vec![],
        Decision::Accepted if hunk.is_edited() => "you wrote: ",
        Decision::Accepted if hunk.after.trim().is_empty() => "you took out: ",
        Decision::Accepted => "you accepted: ",
        Decision::Rejected if hunk.after.trim().is_empty() => "you kept: ",
        Decision::Rejected => "you refused: ",
    };
    let mut pieces: Vec<Piece> = vec![(name.to_owned(), dim)];
    let (before, after) = (text::one_line(&hunk.before), text::one_line(&hunk.after));
    match compare(&before, &after) {
        Change::Inline(runs) => pieces.extend(run_pieces(runs, canvas.theme)),
        Change::Rewritten => {
            pieces.push(run_piece(Kind::Deleted, before, canvas.theme));
            pieces.push((" ".to_owned(), dim));
            pieces.push(run_piece(Kind::Inserted, after, canvas.theme));
        }
    }
    hanging(("   ".to_owned(), dim), &pieces, width)
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

/// Verdict, reference and quotes of one claim; what was shown for another is not shown again.
fn evidence<'a>(
    view: &View<'_>,
    (section, hunk): (&Section, &Hunk),
    concerned: &Concerned<'a>,
    shown: &mut Vec<&'a Quote>,
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
            Some(format!("[{number}] {}", text::one_line(&document.title)))
        })
        .unwrap_or_default();
    let is_new = number.is_some_and(|number| concerned.is_new && !section.cites(number));
    let facts = [
        (format!("{side} {}", claim.verdict.name()), style),
        (
            if source.is_empty() { "" } else { "  " }.to_owned(),
            canvas.style(Role::Text),
        ),
        (source, canvas.style(Role::Citation)),
        (
            if is_new { "  new here" } else { "" }.to_owned(),
            canvas.style(Role::Info),
        ),
        (
            // The reason is of the whole, not of what is said before it.
            match (is_new, canvas.glyphs().separator) {
                (true, separator) => format!(" {separator} {}", text::one_line(&claim.reason)),
                (false, _) => format!("  {}", text::one_line(&claim.reason)),
            },
            canvas.style(Role::Dim),
        ),
    ];
    let mut rows = hanging((format!(" {mark} "), style), &facts, width + 3);
    let style = canvas.style(Role::Quote);
    let is_new_quote = |quote: &&Quote| !shown.iter().any(|known| known == quote);
    let found: Vec<&'a Quote> = concerned
        .quotes(hunk)
        .into_iter()
        .filter(is_new_quote)
        .collect();
    if found.is_empty() && quote.is_some() {
        let dim = canvas.style(Role::Dim);
        let same = ("as above".to_owned(), dim);
        rows.extend(hanging(("     ".to_owned(), dim), &[same], width + 3));
    }
    shown.extend(&found);
    for quote in found {
        let mut quoted = format!("“{}”", text::one_line(&quote.text));
        // The first one stands behind its number already.
        if let Some(other) = quote.number.filter(|other| Some(*other) != number) {
            quoted = format!("[{other}] {quoted}");
        }
        let lead = ("     ".to_owned(), style);
        rows.extend(hanging(lead, &[(quoted, style)], width + 3));
    }
    rows
}
