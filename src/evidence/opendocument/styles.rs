//! What the styles of an `OpenDocument` file make of its text: hidden, too small to be read, or white on white paper [E6].
//!
//! What is behind a text is known of its paragraph, its cell and its page. In drawings it is not, and there only the size tells.

use std::collections::HashMap;

use super::super::xml::Element;

/// Points up to which nobody reads a text.
const SMALLEST: f32 = 2.0;
/// The least that each part of a colour has which is white to the eye.
const WHITE: u8 = 0xF8;
/// Styles take after styles that take after styles no farther than this.
const DEEPEST: usize = 16;

/// The families of styles.
pub(super) const CELL: &str = "table-cell";
pub(super) const PARAGRAPH: &str = "paragraph";
pub(super) const TABLE: &str = "table";
pub(super) const TEXT: &str = "text";
pub(super) const SECTION: &str = "section";

/// What a style says, where it does.
#[derive(Debug, Clone, Copy, Default)]
struct Style<'a> {
    parent: Option<&'a str>,
    is_hidden: Option<bool>,
    is_tiny: Option<bool>,
    is_white: Option<bool>,
    is_struck: Option<bool>,
    is_raised: Option<bool>,
    /// Whether what is behind the text has a colour other than white.
    is_coloured: Option<bool>,
}

/// How a text looks, as far as that tells whether it is seen and still said.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one thing that a style says or does not"
)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) is_hidden: bool,
    pub(super) is_tiny: bool,
    pub(super) is_white: bool,
    pub(super) is_on_colour: bool,
    pub(super) is_struck: bool,
    pub(super) is_raised: bool,
}

impl Look {
    pub(super) fn is_as_paper(self) -> bool {
        self.is_white && !self.is_on_colour
    }
}

/// The styles of a file, by their family and their name.
#[derive(Default)]
pub(super) struct Styles<'a> {
    styles: HashMap<(&'a str, &'a str), Style<'a>>,
    /// Whether some page has a colour, on which white is seen.
    pub(super) has_coloured_pages: bool,
}

impl<'a> Styles<'a> {
    /// Of the parts of a file that hold some.
    pub(super) fn of(roots: &[&'a Element]) -> Self {
        let mut styles = Self::default();
        for root in roots {
            styles.add(root, DEEPEST);
        }
        styles
    }

    fn add(&mut self, around: &'a Element, deeper: usize) {
        for element in around.elements() {
            match element.name() {
                "style:style" => self.add_style(element),
                "style:page-layout-properties" | "style:drawing-page-properties" => {
                    self.has_coloured_pages |= background(element) == Some(true);
                }
                // Text has no styles in it.
                "office:body" => {}
                _ if deeper > 0 => self.add(element, deeper - 1),
                _ => {}
            }
        }
    }

    fn add_style(&mut self, element: &'a Element) {
        let named = element
            .attribute("style:family")
            .zip(element.attribute("style:name"));
        let Some(named) = named else {
            return;
        };
        let mut style = Style {
            parent: element.attribute("style:parent-style-name"),
            ..Style::default()
        };
        for said in element.elements() {
            let is = |name: &str, value: &str| said.attribute(name).map(|found| found == value);
            let hidden = is("text:display", "none")
                .or_else(|| is("table:display", "false"))
                .or_else(|| is("style:display", "none"));
            style.is_hidden = hidden.or(style.is_hidden);
            style.is_coloured = background(said).or(style.is_coloured);
            style.is_white = said.attribute("fo:color").map(is_white).or(style.is_white);
            let size = said.attribute("fo:font-size").and_then(points);
            style.is_tiny = size.map(|size| size <= SMALLEST).or(style.is_tiny);
            let line = [
                "style:text-line-through-style",
                "style:text-line-through-type",
            ]
            .iter()
            .find_map(|name| said.attribute(name));
            style.is_struck = line.map(|line| line != "none").or(style.is_struck);
            let position = said.attribute("style:text-position");
            style.is_raised = position.map(is_above).or(style.is_raised);
        }
        self.styles.insert(named, style);
    }

    /// How a text looks in an element of this style, where `around` is how it looks around it.
    pub(super) fn look(&self, family: &str, name: Option<&str>, around: Look) -> Look {
        let mut found = Style::default();
        let mut next = name;
        for _ in 0..DEEPEST {
            let Some(style) = next.and_then(|name| self.styles.get(&(family, name))) else {
                break;
            };
            found.is_hidden = found.is_hidden.or(style.is_hidden);
            found.is_tiny = found.is_tiny.or(style.is_tiny);
            found.is_white = found.is_white.or(style.is_white);
            found.is_struck = found.is_struck.or(style.is_struck);
            found.is_raised = found.is_raised.or(style.is_raised);
            found.is_coloured = found.is_coloured.or(style.is_coloured);
            next = style.parent;
        }
        Look {
            is_hidden: around.is_hidden || found.is_hidden == Some(true),
            is_tiny: found.is_tiny.unwrap_or(around.is_tiny),
            is_white: found.is_white.unwrap_or(around.is_white),
            is_on_colour: found.is_coloured.unwrap_or(around.is_on_colour),
            is_struck: found.is_struck.unwrap_or(around.is_struck),
            is_raised: found.is_raised.unwrap_or(around.is_raised),
        }
    }
}

/// Whether there is a colour behind something; nothing where that is not said.
fn background(said: &Element) -> Option<bool> {
    let has_picture = ["bitmap", "gradient", "hatch"]
        .iter()
        .any(|fill| said.attribute("draw:fill") == Some(*fill));
    let colour = said
        .attribute("fo:background-color")
        .or_else(|| said.attribute("draw:fill-color"));
    if has_picture {
        return Some(true);
    }
    // What shows through has the colour of what is behind it.
    colour
        .filter(|colour| *colour != "transparent")
        .map(|colour| !is_white(colour))
}

/// Whether text of this position stands above its line: `super 58%`, `33% 58%`.
fn is_above(position: &str) -> bool {
    let height = position.split_whitespace().next().unwrap_or_default();
    let percent = height
        .strip_suffix('%')
        .and_then(|percent| percent.parse().ok());
    height == "super" || percent.is_some_and(|percent: f32| percent > 0.0)
}

fn is_white(colour: &str) -> bool {
    let part = |at: usize| u8::from_str_radix(colour.get(at..at + 2)?, 16).ok();
    [1, 3, 5]
        .iter()
        .all(|at| part(*at).is_some_and(|part| part >= WHITE))
}

/// A size in points; a part of another size is not known.
fn points(size: &str) -> Option<f32> {
    size.strip_suffix("pt")?.trim().parse().ok()
}
