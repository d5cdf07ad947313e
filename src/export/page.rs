//! The brief as one page: nothing is loaded with it, nothing in it runs, and it can be printed [X1].
//!
//! It is made of the Markdown that is exported, with what only a page can have: a citation leads to its source, and behind each claim stands the mark of its
//! verdict, which says why [V3b].

use std::fmt::Write as _;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeStream, html};

use super::markdown::Fact;
use super::source_number;
use crate::study::citation;
use crate::study::{Claim, Study, Verdict};

/// Stands for a claim's mark in the Markdown, with its number behind it: a code point that is no character, so that no text has it.
const MARK: char = '\u{FFFE}';
/// Ends that number.
const END: char = '\u{FFFF}';

const STYLE: &str = "
:root { color-scheme: light dark; --dim: #5b6470; --line: #d5d9df; --good: #17692f; --part: #7a5200; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --dim: #a3acb8; --line: #3b424c; --good: #7fd194; --part: #e5b95c; --bad: #ff9b92; } }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.0625rem/1.6 Georgia, 'Times New Roman', serif; }
h1, h2, h3, dl, table, footer { font-family: system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; font-size: .85rem; color: var(--dim); }
dd { margin: 0; } blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
table { border-collapse: collapse; font-size: .85rem; line-height: 1.4; } th, td { border: 1px solid var(--line); padding: .3rem .5rem; vertical-align: top; text-align: left; }
pre, table { display: block; overflow-x: auto; } code { overflow-wrap: anywhere; } a { color: inherit; text-decoration-color: var(--line); overflow-wrap: anywhere; } a.cites { text-decoration: none; font-size: .85em; color: var(--dim); }
sup.verdict { font: 600 .7em system-ui, sans-serif; cursor: help; padding-left: .15em; }
.supported { color: var(--good); } .partial, .unchecked { color: var(--part); } .unsupported, .contradicted, .uncited { color: var(--bad); }
:target { background: color-mix(in srgb, currentColor 12%, transparent); }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } h2, h3 { break-after: avoid; } tr, li { break-inside: avoid; } table { display: table; } }
";

