//! How the screen looks: the theme and the signs that are drawn, changed while it is open.

use super::{App, Effect};
use crate::tui::layers::{AnyLayer, Look};
use crate::tui::theme::{GlyphSet, Theme};

impl App {
    pub(super) fn worn(&self) -> Look {
        Look {
            theme: self.theme.name().to_owned(),
            is_ascii: self.draws_ascii(),
        }
    }

    fn draws_ascii(&self) -> bool {
        self.theme.glyphs().done.is_ascii()
    }

    /// Marks and lines are drawn in the other set of characters from now on.
    pub(super) fn toggle_glyphs(&mut self) -> Vec<Effect> {
        let glyphs = if self.draws_ascii() {
            GlyphSet::Unicode
        } else {
            GlyphSet::Ascii
        };
        self.theme = self.theme.clone().with_glyphs(glyphs);
        self.show_look_in_settings();
        vec![]
    }

    pub(super) fn use_theme(&mut self, name: String) -> Vec<Effect> {
        match Theme::named(&name) {
            Ok(theme) => {
                self.theme = theme.worn_as(&self.theme);
                self.show_look_in_settings();
                vec![Effect::SetTheme(name)]
            }
            Err(error) => {
                self.warn(error.to_string());
                vec![]
            }
        }
    }

    /// A sheet of the settings that is open tells the look as it is now.
    fn show_look_in_settings(&mut self) {
        let look = self.worn();
        for layer in &mut self.ui.layers {
            if let AnyLayer::Settings(sheet) = layer {
                sheet.wear(look.clone());
            }
        }
    }
}
