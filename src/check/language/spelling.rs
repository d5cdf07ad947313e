//! Spelling: British words as an American writes them, so that `labour` and `labor`, `organise` and `organize` are one word.
//!
//! Only what tells no two words apart: a `tonne` is no `ton`, and a `cheque` checks nothing.

use std::borrow::Cow;

use super::shapes::Shapes;

/// The American spelling of a word in lower case; any other word as it is.
#[must_use]
pub(crate) fn american(lower: &str) -> Cow<'_, str> {
    if let Some(respelled) = of_one_word(lower).or_else(|| of_a_root(lower)) {
        return Cow::Owned(respelled);
    }
    if !has_pair(lower, |pair| matches!(pair, b"is" | b"ys" | b"tr" | b"br")) {
        return Cow::Borrowed(lower);
    }
    let of_an_ending = ENDINGS.iter().find_map(|(british, american)| {
        let root = lower.strip_suffix(british)?;
        let is_verb = root.len() >= 4 && !NO_VERBS.contains(&root);
        (is_verb || !british.starts_with("is") && root.len() >= 3)
            .then(|| format!("{root}{american}"))
    });
    of_an_ending.map_or(Cow::Borrowed(lower), Cow::Owned)
}

/// The spellings of a word in lower case on the other side of the ocean: the American one of a British word, the British ones of an American.
pub(crate) fn spelled_otherwise(lower: &str) -> Vec<String> {
    let american_one = american(lower);
    if american_one != lower {
        return vec![american_one.into_owned()];
    }
    let whole = WORDS.iter().filter_map(|(british, american)| {
        let end = lower.strip_prefix(american)?;
        matches!(end, "" | "s").then(|| format!("{british}{end}"))
    });
    let of_a_root = ROOTS
        .iter()
        .filter(|(_, american)| lower.contains(american))
        .map(|(british, american)| lower.replacen(american, british, 1));
    let of_an_ending = ENDINGS.iter().filter_map(|(british, american)| {
        let root = lower.strip_suffix(american)?;
        Some(format!("{root}{british}"))
    });
    let other = whole.chain(of_a_root).chain(of_an_ending);
    other.filter(|other| american(other) == lower).collect()
}

/// `programmes`: a word that is spelled otherwise as a whole, and its plural.
fn of_one_word(lower: &str) -> Option<String> {
    let one = lower.strip_suffix('s').unwrap_or(lower);
    if !SHAPES.may_hold(one) && !SHAPES.may_hold(lower) {
        return None;
    }
    let (british, american) = WORDS
        .iter()
        .find(|(british, _)| *british == one || *british == lower)?;
    Some(format!("{american}{}", &lower[british.len()..]))
}

/// `neighbourhoods`, `paediatricians`: a root that is spelled otherwise in all that is made of it.
fn of_a_root(lower: &str) -> Option<String> {
    if !has_pair(lower, |pair| {
        matches!(pair, b"ou" | b"oe" | b"ae" | b"sc" | b"iu" | b"lp")
    }) {
        return None;
    }
    let (british, american) = ROOTS.iter().find(|(british, _)| lower.contains(british))?;
    Some(lower.replacen(british, american, 1))
}

/// Whether a word has two letters side by side that some spellings cannot do without: most words have none.
fn has_pair(lower: &str, is_one: impl Fn(&[u8; 2]) -> bool) -> bool {
    lower.as_bytes().array_windows().any(is_one)
}

static SHAPES: Shapes = Shapes::of_first(WORDS);

#[rustfmt::skip]
const WORDS: &[(&str, &str)] = &[
    ("programme", "program"), ("grey", "gray"), ("defence", "defense"), ("offence", "offense"), ("licence", "license"), ("catalogue", "catalog"),
    ("dialogue", "dialog"), ("analogue", "analog"), ("judgement", "judgment"), ("ageing", "aging"), ("aeroplane", "airplane"), ("jewellery", "jewelry"),
    ("pretence", "pretense"), ("practise", "practice"), ("practised", "practiced"), ("practising", "practicing"), ("fulfil", "fulfill"),
    ("enrol", "enroll"), ("enrolment", "enrollment"), ("instalment", "installment"), ("skilful", "skillful"), ("cosy", "cozy"), ("mould", "mold"),
];

