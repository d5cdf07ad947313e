//! How the workbench looks and is called back: colours, glyphs, mouse, keys, and whether there is to be a screen at all.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

use super::{Environment, KeyFile};

/// How the screen is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting or a fact of its own"
)]
pub struct Screen {
    /// `auto` or the name of a theme.
    pub theme: String,
    /// Whether only ASCII is drawn for marks and lines.
    pub ascii: bool,
    pub mouse: bool,
    /// From how many columns on there are tabs, all panes, and the passage beside them.
    pub columns: Option<[u16; 3]>,
    pub no_color: bool,
    /// Whether the terminal is known to have no more than sixteen colours.
    pub sixteen_colors: bool,
    /// Whether it is a console or a terminal of old, which draws few signs and answers no questions.
    pub is_console: bool,
    /// Lines in place of a screen, for screen readers and for terminals that can do nothing else.
    pub plain: bool,
    pub keys: KeyFile,
    /// How the program is to be called so that it finds the same studies.
    pub program: String,
    /// What took no longer is waited for; the end of anything else is worth a bell.
    pub bell_after: Duration,
    /// Whether the terminal is known to show notifications (OSC 9).
    pub shows_notifications: bool,
    pub links: Links,
    /// Whether the brief is printed when the workbench is left.
    pub print_on_exit: bool,
}

/// What the terminal may be told to open (OSC 8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Links {
    /// It would show the sequence as text.
    Off,
    /// Files are on another machine than the terminal.
    Web,
    #[default]
    All,
}

/// What a configuration file says of it.
#[derive(Debug, Default)]
pub(super) struct ScreenEntry {
    pub theme: Option<String>,
    pub glyphs: Option<GlyphsEntry>,
    pub mouse: Option<bool>,
    pub columns: Option<[u16; 3]>,
    pub plain: Option<bool>,
    pub bell_after: Option<u64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum GlyphsEntry {
    Auto,
    Unicode,
    Ascii,
}

/// What the command line says of it.
#[derive(Debug, Clone, Default)]
pub struct ScreenOptions {
    pub theme: Option<String>,
    pub plain: bool,
    pub print_on_exit: bool,
}

/// What a screen depends on besides its own settings.
pub(super) struct Surroundings<'a> {
    /// The data folder, where it was named on the command line.
    pub data_dir: Option<&'a Path>,
    pub keys: KeyFile,
    pub env: Environment<'a>,
}

/// The command line goes before the environment, the environment before the file, the file before what is built in.
pub(super) fn screen(
    options: &ScreenOptions,
    own: ScreenEntry,
    built_in: ScreenEntry,
    surroundings: Surroundings<'_>,
) -> Screen {
    let Surroundings {
        data_dir,
        keys,
        env,
    } = surroundings;
    let theme = options.theme.clone().or_else(|| env("TERCET_THEME"));
    Screen {
        theme: theme.or(own.theme).or(built_in.theme).unwrap_or_default(),
        ascii: match own.glyphs.or(built_in.glyphs) {
            Some(GlyphsEntry::Unicode) => false,
            Some(GlyphsEntry::Ascii) => true,
            Some(GlyphsEntry::Auto) | None => !shows_unicode(env),
        },
        mouse: own.mouse.or(built_in.mouse).unwrap_or(true),
        columns: own.columns.or(built_in.columns),
        no_color: env("NO_COLOR").is_some() || has_no_colors(env),
        sixteen_colors: has_sixteen_colors(env),
        is_console: is_console(env),
        plain: options.plain
            || env("ACCESSIBLE").is_some_and(|value| value != "0")
            || own
                .plain
                .unwrap_or(built_in.plain == Some(true) || is_dumb(env)),
        keys,
        program: program(data_dir),
        bell_after: Duration::from_secs(own.bell_after.or(built_in.bell_after).unwrap_or_default()),
        shows_notifications: shows_notifications(env),
        links: links(env),
        print_on_exit: options.print_on_exit,
    }
}

