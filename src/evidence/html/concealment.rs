//! How a style keeps the text of an element from being seen, as far as its declarations tell.

use dom_query::NodeRef;

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
    let size = value("font-size");
    let is_point = size
        .strip_suffix("px")
        .is_some_and(|size| is_within(size, 1.0));
    if is_nothing(size) || is_point {
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
    let opacity = value("filter").split_once("opacity(");
    let is_filtered =
        opacity.is_some_and(|(_, rest)| is_nothing(rest.split(')').next().unwrap_or_default()));
    let is_transparent = is_nothing(value("opacity")) || is_filtered;
    if !waits && (is_transparent || value("transform").contains("scale(0)")) {
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
    if is_ground || matches!(colour, "" | "inherit" | "initial" | "revert" | "unset") {
        return false;
    }
    colour == "transparent"
        || has_no_ink(colour)
        || [value("background"), value("background-color")]
            .iter()
            .any(|ground| colour == *ground || is_white(colour) && is_white(ground))
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

fn is_far_off(value: &str) -> bool {
    /// Points in a unit of the size of the type.
    const TYPE: f32 = 16.0;
    let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let unit = if value.ends_with("em") { TYPE } else { 1.0 };
    number
        .parse::<f32>()
        .is_ok_and(|number| number * unit <= -900.0)
}

/// Whether a colour of four parts has none of itself.
fn has_no_ink(colour: &str) -> bool {
    let hex = colour.strip_prefix('#');
    let ink = match hex {
        Some(hex) if matches!(hex.len(), 4 | 8) => hex.get(hex.len() * 3 / 4..),
        Some(_) => None,
        None => {
            let parts = colour
                .split_once('(')
                .and_then(|(_, rest)| rest.strip_suffix(')'));
            let with_ink = |parts: &&str| parts.contains('/') || parts.matches(',').count() == 3;
            let parts = parts.filter(with_ink);
            parts.and_then(|parts| parts.rsplit(['/', ',']).next())
        }
    };
    ink.is_some_and(is_nothing)
}

fn is_white(colour: &str) -> bool {
    matches!(
        colour,
        "white"
            | "#fff"
            | "#ffffff"
            | "rgb(255,255,255)"
            | "rgba(255,255,255,1)"
            | "rgb(100%,100%,100%)"
            | "hsl(0,0%,100%)"
            | "hsla(0,0%,100%,1)"
    )
}
