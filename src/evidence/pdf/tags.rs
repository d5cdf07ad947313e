//! What a tagged file says of its text: where the items of lists begin, and in which cell of which table something stands. Browsers draw bullets as shapes
//! and set the cells of narrow tables no farther apart than words, so that the places of letters do not tell it.
//!
//! A page is asked for the elements that its marked pieces belong to, and these for what they stand in; what no page shows is not looked at.

use std::collections::{HashMap, HashSet};

use pdf_oxide::PdfDocument;
use pdf_oxide::layout::TextChar;
use pdf_oxide::object::{Object, ObjectRef};

use super::bidi::runs_leftwards;
use super::update::{Fields, resolved};
use crate::evidence::flow::is_item;

/// No program nests elements deeper.
const DEEPEST: usize = 60;

/// Where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Part {
    item: Option<ObjectRef>,
    table: Option<ObjectRef>,
    pub(super) cell: Option<Cell>,
    /// The paragraph, or what else stands for itself.
    pub(super) block: Option<ObjectRef>,
}

/// A cell of a table, counted from its first row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) table: ObjectRef,
    pub(super) row: usize,
    pub(super) column: usize,
}

/// Of a page, where each of its marked pieces stands, by their numbers.
pub(super) type Parts = HashMap<u32, Part>;

/// The elements of a file.
pub(super) struct Tags<'a> {
    document: &'a PdfDocument,
    /// Which elements the pieces of pages belong to, by the numbers of the pages; none where the file is not tagged.
    parents: HashMap<i64, Object>,
    /// What names of its own a file has for the usual kinds of elements.
    kinds: Fields,
    known: HashMap<ObjectRef, Part>,
    grids: HashMap<ObjectRef, HashMap<ObjectRef, (usize, usize)>>,
    /// Items of which something has been read.
    begun: HashSet<ObjectRef>,
}

impl<'a> Tags<'a> {
    pub(super) fn of(document: &'a PdfDocument) -> Self {
        let root = || {
            let catalog = document.catalog().ok()?;
            resolved(document, catalog.as_dict()?.get("StructTreeRoot")?)
        };
        let root = root();
        let field = |name| resolved(document, root.as_ref()?.as_dict()?.get(name)?);
        let kinds = field("RoleMap").and_then(|kinds| kinds.as_dict().cloned());
        let mut parents = HashMap::new();
        if let Some(tree) = field("ParentTree") {
            add_numbered(document, &tree, DEEPEST, &mut HashSet::new(), &mut parents);
        }
        Self {
            document,
            parents,
            kinds: kinds.unwrap_or_default(),
            known: HashMap::new(),
            grids: HashMap::new(),
            begun: HashSet::new(),
        }
    }

    /// Where the pieces stand that these characters of a page belong to.
    pub(super) fn parts(&mut self, index: usize, chars: &[TextChar]) -> Parts {
        let mut parts = Parts::new();
        let Some(elements) = self.elements(index) else {
            return parts;
        };
        let pieces: HashSet<u32> = chars.iter().filter_map(|char| char.mcid).collect();
        for piece in pieces {
            let element = usize::try_from(piece).ok().and_then(|at| elements.get(at));
            if let Some(element) = element.and_then(Object::as_reference) {
                parts.insert(piece, self.part(element, DEEPEST));
            }
        }
        parts
    }

    /// The elements of the marked pieces of a page.
    fn elements(&self, index: usize) -> Option<Vec<Object>> {
        if self.parents.is_empty() {
            return None;
        }
        let page = self.document.get_page(index).ok()?;
        let number = page.as_dict()?.get("StructParents")?.as_integer()?;
        let elements = resolved(self.document, self.parents.get(&number)?)?;
        elements.as_array().cloned()
    }

    fn part(&mut self, element: ObjectRef, deeper: usize) -> Part {
        if let Some(known) = self.known.get(&element) {
            return *known;
        }
        // What stands in itself stands nowhere.
        self.known.insert(element, Part::default());
        let loaded = self.document.load_object(element).ok();
        let Some(fields) = loaded.as_ref().and_then(Object::as_dict) else {
            return Part::default();
        };
        let above = fields.get("P").and_then(Object::as_reference);
        let above = above
            .filter(|_| deeper > 0)
            .map_or_else(Part::default, |above| self.part(above, deeper - 1));
        let part = match self.kind(fields) {
            "LI" => Part {
                item: Some(element),
                block: Some(element),
                ..above
            },
            "P" | "BlockQuote" | "Caption" | "Note" | "TOCI" => Part {
                block: Some(element),
                ..above
            },
            "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6" => Part {
                item: None,
                block: Some(element),
                ..above
            },
            "Table" => Part {
                table: Some(element),
                cell: None,
                ..above
            },
            "TH" | "TD" => Part {
                item: None,
                cell: above.table.and_then(|table| self.cell(table, element)),
                ..above
            },
            _ => above,
        };
        self.known.insert(element, part);
        part
    }