/// The text of a section with a mark behind each of its claims, which are numbered through the whole brief.
pub(super) fn marked(text: &str, section: usize, claims: &[Vec<&Claim>]) -> String {
    let first = claims.iter().take(section).map(Vec::len).sum::<usize>();
    let own = claims.get(section).into_iter().flatten();
    let end = |claim: &Claim| text.find(&claim.text).map(|at| at + claim.text.len());
    // One that cannot be found there has its verdict in the appendix.
    let mut ends: Vec<(usize, usize)> = (first..)
        .zip(own)
        .filter_map(|(number, claim)| Some((end(claim)?, number)))
        .collect();
    ends.sort_unstable();
    let mut out = String::with_capacity(text.len() + ends.len() * 8);
    let mut from = 0;
    for (end, number) in ends {
        let _ = write!(
            out,
            "{}{MARK}{number}{END}",
            text.get(from..end).unwrap_or_default()
        );
        from = end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// The page of a brief whose Markdown has [`marked`] sections.
pub(super) fn page(
    study: &Study,
    claims: &[Vec<&Claim>],
    facts: &[(&'static str, Fact)],
    markdown: &str,
) -> String {
    let claims = claims.concat();
    let title = escaped(&crate::clean::line(study.answered(), usize::MAX));
    let mut out = String::from("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // Whatever a text smuggled in, a browser would neither run nor load it.
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n");
    let title = if title.is_empty() { "Brief" } else { &title };
    let _ = writeln!(
        out,
        "<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    );
    let options = Options::ENABLE_TABLES;
    let events = TextMergeStream::new(Parser::new_ext(markdown, options));
    let mut body = String::new();
    let mut linking = Linking::of(study, &claims);
    html::push_html(&mut body, events.flat_map(|event| linking.event(event)));
    let (head, rest) = body.split_once("</h1>\n").unwrap_or(("", &body));
    let _ = write!(out, "{head}");
    if !head.is_empty() {
        out.push_str("</h1>\n");
    }
    out.push_str("<dl>\n");
    for (name, fact) in facts.iter().filter(|(name, _)| *name != "question") {
        let name = name.replace('_', " ");
        let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(fact.as_text()));
    }
    let _ = write!(out, "</dl>\n{rest}</body>\n</html>\n");
    out
}

/// Turns citations into links, and marks into verdicts.
struct Linking<'a> {
    study: &'a Study,
    claims: &'a [&'a Claim],
    /// Whether an item of a list has just begun: the source that it begins with is what citations lead to.
    begins_item: bool,
    in_link: bool,
    in_code: bool,
}

impl<'a> Linking<'a> {
    fn of(study: &'a Study, claims: &'a [&'a Claim]) -> Self {
        Self {
            study,
            claims,
            begins_item: false,
            in_link: false,
            in_code: false,
        }
    }

    fn event<'e>(&mut self, event: Event<'e>) -> Vec<Event<'e>> {
        let begins_item = std::mem::take(&mut self.begins_item);
        match &event {
            Event::Start(Tag::Item) => self.begins_item = true,
            Event::Start(Tag::Link { .. }) => self.in_link = true,
            Event::End(TagEnd::Link) => self.in_link = false,
            Event::Start(Tag::CodeBlock(_)) => self.in_code = true,
            Event::End(TagEnd::CodeBlock) => self.in_code = false,
            _ => {}
        }
        match event {
            Event::Text(text) if self.in_code => vec![Event::Text(unmarked(&text).into())],
            Event::Text(text) => self.text(&text, begins_item),
            Event::Code(code) => vec![Event::Code(unmarked(&code).into())],
            // The Markdown has no tags left; if it had one, it would be shown.
            Event::Html(html) | Event::InlineHtml(html) => vec![Event::Text(html)],
            other => vec![other],
        }
    }

    fn text<'e>(&self, text: &str, begins_item: bool) -> Vec<Event<'e>> {
        let mut events = Vec::new();
        for (at, part) in text.split(MARK).enumerate() {
            let (number, part) = match part.split_once(END) {
                Some((number, part)) if at > 0 => (number.parse::<usize>().ok(), part),
                _ => (None, part),
            };
            let claim = number.and_then(|number| self.claims.get(number));
            events.extend(claim.map(|claim| Event::InlineHtml(verdict(claim).into())));
            self.cited(part, begins_item && at == 0, &mut events);
        }
        events
    }

    fn cited(&self, text: &str, begins_item: bool, events: &mut Vec<Event<'_>>) {
        let plain = |text: &str| Event::Text(CowStr::from(text.to_owned()));
        let mut from = 0;
        for mark in citation::marks(text).into_iter().filter(|_| !self.in_link) {
            let Some(number) = mark
                .references
                .iter()
                .find_map(|it| source_number(self.study, it))
            else {
                continue;
            };
            let shown = escaped(text.get(mark.span.clone()).unwrap_or_default());
            events.push(plain(text.get(from..mark.span.start).unwrap_or_default()));
            let html = if begins_item && mark.span.start == 0 {
                format!("<span id=\"source-{number}\">{shown}</span>")
            } else {
                format!("<a class=\"cites\" href=\"#source-{number}\">{shown}</a>")
            };
            events.push(Event::InlineHtml(html.into()));
            from = mark.span.end;
        }
        events.push(plain(text.get(from..).unwrap_or_default()));
    }
}

/// The mark of a verdict; what it says is shown to whoever points at it, and is read aloud.
fn verdict(claim: &Claim) -> String {
    let mark = match claim.verdict {
        Verdict::Supported => "✓",
        Verdict::Partial => "½",
        Verdict::Unsupported => "✗",
        Verdict::Contradicted => "!",
        Verdict::Uncited => "?",
        Verdict::Unchecked => "○",
    };
    let name = claim.verdict.name();
    let mut why = format!("{name}: {}", claim.reason);
    if let Some(quote) = &claim.evidence {
        let number = quote
            .number
            .map_or_else(String::new, |number| format!(" [{number}]"));
        let _ = write!(why, " — “{}”{number}", quote.text);
    }
    let why = escaped(&crate::clean::line(&why, usize::MAX));
    format!(
        "<sup class=\"verdict {name}\" tabindex=\"0\" title=\"{why}\" aria-label=\"{why}\">{mark}</sup>"
    )
}

fn unmarked(text: &str) -> String {
    let mut parts = text.split(MARK);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once(END).map_or(part, |(_, part)| part)
    })
}

/// A text as it may stand in a page, also as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}
