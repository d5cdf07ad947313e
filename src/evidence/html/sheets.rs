//! The style sheets that stand in a page, as far as they say what is shown: which declarations of them hold for an element, as the cascade has it.
//!
//! Only what applies to every screen from the start is read: plain rules, and those for screens or in layers. What waits for a print, a width, a pointer or
//! a script's state does not hide anything now. Sheets that a page only links to are not fetched.

use std::collections::BTreeMap;

use dom_query::{Document, Matcher, NodeRef};

/// A page has no more rules than this that say what is shown.
const MOST_RULES: usize = 4000;
/// Sheets together are not longer than this.
const LONGEST: usize = 4 << 20;
/// Blocks of rules within each other: layers and conditions.
const DEEPEST: usize = 8;

/// What decides whether an element's text is seen.
const PROPERTIES: &[&str] = &[
    "animation",
    "animation-name",
    "background",
    "background-clip",
    "background-color",
    "background-image",
    "clip",
    "clip-path",
    "color",
    "content-visibility",
    "display",
    "filter",
    "font-size",
    "height",
    "left",
    "margin-left",
    "mask",
    "mask-image",
    "max-height",
    "max-width",
    "opacity",
    "overflow",
    "position",
    "right",
    "text-indent",
    "top",
    "transform",
    "transition",
    "visibility",
    "width",
    "-webkit-animation",
    "-webkit-background-clip",
    "-webkit-mask",
    "-webkit-mask-image",
    "-webkit-transition",
];
/// Selectors of what is around all of a page.
const AROUND_ALL: &[&str] = &["*", ":root", "body", "html"];
/// A value with its variables is not longer than this, nor has it more of them than [`DEEPEST`].
const LONGEST_VALUE: usize = 200;

/// What an element says of its own style, the important before the rest.
pub(super) fn own_style(node: &NodeRef<'_>) -> Style {
    let (mut style, important) = declarations(&node.attr_or("style", ""), |_| true);
    style.extend(important);
    style
}

/// Properties and their values, in lower case and without white space.
pub(super) type Style = BTreeMap<String, String>;

struct Rule {
    matcher: Matcher,
    /// How far it goes before others: names, classes and elements of its selector.
    rank: (usize, usize, usize),
    ordinary: Style,
    important: Style,
}

/// The rules of a page, those that give way first.
#[derive(Default)]
pub(super) struct Sheets {
    rules: Vec<Rule>,
    /// What variables stand for all over the page.
    variables: Style,
    /// The properties that are asked for.
    asked: &'static [&'static str],
}

impl Sheets {
    /// What decides whether text is seen.
    pub(super) fn of(page: &Document) -> Self {
        Self::about(page, PROPERTIES)
    }

