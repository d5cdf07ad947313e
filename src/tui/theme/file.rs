//! Theme files: those that are compiled in, what one inherits of another, and the words of a style.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::{GlyphSet, Role, ThemeError};

/// A theme may inherit a theme that inherits a theme.
const INHERITANCE_AT_MOST: usize = 3;

/// The text of a theme that is compiled in.
pub(super) fn built_in(name: &str) -> Option<&'static str> {
    Some(match name {
        "dark" => include_str!("../../../themes/dark.toml"),
        "light" => include_str!("../../../themes/light.toml"),
        "mono" => include_str!("../../../themes/mono.toml"),
        "high-contrast" => include_str!("../../../themes/high-contrast.toml"),
        "high-contrast-light" => include_str!("../../../themes/high-contrast-light.toml"),
        "cvd" => include_str!("../../../themes/cvd.toml"),
        "cvd-light" => include_str!("../../../themes/cvd-light.toml"),
        "16" => include_str!("../../../themes/16.toml"),
        "16-light" => include_str!("../../../themes/16-light.toml"),
        _ => return None,
    })
}

/// A theme file as it is written, with what it inherits filled in.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    inherits: Option<String>,
    pub(super) glyphs: Option<GlyphSet>,
    #[serde(default)]
    pub(super) palette: BTreeMap<String, ColorName>,
    #[serde(default)]
    pub(super) styles: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum ColorName {
    Index(u8),
    Name(String),
}

impl Sheet {
    /// Reads a theme file; `name` is what errors call it.
    pub(super) fn read(name: &str, text: &str) -> Result<Self, ThemeError> {
        Self::read_within(name, text, INHERITANCE_AT_MOST)
    }

    fn read_within(name: &str, text: &str, depth: usize) -> Result<Self, ThemeError> {
        let mut sheet: Self = toml::from_str(text).map_err(|error| ThemeError::Unreadable {
            name: name.to_owned(),
            reason: error.to_string().trim_end().to_owned(),
        })?;
        if let Some(role) = sheet
            .styles
            .keys()
            .find(|key| !Role::ALL.iter().any(|role| role.name() == *key))
        {
            return Err(ThemeError::UnknownRole {
                name: name.to_owned(),
                role: role.clone(),
            });
        }
        let Some(parent) = sheet.inherits.take() else {
            return Ok(sheet);
        };
        let inherited =
            built_in(&parent)
                .filter(|_| depth > 0)
                .ok_or_else(|| ThemeError::UnknownParent {
                    name: name.to_owned(),
                    parent: parent.clone(),
                })?;
        let base = Self::read_within(&parent, inherited, depth - 1)?;
        for (color, value) in base.palette {
            sheet.palette.entry(color).or_insert(value);
        }
        for (role, style) in base.styles {
            sheet.styles.entry(role).or_insert(style);
        }
        sheet.glyphs = sheet.glyphs.or(base.glyphs);
        Ok(sheet)
    }
}

/// Reads words such as `green bold`; the error is the word that means nothing.
pub(super) fn parse_style(
    words: &str,
    palette: &BTreeMap<String, ColorName>,
) -> Result<Style, String> {
    words
        .split_whitespace()
        .try_fold(Style::new(), |style, word| {
            if let Some(modifier) = modifier(word) {
                return Ok(style.add_modifier(modifier));
            }
            let color = match palette.get(word) {
                Some(ColorName::Index(index)) => Some(Color::Indexed(*index)),
                Some(ColorName::Name(name)) => color(name),
                None => color(word),
            };
            color
                .map(|color| style.fg(color))
                .ok_or_else(|| word.to_owned())
        })
}

fn modifier(word: &str) -> Option<Modifier> {
    Some(match word {
        "bold" => Modifier::BOLD,
        "dim" => Modifier::DIM,
        "italic" => Modifier::ITALIC,
        "underline" => Modifier::UNDERLINED,
        "reverse" => Modifier::REVERSED,
        "strike" => Modifier::CROSSED_OUT,
        _ => return None,
    })
}

fn color(word: &str) -> Option<Color> {
    word.parse().ok()
}
