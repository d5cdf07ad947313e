//! Function words of other languages than English, which are no content: a German question shares `die` and `wie` with every German text.
//!
//! A language's list counts only where the question or a document is written in it, because `die`, `war` and `son` are content in English. Texts in a
//! language that has no list here lose the short words that stand everywhere instead (see `pool`).

use crate::check::{is_stop_word, plain, words};

/// The languages other than English that some texts are written in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Languages {
    lists: Vec<&'static [&'static str]>,
    english: bool,
    other: bool,
}

impl Languages {
    /// Reads a text and adds its language.
    pub fn read(&mut self, text: &str) {
        let sample: Vec<String> = sample(text);
        match spoken(&sample) {
            Spoken::Listed(list) if !self.lists.contains(&list) => self.lists.push(list),
            Spoken::Unknown => self.other = true,
            Spoken::English => self.english |= sample.len() >= 20,
            Spoken::Listed(_) => {}
        }
    }

    /// Whether the texts are in a language that is neither English nor listed.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.other && !self.english && self.lists.is_empty()
    }

    /// Whether all texts are in English, as far as that can be told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty() && !self.is_unknown()
    }

    /// Whether a word in lower case carries no content in one of the languages.
    #[must_use]
    pub fn is_function_word(&self, lower: &str) -> bool {
        self.lists
            .iter()
            .any(|list| list.binary_search(&lower).is_ok())
    }

    /// The function words of all the languages.
    pub fn function_words(&self) -> impl Iterator<Item = &'static str> {
        self.lists.iter().flat_map(|list| list.iter().copied())
    }
}

/// Whether a text is in one of the listed languages rather than in English.
#[must_use]
pub fn is_foreign(text: &str) -> bool {
    matches!(spoken(&sample(text)), Spoken::Listed(_))
}

/// The place of a text's language in `LISTS`.
#[must_use]
pub fn listed(text: &str) -> Option<usize> {
    match spoken(&sample(text)) {
        Spoken::Listed(list) => LISTS.iter().position(|one| std::ptr::eq(*one, list)),
        Spoken::English | Spoken::Unknown => None,
    }
}

/// Whether a text is in German, which writes nouns with a capital.
#[must_use]
pub fn is_german(text: &str) -> bool {
    matches!(spoken(&sample(text)), Spoken::Listed(list) if std::ptr::eq(list, GERMAN))
}

/// Words of a text that tell its language at most.
const SAMPLE: usize = 80;

fn sample(text: &str) -> Vec<String> {
    words(text)
        .take(SAMPLE)
        .filter_map(|span| text.get(span))
        .map(plain)
        .collect()
}

enum Spoken {
    English,
    Listed(&'static [&'static str]),
    Unknown,
}

/// The language whose function words are the most frequent; few in any language are too few to tell another from English, and
/// many English ones decide at once.
fn spoken(sample: &[String]) -> Spoken {
    let count = |holds: &dyn Fn(&str) -> bool| sample.iter().filter(|word| holds(word)).count();
    let english = count(&|word| is_stop_word(word));
    if english >= 3 && english * 4 >= sample.len() {
        return Spoken::English;
    }
    let (most, list) = LISTS
        .iter()
        .map(|list| (count(&|word| list.binary_search(&word).is_ok()), *list))
        .fold(
            (0, LISTS[0]),
            |best, next| if next.0 > best.0 { next } else { best },
        );
    if most >= 2 && most > english && most * 6 >= sample.len() {
        Spoken::Listed(list)
    } else if sample.len() >= 40 && english * 10 < sample.len() {
        Spoken::Unknown
    } else {
        Spoken::English
    }
}

/// In the order that `tongue` counts on.
const LISTS: [&[&str]; 6] = [GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH];

