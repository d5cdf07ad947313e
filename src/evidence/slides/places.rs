//! Where the parts of a slide stand that leave it to their layout. The parser reads parts from top to bottom, and those whose place it does not know last.

/// A part of a slide that holds text begins and ends so.
const SHAPE: (&str, &str) = ("<p:sp>", "</p:sp>");
const PLACE: (&str, &str) = ("<a:xfrm", "</a:xfrm>");
const PROPERTIES: &str = "<p:spPr";

/// A slide whose parts have the places that its layout gives them, or the master of this; `None` where none lacks one, or all do.
pub(super) fn placed(slide: &str, above: &[String]) -> Option<String> {
    let mut written = String::with_capacity(slide.len());
    let mut copied = 0;
    for (start, shape) in shapes(slide) {
        let place = || {
            let holder = Holder::of(shape)?;
            above.iter().find_map(|above| holder.place_in(above))
        };
        if shape.contains(PLACE.0) {
            continue;
        }
        let Some((place, (at, is_closed))) = place().zip(properties(shape)) else {
            continue;
        };
        let at = start + at;
        written.push_str(slide.get(copied..at)?);
        // `<p:spPr/>` holds nothing yet.
        if is_closed {
            written.truncate(written.len() - "/>".len());
            written.push('>');
        }
        written.push_str(place);
        if is_closed {
            written.push_str("</p:spPr>");
        }
        copied = at;
    }
    if copied == 0 {
        return None;
    }
    written.push_str(slide.get(copied..)?);
    Some(written)
}

/// Whether the order of a slide depends on places that it does not give: some of its parts have one, and some have none.
pub(super) fn are_mixed(slide: &str) -> bool {
    let has_places = slide.contains("<p:graphicFrame") || slide.contains(PLACE.0);
    has_places
        && shapes(slide).any(|(_, shape)| !shape.contains(PLACE.0) && shape.contains("<p:ph"))
}

/// The parts that hold text, each with where it begins.
fn shapes(slide: &str) -> impl Iterator<Item = (usize, &str)> {
    slide.match_indices(SHAPE.0).filter_map(|(start, _)| {
        let rest = slide.get(start..)?;
        Some((start, rest.get(..rest.find(SHAPE.1)?)?))
    })
}

/// Where the properties of a part begin inside, and whether they hold nothing.
fn properties(shape: &str) -> Option<(usize, bool)> {
    let start = shape.find(PROPERTIES)?;
    let tag = shape.get(start..)?;
    let end = tag.find('>')?;
    Some((start + end + 1, tag.get(..end)?.ends_with('/')))
}

/// What a part says of the place that it holds.
struct Holder<'a> {
    number: Option<&'a str>,
    kind: Option<&'a str>,
}

impl<'a> Holder<'a> {
    fn of(shape: &'a str) -> Option<Self> {
        let (_, tag) = shape.split_once("<p:ph")?;
        let (tag, _) = tag.split_once('>')?;
        let value = |name: &str| {
            let (_, rest) = tag.split_once(name)?;
            Some(rest.split_once('"')?.0)
        };
        Some(Self {
            number: value(" idx=\""),
            kind: value(" type=\""),
        })
    }

    fn place_in<'b>(&self, above: &'b str) -> Option<&'b str> {
        let is_same = |other: &Holder<'_>| match (self.number, other.number) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.kind == other.kind,
            // Masters have one place for all texts.
            (Some(_), None) => {
                self.kind.is_none_or(|kind| kind == "body") && other.kind == Some("body")
            }
            (None, Some(_)) => self.kind.is_some() && self.kind == other.kind,
        };
        shapes(above)
            .filter(|(_, shape)| Holder::of(shape).is_some_and(|other| is_same(&other)))
            .find_map(|(_, shape)| {
                let start = shape.find(PLACE.0)?;
                let rest = shape.get(start..)?;
                rest.get(..rest.find(PLACE.1)? + PLACE.1.len())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(holder: &str, properties: &str, text: &str) -> String {
        format!(
            "<p:sp><p:nvSpPr><p:nvPr>{holder}</p:nvPr></p:nvSpPr>{properties}<p:txBody>{text}</p:txBody></p:sp>"
        )
    }

    #[test]
    fn parts_stand_where_their_layout_puts_them() {
        let place = |y: u8| format!("<a:xfrm><a:off x=\"1\" y=\"{y}\"/></a:xfrm>");
        let layout = shape(
            "<p:ph type=\"title\"/>",
            &format!("<p:spPr>{}</p:spPr>", place(1)),
            "",
        ) + &shape(
            "<p:ph idx=\"1\"/>",
            &format!("<p:spPr>{}</p:spPr>", place(2)),
            "",
        ) + &shape("<p:ph idx=\"2\"/>", "<p:spPr/>", "");
        let master = shape(
            "<p:ph type=\"body\" idx=\"2\"/>",
            &format!("<p:spPr>{}</p:spPr>", place(3)),
            "",
        );
        let own = format!("<p:spPr>{}</p:spPr>", place(9));
        let slide = |first: &str, second: &str, third: &str| {
            format!(
                "<p:sld>{}<p:graphicFrame/>{}{}{}</p:sld>",
                shape("<p:ph idx=\"1\"/>", first, "Text"),
                shape("", &own, "Box"),
                shape("<p:ph idx=\"2\"/>", second, "More"),
                shape("<p:ph idx=\"7\"/>", third, "Lost"),
            )
        };
        let bare = slide("<p:spPr/>", "<p:spPr></p:spPr>", "<p:spPr/>");
        assert!(are_mixed(&bare));
        let told = slide(
            &format!("<p:spPr>{}</p:spPr>", place(2)),
            &format!("<p:spPr>{}</p:spPr>", place(3)),
            "<p:spPr/>",
        );
        assert_eq!(
            placed(&bare, &[layout, master]).as_deref(),
            Some(told.as_str())
        );
        assert_eq!(placed("<p:sld><p:sp>", &[]), None);
        assert!(!are_mixed("<p:sld><p:sp><p:ph idx=\"1\"/></p:sp></p:sld>"));
    }
}
