//! What a page draws besides the characters that the parser tells: where pictures and filled shapes lie, and which runs of text are drawn without ink.
//!
//! Only the page's own content is followed. What forms draw in its place is not known here, and [`Drawn::is_sure`] says so.

use pdf_oxide::PdfDocument;
use pdf_oxide::content::{Operator, parse_content_stream};

use super::fonts::resolved;

/// White, and what is as good as white.
pub(super) const WHITE: f32 = 0.98;

/// What lies on a page.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Drawn {
    pub(super) pictures: Vec<Area>,
    /// Filled with more than white.
    pub(super) shapes: Vec<Area>,
    pub(super) runs: Vec<Run>,
    /// Whether forms or shadings draw what is not known here.
    pub(super) has_more: bool,
}

/// An upright rectangle around something that is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    left: f32,
    right: f32,
    low: f32,
    high: f32,
}

/// Where a run of text begins, and how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Run {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) ink: Ink,
}

/// What of its letters a run draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Ink {
    #[default]
    Filled,
    Outlined,
    None,
}

impl Area {
    fn around(points: &[(f32, f32)]) -> Option<Self> {
        let (x, y) = *points.first()?;
        let mut area = Self {
            left: x,
            right: x,
            low: y,
            high: y,
        };
        for (x, y) in points {
            area.left = area.left.min(*x);
            area.right = area.right.max(*x);
            area.low = area.low.min(*y);
            area.high = area.high.max(*y);
        }
        Some(area)
    }

    pub(super) fn holds(&self, x: f32, y: f32) -> bool {
        /// Points by which a character may stand over the edge.
        const SLIP: f32 = 1.0;
        (self.left - SLIP..=self.right + SLIP).contains(&x)
            && (self.low - SLIP..=self.high + SLIP).contains(&y)
    }
}

/// What the content of a page draws; `None` where it cannot be read.
pub(super) fn drawn(document: &PdfDocument, index: usize, content: &[u8]) -> Option<Drawn> {
    let mut pen = Pen::default();
    for operator in parse_content_stream(content).ok()? {
        if let Operator::Do { name } = &operator {
            if is_picture(document, index, name).unwrap_or_default() {
                pen.picture();
            } else {
                pen.drawn.has_more = true;
            }
        } else {
            pen.follow(&operator);
        }
    }
    Some(pen.drawn)
}

fn is_picture(document: &PdfDocument, index: usize, name: &str) -> Option<bool> {
    let page = document.get_page(index).ok()?;
    let resources = resolved(document, page.as_dict()?.get("Resources")?)?;
    let objects = resolved(document, resources.as_dict()?.get("XObject")?)?;
    let object = resolved(document, objects.as_dict()?.get(name)?)?;
    Some(object.as_dict()?.get("Subtype")?.as_name()? == "Image")
}

/// A transformation, as files write it.
type Matrix = [f32; 6];
const AS_IT_IS: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// What an operator that moves or turns the page or its text says.
#[allow(
    clippy::many_single_char_names,
    reason = "the fields of a transformation are called so everywhere"
)]
fn matrix_of(operator: &Operator) -> Option<Matrix> {
    match *operator {
        Operator::Cm { a, b, c, d, e, f } | Operator::Tm { a, b, c, d, e, f } => {
            Some([a, b, c, d, e, f])
        }
        _ => None,
    }
}

/// First `a`, then `b`.
fn then(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

fn at(matrix: Matrix, x: f32, y: f32) -> (f32, f32) {
    (
        x * matrix[0] + y * matrix[2] + matrix[4],
        x * matrix[1] + y * matrix[3] + matrix[5],
    )
}

/// What `q` saves and `Q` brings back.
#[derive(Clone, Copy)]
struct State {
    place: Matrix,
    ink: Ink,
    fills_white: bool,
    leading: f32,
}

struct Pen {
    drawn: Drawn,
    state: State,
    saved: Vec<State>,
    line: Matrix,
    /// Whether the next text begins where the line does.
    placed: bool,
    path: Vec<(f32, f32)>,
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            drawn: Drawn::default(),
            state: State {
                place: AS_IT_IS,
                ink: Ink::Filled,
                fills_white: false,
                leading: 0.0,
            },
            saved: Vec::new(),
            line: AS_IT_IS,
            placed: false,
            path: Vec::new(),
        }
    }
}