#[rustfmt::skip]
const ROOTS: &[(&str, &str)] = &[
    ("labour", "labor"), ("colour", "color"), ("behaviour", "behavior"), ("harbour", "harbor"), ("favour", "favor"), ("neighbour", "neighbor"),
    ("honour", "honor"), ("humour", "humor"), ("rumour", "rumor"), ("vapour", "vapor"), ("odour", "odor"), ("flavour", "flavor"),
    ("endeavour", "endeavor"), ("armour", "armor"), ("tumour", "tumor"), ("vigour", "vigor"), ("rigour", "rigor"), ("parlour", "parlor"),
    ("savour", "savor"), ("saviour", "savior"), ("splendour", "splendor"), ("candour", "candor"), ("clamour", "clamor"), ("fervour", "fervor"),
    ("demeanour", "demeanor"), ("manoeuvr", "maneuver"), ("plough", "plow"), ("sceptic", "skeptic"), ("aluminium", "aluminum"), ("sulphur", "sulfur"),
    ("sulphat", "sulfat"), ("paediatr", "pediatr"), ("orthopaed", "orthoped"), ("anaesthe", "anesthe"), ("anaemi", "anemi"), ("leukaemi", "leukemi"),
    ("haemo", "hemo"), ("haema", "hema"), ("oestrogen", "estrogen"), ("oesoph", "esoph"), ("foet", "fet"), ("gynaecolog", "gynecolog"),
    ("diarrhoea", "diarrhea"), ("archaeolog", "archeolog"),
];

const ENDINGS: &[(&str, &str)] = &[
    ("isations", "izations"),
    ("isation", "ization"),
    ("ising", "izing"),
    ("isers", "izers"),
    ("iser", "izer"),
    ("ised", "ized"),
    ("ises", "izes"),
    ("ise", "ize"),
    ("ysing", "yzing"),
    ("ysed", "yzed"),
    ("yse", "yze"),
    ("tres", "ters"),
    ("tred", "tered"),
    ("tre", "ter"),
    ("bres", "bers"),
    ("bre", "ber"),
];

/// What stands before `ise` in words that everybody spells so.
#[rustfmt::skip]
const NO_VERBS: &[&str] = &[
    "advert", "apprent", "bourgeo", "chast", "circumc", "clockw", "compr", "comprom", "conc", "counterclockw", "desp", "disenfranch", "disgu", "enterpr",
    "enfranch", "exerc", "expert", "franch", "improv", "likew", "mayonna", "merchand", "moonr", "otherw", "parad", "porpo", "prec", "prem", "prom",
    "repr", "sunr", "superv", "surpr", "telev", "torto", "treat", "turquo",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_asked_for_as_others_spell_it() {
        for (word, others) in [
            ("labour", vec!["labor"]),
            ("labor", vec!["labour"]),
            ("organize", vec!["organise"]),
            ("organisation", vec!["organization"]),
            ("programs", vec!["programmes"]),
            ("center", vec!["centre"]),
            ("analyzed", vec!["analysed"]),
            ("size", vec![]),
            ("buses", vec![]),
        ] {
            assert_eq!(spelled_otherwise(word), others, "{word}");
        }
    }

    #[test]
    fn british_and_american_spellings_are_one_word() {
        for (british, spelled) in [
            ("labour", "labor"),
            ("neighbourhoods", "neighborhoods"),
            ("centres", "centers"),
            ("organisation", "organization"),
            ("realised", "realized"),
            ("analysed", "analyzed"),
            ("programmes", "programs"),
            ("defence", "defense"),
            ("haemoglobin", "hemoglobin"),
        ] {
            assert_eq!(american(british), spelled);
            assert_eq!(american(spelled), spelled);
        }
    }

    #[test]
    fn what_is_spelled_alike_everywhere_stays() {
        for word in [
            "four",
            "tour",
            "source",
            "course",
            "rise",
            "raised",
            "precise",
            "exercises",
            "promised",
            "wise",
            "noise",
            "supervised",
            "programmed",
            "analyses",
            "street",
            "tonne",
            "poem",
            "aerial",
            "labs",
            "treatise",
        ] {
            assert_eq!(american(word), word);
        }
    }
}
