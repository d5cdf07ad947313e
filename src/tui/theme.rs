//! How things look: a style for each role that drawn text can have, and the glyphs that stand beside it.
//!
//! A theme is a TOML file with a palette and a style per role, and may inherit another theme. A role that no file sets takes the style of the role it
//! falls back to. Themes cannot paint backgrounds: the terminal's own shows everywhere, and emphasis by area is reversal, so nothing here can be
//! unreadable on a background that we don't know. This module knows roles, not panes.

mod file;
mod glyphs;
mod role;

use std::collections::BTreeMap;
use std::time::Duration;

use ratatui::style::{Color, Style};
use thiserror::Error;

pub use self::glyphs::{ASCII, GlyphSet, Glyphs, UNICODE};
pub use self::role::Role;

use self::file::{Sheet, built_in, parse_style};

/// A style for every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    name: String,
    styles: [Style; Role::ALL.len()],
    glyphs: GlyphSet,
    /// Whether a line through a word, or under it, may not be drawn.
    has_no_lines: bool,
    /// Whether the terminal knows no other colours than the sixteen that have names.
    has_sixteen: bool,
}

/// Why a theme cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ThemeError {
    #[error("there is no theme {name:?}: choose one of auto, {}", Theme::NAMES.join(", "))]
    Unknown { name: String },
    #[error("theme {name:?} cannot be read: {reason}")]
    Unreadable { name: String, reason: String },
    #[error(
        "theme {name:?} inherits {parent:?}, which is none of {}",
        Theme::NAMES.join(", ")
    )]
    UnknownParent { name: String, parent: String },
    #[error(
        "theme {name:?} sets a style for {role:?}, which nothing has: see themes/dark.toml for the names"
    )]
    UnknownRole { name: String, role: String },
    #[error(
        "theme {name:?}: {role} = {style:?} has {word:?}, which is neither in the palette, nor a colour (an ANSI name, 0-255, #rrggbb), nor one \
         of bold, dim, italic, underline, reverse, strike"
    )]
    UnknownWord {
        name: String,
        role: String,
        style: String,
        word: String,
    },
}

impl Theme {
    /// The themes that are compiled in.
    pub const NAMES: [&str; 9] = [
        "dark",
        "light",
        "mono",
        "high-contrast",
        "high-contrast-light",
        "cvd",
        "cvd-light",
        "16",
        "16-light",
    ];

    /// One of the themes that are compiled in.
    pub fn named(name: &str) -> Result<Self, ThemeError> {
        let text = built_in(name).ok_or_else(|| ThemeError::Unknown {
            name: name.to_owned(),
        })?;
        Self::parse(name, text)
    }

    /// Reads a theme file; `name` is what errors call it.
    pub fn parse(name: &str, text: &str) -> Result<Self, ThemeError> {
        let sheet = Sheet::read(name, text)?;
        let mut set: BTreeMap<&str, Style> = BTreeMap::new();
        for (role, words) in &sheet.styles {
            let style =
                parse_style(words, &sheet.palette).map_err(|word| ThemeError::UnknownWord {
                    name: name.to_owned(),
                    role: role.clone(),
                    style: words.clone(),
                    word,
                })?;
            set.insert(role, style);
        }
        let styles = Role::ALL.map(|role| {
            let mut next = Some(role);
            while let Some(role) = next {
                if let Some(style) = set.get(role.name()) {
                    return *style;
                }
                next = role.fallback();
            }
            Style::new()
        });
        Ok(Self {
            name: name.to_owned(),
            styles,
            glyphs: sheet.glyphs.unwrap_or_default(),
            has_no_lines: false,
            has_sixteen: false,
        })
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }

