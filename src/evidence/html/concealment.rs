//! How a style keeps the text of an element from being seen, as far as its declarations tell.

use dom_query::NodeRef;

use super::colour::{Colour, WHITE};
use super::sheets::{self, Style};

/// How a style keeps text from being seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    NotDrawn,
    /// It keeps its place, and what is in it can be seen again.
    NotVisible,
    /// It is drawn where nobody looks.
    Unseen,
    SeenThrough,
    NoSize,
    NoColour,
}

pub(super) fn own_style(node: &NodeRef<'_>) -> Style {
    let mut style = sheets::own_style(node);
    if let Some(colour) = own_colour(node) {
        style.entry("color".to_owned()).or_insert(colour);
    }
    style
}

pub(super) fn own_colour(node: &NodeRef<'_>) -> Option<String> {
    let colour = node.attr("color")?;
    node.has_name("font")
        .then(|| colour.trim().to_ascii_lowercase())
}

pub(super) fn concealment(style: &Style) -> Option<Way> {
    let value = |property: &str| style.get(property).map_or("", String::as_str);
    if value("display") == "none" || value("content-visibility") == "hidden" {
        return Some(Way::NotDrawn);
    }
    let waits = waits(style);
    if !waits && matches!(value("visibility"), "hidden" | "collapse") {
        return Some(Way::NotVisible);
    }
    if is_tiny(value("font-size")) {
        return Some(Way::NoSize);
    }
    let is_cut = matches!(value("overflow"), "hidden" | "clip");
    let is_dot = |property| is_within(value(property), 1.0);
    let is_clipped = value("position") == "absolute" && is_clip(value("clip"));
    let is_far_off = ["left", "top", "right", "margin-left", "text-indent"]
        .iter()
        .any(|property| is_far_off(value(property)))
        || is_moved_far_off(value("transform"));
    let is_clipped = is_clipped || is_clip_path(value("clip-path"));
    if is_clipped || is_far_off || is_cut && is_dot("width") && is_dot("height") {
        return Some(Way::Unseen);
    }
    // What is folded up, as answers to questions are until they are asked.
    let is_folded = ["height", "max-height", "width", "max-width"]
        .iter()
        .any(|property| is_nothing(value(property)));
    if !waits && is_cut && is_folded {
        return Some(Way::NotDrawn);
    }
    let is_filtered = value("filter")
        .strip_prefix("opacity(")
        .is_some_and(|share| is_nothing(share.trim_end_matches(')')));
    let is_masked = ["mask", "mask-image", "-webkit-mask", "-webkit-mask-image"]
        .iter()
        .any(|property| lets_nothing_through(value(property)));
    let is_clear = is_nothing(value("opacity")) || is_filtered || is_masked;
    if !waits && (is_clear || value("transform").contains("scale(0)")) {
        return Some(Way::SeenThrough);
    }
    is_invisible(style).then_some(Way::NoColour)
}

/// Whether an element is moved into view as the page is read, and hidden until then.
fn waits(style: &Style) -> bool {
    style.iter().any(|(property, value)| {
        property.contains("animation")
            || property.ends_with("transition") && !value.starts_with("none")
            || property == "transform"
                && value.contains("translate")
                && !value.contains("translatez")
    })
}

/// Whether text has no colour, or that of its own ground.
fn is_invisible(style: &Style) -> bool {
    let value = |property: &str| style.get(property).map_or("", String::as_str);
    let colour = value("color");
    // The ground itself may be cut out in the form of the text.
    let is_ground = ["background-clip", "-webkit-background-clip", "background"]
        .iter()
        .any(|property| value(property).contains("text"));
    let Some(ink) = Colour::of(colour).filter(|_| !is_ground) else {
        return false;
    };
    let grounds = [value("background"), value("background-color")];
    ink.is_clear()
        || grounds
            .into_iter()
            .filter_map(Colour::of)
            .any(|ground| !ground.is_clear() && ink.is_like(ground))
}

/// Whether text is as white as paper.
pub(super) fn is_white(style: &Style) -> bool {
    let colour = style.get("color").and_then(|colour| Colour::of(colour));
    colour.is_some_and(|colour| colour.is_like(WHITE))
}

