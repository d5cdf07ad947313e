//! Stamps: what is set across the pages of a document or along their sides, and the same on each, such as `DRAFT` or where a copy was downloaded.

use std::collections::{HashMap, HashSet};

use super::page::Page;

/// A stamp is on so many pages.
const OFTEN: usize = 3;

/// Leaves out what runs in another direction than the text of its page and returns on half of the pages.
pub(super) fn drop_stamps(pages: &mut [Page]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages.iter().filter(|page| has_text(page)) {
        let aside: HashSet<&str> = aside(page).collect();
        for text in aside {
            *counts.entry(text.to_owned()).or_default() += 1;
        }
    }
    let least = OFTEN.max(pages.len().div_ceil(2));
    counts.retain(|_, count| *count >= least);
    for page in pages.iter_mut().filter(|page| has_text(page)) {
        for line in &mut page.lines {
            if line.height.is_none() && counts.contains_key(&line.text) {
                line.clear();
            }
        }
    }
}

/// Whether a page says something in the direction of its text.
fn has_text(page: &Page) -> bool {
    page.lines.iter().any(|line| line.height.is_some())
}

/// The lines that run in another one.
fn aside(page: &Page) -> impl Iterator<Item = &str> {
    let lines = page.lines.iter().filter(|line| line.height.is_none());
    lines
        .map(|line| line.text.as_str())
        .filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::line::Printed;
    use super::*;
    use crate::evidence::pdf::update::file_of;

    #[test]
    fn what_is_stamped_on_each_page_is_no_text_and_what_stands_aside_once_is() {
        let line = |text: &str, height| Printed {
            text: text.to_owned(),
            height,
            ..Printed::default()
        };
        let mut pages: Vec<Page> = (0..4_u8)
            .map(|number| Page {
                lines: vec![
                    line(
                        &format!("The committee met for the {number}. time."),
                        Some(700.0),
                    ),
                    line("DRAFT", None),
                    line(&format!("Share of votes {number}"), None),
                ],
                ..Page::default()
            })
            .collect();
        drop_stamps(&mut pages);
        for page in &pages {
            let aside: Vec<&str> = aside(page).collect();
            assert!(
                matches!(aside.as_slice(), [one] if one.starts_with("Share")),
                "{aside:?}"
            );
        }
    }

    #[test]
    fn what_is_stamped_across_a_page_heads_nothing() {
        let content = "BT /F 10 Tf 72 700 Td (The survey tells that the wall of the harbour is sound.) Tj ET BT /F 60 Tf 0.7 0.7 -0.7 0.7 150 300 Tm (CONFIDENTIAL) Tj ET";
        let stream = format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        );
        let file = file_of(&[
            "<< /Type /Catalog /Pages 3 0 R >>",
            "<< >>",
            "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
            "<< /Type /Page /Parent 3 0 R /Contents 5 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
            &stream,
        ]);
        let reading = crate::evidence::pdf::read(file, &[]).unwrap();
        assert!(reading.body.text().contains("CONFIDENTIAL"));
        assert_eq!(reading.body.headings().next(), None);
    }
}