    /// The usual name of what an element is.
    fn kind<'b>(&'b self, fields: &'b Fields) -> &'b str {
        /// Names that stand for names that stand for others.
        const MOST: usize = 4;
        let mut kind = fields
            .get("S")
            .and_then(Object::as_name)
            .unwrap_or_default();
        for _ in 0..MOST {
            match self.kinds.get(kind).and_then(Object::as_name) {
                Some(usual) => kind = usual,
                None => break,
            }
        }
        kind
    }

    fn cell(&mut self, table: ObjectRef, element: ObjectRef) -> Option<Cell> {
        if !self.grids.contains_key(&table) {
            let grid = self.grid(table);
            self.grids.insert(table, grid);
        }
        let (row, column) = *self.grids.get(&table)?.get(&element)?;
        Some(Cell { table, row, column })
    }

    /// The row and the column of each cell of a table.
    fn grid(&self, table: ObjectRef) -> HashMap<ObjectRef, (usize, usize)> {
        let mut rows = Vec::new();
        self.rows(table, DEEPEST, &mut HashSet::new(), &mut rows);
        let mut grid = HashMap::new();
        // For how many rows each column is taken by what began above.
        let mut taken: Vec<usize> = Vec::new();
        for (row, cells) in rows.into_iter().enumerate() {
            let mut column = 0;
            for (cell, [columns, rows]) in cells {
                while taken.get(column).is_some_and(|rows| *rows > 0) {
                    column += 1;
                }
                grid.insert(cell, (row, column));
                let end = column + columns;
                taken.resize(taken.len().max(end), 0);
                taken.get_mut(column..end).unwrap_or_default().fill(rows);
                column = end;
            }
            for rows in &mut taken {
                *rows = rows.saturating_sub(1);
            }
        }
        grid
    }

    /// Adds the rows within an element, each with its cells and over how many columns and rows these reach.
    fn rows(
        &self,
        element: ObjectRef,
        deeper: usize,
        seen: &mut HashSet<ObjectRef>,
        rows: &mut Vec<Vec<(ObjectRef, [usize; 2])>>,
    ) {
        if deeper == 0 || !seen.insert(element) {
            return;
        }
        for (kid, fields) in self.kids(element) {
            match self.kind(&fields) {
                "TR" => {
                    let cells = self.kids(kid).into_iter();
                    let cells =
                        cells.filter(|(_, fields)| matches!(self.kind(fields), "TH" | "TD"));
                    rows.push(
                        cells
                            .map(|(cell, fields)| (cell, self.spans(&fields)))
                            .collect(),
                    );
                }
                "THead" | "TBody" | "TFoot" | "NonStruct" | "Div" => {
                    self.rows(kid, deeper - 1, seen, rows);
                }
                _ => {}
            }
        }
    }

    /// The elements right below another.
    fn kids(&self, element: ObjectRef) -> Vec<(ObjectRef, Fields)> {
        let loaded = self.document.load_object(element).ok();
        let below = loaded
            .as_ref()
            .and_then(|element| element.as_dict()?.get("K"));
        // An only one may stand there without an array.
        let below = below.map_or_else(Vec::new, |below| match below {
            Object::Reference(place) => match self.document.load_object(*place) {
                Ok(Object::Array(kids)) => kids,
                _ => vec![below.clone()],
            },
            Object::Array(kids) => kids.clone(),
            _ => Vec::new(),
        });
        let below = below.iter().filter_map(Object::as_reference);
        let fields = below.filter_map(|place| {
            let kid = self.document.load_object(place).ok()?;
            Some((place, kid.as_dict()?.clone()))
        });
        fields.collect()
    }

    /// Over how many columns and rows a cell reaches.
    fn spans(&self, fields: &Fields) -> [usize; 2] {
        /// No table has more columns, nor a cell more rows.
        const MOST: i64 = 500;
        let said = fields
            .get("A")
            .and_then(|said| resolved(self.document, said));
        let said = match said {
            Some(Object::Array(said)) => said,
            Some(said) => vec![said],
            None => Vec::new(),
        };
        ["ColSpan", "RowSpan"].map(|name| {
            let span = said.iter().find_map(|said| {
                let said = resolved(self.document, said)?;
                said.as_dict()?.get(name)?.as_integer()
            });
            span.and_then(|span| usize::try_from(span.clamp(1, MOST)).ok())
                .unwrap_or(1)
        })
    }