    #[must_use]
    pub fn glyphs(&self) -> &'static Glyphs {
        match self.glyphs {
            GlyphSet::Unicode => &UNICODE,
            GlyphSet::Ascii => &ASCII,
        }
    }

    /// Whether what goes and what comes in its place need signs around them: colour alone is never the only one.
    #[must_use]
    pub fn needs_signs(&self) -> bool {
        self.has_no_lines || self.style(Role::Inserted).fg.is_none()
    }

    /// The same theme with other glyphs.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: GlyphSet) -> Self {
        self.glyphs = glyphs;
        self
    }

    /// The same theme for a terminal that may not draw lines through words or under them.
    #[must_use]
    pub fn without_lines(mut self) -> Self {
        self.has_no_lines = true;
        self
    }

    /// The same theme for a terminal of sixteen colours: where it has others, those of the theme for such terminals.
    #[must_use]
    pub fn in_sixteen(mut self) -> Self {
        let is_light = self.name.ends_with("light");
        let basic = Self::named(if is_light { "16-light" } else { "16" }).unwrap_or_default();
        for (style, basic) in self.styles.iter_mut().zip(basic.styles) {
            if matches!(style.fg, Some(Color::Indexed(_) | Color::Rgb(..))) {
                style.fg = basic.fg;
            }
        }
        self.has_sixteen = true;
        self
    }

    /// The same theme on the terminal that another one is worn on.
    #[must_use]
    pub fn worn_as(self, other: &Self) -> Self {
        let worn = Self {
            glyphs: other.glyphs,
            has_no_lines: other.has_no_lines,
            ..self
        };
        if other.has_sixteen {
            worn.in_sixteen()
        } else {
            worn
        }
    }
}

impl Default for Theme {
    /// No styles at all; what is left when not even a built-in theme can be read.
    fn default() -> Self {
        Self {
            name: "plain".to_owned(),
            styles: [Style::new(); Role::ALL.len()],
            glyphs: GlyphSet::Unicode,
            has_no_lines: false,
            has_sixteen: false,
        }
    }
}

/// What is known of a terminal's colours before it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colors {
    /// The user wants none.
    None,
    Sixteen,
    #[default]
    Many,
}

/// The theme for a preference: `auto`, or the name of a theme. Themes that there are for dark and for light backgrounds are meant by the name of the
/// dark one.
///
/// This asks the terminal for its background, once and briefly; it must be called before anything else reads from the terminal, or the answer is
/// taken for typing. Terminals that don't answer are taken to be dark, and so are those that are not asked. Without colours every preference is `mono`.
pub fn detect(preference: &str, colors: Colors, is_asked: bool) -> Result<Theme, ThemeError> {
    let patience = if is_asked {
        ANSWER_WITHIN
    } else {
        Duration::ZERO
    };
    detect_within(patience, preference, colors)
}

/// Like [`detect`], with another patience for the terminal's answer; with none it is not asked.
pub fn detect_within(
    patience: Duration,
    preference: &str,
    colors: Colors,
) -> Result<Theme, ThemeError> {
    let either = |dark, light| {
        if background_is_light(patience) {
            light
        } else {
            dark
        }
    };
    let theme = Theme::named(match (preference, colors) {
        (_, Colors::None) => "mono",
        ("auto" | "", Colors::Sixteen) | ("16", _) => either("16", "16-light"),
        ("auto" | "", Colors::Many) => either("dark", "light"),
        ("high-contrast", _) => either("high-contrast", "high-contrast-light"),
        ("cvd", _) => either("cvd", "cvd-light"),
        (name, _) => name,
    })?;
    Ok(match colors {
        Colors::Sixteen => theme.in_sixteen(),
        Colors::None | Colors::Many => theme,
    })
}

/// How long a terminal may take to say what its background is. Nearly all answer at once, if only that they don't know; an answer from far away that
/// came later would be taken for typing.
const ANSWER_WITHIN: Duration = Duration::from_millis(300);

fn background_is_light(patience: Duration) -> bool {
    if patience.is_zero() {
        return false;
    }
    let mut options = terminal_colorsaurus::QueryOptions::default();
    options.timeout = patience;
    matches!(
        terminal_colorsaurus::theme_mode(options),
        Ok(terminal_colorsaurus::ThemeMode::Light)
    )
}

#[cfg(test)]
mod tests {
    use ratatui::style::Modifier;

    use super::*;

    type Color3 = (u8, u8, u8);

    /// What terminals with a dark background come with: black, VS Code, One Dark, Nord, Solarized, Dracula, Gruvbox.
    const DARK: [Color3; 7] = [
        (0, 0, 0),
        (0x1e, 0x1e, 0x1e),
        (0x28, 0x2c, 0x34),
        (0x2e, 0x34, 0x40),
        (0, 0x2b, 0x36),
        (0x28, 0x2a, 0x36),
        (0x28, 0x28, 0x28),
    ];
    /// And with a light one: white, One Light, Solarized, Gruvbox.
    const LIGHT: [Color3; 4] = [
        (255, 255, 255),
        (0xfa, 0xfa, 0xfa),
        (0xfd, 0xf6, 0xe3),
        (0xfb, 0xf1, 0xc7),
    ];

