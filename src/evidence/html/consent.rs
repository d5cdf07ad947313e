//! Pages that ask for consent in place of their text, which comes only after the answer.

use dom_query::Document;

/// A longer text says something of its own.
const LONGEST: usize = 4000;
/// A line with fewer words is a label.
const FEWEST_WORDS: usize = 8;
/// A longer label answers no question.
const LONGEST_ANSWER: usize = 5;

/// Whether a page has something to press with which a reader consents or refuses.
pub(super) fn is_asked_for(page: &Document) -> bool {
    page.select("button, a, input[type=submit i], input[type=button i], [role=button i]")
        .iter()
        .any(|control| {
            let label = control.attr("value").unwrap_or_else(|| control.text());
            is_answer(&label)
        })
}

fn is_answer(label: &str) -> bool {
    let lower = label.to_lowercase();
    let words: Vec<&str> = lower
        .split(|edge: char| !edge.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let says_so = |word: &&str| ANSWERS.iter().any(|answer| word.starts_with(answer));
    words.len() <= LONGEST_ANSWER && words.iter().any(says_so)
}

/// Whether a text is about nothing but what a site may do with its readers' data: nearly every line that says something speaks of that.
pub(super) fn fills(text: &str) -> bool {
    if text.len() > LONGEST || text.contains(" | ") {
        return false;
    }
    let lower = text.to_lowercase();
    let is_about = |line: &&str| SUBJECTS.iter().any(|subject| line.contains(subject));
    let lines: Vec<&str> = lower
        .lines()
        .filter(|line| line.split_whitespace().count() >= FEWEST_WORDS)
        .collect();
    let about = lines.iter().copied().filter(is_about).count();
    let subjects = SUBJECTS
        .iter()
        .filter(|subject| lower.contains(*subject))
        .count();
    about > 0 && subjects >= 2 && about * 4 >= lines.len() * 3
}

/// How the words begin that answer.
#[rustfmt::skip]
const ANSWERS: &[&str] = &[
    "accept", "agree", "reject", "akzeptier", "zustimm", "einverstanden", "ablehn", "refus", "acept", "aceit", "rechaz", "rejeit", "accett",
    "rifiut", "akkoord", "weiger", "godta", "godkänn", "hyväksy", "akcept", "zgadzam", "odrzu", "souhlas", "přijmout", "elfogad", "принять", "принимаю", "соглас",
];

/// What such pages speak of.
#[rustfmt::skip]
const SUBJECTS: &[&str] = &[
    "cookie", "consent", "personali", "personal data", "our partners", "legitimate interest", "tracking", "privacy policy", "information on a device", "information on your device",
    "personenbezogen", "einwillig", "datenschutz", "berechtigte", "données personnelles", "données à caractère personnel", "politique de confidentialité", "intérêt légitime",
    "datos personales", "política de privacidad", "interés legítimo", "dati personali", "informativa sulla privacy", "dados pessoais", "política de privacidade",
    "persoonsgegevens", "privacyverklaring", "toestemming", "samtykke", "samtycke", "personopplysninger", "personuppgifter", "dane osobowe", "polityka prywatności", "файлы cookie",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::html;
    use crate::evidence::problem::Problem;

    fn page(body: &str) -> String {
        format!(
            "<html><head><title>Morning Herald</title></head><body><main>{body}</main></body></html>"
        )
    }

    #[test]
    fn a_page_that_asks_for_consent_is_no_article() {
        for wall in [
            "<h1>We value your privacy</h1><p>We, and our 237 partners, store and access information on a device, such as unique IDs in cookies, to process personal data.</p>\
             <p>You may manage your choices at any time in the privacy policy page, and so may your heirs.</p><button>Accept all</button>",
            "<h1>Before you continue</h1><p>We use cookies and data to</p><ul><li>Deliver and maintain services</li></ul><p>If you choose to accept all, we will also use cookies and data to \
             show you more</p><p>Personalized content can also include more relevant results, and so on.</p><a href=#>Reject all</a>",
            "<h1>Avec votre accord</h1><p>Nos partenaires et nous utilisons des cookies pour stocker et traiter des données personnelles telles que votre visite.</p>\
             <input type=submit value='Tout accepter'>",
        ] {
            let read = html::document(page(wall).as_bytes(), None);
            assert!(matches!(read, Err(Problem::NoticeOnly)), "{wall}");
        }
    }

    #[test]
    fn an_article_about_consent_or_with_a_banner_is_one() {
        let banner = "<button>Accept all</button>";
        for article in [
            "<p>Before the ruling, 62% of the sites that we visited used cookies before anyone had clicked anything.</p>\
             <p>The regulator fined eleven of them, 2.4 million euros in all, and asked the others to mend it.</p>\
             <p>A year later the share of visitors who reject rose from 4% to 39%, a study found.</p>",
            "<p>The bakery sells 3,000 cookies a week, and the consent of its neighbours came late in the spring.</p>\
             <p>Its owner said that the new oven would be there by the end of the summer.</p>",
        ] {
            let read = html::document(page(&format!("{article}{banner}")).as_bytes(), None);
            assert!(read.is_ok(), "{article}");
        }
        assert!(!is_answer("What to do when others accept it") && is_answer("Alle akzeptieren"));
    }
}