    /// The rules that say something of these properties.
    pub(super) fn about(page: &Document, asked: &'static [&'static str]) -> Self {
        let mut sheets = Self {
            asked,
            ..Self::default()
        };
        let mut read = 0;
        for sheet in page.select("style").nodes() {
            let media = sheet.attr_or("media", "").to_ascii_lowercase();
            let text = sheet.text();
            read += text.len();
            if read > LONGEST {
                break;
            }
            if is_for_all_screens(&media) {
                sheets.add(&without_comments(&text), DEEPEST);
            }
        }
        for rule in &mut sheets.rules {
            look_up(&mut rule.ordinary, &sheets.variables);
            look_up(&mut rule.important, &sheets.variables);
        }
        sheets.rules.sort_by_key(|rule| rule.rank);
        sheets
    }

    pub(super) fn count(&self) -> usize {
        self.rules.len()
    }

    /// The elements for which a rule is written that could hide them by what `hides` says.
    pub(super) fn candidates<'a>(
        &self,
        page: &'a Document,
        hides: impl Fn(&Style) -> bool,
    ) -> Vec<NodeRef<'a>> {
        let mut found = Vec::new();
        for rule in &self.rules {
            let could_hide = if rule.important.is_empty() {
                hides(&rule.ordinary)
            } else {
                let mut both = rule.ordinary.clone();
                both.extend(rule.important.clone());
                hides(&both)
            };
            if could_hide {
                found.extend_from_slice(page.select_matcher(&rule.matcher).nodes());
            }
        }
        found.sort_by_key(|node| node.id);
        found.dedup_by_key(|node| node.id);
        found
    }

    /// What holds for an element in the end: what the sheets say, and what its own attribute does.
    pub(super) fn style(&self, node: &NodeRef<'_>) -> Style {
        let rules: Vec<&Rule> = self
            .rules
            .iter()
            .filter(|rule| node.is_match(&rule.matcher))
            .collect();
        let (own, own_important) = declarations(&node.attr_or("style", ""), |_| true);
        let mut style = Style::new();
        for rule in &rules {
            style.extend(rule.ordinary.clone());
        }
        style.extend(own);
        for rule in &rules {
            style.extend(rule.important.clone());
        }
        style.extend(own_important);
        look_up(&mut style, &self.variables);
        style
    }

    fn add(&mut self, sheet: &str, deeper: usize) {
        let mut rest = sheet;
        while let Some(at) = rest.find(['{', ';', '}']) {
            let head = rest.get(..at).unwrap_or_default().trim();
            let opens = rest.get(at..).is_some_and(|from| from.starts_with('{'));
            rest = rest.get(at + 1..).unwrap_or_default();
            if !opens {
                continue;
            }
            let (block, after) = rest.split_at(end_of_block(rest));
            rest = after.get(1..).unwrap_or_default();
            if let Some(condition) = head.strip_prefix('@') {
                let condition = condition.to_ascii_lowercase();
                let holds = condition.starts_with("layer")
                    || condition
                        .strip_prefix("media")
                        .is_some_and(is_for_all_screens);
                if holds && deeper > 0 {
                    self.add(block, deeper - 1);
                }
            } else {
                self.add_rule(head, block);
            }
        }
    }

    fn add_rule(&mut self, selectors: &str, block: &str) {
        let (ordinary, important) = declarations(block, |name| self.asked.contains(&name));
        if block.contains("--")
            && selectors
                .split(',')
                .any(|one| AROUND_ALL.contains(&one.trim()))
        {
            let (all, all_important) = declarations(block, |name| name.starts_with("--"));
            self.variables.extend(all.into_iter().chain(all_important));
        }
        if ordinary.is_empty() && important.is_empty() {
            return;
        }
        for selector in selectors.split(',') {
            if is_of_a_moment(selector) || self.rules.len() >= MOST_RULES {
                continue;
            }
            if let Ok(matcher) = Matcher::new(selector.trim()) {
                self.rules.push(Rule {
                    matcher,
                    rank: rank(selector),
                    ordinary: ordinary.clone(),
                    important: important.clone(),
                });
            }
        }
    }
}

/// Whether a selector names a state, which comes and goes, or what comes before or behind an element, which is no text of the page; places do neither.
fn is_of_a_moment(selector: &str) -> bool {
    let is_place = |name: &str| {
        name.starts_with("nth-")
            || [
                "first-child",
                "first-of-type",
                "last-child",
                "last-of-type",
                "only-child",
                "only-of-type",
            ]
            .iter()
            .any(|place| name.starts_with(place))
    };
    !selector.split(':').skip(1).all(is_place)
}

/// Whether a sheet or a block of one holds wherever a page is looked at on a screen.
fn is_for_all_screens(media: &str) -> bool {
    media
        .split(',')
        .map(str::trim)
        .any(|medium| matches!(medium, "" | "all" | "screen" | "only screen"))
}

/// The declarations of a block that are asked for, ordinary and important ones; of two for the same property the later one holds. Variables that the block
/// itself gives a value are looked up.
fn declarations(block: &str, is_asked: impl Fn(&str) -> bool) -> (Style, Style) {
    let (mut ordinary, mut important) = (Style::new(), Style::new());
    let mut variables = Style::new();
    for declaration in block.split(';') {
        let Some((name, value)) = declaration.split_once(':') else {
            continue;
        };
        let name = name.trim().to_ascii_lowercase();
        let is_variable = name.starts_with("--");
        if !is_variable && !is_asked(&name) {
            continue;
        }
        let value: String = value
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if is_variable {
            let value = value.trim_end_matches("!important").to_owned();
            variables.insert(name.clone(), value);
            if !is_asked(&name) {
                continue;
            }
        }
        match value.strip_suffix("!important") {
            Some(value) => important.insert(name, value.to_owned()),
            None => ordinary.insert(name, value),
        };
    }
    if !variables.is_empty() {
        for value in ordinary.values_mut().chain(important.values_mut()) {
            *value = looked_up(value, &variables).unwrap_or_else(|| value.clone());
        }
    }
    (ordinary, important)
}

/// Puts what variables of the whole page stand for in their place. Colours are left out: what else a page says of them by variables, for its dark look or
/// its parts, is not known here.
fn look_up(style: &mut Style, variables: &Style) {
    for (property, value) in style {
        let is_colour = property == "color" || property.starts_with("background");
        if !is_colour && let Some(told) = looked_up(value, variables) {
            *value = told;
        }
    }
}