    /// Puts a bullet before each item of a list that begins in these characters, where nothing is written before it that every list is known by.
    pub(super) fn begin_items(&mut self, parts: &Parts, chars: &mut Vec<TextChar>) {
        let mut begins = Vec::new();
        for (at, char) in chars.iter().enumerate() {
            let part = char.mcid.and_then(|piece| parts.get(&piece));
            let part = part.filter(|_| !char.char.is_whitespace());
            if let Some(part) = part
                && part.item.is_some_and(|item| self.begun.insert(item))
                && let Some(bullet) = bullet(chars.get(at..).unwrap_or_default())
                && !is_signed(chars, &bullet)
            {
                begins.push((at, bullet));
            }
        }
        for (at, bullet) in begins.into_iter().rev() {
            chars.insert(at, bullet);
        }
    }
}

/// Adds what a tree of numbers has for each of them, which is looked through once: a node may hold what is said of all pages.
fn add_numbered(
    document: &PdfDocument,
    node: &Object,
    deeper: usize,
    seen: &mut HashSet<ObjectRef>,
    to: &mut HashMap<i64, Object>,
) {
    if deeper == 0 || node.as_reference().is_some_and(|place| !seen.insert(place)) {
        return;
    }
    let Some(node) = resolved(document, node) else {
        return;
    };
    let list = |name| resolved(document, node.as_dict()?.get(name)?);
    if let Some(Object::Array(pairs)) = list("Nums") {
        let mut pairs = pairs.into_iter();
        while let (Some(number), Some(elements)) = (pairs.next(), pairs.next()) {
            to.extend(number.as_integer().map(|number| (number, elements)));
        }
    }
    if let Some(Object::Array(kids)) = list("Kids") {
        for kid in &kids {
            add_numbered(document, kid, deeper - 1, seen, to);
        }
    }
}

/// Whether something else is written about where a bullet would stand: files may tell the signs of items for ornaments.
fn is_signed(chars: &[TextChar], bullet: &TextChar) -> bool {
    /// How far from there a sign may stand, in units of the type size.
    const FARTHEST: f32 = 1.6;
    let size = bullet.font_size.abs();
    let middle = |char: &TextChar| char.origin_x + char.advance_width / 2.0;
    chars.iter().any(|char| {
        char.mcid != bullet.mcid
            && !char.char.is_whitespace()
            && (char.origin_y - bullet.origin_y).abs() < size * 0.5
            && (middle(char) - middle(bullet)).abs() < size * FARTHEST
    })
}

/// A bullet before the item that begins with these characters, which is to the right of it where it runs to the left; `None` where a sign or a number begins it.
fn bullet(chars: &[TextChar]) -> Option<TextChar> {
    /// The longest sign or number, and something behind it.
    const LONGEST: usize = 8;
    /// Where it stands and how wide it is, in units of the type size: a word's distance away.
    const BEFORE: f32 = 0.9;
    const WIDTH: f32 = 0.4;
    let first = chars
        .first()
        .filter(|first| first.rotation_degrees.abs() < 1.0)?;
    let size = first.font_size.abs();
    let piece = chars.iter().take_while(|char| char.mcid == first.mcid);
    let begins: String = piece.take(LONGEST).map(|char| char.char).collect();
    let left = if runs_leftwards(begins.chars()) {
        let is_beside = |char: &&TextChar| {
            char.mcid == first.mcid && (char.origin_y - first.origin_y).abs() < size * 0.3
        };
        let line = chars.iter().take_while(is_beside);
        let line = line.filter(|char| !char.char.is_whitespace());
        let last = line.max_by(|a, b| a.origin_x.total_cmp(&b.origin_x))?;
        let right = last.origin_x + last.advance_width.abs();
        last.char
            .is_alphabetic()
            .then_some(right + size * (BEFORE - WIDTH))?
    } else {
        let is_text = |c: char| c.is_alphanumeric() || "\"'“”„‘‚«»($€£".contains(c);
        // A number may be a piece by itself.
        let is_bare = begins.starts_with(is_text) && !is_item(&format!("{begins} …"));
        is_bare.then_some(first.origin_x - size * BEFORE)?
    };
    Some(TextChar {
        char: '•',
        origin_x: left,
        advance_width: size * WIDTH,
        ..first.clone()
    })
}

#[cfg(test)]
mod tests {
    use crate::evidence::pdf::read;
    use crate::evidence::pdf::update::file_of;

