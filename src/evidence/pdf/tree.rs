//! The tree of a file's pages, where it names a page twice or runs in a circle: each page is read once, under the number at which it stands first.
//!
//! A file of a kilobyte can hold a million pages otherwise.

use std::collections::HashSet;

use pdf_oxide::PdfDocument;
use pdf_oxide::object::{Object, ObjectRef};

use super::update::{Fields, resolved};

/// No program nests pages deeper.
const DEEPEST: usize = 50;

/// A tree without what it repeats.
#[derive(Default)]
pub(super) struct Tree {
    /// The nodes that are otherwise than in the file.
    pub(super) changed: Vec<(ObjectRef, Fields)>,
    /// The number of each page that is left.
    pub(super) numbers: Vec<u32>,
    /// Pages with those that return.
    pub(super) count: u32,
}

/// The tree of a file that repeats something; `None` where all is there once.
pub(super) fn repeated(document: &PdfDocument) -> Option<Tree> {
    let catalog = document.catalog().ok()?;
    let root = catalog.as_dict()?.get("Pages")?.as_reference()?;
    let mut walk = Walk {
        document,
        seen: HashSet::new(),
        pages: HashSet::new(),
        tree: Tree::default(),
    };
    walk.node(root, DEEPEST)?;
    (!walk.tree.changed.is_empty()).then_some(walk.tree)
}

struct Walk<'a> {
    document: &'a PdfDocument,
    seen: HashSet<ObjectRef>,
    pages: HashSet<ObjectRef>,
    tree: Tree,
}

impl Walk<'_> {
    /// Goes over a node; gives how many pages are left below it, and none where it was there before.
    fn node(&mut self, place: ObjectRef, deeper: usize) -> Option<usize> {
        if !self.seen.insert(place) {
            self.tree.count += u32::from(self.pages.contains(&place));
            return None;
        }
        let node = self.document.load_object(place).ok();
        let fields = node.as_ref().and_then(Object::as_dict);
        let kids = fields
            .and_then(|fields| resolved(self.document, fields.get("Kids")?))
            .and_then(|kids| kids.as_array().cloned());
        let Some((fields, kids)) = fields.zip(kids).filter(|_| deeper > 0) else {
            self.tree.count += 1;
            self.tree.numbers.push(self.tree.count);
            self.pages.insert(place);
            return Some(1);
        };
        let (changed, all) = (self.tree.changed.len(), kids.len());
        let mut pages = 0;
        let mut left = Vec::new();
        for kid in kids {
            // What is no reference is for the parser to refuse.
            let below = kid
                .as_reference()
                .map_or(Some(0), |kid| self.node(kid, deeper - 1));
            if let Some(below) = below {
                pages += below;
                left.push(kid);
            }
        }
        if left.len() < all || self.tree.changed.len() > changed {
            let mut fields = fields.clone();
            let count = i64::try_from(pages).unwrap_or(i64::MAX);
            fields.insert("Kids".to_owned(), Object::Array(left));
            fields.insert("Count".to_owned(), Object::Integer(count));
            self.tree.changed.push((place, fields));
        }
        Some(pages)
    }
}

#[cfg(test)]
mod tests {
    use super::super::update::file_of;
    use crate::evidence::pdf::read;
    use crate::evidence::problem::Problem;

    /// What is read of a file whose tree begins with this node; its pages are the objects 4 and 5.
    fn pages(root: &str) -> (Option<u32>, Vec<u32>, String) {
        let stream = |words: &str| {
            let content = format!("BT /F 12 Tf 72 700 Td ({words}) Tj ET");
            format!(
                "<</Length {}>>\nstream\n{content}\nendstream",
                content.len()
            )
        };
        let page = |content: u8| {
            format!(
                "<</Type/Page/Parent 3 0 R/MediaBox[0 0 600 800]/Contents {content} 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
            )
        };
        let file = file_of(&[
            "<</Type/Catalog/Pages 3 0 R>>",
            "<<>>",
            root,
            &page(6),
            &page(7),
            &stream("The depot opened."),
            &stream("It has 43 buses."),
        ]);
        let reading = read(file, &[]).unwrap();
        let starts = reading.body.page_starts();
        let numbers = starts.iter().filter_map(|(_, number)| *number).collect();
        (reading.pages, numbers, reading.body.into_text())
    }

    #[test]
    fn a_form_that_only_its_program_draws_is_named_as_such() {
        let file = |catalog: &str| {
            let content = "BT /F 12 Tf 72 700 Td (Please wait...) Tj ET";
            file_of(&[
                catalog,
                "<<>>",
                "<</Type/Pages/Kids[4 0 R]/Count 1>>",
                "<</Type/Page/Parent 3 0 R/MediaBox[0 0 600 800]/Contents 5 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
                &format!(
                    "<</Length {}>>\nstream\n{content}\nendstream",
                    content.len()
                ),
            ])
        };
        let drawn = read(
            file("<</Type/Catalog/Pages 3 0 R/NeedsRendering false>>"),
            &[],
        );
        assert_eq!(drawn.unwrap().body.text(), "Please wait...");
        let form = read(
            file("<</Type/Catalog/Pages 3 0 R/NeedsRendering true>>"),
            &[],
        );
        assert!(matches!(form, Err(Problem::Undrawn)));
    }

    #[test]
    fn a_page_that_a_file_names_again_and_again_is_read_once() {
        let both = "The depot opened.\n\nIt has 43 buses.";
        let (count, numbers, text) = pages("<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2>>");
        assert_eq!((count, numbers, text.as_str()), (Some(2), vec![1, 2], both));
        let many = "4 0 R ".repeat(5_000);
        let root = format!("<</Type/Pages/Kids[{many}5 0 R]/Count 5001>>");
        let (count, numbers, text) = pages(&root);
        assert_eq!(
            (count, numbers, text.as_str()),
            (Some(5001), vec![1, 5001], both)
        );
    }

    #[test]
    fn a_tree_that_runs_in_a_circle_ends() {
        let (count, numbers, text) =
            pages("<</Type/Pages/Kids[3 0 R 3 0 R 4 0 R]/Count 999999999>>");
        assert_eq!((count, numbers), (Some(1), vec![1]));
        assert_eq!(text, "The depot opened.");
    }
}
