//! Filings to a supervisor of markets in inline XBRL: the page itself marks which form it is, of whom and up to when.

use dom_query::Document;

use super::measure::single_spaced;
use crate::evidence::dates::iso_date;
use crate::evidence::reading::Reading;

/// What a filing says of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Filing {
    company: Option<String>,
    form: Option<String>,
    /// The last day of what it reports on.
    until: Option<String>,
}

impl Filing {
    /// Read before hidden text is taken out of a page: some say it there.
    pub(super) fn of(page: &Document) -> Self {
        let fact = |name: &str| {
            let marked = page.select(&format!("[name='dei:{name}']"));
            let text = single_spaced(&marked.nodes().first()?.text());
            Some(text).filter(|text| !text.is_empty())
        };
        Self {
            company: fact("EntityRegistrantName"),
            form: fact("DocumentType"),
            until: fact("DocumentPeriodEndDate").filter(|date| iso_date(date).is_some()),
        }
    }

    /// The names of such pages are those of their files.
    pub(super) fn describe(self, reading: &mut Reading) {
        let (Some(company), Some(form)) = (self.company, self.form) else {
            return;
        };
        let year = self.until.as_deref().and_then(iso_date);
        let year = year.as_deref().and_then(|date| date.get(..4));
        let form = format!("{company}: form {form}");
        reading.title = Some(year.map_or(form.clone(), |year| format!("{form} for {year}")));
        reading.author = reading.author.take().or(Some(company));
        reading.date = reading.date.take().or(self.until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filing_is_called_by_its_company_and_form() {
        let page = Document::from(
            "<title>acme-20211231.htm</title><body><div style='display:none'><ix:nonNumeric name='dei:DocumentType'>10-K</ix:nonNumeric></div>\
             <p>For the year ended <ix:nonNumeric name='dei:DocumentPeriodEndDate' format='ixt:x'>December 31,  2021</ix:nonNumeric></p>\
             <p><b><ix:nonNumeric name='dei:EntityRegistrantName'>Acme Widgets, Inc.</ix:nonNumeric></b></p></body>",
        );
        let mut reading = Reading {
            title: Some("acme-20211231.htm".to_owned()),
            ..Reading::default()
        };
        Filing::of(&page).describe(&mut reading);
        assert_eq!(
            reading.title.as_deref(),
            Some("Acme Widgets, Inc.: form 10-K for 2021")
        );
        assert_eq!(reading.author.as_deref(), Some("Acme Widgets, Inc."));
        assert_eq!(reading.date.as_deref(), Some("December 31, 2021"));
        let page = Document::from("<p name='dei:DocumentType'>10-K</p>");
        let mut reading = Reading::default();
        Filing::of(&page).describe(&mut reading);
        assert_eq!(reading.title, None);
    }
}