/// Whether an element may stand on something else than paper: a colour or a picture of its own, or a place that is not its own.
pub(super) fn may_be_on_colour(node: &NodeRef<'_>, style: &Style) -> bool {
    let is_painted = ["background", "background-color", "background-image"]
        .iter()
        .filter_map(|property| style.get(*property))
        .any(|value| {
            let is_nothing = matches!(value.as_str(), "none" | "inherit" | "initial" | "unset");
            let paper = |colour: Colour| colour.is_clear() || colour.is_like(WHITE);
            !is_nothing && !Colour::of(value).is_some_and(paper)
        });
    let place = style.get("position").map_or("", String::as_str);
    is_painted
        || matches!(place, "absolute" | "fixed" | "sticky")
        || node.has_attr("bgcolor")
        || node.has_attr("background")
}

/// Whether of a clipped element no more than a point is left.
fn is_clip(value: &str) -> bool {
    value.strip_prefix("rect(").is_some_and(|sides| {
        sides
            .split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .filter(|side| !side.is_empty())
            .all(|side| is_within(side, 1.0))
    })
}

/// Whether of an element cut to a form nothing is left.
fn is_clip_path(value: &str) -> bool {
    let inside = |form: &str| value.strip_prefix(form)?.strip_suffix(')');
    let is_nothing = |size: &str| is_nothing(size.split("at").next().unwrap_or_default());
    let is_half = |side: &str| {
        let share = side.strip_suffix('%').and_then(|share| share.parse().ok());
        share.is_some_and(|share: f32| share >= 50.0)
    };
    // White space is gone, so that several sides stand side by side.
    inside("inset(").is_some_and(|sides| is_half(sides) || sides.split_inclusive('%').all(is_half))
        || inside("circle(").is_some_and(is_nothing)
}

/// Whether a mask is of no colour from one end to the other.
fn lets_nothing_through(mask: &str) -> bool {
    let Some((_, stops)) = mask.split_once("gradient(") else {
        return false;
    };
    let mut depth = 0_usize;
    let mut stops = stops.split(|c: char| {
        match c {
            '(' => depth += 1,
            // The one behind them all ends the gradient, too.
            ')' if depth == 0 => return true,
            ')' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    let is_clear = |stop: &str| {
        // Where a colour stands in the gradient follows it at once.
        let colour = stop.find(')').and_then(|end| stop.get(..=end));
        stop.starts_with("transparent")
            || Colour::of(colour.unwrap_or(stop)).is_some_and(Colour::is_clear)
    };
    // A direction may stand before the colours.
    let first = stops.next().unwrap_or_default();
    let others: Vec<&str> = stops.filter(|stop| !stop.is_empty()).collect();
    !others.is_empty()
        && others.iter().all(|stop| is_clear(stop))
        && (is_clear(first) || Colour::of(first).is_none() && others.len() > 1)
}

/// Whether a transformation moves an element away from the screen, rather than out of a place that it comes back to.
fn is_moved_far_off(value: &str) -> bool {
    value
        .split("translate")
        .skip(1)
        .filter_map(|moved| moved.split(['(', ',', ')']).nth(1))
        .any(is_far_off)
}

/// Whether a length is so many points at most.
fn is_within(value: &str, most: f32) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    number
        .parse::<f32>()
        .is_ok_and(|number| number.abs() <= most)
}

pub(super) fn is_nothing(value: &str) -> bool {
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    number.parse::<f32>().is_ok_and(|number| number < 0.05)
}

/// Whether type of this size cannot be read: next to nothing, or a point of the screen.
fn is_tiny(size: &str) -> bool {
    let points = size.strip_suffix("px").or_else(|| size.strip_suffix("pt"));
    is_nothing(size) || points.is_some_and(|points| is_within(points, 1.0))
}

fn is_far_off(value: &str) -> bool {
    /// Points in a unit of the size of the type.
    const TYPE: f32 = 16.0;
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let unit = if value.ends_with("em") { TYPE } else { 1.0 };
    number
        .parse::<f32>()
        .is_ok_and(|number| number * unit <= -900.0)
}
