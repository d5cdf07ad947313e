//! Colours as style sheets write them, as far as it has to be known whether text can be told from its ground.

/// Parts of red, green and blue from 0 to 255, and how much of the ground is covered, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Colour {
    red: f32,
    green: f32,
    blue: f32,
    cover: f32,
}

/// Colours that differ by no more than this in each part look the same.
const ALIKE: f32 = 8.0;
/// What covers less of its ground is not seen.
const FAINT: f32 = 0.05;

pub(super) const WHITE: Colour = opaque(255.0, 255.0, 255.0);

const CLEAR: Colour = Colour {
    cover: 0.0,
    ..opaque(0.0, 0.0, 0.0)
};

const fn opaque(red: f32, green: f32, blue: f32) -> Colour {
    Colour {
        red,
        green,
        blue,
        cover: 1.0,
    }
}

impl Colour {
    /// Reads a value in lower case and without white space; `None` for other names and forms, and for what is taken from elsewhere.
    pub(super) fn of(value: &str) -> Option<Self> {
        match value {
            "white" | "snow" | "ghostwhite" => return Some(WHITE),
            "black" => return Some(opaque(0.0, 0.0, 0.0)),
            "transparent" => return Some(CLEAR),
            _ => {}
        }
        if let Some(digits) = value.strip_prefix('#') {
            return Self::of_digits(digits);
        }
        let (form, parts) = value.strip_suffix(')')?.split_once('(')?;
        // Without white space, the parts of a colour that are not parted otherwise cannot be told.
        if let Some((_, cover)) = parts.rsplit_once('/') {
            return (share(cover, 1.0)? < FAINT).then_some(CLEAR);
        }
        let parts: Vec<&str> = parts.split(',').collect();
        let [first, second, third, rest @ ..] = parts.as_slice() else {
            return None;
        };
        let cover = match rest {
            [] => 1.0,
            [cover] => share(cover, 1.0)?,
            _ => return None,
        };
        match form {
            "rgb" | "rgba" => Some(Self {
                red: share(first, 255.0)?,
                green: share(second, 255.0)?,
                blue: share(third, 255.0)?,
                cover,
            }),
            "hsl" | "hsla" => {
                let light = 255.0 * share(third, 100.0)? / 100.0;
                let depth = share(second, 100.0)? / 100.0;
                // Hues are told apart only where there is nothing of them.
                let is_grey = depth < 0.05 || !(3.0..=252.0).contains(&light);
                (is_grey || cover < FAINT).then_some(Self {
                    cover,
                    ..opaque(light, light, light)
                })
            }
            _ => None,
        }
    }

    fn of_digits(digits: &str) -> Option<Self> {
        let each = if digits.len() < 6 { 1 } else { 2 };
        let full = if each == 1 { 15.0 } else { 255.0 };
        let part = |at: usize| {
            let part = digits.get(at * each..(at + 1) * each)?;
            Some(f32::from(u8::from_str_radix(part, 16).ok()?) / full)
        };
        let cover = match digits.len() / each {
            3 => 1.0,
            4 => part(3)?,
            _ => return None,
        };
        Some(Self {
            red: 255.0 * part(0)?,
            green: 255.0 * part(1)?,
            blue: 255.0 * part(2)?,
            cover,
        })
    }

    pub(super) fn is_clear(self) -> bool {
        self.cover < FAINT
    }

    pub(super) fn is_like(self, other: Self) -> bool {
        let near = |one: f32, other: f32| (one - other).abs() <= ALIKE;
        near(self.red, other.red) && near(self.green, other.green) && near(self.blue, other.blue)
    }
}

/// A number, or a share of `whole`.
fn share(value: &str, whole: f32) -> Option<f32> {
    match value.strip_suffix('%') {
        Some(percent) => Some(percent.parse::<f32>().ok()? / 100.0 * whole),
        None => value.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_and_clear_are_known_in_every_form() {
        for white in [
            "white",
            "#fff",
            "#FEFEFE",
            "#ffff",
            "#fffffff0",
            "rgb(255,255,255)",
            "rgba(100%,100%,100%,1)",
            "hsl(0,0%,100%)",
            "hsla(210,50%,99%,.9)",
        ] {
            let colour = Colour::of(&white.to_lowercase()).unwrap();
            assert!(colour.is_like(WHITE) && !colour.is_clear(), "{white}");
        }
        for clear in [
            "transparent",
            "#0000",
            "#12345600",
            "rgba(0,0,0,0)",
            "hsla(9,90%,40%,0)",
            "rgba(1,2,3,0%)",
            "rgb(123/0)",
        ] {
            assert!(Colour::of(clear).unwrap().is_clear(), "{clear}");
        }
        for other in [
            "red",
            "inherit",
            "#12",
            "#é",
            "rgb(1,2)",
            "hsl(9,90%,40%)",
            "var(--x)",
            "",
        ] {
            assert_eq!(Colour::of(other), None, "{other}");
        }
    }
}