/// A value with what its variables stand for; `None` where it has none, or one that is not known.
fn looked_up(value: &str, variables: &Style) -> Option<String> {
    const CALL: &str = "var(";
    let mut told = value.contains(CALL).then(|| value.to_owned())?;
    for _ in 0..DEEPEST {
        // The last one has no other within it.
        let Some((before, rest)) = told.rsplit_once(CALL) else {
            return Some(told);
        };
        let (inner, after) = rest.split_once(')')?;
        let (name, otherwise) = match inner.split_once(',') {
            Some((name, otherwise)) => (name, Some(otherwise)),
            None => (inner, None),
        };
        let stands_for = variables.get(name).map(String::as_str).or(otherwise)?;
        if before.len() + stands_for.len() + after.len() > LONGEST_VALUE {
            return None;
        }
        told = [before, stands_for, after].concat();
    }
    None
}

/// Where the block ends that has just been opened: at its closing brace, or with the sheet.
fn end_of_block(text: &str) -> usize {
    let mut open = 1_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at;
        }
    }
    text.len()
}

fn without_comments(sheet: &str) -> String {
    let mut plain = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain
}

/// Names, classes and elements of a selector.
fn rank(selector: &str) -> (usize, usize, usize) {
    let names = selector.matches('#').count();
    let classes = selector.matches(['.', '[']).count();
    let elements = selector
        .split([' ', '>', '+', '~'])
        .filter(|part| part.starts_with(|c: char| c.is_ascii_alphabetic()))
        .count();
    (names, classes, elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display(sheet: &str, body: &str) -> Option<String> {
        let page = Document::from(format!("<style>{sheet}</style>{body}"));
        let sheets = Sheets::of(&page);
        let node = page.select("#x").nodes().first().copied().unwrap();
        sheets.style(&node).get("display").cloned()
    }

    #[test]
    fn of_several_rules_the_stronger_or_the_later_one_holds() {
        let of = |sheet| display(sheet, "<div class=a><p class='b c' id=x></div>");
        assert_eq!(of(".b{display:none}").as_deref(), Some("none"));
        assert_eq!(
            of(".b { display: none } .c { DISPLAY : Block }").as_deref(),
            Some("block")
        );
        assert_eq!(
            of(".a .b{display:none} .c{display:block}").as_deref(),
            Some("none")
        );
        assert_eq!(
            of("#x{display:none} .c{display:block!important}").as_deref(),
            Some("block")
        );
        assert_eq!(
            display(".b{display:none}", "<p class=b id=x style='display:block'>").as_deref(),
            Some("block")
        );
    }

    #[test]
    fn variables_stand_for_what_the_page_or_the_block_says() {
        let of = |sheet| display(sheet, "<p class=b id=x>");
        for sheet in [
            ".b{--x:none;display:var(--x)}",
            ".b{display:var( --X , none )}",
            ":root{--x:none} .b{display:var(--x)}",
            ".b{display:var(--y,var(--x))} html{--x:none}",
            ".b{--x:var(--y);--y:none;display:var(--x)}",
        ] {
            assert_eq!(of(sheet).as_deref(), Some("none"), "{sheet}");
        }
        for sheet in [
            ".b{display:var(--x)} .c{--x:none}",
            ".b{--x:var(--x);display:var(--x)}",
            ".b{--x:var(--x)var(--x);display:var(--x)}",
            ".b{display:var(--x",
        ] {
            assert_ne!(of(sheet).as_deref(), Some("none"), "{sheet}");
        }
        let own = "<p id=x style='--x:none;display:var(--x)'>";
        assert_eq!(display("", own).as_deref(), Some("none"));
    }

    #[test]
    fn only_what_holds_for_every_screen_from_the_start_is_taken() {
        let of = |sheet| display(sheet, "<p class=b id=x>");
        for sheet in [
            "@media print{.b{display:none}}",
            "@media (max-width: 40em) { .b { display: none } }",
            "@keyframes k{from{display:none}to{display:block}}",
            ".b:hover{display:none}",
            ".b:first-child:hover{display:none}",
            ".b::before{display:none}",
            ".b:nth-of-type(2){display:none}",
            "@supports not (display: grid){.b{display:none}}",
            "/* .b{display:none} */",
            ".b{color:red",
            "}} .b{{",
        ] {
            assert_eq!(of(sheet), None, "{sheet}");
        }
        for sheet in [
            "@import url(a.css); .b{display:none}",
            "@media screen{.b{display:none}}",
            "p:nth-of-type(1){display:none}",
            ".b:first-child{display:none}",
            "@layer base { .q{} .b{display:none} }",
            "/* } */ a, .b , i{display:none}",
        ] {
            assert_eq!(of(sheet).as_deref(), Some("none"), "{sheet}");
        }
    }
}