    #[test]
    fn every_built_in_theme_can_be_read() {
        for name in Theme::NAMES {
            let theme = Theme::named(name).unwrap();
            assert_eq!(theme.name(), name);
        }
        let error = Theme::named("drak").unwrap_err().to_string();
        assert!(
            error.contains("drak") && error.contains("dark, light"),
            "{error}"
        );
    }

    #[test]
    fn the_order_of_roles_is_the_order_of_their_list() {
        for (at, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, at, "{role:?}");
        }
    }

    #[test]
    fn a_role_that_a_theme_does_not_set_takes_the_style_it_falls_back_to() {
        let theme = Theme::parse(
            "mine",
            "[styles]\naccent = \"blue bold\"\nerror = \"#ff8800\"",
        )
        .unwrap();
        let accent = Style::new().fg(Color::Blue).add_modifier(Modifier::BOLD);
        assert_eq!(theme.style(Role::Citation), accent);
        assert_eq!(theme.style(Role::Key), accent);
        assert_eq!(
            theme.style(Role::Contradicted),
            Style::new().fg(Color::Rgb(255, 136, 0))
        );
        assert_eq!(theme.style(Role::Heading), Style::new());
    }

    #[test]
    fn a_theme_inherits_styles_and_may_change_only_the_palette() {
        let theme = Theme::parse("mine", "inherits = \"dark\"\n[palette]\ngreen = 71").unwrap();
        assert_eq!(theme.style(Role::Supported).fg, Some(Color::Indexed(71)));
        assert_eq!(
            theme.style(Role::Error),
            Theme::named("dark").unwrap().style(Role::Error)
        );
    }

    #[test]
    fn a_mistake_in_a_theme_is_named() {
        for (text, words) in [
            ("[styles]\nheadings = \"bold\"", "\"headings\""),
            ("[styles]\nheading = \"bald\"", "\"bald\""),
            ("[styles]\nheading = bold", "line 2"),
            ("inherits = \"night\"", "\"night\""),
            ("background = \"black\"", "background"),
            ("[styles]\nheading = \"bold on blue\"", "\"on\""),
        ] {
            let error = Theme::parse("mine", text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn no_theme_paints_a_background_and_only_cursor_selection_and_focus_are_reversed() {
        for name in Theme::NAMES {
            let theme = Theme::named(name).unwrap();
            for role in Role::ALL {
                let style = theme.style(role);
                assert_eq!(style.bg, None, "{name} {role:?}");
                let reversed = style.add_modifier.contains(Modifier::REVERSED);
                let may = matches!(role, Role::Cursor | Role::Selection | Role::HeadingFocused);
                assert_eq!(reversed, may, "{name} {role:?}");
            }
        }
    }

    #[test]
    fn without_colours_there_are_none_and_deleted_differs_from_inserted() {
        let theme = detect("dark", Colors::None, false).unwrap();
        assert!(Role::ALL.iter().all(|&role| theme.style(role).fg.is_none()));
        assert_ne!(theme.style(Role::Inserted), theme.style(Role::Deleted));
        assert_ne!(theme.style(Role::Inserted), theme.style(Role::Text));
    }

    #[test]
    fn another_theme_is_worn_with_what_the_terminal_can_draw() {
        let console = Theme::named("16").unwrap().with_glyphs(GlyphSet::Ascii);
        assert!(!console.needs_signs());
        let console = console.without_lines();
        let other = Theme::named("cvd").unwrap().worn_as(&console);
        assert_eq!((other.name(), other.glyphs()), ("cvd", &ASCII));
        assert!(other.needs_signs());
    }

    #[test]
    fn a_terminal_of_sixteen_colours_is_sent_no_others_whatever_theme_is_wanted() {
        let console = detect("16", Colors::Sixteen, false).unwrap();
        for name in Theme::NAMES {
            let wanted = detect(name, Colors::Sixteen, false).unwrap();
            let chosen = Theme::named(name).unwrap().worn_as(&console);
            for (theme, role) in [wanted, chosen]
                .iter()
                .flat_map(|theme| Role::ALL.map(|role| (theme, role)))
            {
                let color = theme.style(role).fg;
                let has_others = matches!(color, Some(Color::Indexed(_) | Color::Rgb(..)));
                assert!(!has_others, "{name} {role:?}: {color:?}");
            }
        }
    }

    #[test]
    fn every_role_of_every_theme_is_readable_on_the_backgrounds_that_it_is_for() {
        for (name, grounds) in [
            ("dark", &DARK[..]),
            ("high-contrast", &DARK),
            ("cvd", &DARK),
            ("light", &LIGHT),
            ("high-contrast-light", &LIGHT),
            ("cvd-light", &LIGHT),
        ] {
            let theme = Theme::named(name).unwrap();
            for role in Role::ALL {
                let style = theme.style(role);
                assert!(
                    !style.add_modifier.contains(Modifier::DIM),
                    "{name} {role:?}"
                );
                let Some(color) = style.fg else { continue };
                let fixed = fixed(color).unwrap_or_else(|| panic!("{name} {role:?}: {color}"));
                for &ground in grounds {
                    let ratio = contrast(fixed, ground);
                    assert!(
                        ratio >= 4.5,
                        "{name} {role:?} {fixed:?} on {ground:?}: {ratio:.2}"
                    );
                }
            }
        }
    }

    #[test]
    fn sixteen_colours_are_readable_as_xterm_and_the_console_have_them() {
        for (name, ground) in [("16", (0, 0, 0)), ("16-light", (255, 255, 255))] {
            let theme = Theme::named(name).unwrap();
            for color in Role::ALL
                .map(|role| theme.style(role).fg)
                .into_iter()
                .flatten()
            {
                for basic in basic(color) {
                    let ratio = contrast(basic, ground);
                    assert!(ratio >= 4.5, "{name} {color} {basic:?}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn every_glyph_is_drawn_as_wide_as_its_unicode_counterpart_or_is_ascii() {
        let both = [format!("{UNICODE:?}"), format!("{ASCII:?}")];
        assert!(both[1].is_ascii());
        assert!(
            !both[0]
                .chars()
                .any(|c| matches!(c, '\u{2800}'..='\u{28ff}'))
        );
        for glyph in [
            UNICODE.streaming,
            UNICODE.done,
            UNICODE.cross,
            UNICODE.follow,
            UNICODE.edge,
            UNICODE.bar_full,
        ] {
            assert_eq!(crate::tui::text::width(glyph), 1, "{glyph}");
        }
    }

    #[test]
    fn what_lies_below_is_not_what_is_worse() {
        use crate::tui::panes::standing::delta;
        for glyphs in [&UNICODE, &ASCII] {
            for where_to in [glyphs.up, glyphs.down, glyphs.follow] {
                for change in [delta(3.0, 4.0), delta(4.0, 3.0)] {
                    assert!(!change.ends_with(where_to), "{change} {where_to}");
                }
            }
        }
    }

    /// What xterm and the Linux console make of one of the sixteen colours.
    fn basic(color: Color) -> [Color3; 2] {
        match color {
            Color::Blue => [(0, 0, 0xee), (0, 0, 0xaa)],
            Color::Red => [(0xcd, 0, 0), (0xaa, 0, 0)],
            Color::Magenta => [(0xcd, 0, 0xcd), (0xaa, 0, 0xaa)],
            Color::LightCyan => [(0, 0xff, 0xff), (0x55, 0xff, 0xff)],
            Color::LightGreen => [(0, 0xff, 0), (0x55, 0xff, 0x55)],
            Color::LightYellow => [(0xff, 0xff, 0), (0xff, 0xff, 0x55)],
            Color::LightRed => [(0xff, 0, 0), (0xff, 0x55, 0x55)],
            Color::LightMagenta => [(0xff, 0, 0xff), (0xff, 0x55, 0xff)],
            other => panic!("{other} is none of the colours that are readable everywhere"),
        }
    }

    /// The value of a colour that does not follow the terminal's palette.
    fn fixed(color: Color) -> Option<(u8, u8, u8)> {
        match color {
            Color::Rgb(r, g, b) => Some((r, g, b)),
            Color::Indexed(index @ 16..=231) => {
                let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
                let at = index - 16;
                Some((level(at / 36), level(at / 6 % 6), level(at % 6)))
            }
            Color::Indexed(index @ 232..) => {
                let gray = 8 + 10 * (index - 232);
                Some((gray, gray, gray))
            }
            _ => None,
        }
    }

    /// The contrast ratio of the Web Content Accessibility Guidelines.
    fn contrast(a: (u8, u8, u8), b: (u8, u8, u8)) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance((r, g, b): (u8, u8, u8)) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }
}
