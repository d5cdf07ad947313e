//! What a page draws besides the characters that the parser tells: where pictures and filled shapes lie, and which runs of text are drawn without ink, cut
//! away or covered by what is drawn later.
//!
//! Only the page's own content is followed. What forms draw in its place is not known here, and [`Drawn::has_more`] says so.

use pdf_oxide::PdfDocument;
use pdf_oxide::content::{Operator, TextElement, parse_content_stream};

use super::named::{Named, Space};
use super::sparse::sparse;

/// White, and what is as good as white.
pub(super) const WHITE: f32 = 0.98;
/// What covers less of its ground is not seen.
const FAINT: f32 = 0.05;
/// Letters of so small a part of their width, in hundredths, are lines.
const NARROW: f32 = 10.0;

/// What lies on a page.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Drawn {
    pub(super) pictures: Vec<Area>,
    /// Filled with more than white.
    pub(super) shapes: Vec<Area>,
    pub(super) runs: Vec<Run>,
    /// Lines that run across or down the page.
    pub(super) rules: Vec<Area>,
    /// Rectangles that let nothing through, in the order in which they are drawn.
    covers: Vec<Area>,
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
    pub(super) is_white: bool,
    /// What is drawn beyond it is cut away.
    clip: Option<Area>,
    /// How many rectangles lie below it.
    above: usize,
}

