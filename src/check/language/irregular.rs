//! English words whose forms no rule of a stemmer joins: `fell` is `fall`, `criteria` are `criterion`, a `closure` closes, and what is `European` is of Europe.
//!
//! Forms that are as often another word stay out, because reading them as the verb would mislead: `left`, `lay`, `bit`, `bound`,
//! `ground`, `leaves`.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::shapes::Shapes;

static SHAPES: Shapes = Shapes::of_first(IRREGULAR);

/// The base form of an irregular one; any other word as it is.
pub(crate) fn base(lower: &str) -> &str {
    static BASES: LazyLock<HashMap<&str, &str, FixedState>> =
        LazyLock::new(|| IRREGULAR.iter().copied().collect());
    if !SHAPES.may_hold(lower) {
        return lower;
    }
    BASES.get(lower).copied().unwrap_or(lower)
}

/// Whether a word is the irregular past of a verb, and no noun or plural.
pub(crate) fn is_past(lower: &str) -> bool {
    let ends_as_noun = lower.ends_with('s')
        || lower.ends_with("th")
        || lower.ends_with("al")
        || lower.ends_with("ion");
    let base = base(lower);
    base != lower && !ends_as_noun && base.len() >= lower.len().saturating_sub(2)
}

/// Forms with their bases.
#[rustfmt::skip]
const IRREGULAR: &[(&str, &str)] = &[
    ("acquisition", "acquire"), ("african", "africa"), ("africans", "africa"), ("american", "america"), ("americans", "america"), ("analyses", "analysis"),
    ("appendices", "appendix"), ("approval", "approve"), ("arisen", "arise"), ("arose", "arise"), ("arrival", "arrive"), ("asian", "asia"),
    ("asians", "asia"), ("ate", "eat"), ("australian", "australia"), ("australians", "australia"), ("austrian", "austria"), ("austrians", "austria"),
    ("awoke", "awake"), ("bacteria", "bacterium"), ("beaten", "beat"), ("began", "begin"), ("begun", "begin"), ("belgian", "belgium"),
    ("belgians", "belgium"), ("belief", "believe"), ("bent", "bend"), ("birth", "born"), ("bitten", "bite"), ("bled", "bleed"), ("blew", "blow"),
    ("blown", "blow"), ("bonuses", "bonus"), ("bore", "bear"), ("borne", "bear"), ("bought", "buy"), ("brazilian", "brazil"), ("brazilians", "brazil"),
    ("bred", "breed"), ("british", "britain"), ("broke", "break"), ("broken", "break"), ("brought", "bring"), ("built", "build"), ("bulgarian", "bulgaria"),
    ("buses", "bus"), ("calves", "calf"), ("came", "come"), ("campuses", "campus"), ("canadian", "canada"), ("canadians", "canada"), ("caught", "catch"),
    ("children", "child"), ("chilean", "chile"), ("chinese", "china"), ("choice", "choose"), ("chose", "choose"), ("chosen", "choose"), ("closure", "close"),
    ("consumption", "consume"), ("crept", "creep"), ("crises", "crisis"), ("criteria", "criterion"), ("croatian", "croatia"), ("cuban", "cuba"),
    ("curricula", "curriculum"), ("danish", "denmark"), ("dealt", "deal"), ("death", "die"), ("deaths", "die"), ("decision", "decide"),
    ("decisions", "decide"), ("denial", "deny"), ("departure", "depart"), ("depth", "deep"), ("destruction", "destroy"), ("diagnoses", "diagnosis"),
    ("died", "die"), ("discovery", "discover"), ("drank", "drink"), ("drawn", "draw"), ("drew", "draw"), ("driven", "drive"), ("drove", "drive"),
    ("drunk", "drink"), ("dug", "dig"), ("dutch", "netherlands"), ("eaten", "eat"), ("egyptian", "egypt"), ("egyptians", "egypt"), ("estonian", "estonia"),
    ("ethiopian", "ethiopia"), ("european", "europe"), ("europeans", "europe"), ("expansion", "expand"), ("explosion", "explode"), ("failure", "fail"),
    ("failures", "fail"), ("fallen", "fall"), ("feet", "foot"), ("fell", "fall"), ("felt", "feel"), ("finnish", "finland"), ("fled", "flee"), ("flew", "fly"),
    ("flight", "fly"), ("flown", "fly"), ("foresaw", "foresee"), ("foreseen", "foresee"), ("foretold", "foretell"), ("forgave", "forgive"),
    ("forgot", "forget"), ("forgotten", "forget"), ("formulae", "formula"), ("fought", "fight"), ("found", "find"), ("french", "france"), ("froze", "freeze"),
    ("frozen", "freeze"), ("fungi", "fungus"), ("gases", "gas"), ("gave", "give"), ("geese", "goose"), ("german", "germany"), ("germans", "germany"),
    ("given", "give"), ("gone", "go"), ("got", "get"), ("gotten", "get"), ("greek", "greece"), ("greeks", "greece"), ("grew", "grow"), ("grown", "grow"),
    ("growth", "grow"), ("growths", "grow"), ("halves", "half"), ("heard", "hear"), ("height", "high"), ("held", "hold"), ("hid", "hide"), ("hidden", "hide"),
    ("hung", "hang"), ("hungarian", "hungary"), ("hungarians", "hungary"), ("hypotheses", "hypothesis"), ("icelandic", "iceland"), ("indian", "india"),
    ("indians", "india"), ("indices", "index"), ("indonesian", "indonesia"), ("indonesians", "indonesia"), ("iranian", "iran"), ("iranians", "iran"),
    ("iraqi", "iraq"), ("iraqis", "iraq"), ("irish", "ireland"), ("israeli", "israel"), ("israelis", "israel"), ("italian", "italy"), ("italians", "italy"),
    ("japanese", "japan"), ("kenyan", "kenya"), ("kenyans", "kenya"), ("kept", "keep"), ("knew", "know"), ("knives", "knife"), ("known", "know"),
    ("korean", "korea"), ("koreans", "korea"), ("laid", "lay"), ("lain", "lie"), ("larvae", "larva"), ("latvian", "latvia"), ("led", "lead"),
    ("length", "long"), ("lent", "lend"), ("lithuanian", "lithuania"), ("loaves", "loaf"), ("loss", "lose"), ("losses", "lose"), ("lost", "lose"),
    ("lying", "lie"), ("marriage", "marry"), ("matrices", "matrix"), ("meant", "mean"), ("memoranda", "memorandum"), ("men", "man"), ("met", "meet"),
    ("mexican", "mexico"), ("mexicans", "mexico"), ("mice", "mouse"), ("misled", "mislead"), ("mistaken", "mistake"), ("mistook", "mistake"),
    ("moroccan", "morocco"), ("nigerian", "nigeria"), ("nigerians", "nigeria"), ("norwegian", "norway"), ("norwegians", "norway"), ("nuclei", "nucleus"),
    ("overcame", "overcome"), ("overran", "overrun"), ("oversaw", "oversee"), ("overseen", "oversee"), ("overtaken", "overtake"), ("overtook", "overtake"),
    ("overwritten", "overwrite"), ("overwrote", "overwrite"), ("oxen", "ox"), ("paid", "pay"), ("pakistani", "pakistan"), ("pakistanis", "pakistan"),
    ("payment", "pay"), ("payments", "pay"), ("peruvian", "peru"), ("phenomena", "phenomenon"), ("portuguese", "portugal"), ("prepaid", "prepay"),
    ("production", "produce"), ("proof", "prove"), ("proven", "prove"), ("purchase", "buy"), ("ran", "run"), ("rebuilt", "rebuild"), ("reduction", "reduce"),
    ("reductions", "reduce"), ("refusal", "refuse"), ("rejection", "reject"), ("removal", "remove"), ("renewal", "renew"), ("repaid", "repay"),
    ("resold", "resell"), ("rewritten", "rewrite"), ("rewrote", "rewrite"), ("ridden", "ride"), ("risen", "rise"), ("rode", "ride"), ("romanian", "romania"),
    ("romanians", "romania"), ("rose", "rise"), ("russian", "russia"), ("russians", "russia"), ("sang", "sing"), ("sank", "sink"), ("sat", "sit"),
    ("saw", "see"), ("scottish", "scotland"), ("seen", "see"), ("sent", "send"), ("serbian", "serbia"), ("serbians", "serbia"), ("shaken", "shake"),
    ("shelves", "shelf"), ("shone", "shine"), ("shook", "shake"), ("shot", "shoot"), ("shown", "show"), ("shrank", "shrink"), ("shrunk", "shrink"),
    ("slept", "sleep"), ("slovak", "slovakia"), ("slovaks", "slovakia"), ("sold", "sell"), ("sought", "seek"), ("spanish", "spain"), ("spectra", "spectrum"),
    ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"), ("sprang", "spring"), ("sprung", "spring"), ("spun", "spin"), ("statuses", "status"),
    ("stimuli", "stimulus"), ("stole", "steal"), ("stolen", "steal"), ("stood", "stand"), ("strata", "stratum"), ("strength", "strong"), ("struck", "strike"),
    ("stuck", "stick"), ("sung", "sing"), ("sunk", "sink"), ("survival", "survive"), ("swam", "swim"), ("swedish", "sweden"), ("swept", "sweep"),
    ("swiss", "switzerland"), ("swore", "swear"), ("sworn", "swear"), ("swum", "swim"), ("swung", "swing"), ("syntheses", "synthesis"), ("syrian", "syria"),
    ("syrians", "syria"), ("taken", "take"), ("taught", "teach"), ("teeth", "tooth"), ("thai", "thailand"), ("theses", "thesis"), ("thieves", "thief"),
    ("thought", "think"), ("threw", "throw"), ("thrown", "throw"), ("told", "tell"), ("took", "take"), ("tore", "tear"), ("torn", "tear"),
    ("turkish", "turkey"), ("ukrainian", "ukraine"), ("ukrainians", "ukraine"), ("undergone", "undergo"), ("understood", "understand"),
    ("undertaken", "undertake"), ("undertook", "undertake"), ("underwent", "undergo"), ("upheld", "uphold"), ("vertices", "vertex"),
    ("vietnamese", "vietnam"), ("viruses", "virus"), ("weight", "weigh"), ("welsh", "wales"), ("went", "go"), ("wept", "weep"), ("width", "wide"),
    ("withdrawal", "withdraw"), ("withdrawn", "withdraw"), ("withdrew", "withdraw"), ("withheld", "withhold"), ("withstood", "withstand"), ("wives", "wife"),
    ("woke", "wake"), ("woken", "wake"), ("wolves", "wolf"), ("women", "woman"), ("won", "win"), ("wore", "wear"), ("worn", "wear"), ("written", "write"),
    ("wrote", "write"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_are_sorted_and_no_base_is_itself_a_form() {
        assert!(IRREGULAR.is_sorted_by(|a, b| a.0 < b.0));
        for (form, base_form) in IRREGULAR {
            assert_eq!(base(base_form), *base_form, "{form}");
        }
    }

    #[test]
    fn an_irregular_form_is_read_as_its_base_and_the_rest_as_it_is() {
        for (form, expected) in [
            ("fell", "fall"),
            ("criteria", "criterion"),
            ("left", "left"),
            ("", ""),
            ("电", "电"),
        ] {
            assert_eq!(base(form), expected);
        }
    }
}