impl Pen {
    fn follow(&mut self, operator: &Operator) {
        if let Some(matrix) = matrix_of(operator) {
            if matches!(operator, Operator::Cm { .. }) {
                self.state.place = then(matrix, self.state.place);
            } else {
                self.place(matrix);
            }
            return;
        }
        match *operator {
            Operator::SaveState => self.saved.push(self.state),
            Operator::RestoreState => self.state = self.saved.pop().unwrap_or(self.state),
            Operator::InlineImage { .. } => self.picture(),
            Operator::PaintShading { .. } => self.drawn.has_more = true,
            Operator::Rectangle {
                x,
                y,
                width,
                height,
            } => {
                self.point(x, y);
                self.point(x + width, y);
                self.point(x, y + height);
                self.point(x + width, y + height);
            }
            Operator::MoveTo { x, y } | Operator::LineTo { x, y } => self.point(x, y),
            Operator::CurveTo { x3, y3, .. }
            | Operator::CurveToV { x3, y3, .. }
            | Operator::CurveToY { x3, y3, .. } => self.point(x3, y3),
            Operator::Fill
            | Operator::FillEvenOdd
            | Operator::CloseFillStroke
            | Operator::FillStroke
            | Operator::FillStrokeEvenOdd
            | Operator::CloseFillStrokeEvenOdd => self.fill(),
            Operator::Stroke | Operator::CloseAndStroke | Operator::EndPath => self.path.clear(),
            _ => {
                self.colour(operator);
                self.text(operator);
            }
        }
    }

    fn colour(&mut self, operator: &Operator) {
        self.state.fills_white = match *operator {
            Operator::SetFillRgb { r, g, b } => r.min(g).min(b) >= WHITE,
            Operator::SetFillGray { gray } => gray >= WHITE,
            Operator::SetFillCmyk { c, m, y, k } => c.max(m).max(y).max(k) <= 1.0 - WHITE,
            Operator::SetFillColorSpace { .. }
            | Operator::SetFillColor { .. }
            | Operator::SetFillColorN { .. } => false,
            _ => return,
        };
    }

    fn text(&mut self, operator: &Operator) {
        match *operator {
            Operator::Tr { render } => {
                self.state.ink = match render {
                    3 | 7 => Ink::None,
                    1 | 2 | 5 | 6 => Ink::Outlined,
                    _ => Ink::Filled,
                };
            }
            Operator::TL { leading } => self.state.leading = leading,
            Operator::BeginText => self.place(AS_IT_IS),
            Operator::Td { tx, ty } => self.go(tx, ty),
            Operator::TD { tx, ty } => {
                self.state.leading = -ty;
                self.go(tx, ty);
            }
            Operator::TStar => self.go(0.0, -self.state.leading),
            Operator::Tj { .. } | Operator::TJ { .. } => self.show(),
            Operator::Quote { .. } | Operator::DoubleQuote { .. } => {
                self.go(0.0, -self.state.leading);
                self.show();
            }
            _ => {}
        }
    }

    fn place(&mut self, line: Matrix) {
        self.line = line;
        self.placed = true;
    }

    fn go(&mut self, x: f32, y: f32) {
        self.place(then([1.0, 0.0, 0.0, 1.0, x, y], self.line));
    }

    /// A run begins; where text goes on behind other text is not known.
    fn show(&mut self) {
        if std::mem::take(&mut self.placed) {
            let (x, y) = at(then(self.line, self.state.place), 0.0, 0.0);
            let ink = self.state.ink;
            self.drawn.runs.push(Run { x, y, ink });
        }
    }

    fn point(&mut self, x: f32, y: f32) {
        self.path.push(at(self.state.place, x, y));
    }

    fn fill(&mut self) {
        let area = Area::around(&self.path).filter(|_| !self.state.fills_white);
        self.drawn.shapes.extend(area);
        self.path.clear();
    }

    fn picture(&mut self) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        let corners = corners.map(|(x, y)| at(self.state.place, x, y));
        self.drawn.pictures.extend(Area::around(&corners));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(content: &str) -> Drawn {
        let mut pen = Pen::default();
        for operator in parse_content_stream(content.as_bytes()).unwrap() {
            pen.follow(&operator);
        }
        pen.drawn
    }

    #[test]
    fn runs_are_placed_where_the_page_shows_them() {
        let drawn = follow(
            "q 2 0 0 2 10 20 cm BT 1 0 0 1 5 5 Tm (a) Tj (b) Tj 3 Tr 0 -4 Td (c) Tj ET Q BT 7 8 Td (d) Tj ET",
        );
        let places: Vec<_> = drawn
            .runs
            .iter()
            .map(|run| (run.x, run.y, run.ink))
            .collect();
        assert_eq!(
            places,
            [
                (20.0, 30.0, Ink::Filled),
                (20.0, 22.0, Ink::None),
                (7.0, 8.0, Ink::Filled)
            ]
        );
    }

    #[test]
    fn white_shapes_are_no_ground_for_white_letters() {
        let drawn = follow("1 g 0 0 100 100 re f 0.2 g 50 60 10 10 re f 0 0 m 9 9 l S");
        assert_eq!(drawn.shapes.len(), 1);
        assert!(drawn.shapes[0].holds(55.0, 65.0) && !drawn.shapes[0].holds(5.0, 5.0));
    }
}