    /// The text of a page with this content, whose marked pieces belong to these of the elements, which are the objects from the eighth on.
    fn text(content: &str, pieces: &str, elements: &[&str]) -> String {
        let content = format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        );
        let parents = format!("<< /Nums [0 [{pieces}]] >>");
        let mut objects = vec![
            "<< /Type /Catalog /Pages 3 0 R /StructTreeRoot 6 0 R >>",
            "<< >>",
            "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
            "<< /Type /Page /Parent 3 0 R /StructParents 0 /Contents 5 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
            &content,
            "<< /Type /StructTreeRoot /ParentTree 7 0 R /RoleMap << /Bullet /LI >> >>",
            &parents,
        ];
        objects.extend(elements);
        let reading = read(file_of(&objects), &[]).unwrap();
        reading.body.text().to_owned()
    }

    #[test]
    fn items_whose_bullets_are_drawn_stay_apart() {
        let list = |second: &str| {
            text(
                &format!(
                    "/P << /MCID 0 >> BDC BT /F 12 Tf 72 700 Td (The utility has to be asked for all of these measures:) Tj ET EMC \
                     /LBody << /MCID 1 >> BDC BT 90 686 Td (Larger batteries for all of the buses) Tj ET EMC \
                     /LBody << /MCID 2 >> BDC BT 90 672 Td ({second}A second connection to the grid) Tj ET EMC"
                ),
                "10 0 R 8 0 R 9 0 R",
                &[
                    "<< /S /LI /P 11 0 R >>",
                    "<< /S /Bullet /P 11 0 R >>",
                    "<< /S /P /P 6 0 R >>",
                    "<< /S /L /P 6 0 R >>",
                ],
            )
        };
        let bare = list("");
        assert!(
            bare.contains("• Larger batteries for all of the buses\n• A second connection"),
            "{bare}"
        );
        // A sign that is told for an ornament, which stands before what it begins.
        let signed = text(
            "/P << /MCID 0 >> BDC BT /F 12 Tf 72 700 Td (Measures:) Tj ET EMC \
             /Artifact BMC BT 72 686 Td (-) Tj ET EMC /LBody << /MCID 1 >> BDC BT 90 686 Td (Larger batteries) Tj ET EMC",
            "9 0 R 8 0 R",
            &[
                "<< /S /LI /P 10 0 R >>",
                "<< /S /P /P 6 0 R >>",
                "<< /S /L /P 6 0 R >>",
            ],
        );
        assert!(!signed.contains('•'), "{signed}");
        let numbered = list("2. ");
        assert!(numbered.contains("buses\n2. A second"), "{numbered}");
        let lettered = list("b. ");
        assert!(lettered.contains("buses\n• b. A second"), "{lettered}");
    }

    #[test]
    fn cells_no_farther_apart_than_words_stay_apart_in_the_columns_that_the_file_tells() {
        let text = text(
            "/TD << /MCID 0 >> BDC BT /F 12 Tf 72 700 Td (Year) Tj ET EMC /TD << /MCID 1 >> BDC BT 101 700 Td (Ships) Tj ET EMC \
             /TD << /MCID 2 >> BDC BT 140 700 Td (State) Tj ET EMC \
             /TD << /MCID 3 >> BDC BT 72 686 Td (1900) Tj ET EMC /TD << /MCID 4 >> BDC BT 140 686 Td (open in) Tj 0 -13 Td (summer) Tj ET EMC \
             /TD << /MCID 5 >> BDC BT 101 659 Td (343) Tj ET EMC /TD << /MCID 6 >> BDC BT 140 659 Td (closed) Tj ET EMC",
            "12 0 R 13 0 R 14 0 R 15 0 R 16 0 R 17 0 R 18 0 R",
            &[
                "<< /S /Table /P 6 0 R /K [9 0 R 10 0 R 11 0 R] >>",
                "<< /S /TR /P 8 0 R /K [12 0 R 13 0 R 14 0 R] >>",
                "<< /S /TR /P 8 0 R /K [15 0 R 16 0 R] >>",
                "<< /S /TR /P 8 0 R /K [17 0 R 18 0 R] >>",
                "<< /S /TH /P 9 0 R >>",
                "<< /S /TH /P 9 0 R >>",
                "<< /S /TH /P 9 0 R >>",
                "<< /S /TD /P 10 0 R /A << /O /Table /ColSpan 2 /RowSpan 1 >> >>",
                "<< /S /TD /P 10 0 R >>",
                "<< /S /TD /P 11 0 R /A [<< /O /Table >> << /O /Table /ColSpan 2 >>] >>",
                "<< /S /TD /P 11 0 R >>",
            ],
        );
        for row in [
            "Year | Ships | State",
            "1900 | | open in summer",
            "343 | | closed",
        ] {
            assert!(text.contains(row), "{row}: {text}");
        }
    }
}