/// Sorted, for the binary search.
#[rustfmt::skip]
const GERMAN: &[&str] = &[
    "aber", "alle", "allem", "allen", "aller", "alles", "als", "also", "am", "an", "ander", "andere", "anderen", "auch", "auf", "aus", "bei", "beim",
    "bereits", "bevor", "bin", "bis", "bist", "bzw", "da", "dabei", "dadurch", "dafür", "dagegen", "daher", "damit", "dann", "daran", "darauf",
    "darf", "darin", "darum", "das", "dass", "davon", "dazu", "dein", "deine", "dem", "den", "denen", "denn", "der", "deren", "des", "dessen", "dich",
    "die", "dies", "diese", "diesem", "diesen", "dieser", "dieses", "dir", "doch", "dort", "du", "durch", "dürfen", "ein", "eine", "einem", "einen",
    "einer", "eines", "einige", "er", "es", "etwa", "etwas", "euch", "falls", "für", "gegen", "genau", "gibt", "gilt", "hab", "habe", "haben", "hat",
    "hatte", "hatten", "heißt", "hier", "hin", "hinter", "ich", "ihm", "ihn", "ihnen", "ihr", "ihre", "ihrem", "ihren", "ihrer", "im", "immer", "in",
    "ins", "ist", "ja", "je", "jede", "jedem", "jeden", "jeder", "jedes", "jedoch", "jetzt", "kann", "kein", "keine", "keinem", "keinen", "keiner",
    "können", "könnte", "lassen", "lässt", "man", "mehr", "mein", "meine", "mich", "mir", "mit", "muss", "müssen", "nach", "nicht", "nichts", "noch",
    "nun", "nur", "ob", "oder", "ohne", "sehr", "sei", "seien", "sein", "seine", "seinem", "seinen", "seiner", "seit", "sich", "sie", "sind", "so",
    "sobald", "solche", "soll", "sollen", "sollte", "sollten", "sondern", "sowie", "um", "und", "uns", "unser", "unsere", "unter", "viel", "viele",
    "vielen", "vom", "von", "vor", "wann", "war", "waren", "warum", "was", "weil", "welche", "welchem", "welchen", "welcher", "welches", "wem", "wen",
    "wenn", "wer", "werden", "wessen", "wie", "wieder", "wieso", "will", "wir", "wird", "wirst", "wo", "wobei", "woher", "wohin", "worden", "wurde",
    "wurden", "wäre", "wären", "würde", "würden", "zu", "zum", "zur", "zwar", "zwischen", "über",
];

/// Sorted, for the binary search.
#[rustfmt::skip]
const FRENCH: &[&str] = &[
    "ai", "ainsi", "alors", "après", "as", "au", "aucun", "aussi", "autre", "autres", "aux", "avait", "avant", "avec", "avoir", "ayant", "c", "ce",
    "ceci", "cela", "celle", "celles", "celui", "ces", "cet", "cette", "ceux", "chaque", "chez", "combien", "comme", "comment", "contre", "d", "dans",
    "de", "depuis", "des", "deux", "devrait", "doit", "donc", "dont", "du", "dès", "elle", "elles", "en", "encore", "entre", "est", "et", "eu", "eux",
    "fait", "faut", "font", "ici", "il", "ils", "j", "je", "jusque", "l", "la", "le", "les", "leur", "leurs", "lors", "lorsque", "lui", "là", "m",
    "ma", "mais", "me", "mes", "moi", "moins", "mon", "même", "n", "ne", "ni", "non", "nos", "notre", "nous", "on", "ont", "ou", "où", "par", "parce",
    "pas", "pendant", "peu", "peut", "peuvent", "plus", "pour", "pourquoi", "pourrait", "puis", "qu", "quand", "que", "quel", "quelle", "quelles",
    "quels", "qui", "quoi", "s", "sa", "sans", "se", "selon", "sera", "ses", "si", "soit", "son", "sont", "sous", "sur", "t", "ta", "tandis", "te",
    "tes", "toi", "ton", "tous", "tout", "toute", "toutes", "trop", "très", "tu", "un", "une", "va", "vers", "vos", "votre", "vous", "y", "étaient",
    "était", "étant", "été", "être",
];

/// Sorted, for the binary search.
#[rustfmt::skip]
const SPANISH: &[&str] = &[
    "a", "al", "algo", "algunas", "algunos", "ante", "antes", "aquel", "así", "aunque", "bajo", "bien", "cada", "como", "con", "contra", "cual",
    "cuales", "cualquier", "cuando", "cuál", "cuáles", "cuándo", "cuánta", "cuántas", "cuánto", "cuántos", "cómo", "de", "debe", "deben", "del",
    "desde", "donde", "dos", "durante", "dónde", "e", "el", "ella", "ellas", "ellos", "en", "entre", "era", "eran", "es", "esa", "ese", "eso", "esta",
    "estaba", "estar", "estas", "este", "esto", "estos", "está", "están", "fue", "fueron", "ha", "había", "han", "hasta", "hay", "la", "las", "le",
    "les", "lo", "los", "me", "mi", "mientras", "mis", "mucho", "muchos", "muy", "más", "nada", "ni", "no", "nos", "nosotros", "o", "os", "otra",
    "otras", "otro", "otros", "para", "pero", "poco", "por", "porque", "puede", "pueden", "pues", "que", "quien", "quienes", "quién", "qué", "se",
    "sea", "ser", "si", "sido", "siempre", "sin", "sino", "sobre", "son", "su", "sus", "sí", "también", "tan", "tanto", "te", "tiene", "tienen",
    "todas", "todo", "todos", "tras", "tu", "tus", "u", "un", "una", "unas", "uno", "unos", "usted", "y", "ya", "él",
];