impl Drawn {
    /// Whether the letter that a run draws here, of this size, is cut away or covered by what comes later.
    pub(super) fn is_out_of_sight(&self, run: &Run, x: f32, y: f32, size: f32) -> bool {
        let is_cut = run.clip.is_some_and(|clip| !clip.is_near(x, y));
        let later = self.covers.get(run.above..).unwrap_or_default();
        is_cut || later.iter().any(|cover| cover.hides(x, y, size))
    }
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
    pub(super) fn around(points: &[(f32, f32)]) -> Option<Self> {
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

    pub(super) fn is_upright(&self) -> bool {
        self.high - self.low > self.right - self.left
    }

    pub(super) fn middle(&self) -> (f32, f32) {
        let across = f32::midpoint(self.left, self.right);
        (across, f32::midpoint(self.low, self.high))
    }

    /// Whether a place lies on it, or no farther from it than this.
    pub(super) fn is_at(&self, x: f32, y: f32, miss: f32) -> bool {
        (self.left - miss..=self.right + miss).contains(&x)
            && (self.low - miss..=self.high + miss).contains(&y)
    }

    pub(super) fn touches(&self, other: &Self, miss: f32) -> bool {
        self.left <= other.right + miss
            && other.left <= self.right + miss
            && self.low <= other.high + miss
            && other.low <= self.high + miss
    }

    /// Whether it is a line across or down the page.
    fn is_rule(&self) -> bool {
        /// Points.
        const THICKEST: f32 = 2.0;
        const SHORTEST: f32 = 6.0;
        let (width, height) = (self.right - self.left, self.high - self.low);
        self.thickness() <= THICKEST && width.max(height) >= SHORTEST
    }

    fn thickness(&self) -> f32 {
        (self.right - self.left).min(self.high - self.low)
    }

    fn sides(self) -> [Self; 4] {
        let Self {
            left,
            right,
            low,
            high,
        } = self;
        [
            Self {
                right: left,
                ..self
            },
            Self {
                left: right,
                ..self
            },
            Self { high: low, ..self },
            Self { low: high, ..self },
        ]
    }

    /// What of this lies within the other; nothing lies within an area without extent.
    fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            right: self.right.min(other.right),
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Whether a letter that begins here may reach in.
    fn is_near(&self, x: f32, y: f32) -> bool {
        /// The size of large type.
        const REACH: f32 = 40.0;
        self.left < self.right
            && self.low < self.high
            && (self.left - REACH..=self.right + REACH).contains(&x)
            && (self.low - REACH..=self.high + REACH).contains(&y)
    }

    /// Whether nothing is seen of a letter of this size that begins here.
    fn hides(&self, x: f32, y: f32, size: f32) -> bool {
        let top = y + 0.6 * size.abs();
        (self.left..=self.right).contains(&x) && self.low <= y && self.high >= top
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
    let mut named = Named::of(document, index);
    let content = sparse(content);
    let operators = content.parts().map(parse_content_stream);
    let operators: Vec<Vec<Operator>> = operators.collect::<Result<_, _>>().ok()?;
    for operator in operators.into_iter().flatten() {
        match &operator {
            Operator::SetExtGState { dict_name } => {
                if let Some(cover) = named.cover(dict_name) {
                    pen.state.cover = cover;
                }
            }
            Operator::BeginMarkedContent { .. } => pen.parts.push(true),
            Operator::BeginMarkedContentDict { tag, properties } => {
                let layer = properties.as_name().filter(|_| tag == "OC");
                let is_off = layer.is_some_and(|layer| named.is_off(layer));
                pen.parts.push(!is_off);
            }
            Operator::EndMarkedContent => {
                pen.parts.pop();
            }
            Operator::Do { name } if named.is_picture(name) => pen.picture(),
            Operator::Do { .. } => pen.drawn.has_more = true,
            Operator::SetFillColorSpace { name } => pen.space(named.space(name)),
            _ => pen.follow(&operator),
        }
    }
    Some(pen.drawn)
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
    space: Space,
    fills_white: bool,
    leading: f32,
    /// From 0, nothing is seen, to 1, nothing shows through.
    cover: f32,
    clip: Option<Area>,
    /// Hundredths of their width in which letters are drawn.
    width: f32,
}

struct Pen {
    drawn: Drawn,
    state: State,
    saved: Vec<State>,
    line: Matrix,
    /// Whether the next text begins where the line does.
    placed: bool,
    path: Vec<(f32, f32)>,
    /// The lines of the path and its rectangles.
    edges: Vec<Area>,
    boxes: Vec<Area>,
    /// Whether the path is one rectangle, and whether it cuts away what is drawn later.
    is_rectangle: bool,
    clips: bool,
    /// Of the marked parts that have begun, whether each is shown.
    parts: Vec<bool>,
}

impl Default for Pen {
    fn default() -> Self {
        Self {
            drawn: Drawn::default(),
            state: State {
                place: AS_IT_IS,
                ink: Ink::Filled,
                space: Space::Light,
                fills_white: false,
                leading: 0.0,
                cover: 1.0,
                clip: None,
                width: 100.0,
            },
            saved: Vec::new(),
            line: AS_IT_IS,
            placed: false,
            path: Vec::new(),
            edges: Vec::new(),
            boxes: Vec::new(),
            is_rectangle: false,
            clips: false,
            parts: Vec::new(),
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
                let is_first = self.path.is_empty();
                self.point(x, y);
                self.point(x + width, y);
                self.point(x + width, y + height);
                self.point(x, y + height);
                self.add_box();
                let [_, b, c, _, ..] = self.state.place;
                self.is_rectangle = is_first && b == 0.0 && c == 0.0;
            }
            Operator::MoveTo { x, y } => self.point(x, y),
            Operator::LineTo { x, y } => {
                self.point(x, y);
                let ends = self
                    .path
                    .len()
                    .checked_sub(2)
                    .and_then(|at| self.path.get(at..));
                self.edges.extend(ends.and_then(Area::around));
            }
            Operator::CurveTo { x3, y3, .. }
            | Operator::CurveToV { x3, y3, .. }
            | Operator::CurveToY { x3, y3, .. } => self.point(x3, y3),
            Operator::Fill | Operator::FillEvenOdd => self.fill(),
            Operator::CloseFillStroke
            | Operator::FillStroke
            | Operator::FillStrokeEvenOdd
            | Operator::CloseFillStrokeEvenOdd => {
                self.outline();
                self.fill();
            }
            Operator::ClipNonZero | Operator::ClipEvenOdd => self.clips = true,
            Operator::Stroke | Operator::CloseAndStroke => {
                self.stroke();
                self.end_path();
            }
            Operator::EndPath => self.end_path(),
            _ => {
                self.colour(operator);
                self.text(operator);
            }
        }
    }

    fn space(&mut self, space: Space) {
        self.state.space = space;
        self.state.fills_white = false;
    }

    fn colour(&mut self, operator: &Operator) {
        let (space, parts) = match operator {
            Operator::SetFillRgb { r, g, b } => (Space::Light, [*r, *g, *b].to_vec()),
            Operator::SetFillGray { gray } => (Space::Light, [*gray].to_vec()),
            Operator::SetFillCmyk { c, m, y, k } => (Space::Process, [*c, *m, *y, *k].to_vec()),
            Operator::SetFillColor { components } | Operator::SetFillColorN { components, .. } => {
                (self.state.space, components.clone())
            }
            _ => return,
        };
        self.state.space = space;
        self.state.fills_white = !parts.is_empty()
            && match space {
                Space::Light => parts.iter().all(|part| *part >= WHITE),
                Space::Process => parts.iter().all(|part| *part <= 1.0 - WHITE),
                Space::Other => false,
            };
    }

    fn text(&mut self, operator: &Operator) {
        match operator {
            Operator::Tr { render } => {
                self.state.ink = match *render {
                    3 | 7 => Ink::None,
                    1 | 2 | 5 | 6 => Ink::Outlined,
                    _ => Ink::Filled,
                };
            }
            Operator::Tz { scale } => self.state.width = *scale,
            Operator::TL { leading } => self.state.leading = *leading,
            Operator::BeginText => self.place(AS_IT_IS),
            Operator::Td { tx, ty } => self.go(*tx, *ty),
            Operator::TD { tx, ty } => {
                self.state.leading = -*ty;
                self.go(*tx, *ty);
            }
            Operator::TStar => self.go(0.0, -self.state.leading),
            Operator::Tj { text } => self.show(is_blank(text)),
            Operator::TJ { array } => self.show(array.iter().all(|part| match part {
                TextElement::String(text) => is_blank(text),
                TextElement::Offset(_) => true,
            })),
            Operator::Quote { text } | Operator::DoubleQuote { text, .. } => {
                self.go(0.0, -self.state.leading);
                self.show(is_blank(text));
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

    /// A run begins; where text goes on behind other text is not known. Spaces are no run: a page may strew them without ink all over its text.
    fn show(&mut self, blank: bool) {
        if !blank && std::mem::take(&mut self.placed) {
            let (x, y) = at(then(self.line, self.state.place), 0.0, 0.0);
            let is_shown = self.parts.iter().all(|shown| *shown)
                && self.state.cover >= FAINT
                && self.state.width.abs() >= NARROW;
            self.drawn.runs.push(Run {
                x,
                y,
                ink: if is_shown { self.state.ink } else { Ink::None },
                is_white: self.state.fills_white,
                clip: self.state.clip,
                above: self.drawn.covers.len(),
            });
        }
    }

    fn point(&mut self, x: f32, y: f32) {
        self.path.push(at(self.state.place, x, y));
        self.is_rectangle = false;
    }

    /// The rectangle whose corners the path ends with.
    fn add_box(&mut self) {
        let corners = self
            .path
            .len()
            .checked_sub(4)
            .and_then(|at| self.path.get(at..));
        if let Some([corner, _, opposite, _]) = corners {
            self.boxes.extend(Area::around(&[*corner, *opposite]));
        }
    }

    fn stroke(&mut self) {
        /// Points by which a line may go up or down.
        const SLANT: f32 = 0.5;
        let rules = self.edges.drain(..).filter(Area::is_rule);
        let rules = rules.filter(|edge| edge.thickness() <= SLANT);
        self.drawn.rules.extend(rules);
        self.outline();
    }

    /// The sides of rectangles.
    fn outline(&mut self) {
        let sides = self.boxes.iter().flat_map(|area| area.sides());
        self.drawn.rules.extend(sides.filter(Area::is_rule));
    }

    fn fill(&mut self) {
        if !self.state.fills_white {
            // Where there are no rectangles, the path is all one thing.
            if self.boxes.is_empty() {
                self.boxes.extend(Area::around(&self.path));
            }
            let rules = self.boxes.drain(..).filter(Area::is_rule);
            self.drawn.rules.extend(rules);
        }
        let area = Area::around(&self.path).filter(|_| !self.state.fills_white);
        self.drawn.shapes.extend(area);
        let is_tight = self.is_rectangle
            && self.state.space != Space::Other
            && self.state.cover >= 1.0
            && self.parts.iter().all(|shown| *shown);
        if is_tight && let Some(area) = Area::around(&self.path) {
            let seen = self.state.clip.map_or(area, |clip| area.within(clip));
            self.drawn.covers.push(seen);
        }
        self.end_path();
    }

    fn end_path(&mut self) {
        if std::mem::take(&mut self.clips)
            && let Some(area) = Area::around(&self.path)
        {
            self.state.clip = Some(self.state.clip.map_or(area, |clip| clip.within(area)));
        }
        self.path.clear();
        self.edges.clear();
        self.boxes.clear();
        self.is_rectangle = false;
    }

    fn picture(&mut self) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
        let corners = corners.map(|(x, y)| at(self.state.place, x, y));
        self.drawn.pictures.extend(Area::around(&corners));
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| *byte == b' ')
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
    fn a_drawing_in_fewer_words_covers_the_same() {
        for content in [
            "q 2 0 0 3 10 20 cm 0 0 m 9 4 l 1 1 2 2 3 -7 c h f 5 5 m 6 6 l S Q BT 7 8 Td (d) Tj ET",
            "0 0 m 9 9 l W n 1 1 3 3 re f BT 1 2 Td (a m) Tj ET",
            "q 0 0 9 9 re 4 4 m 20 5 l W* n BT 5 5 Td (b) Tj ET Q 1 g 3 3 m 4 9 l 5 3 l b* 0 g 1 2 3 4 v f",
        ] {
            let sparse = String::from_utf8(
                sparse(content.as_bytes())
                    .parts()
                    .collect::<Vec<_>>()
                    .concat(),
            )
            .unwrap();
            assert_eq!(follow(&sparse), follow(content), "{content}");
        }
    }

    #[test]
    fn white_shapes_are_no_ground_for_white_letters() {
        let drawn = follow("1 g 0 0 100 100 re f 0.2 g 50 60 10 10 re f 0 0 m 9 9 l S");
        assert_eq!(drawn.shapes.len(), 1);
        assert!(drawn.shapes[0].holds(55.0, 65.0) && !drawn.shapes[0].holds(5.0, 5.0));
    }
}