/// Whether marks and lines beyond ASCII come out one column wide here: not on consoles with few glyphs, not where the locale has another encoding, and
/// not where it makes such signs two columns wide.
fn shows_unicode(env: Environment<'_>) -> bool {
    if is_console(env) {
        return false;
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(env);
    let Some(locale) = locale.map(|locale| locale.to_lowercase()) else {
        return true;
    };
    let is_wide = ["zh", "ja", "ko"]
        .iter()
        .any(|language| locale.starts_with(language));
    let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
    is_unicode && !is_wide
}

/// Consoles, and terminals from before there were any others.
fn is_console(env: Environment<'_>) -> bool {
    let term = env("TERM").unwrap_or_default();
    matches!(term.as_str(), "linux" | "dumb") || term.starts_with("vt")
}

/// Whether the terminal says that it can do nothing but print lines, as shells inside of editors do.
pub(super) fn is_dumb(env: Environment<'_>) -> bool {
    env("TERM").is_some_and(|term| term == "dumb")
}

/// Terminals from before there were colours.
fn has_no_colors(env: Environment<'_>) -> bool {
    let term = env("TERM").unwrap_or_default();
    term.starts_with("vt") && env("COLORTERM").is_none()
}

/// Terminals by old names, where nothing says that they have more.
fn has_sixteen_colors(env: Environment<'_>) -> bool {
    const OLD: [&str; 8] = [
        "linux",
        "xterm",
        "xterm-color",
        "xterm-16color",
        "screen",
        "tmux",
        "rxvt",
        "ansi",
    ];
    env("COLORTERM").is_none() && OLD.contains(&env("TERM").unwrap_or_default().as_str())
}

fn links(env: Environment<'_>) -> Links {
    let is_far = env("SSH_CONNECTION").or_else(|| env("SSH_TTY")).is_some();
    match (is_console(env), is_far) {
        (true, _) => Links::Off,
        (false, true) => Links::Web,
        (false, false) => Links::All,
    }
}

/// Terminals that are known to show what OSC 9 says, where nothing between them and this program swallows it.
fn shows_notifications(env: Environment<'_>) -> bool {
    let program = env("TERM_PROGRAM").unwrap_or_default();
    let term = env("TERM").unwrap_or_default();
    env("TMUX").is_none()
        && (matches!(program.as_str(), "iTerm.app" | "WezTerm" | "ghostty")
            || matches!(term.as_str(), "xterm-kitty" | "xterm-ghostty" | "foot"))
}

/// The command, with the data folder that was named on it.
fn program(data_dir: Option<&Path>) -> String {
    let Some(folder) = data_dir else {
        return "tercet".to_owned();
    };
    let folder = folder.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if folder.chars().all(is_plain) {
        format!("tercet --data-dir {folder}")
    } else {
        format!("tercet --data-dir '{}'", folder.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen_of(variables: &[(&str, &str)], own: ScreenEntry) -> Screen {
        let env = |name: &str| {
            let mut variables = variables.iter();
            let found = variables.find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        screen(
            &ScreenOptions::default(),
            own,
            ScreenEntry::default(),
            Surroundings {
                data_dir: None,
                keys: KeyFile::default(),
                env: &env,
            },
        )
    }

    fn alone(variables: &[(&str, &str)]) -> Screen {
        screen_of(variables, ScreenEntry::default())
    }

    fn with_glyphs(variables: &[(&str, &str)], glyphs: GlyphsEntry) -> Screen {
        let glyphs = Some(glyphs);
        screen_of(
            variables,
            ScreenEntry {
                glyphs,
                ..ScreenEntry::default()
            },
        )
    }

    #[test]
    fn marks_are_ascii_where_a_terminal_would_not_draw_others_one_column_wide() {
        for (name, value, ascii) in [
            ("TERM", "xterm-256color", false),
            ("TERM", "linux", true),
            ("LANG", "de_DE.UTF-8", false),
            ("LANG", "C.utf8", false),
            ("LANG", "de_DE.ISO-8859-1", true),
            ("LANG", "C", true),
            ("LC_ALL", "ja_JP.UTF-8", true),
        ] {
            assert_eq!(alone(&[(name, value)]).ascii, ascii, "{name}={value}");
        }
        let both = [("LC_ALL", "C.UTF-8"), ("LANG", "C")];
        assert!(!alone(&both).ascii);
        assert!(with_glyphs(&both, GlyphsEntry::Ascii).ascii);
        assert!(!with_glyphs(&[("TERM", "linux")], GlyphsEntry::Unicode).ascii);
    }

    #[test]
    fn a_console_is_asked_nothing_and_given_no_links() {
        for (term, is_console) in [("linux", true), ("vt220", true), ("tmux-256color", false)] {
            let screen = alone(&[("TERM", term)]);
            assert_eq!(screen.is_console, is_console, "{term}");
            assert_eq!(screen.links == Links::Off, is_console, "{term}");
        }
    }

    #[test]
    fn a_terminal_from_before_colours_gets_none() {
        assert!(alone(&[("TERM", "vt100")]).no_color);
        assert!(!alone(&[("TERM", "xterm-256color")]).no_color);
    }

    #[test]
    fn lines_in_place_of_a_screen_are_asked_for_by_a_variable_or_a_setting() {
        assert!(alone(&[("ACCESSIBLE", "1")]).plain);
        assert!(!alone(&[("ACCESSIBLE", "0")]).plain);
        assert!(alone(&[("TERM", "dumb")]).plain);
        assert!(!alone(&[("TERM", "vt100")]).plain);
        let screen = ScreenEntry {
            plain: Some(false),
            ..ScreenEntry::default()
        };
        assert!(!screen_of(&[("TERM", "dumb")], screen).plain);
        let plain = ScreenEntry {
            plain: Some(true),
            ..ScreenEntry::default()
        };
        assert!(screen_of(&[], plain).plain);
    }

    #[test]
    fn notifications_go_where_they_are_known_to_arrive() {
        assert!(alone(&[("TERM_PROGRAM", "WezTerm")]).shows_notifications);
        let inside = [
            ("TERM_PROGRAM", "WezTerm"),
            ("TMUX", "/tmp/tmux-0/default,1,0"),
        ];
        assert!(!alone(&inside).shows_notifications);
        assert!(!alone(&[("TERM", "xterm-256color")]).shows_notifications);
    }

    #[test]
    fn the_command_can_be_pasted_into_a_shell() {
        assert_eq!(program(None), "tercet");
        assert_eq!(
            program(Some(Path::new("/data/t"))),
            "tercet --data-dir /data/t"
        );
        assert_eq!(
            program(Some(Path::new("it's here"))),
            r"tercet --data-dir 'it'\''s here'"
        );
    }
}