/// Sorted, for the binary search.
#[rustfmt::skip]
const ITALIAN: &[&str] = &[
    "a", "ad", "ai", "al", "alla", "alle", "anche", "ancora", "c", "che", "chi", "ci", "come", "con", "cosa", "così", "da", "dai", "dal", "dalla",
    "dalle", "degli", "dei", "del", "della", "delle", "di", "dove", "e", "ed", "era", "essere", "fra", "gli", "ha", "hanno", "i", "il", "in", "io",
    "la", "le", "lo", "loro", "ma", "mi", "nei", "nel", "nella", "nelle", "noi", "non", "o", "ogni", "per", "perché", "più", "poi", "può", "qual",
    "quale", "quali", "quando", "quanti", "quanto", "quello", "questa", "queste", "questi", "questo", "se", "senza", "si", "sia", "sono", "su", "sua",
    "sui", "sul", "sulla", "suo", "tra", "tutti", "tutto", "un", "una", "uno", "è",
];

/// Sorted, for the binary search.
#[rustfmt::skip]
const PORTUGUESE: &[&str] = &[
    "a", "ao", "aos", "as", "até", "com", "como", "da", "das", "de", "dela", "dele", "do", "dos", "e", "ela", "elas", "ele", "eles", "em", "entre",
    "era", "essa", "esse", "esta", "este", "eu", "foi", "foram", "há", "isso", "já", "lhe", "mais", "mas", "me", "mesmo", "muito", "na", "nas", "no",
    "nos", "não", "o", "onde", "os", "ou", "para", "pela", "pelas", "pelo", "pelos", "por", "porque", "quais", "qual", "quando", "quanto", "quantos",
    "que", "quem", "se", "sem", "ser", "seu", "seus", "sua", "suas", "são", "só", "também", "tem", "têm", "um", "uma", "umas", "uns", "você", "é",
];

/// Sorted, for the binary search.
#[rustfmt::skip]
const DUTCH: &[&str] = &[
    "aan", "al", "alle", "als", "bij", "daar", "dan", "dat", "de", "der", "deze", "die", "dit", "door", "dus", "een", "en", "er", "geen", "had",
    "heb", "hebben", "heeft", "hem", "het", "hier", "hij", "hoe", "hoeveel", "hun", "ik", "in", "is", "je", "kan", "kunnen", "maar", "meer", "men",
    "met", "mijn", "moet", "moeten", "na", "naar", "niet", "nog", "nu", "of", "om", "omdat", "onder", "ons", "ook", "op", "over", "te", "tegen",
    "toch", "toen", "tot", "u", "uit", "van", "veel", "voor", "waar", "waarom", "wanneer", "want", "waren", "was", "wat", "welke", "werd", "wie",
    "wij", "worden", "wordt", "zal", "ze", "zich", "zij", "zijn", "zo", "zonder", "zou",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        for list in LISTS {
            assert!(list.is_sorted());
        }
    }

    #[test]
    fn a_language_is_told_by_its_function_words() {
        for (text, foreign) in [
            ("Wie viele Euro kostet die Umstellung?", true),
            (
                "Combien coûte la conversion du dépôt et qui la paie ?",
                true,
            ),
            (
                "¿Cuánto cuesta la conversión del depósito y quién la paga?",
                true,
            ),
            ("Why do patients die after hip surgery?", false),
            ("The war cost the city its last son.", false),
            ("Battery storage", false),
            ("", false),
        ] {
            assert_eq!(is_foreign(text), foreign, "{text}");
        }
        assert!(
            is_german("Was kostet die Umstellung?") && !is_german("Combien coûte la conversion ?")
        );
    }

    #[test]
    fn words_that_are_content_in_english_stay_so_among_english_texts() {
        let mut languages = Languages::default();
        languages.read("Patients die in the first week of the war.");
        assert!(!languages.is_function_word("die"));
        languages.read("Wie viele Patienten sind in der ersten Woche gestorben?");
        assert!(languages.is_function_word("die"));
    }
}
