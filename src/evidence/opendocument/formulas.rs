//! The formulas of an `OpenDocument` file, which are documents of their own within it.

use std::collections::HashMap;
use std::io::Cursor;

use zip::ZipArchive;

use crate::evidence::docx::package::part;
use crate::evidence::xml::Element;

/// More of them are not read.
const MOST: usize = 1000;
const CONTENT: &str = "/content.xml";

/// What each formula says, by the folder that it stands in.
pub(super) fn formulas(package: &mut ZipArchive<Cursor<&[u8]>>) -> HashMap<String, String> {
    let names = package.file_names().filter_map(Result::ok);
    let folders = names.filter_map(|name| Some(name.strip_suffix(CONTENT)?.to_owned()));
    let folders: Vec<String> = folders.take(MOST).collect();
    let mut formulas = HashMap::new();
    for folder in folders {
        let content = part(package, &format!("{folder}{CONTENT}"));
        let root = content.and_then(|content| Element::root_of(&content).0);
        if let Some(root) = root.filter(|root| root.local() == "math") {
            formulas.insert(folder, root.text());
        }
    }
    formulas
}
