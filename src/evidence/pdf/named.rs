//! What the content of a page calls by name, looked up among the resources of the page: pictures, colour spaces, states of drawing, layers.

use std::collections::{HashMap, HashSet};

use pdf_oxide::PdfDocument;
use pdf_oxide::object::{Object, ObjectRef};

use super::update::resolved;

/// What the numbers of a colour mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    /// Light: all ones are white.
    Light,
    /// Ink on paper: all zeros are white.
    Process,
    /// An ink of its own, a table or a pattern: what is white is not known.
    Other,
}

/// The names of one page, each looked up once: content may call one of them for every line that it draws.
pub(super) struct Named<'a> {
    document: &'a PdfDocument,
    index: usize,
    pictures: HashMap<String, bool>,
    covers: HashMap<String, Option<f32>>,
    spaces: HashMap<String, Space>,
    layers: HashMap<String, bool>,
    off: Option<HashSet<ObjectRef>>,
}

impl<'a> Named<'a> {
    pub(super) fn of(document: &'a PdfDocument, index: usize) -> Self {
        Self {
            document,
            index,
            pictures: HashMap::new(),
            covers: HashMap::new(),
            spaces: HashMap::new(),
            layers: HashMap::new(),
            off: None,
        }
    }

    pub(super) fn is_picture(&mut self, name: &str) -> bool {
        let find = || is_picture(self.document, self.index, name).unwrap_or_default();
        once(&mut self.pictures, name, find)
    }

    /// How much of its ground what is filled covers from here on, from 0 to 1, and whether it mixes with that; `None` where the state says nothing of it.
    pub(super) fn cover(&mut self, name: &str) -> Option<f32> {
        let find = || cover(self.document, self.index, name);
        once(&mut self.covers, name, find)
    }

    /// The colour space that the page calls by this name.
    pub(super) fn space(&mut self, name: &str) -> Space {
        let find = || space(self.document, self.index, name).unwrap_or(Space::Other);
        once(&mut self.spaces, name, find)
    }

    /// Whether the layer that the page calls by this name is not shown when the document is opened.
    pub(super) fn is_off(&mut self, name: &str) -> bool {
        let off = self.off.get_or_insert_with(|| layers_off(self.document));
        let find = || {
            let layer = layer(self.document, self.index, name);
            layer.is_some_and(|layer| off.contains(&layer))
        };
        !off.is_empty() && once(&mut self.layers, name, find)
    }
}

fn once<T: Copy>(known: &mut HashMap<String, T>, name: &str, find: impl FnOnce() -> T) -> T {
    if let Some(found) = known.get(name) {
        return *found;
    }
    let found = find();
    known.insert(name.to_owned(), found);
    found
}

fn is_picture(document: &PdfDocument, index: usize, name: &str) -> Option<bool> {
    let object = resource(document, index, "XObject", name)?;
    Some(object.as_dict()?.get("Subtype")?.as_name()? == "Image")
}

/// What a page calls by this name among its resources of this kind.
fn resource(document: &PdfDocument, index: usize, kind: &str, name: &str) -> Option<Object> {
    resolved(document, &place(document, index, kind, name)?)
}

/// The same as the page gives it, which mostly is where it lies.
fn place(document: &PdfDocument, index: usize, kind: &str, name: &str) -> Option<Object> {
    let page = document.get_page(index).ok()?;
    let resources = resolved(document, page.as_dict()?.get("Resources")?)?;
    let named = resolved(document, resources.as_dict()?.get(kind)?)?;
    named.as_dict()?.get(name).cloned()
}

fn cover(document: &PdfDocument, index: usize, name: &str) -> Option<f32> {
    let state = resource(document, index, "ExtGState", name)?;
    let state = state.as_dict()?;
    let mixes = state
        .get("BM")
        .is_some_and(|mode| !matches!(mode.as_name(), Some("Normal" | "Compatible")));
    let share = state.get("ca").and_then(number);
    match share {
        Some(share) if mixes => Some(share.min(0.5)),
        None if mixes => Some(0.5),
        share => share,
    }
}

fn number(object: &Object) -> Option<f32> {
    let whole = || object.as_integer().map(|whole| whole as f32);
    object.as_real().map(|real| real as f32).or_else(whole)
}

/// The layers of a document that are not shown when it is opened.
fn layers_off(document: &PdfDocument) -> HashSet<ObjectRef> {
    let off = || {
        let catalog = document.catalog().ok()?;
        let layers = resolved(document, catalog.as_dict()?.get("OCProperties")?)?;
        let usual = resolved(document, layers.as_dict()?.get("D")?)?;
        let off = resolved(document, usual.as_dict()?.get("OFF")?)?;
        let places = off.as_array()?.iter().filter_map(Object::as_reference);
        Some(places.collect())
    };
    off().unwrap_or_default()
}

/// The layer that a page calls by this name.
fn layer(document: &PdfDocument, index: usize, name: &str) -> Option<ObjectRef> {
    place(document, index, "Properties", name)?.as_reference()
}

/// What of a page is looked at: left, low, right and high edge. `None` where it says nothing that could be.
pub(super) fn window(document: &PdfDocument, index: usize) -> Option<[f32; 4]> {
    let page = document.get_page(index).ok()?;
    let cut = || {
        let cut = resolved(document, page.as_dict()?.get("CropBox")?)?;
        let edges: Vec<f32> = cut.as_array()?.iter().filter_map(number).collect();
        <[f32; 4]>::try_from(edges).ok()
    };
    let whole = || {
        let (left, low, right, high) = document.get_page_media_box(index).ok()?;
        Some([left, low, right, high])
    };
    let [a, b, c, d] = cut().or_else(whole)?;
    Some([a.min(c), b.min(d), a.max(c), b.max(d)])
}

fn space(document: &PdfDocument, index: usize, name: &str) -> Option<Space> {
    let of_name = |name: &str| match name {
        "DeviceGray" | "DeviceRGB" | "CalGray" | "CalRGB" | "G" | "RGB" => Some(Space::Light),
        "DeviceCMYK" | "CMYK" => Some(Space::Process),
        _ => None,
    };
    if let Some(space) = of_name(name) {
        return Some(space);
    }
    let named = resource(document, index, "ColorSpace", name)?;
    if let Some(name) = named.as_name() {
        return of_name(name);
    }
    let parts = named.as_array()?;
    match parts.first()?.as_name()? {
        "ICCBased" => {
            let profile = resolved(document, parts.get(1)?)?;
            match profile.as_dict()?.get("N")?.as_integer()? {
                1 | 3 => Some(Space::Light),
                4 => Some(Space::Process),
                _ => None,
            }
        }
        kind => of_name(kind),
    }
}
