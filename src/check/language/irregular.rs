//! English words whose forms no rule of a stemmer joins: `fell` is `fall`, `criteria` are `criterion`, a `closure` closes, and what is `European` is of Europe.
//!
//! Forms that are as often another word stay out, because reading them as the verb would mislead: `left`, `lay`, `bit`, `bound`,
//! `ground`, `leaves`.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::shapes::Shapes;

type Forms = HashMap<&'static str, &'static str, FixedState>;

const TABLES: [&[(&str, &str)]; 3] = [PASTS, NOUNS, PEOPLES];

/// The base form of an irregular one; any other word as it is.
pub(crate) fn base(lower: &str) -> &str {
    static SHAPES: [Shapes; 3] = [
        Shapes::of_first(PASTS),
        Shapes::of_first(NOUNS),
        Shapes::of_first(PEOPLES),
    ];
    static BASES: LazyLock<Forms> =
        LazyLock::new(|| TABLES.into_iter().flatten().copied().collect());
    if !SHAPES.iter().any(|shapes| shapes.may_hold(lower)) {
        return lower;
    }
    BASES.get(lower).copied().unwrap_or(lower)
}

/// Whether a word is the irregular past of a verb.
pub(crate) fn is_past(lower: &str) -> bool {
    static SHAPES: Shapes = Shapes::of_first(PASTS);
    static ALL: LazyLock<Forms> = LazyLock::new(|| PASTS.iter().copied().collect());
    SHAPES.may_hold(lower) && ALL.contains_key(lower)
}

/// The country of which a word names what or who is there, or which it names itself.
pub(crate) fn country(lower: &str) -> Option<&'static str> {
    static ALL: LazyLock<Forms> = LazyLock::new(|| {
        let own = PEOPLES.iter().map(|&(_, country)| (country, country));
        PEOPLES.iter().copied().chain(own).collect()
    });
    ALL.get(lower).copied()
}

/// Pasts and participles of verbs.
#[rustfmt::skip]
const PASTS: &[(&str, &str)] = &[
    ("arisen", "arise"), ("arose", "arise"), ("ate", "eat"), ("awoke", "awake"), ("beaten", "beat"), ("began", "begin"), ("begun", "begin"), ("bent", "bend"),
    ("bitten", "bite"), ("bled", "bleed"), ("blew", "blow"), ("blown", "blow"), ("bore", "bear"), ("borne", "bear"), ("bought", "buy"), ("bred", "breed"),
    ("broke", "break"), ("broken", "break"), ("brought", "bring"), ("built", "build"), ("came", "come"), ("caught", "catch"), ("chose", "choose"),
    ("chosen", "choose"), ("crept", "creep"), ("dealt", "deal"), ("died", "die"), ("drank", "drink"), ("drawn", "draw"), ("drew", "draw"),
    ("driven", "drive"), ("drove", "drive"), ("drunk", "drink"), ("dug", "dig"), ("eaten", "eat"), ("fallen", "fall"), ("fell", "fall"), ("felt", "feel"),
    ("fled", "flee"), ("flew", "fly"), ("flown", "fly"), ("foresaw", "foresee"), ("foreseen", "foresee"), ("foretold", "foretell"), ("forgave", "forgive"),
    ("forgot", "forget"), ("forgotten", "forget"), ("fought", "fight"), ("found", "find"), ("froze", "freeze"), ("frozen", "freeze"), ("gave", "give"),
    ("given", "give"), ("gone", "go"), ("got", "get"), ("gotten", "get"), ("grew", "grow"), ("grown", "grow"), ("heard", "hear"), ("held", "hold"),
    ("hid", "hide"), ("hidden", "hide"), ("hung", "hang"), ("kept", "keep"), ("knew", "know"), ("known", "know"), ("laid", "lay"), ("lain", "lie"),
    ("led", "lead"), ("lent", "lend"), ("lost", "lose"), ("meant", "mean"), ("met", "meet"), ("misled", "mislead"), ("mistaken", "mistake"),
    ("mistook", "mistake"), ("overcame", "overcome"), ("overran", "overrun"), ("oversaw", "oversee"), ("overseen", "oversee"), ("overtaken", "overtake"),
    ("overtook", "overtake"), ("overwritten", "overwrite"), ("overwrote", "overwrite"), ("paid", "pay"), ("prepaid", "prepay"), ("proven", "prove"),
    ("ran", "run"), ("rebuilt", "rebuild"), ("repaid", "repay"), ("resold", "resell"), ("rewritten", "rewrite"), ("rewrote", "rewrite"), ("ridden", "ride"),
    ("risen", "rise"), ("rode", "ride"), ("rose", "rise"), ("sang", "sing"), ("sank", "sink"), ("sat", "sit"), ("saw", "see"), ("seen", "see"),
    ("sent", "send"), ("shaken", "shake"), ("shone", "shine"), ("shook", "shake"), ("shot", "shoot"), ("shown", "show"), ("shrank", "shrink"),
    ("shrunk", "shrink"), ("slept", "sleep"), ("slid", "slide"), ("sold", "sell"), ("sought", "seek"), ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"),
    ("sprang", "spring"), ("sprung", "spring"), ("spun", "spin"), ("stole", "steal"), ("stolen", "steal"), ("stood", "stand"), ("struck", "strike"),
    ("stuck", "stick"), ("sung", "sing"), ("sunk", "sink"), ("swam", "swim"), ("swept", "sweep"), ("swore", "swear"), ("sworn", "swear"), ("swum", "swim"),
    ("swung", "swing"), ("taken", "take"), ("taught", "teach"), ("thought", "think"), ("threw", "throw"), ("thrown", "throw"), ("told", "tell"),
    ("took", "take"), ("tore", "tear"), ("torn", "tear"), ("undergone", "undergo"), ("understood", "understand"), ("undertaken", "undertake"),
    ("undertook", "undertake"), ("underwent", "undergo"), ("upheld", "uphold"), ("went", "go"), ("wept", "weep"), ("withdrawn", "withdraw"),
    ("withdrew", "withdraw"), ("withheld", "withhold"), ("withstood", "withstand"), ("woke", "wake"), ("woken", "wake"), ("won", "win"), ("wore", "wear"),
    ("worn", "wear"), ("written", "write"), ("wrote", "write"),
];

/// Plurals, and the nouns of verbs and of what is high or deep.
#[rustfmt::skip]
const NOUNS: &[(&str, &str)] = &[
    ("acquisition", "acquire"), ("analyses", "analysis"), ("appendices", "appendix"), ("approval", "approve"), ("arrival", "arrive"),
    ("bacteria", "bacterium"), ("belief", "believe"), ("birth", "born"), ("bonuses", "bonus"), ("buses", "bus"), ("calves", "calf"), ("campuses", "campus"),
    ("children", "child"), ("choice", "choose"), ("closure", "close"), ("consumption", "consume"), ("crises", "crisis"), ("criteria", "criterion"),
    ("curricula", "curriculum"), ("death", "die"), ("deaths", "die"), ("decision", "decide"), ("decisions", "decide"), ("denial", "deny"),
    ("departure", "depart"), ("depth", "deep"), ("destruction", "destroy"), ("diagnoses", "diagnosis"), ("discovery", "discover"), ("expansion", "expand"),
    ("explosion", "explode"), ("failure", "fail"), ("failures", "fail"), ("feet", "foot"), ("flight", "fly"), ("formulae", "formula"), ("fungi", "fungus"),
    ("gases", "gas"), ("geese", "goose"), ("growth", "grow"), ("growths", "grow"), ("halves", "half"), ("height", "high"), ("hypotheses", "hypothesis"),
    ("indices", "index"), ("knives", "knife"), ("larvae", "larva"), ("length", "long"), ("loaves", "loaf"), ("loss", "lose"), ("losses", "lose"),
    ("lying", "lie"), ("marriage", "marry"), ("matrices", "matrix"), ("memoranda", "memorandum"), ("men", "man"), ("mice", "mouse"), ("nuclei", "nucleus"),
    ("oxen", "ox"), ("payment", "pay"), ("payments", "pay"), ("phenomena", "phenomenon"), ("production", "produce"), ("proof", "prove"), ("purchase", "buy"),
    ("reduction", "reduce"), ("reductions", "reduce"), ("refusal", "refuse"), ("rejection", "reject"), ("removal", "remove"), ("renewal", "renew"),
    ("shelves", "shelf"), ("spectra", "spectrum"), ("statuses", "status"), ("stimuli", "stimulus"), ("strata", "stratum"), ("strength", "strong"),
    ("survival", "survive"), ("syntheses", "synthesis"), ("teeth", "tooth"), ("theses", "thesis"), ("thieves", "thief"), ("vertices", "vertex"),
    ("viruses", "virus"), ("weight", "weigh"), ("width", "wide"), ("withdrawal", "withdraw"), ("wives", "wife"), ("wolves", "wolf"), ("women", "woman"),
];

/// What is of a country, and who is.
#[rustfmt::skip]
const PEOPLES: &[(&str, &str)] = &[
    ("afghan", "afghanistan"), ("afghans", "afghanistan"), ("african", "africa"), ("africans", "africa"), ("albanian", "albania"), ("albanians", "albania"),
    ("algerian", "algeria"), ("algerians", "algeria"), ("american", "america"), ("americans", "america"), ("angolan", "angola"), ("argentine", "argentina"),
    ("argentinian", "argentina"), ("argentinians", "argentina"), ("armenian", "armenia"), ("armenians", "armenia"), ("asian", "asia"), ("asians", "asia"),
    ("australian", "australia"), ("australians", "australia"), ("austrian", "austria"), ("austrians", "austria"), ("bangladeshi", "bangladesh"),
    ("bangladeshis", "bangladesh"), ("bavarian", "bavaria"), ("belgian", "belgium"), ("belgians", "belgium"), ("bolivian", "bolivia"), ("bosnian", "bosnia"),
    ("bosnians", "bosnia"), ("brazilian", "brazil"), ("brazilians", "brazil"), ("british", "britain"), ("britons", "britain"), ("bulgarian", "bulgaria"),
    ("bulgarians", "bulgaria"), ("californian", "california"), ("californians", "california"), ("cambodian", "cambodia"), ("cambodians", "cambodia"),
    ("canadian", "canada"), ("canadians", "canada"), ("catalan", "catalonia"), ("catalans", "catalonia"), ("chilean", "chile"), ("chileans", "chile"),
    ("chinese", "china"), ("colombian", "colombia"), ("colombians", "colombia"), ("congolese", "congo"), ("croatian", "croatia"), ("croatians", "croatia"),
    ("cuban", "cuba"), ("cubans", "cuba"), ("cypriot", "cyprus"), ("cypriots", "cyprus"), ("danes", "denmark"), ("danish", "denmark"),
    ("dutch", "netherlands"), ("ecuadorian", "ecuador"), ("egyptian", "egypt"), ("egyptians", "egypt"), ("estonian", "estonia"), ("estonians", "estonia"),
    ("ethiopian", "ethiopia"), ("ethiopians", "ethiopia"), ("european", "europe"), ("europeans", "europe"), ("filipino", "philippines"),
    ("filipinos", "philippines"), ("finnish", "finland"), ("finns", "finland"), ("french", "france"), ("german", "germany"), ("germans", "germany"),
    ("ghanaian", "ghana"), ("ghanaians", "ghana"), ("greek", "greece"), ("greeks", "greece"), ("haitian", "haiti"), ("haitians", "haiti"),
    ("hungarian", "hungary"), ("hungarians", "hungary"), ("icelanders", "iceland"), ("icelandic", "iceland"), ("indian", "india"), ("indians", "india"),
    ("indonesian", "indonesia"), ("indonesians", "indonesia"), ("iranian", "iran"), ("iranians", "iran"), ("iraqi", "iraq"), ("iraqis", "iraq"),
    ("irish", "ireland"), ("israeli", "israel"), ("israelis", "israel"), ("italian", "italy"), ("italians", "italy"), ("jamaican", "jamaica"),
    ("jamaicans", "jamaica"), ("japanese", "japan"), ("kazakh", "kazakhstan"), ("kenyan", "kenya"), ("kenyans", "kenya"), ("korean", "korea"),
    ("koreans", "korea"), ("kuwaiti", "kuwait"), ("kuwaitis", "kuwait"), ("latvian", "latvia"), ("latvians", "latvia"), ("lebanese", "lebanon"),
    ("libyan", "libya"), ("libyans", "libya"), ("lithuanian", "lithuania"), ("lithuanians", "lithuania"), ("malaysian", "malaysia"),
    ("malaysians", "malaysia"), ("maltese", "malta"), ("mexican", "mexico"), ("mexicans", "mexico"), ("mongolian", "mongolia"), ("mongolians", "mongolia"),
    ("moroccan", "morocco"), ("moroccans", "morocco"), ("nepalese", "nepal"), ("nigerian", "nigeria"), ("nigerians", "nigeria"), ("norwegian", "norway"),
    ("norwegians", "norway"), ("pakistani", "pakistan"), ("pakistanis", "pakistan"), ("paraguayan", "paraguay"), ("peruvian", "peru"), ("peruvians", "peru"),
    ("portuguese", "portugal"), ("romanian", "romania"), ("romanians", "romania"), ("russian", "russia"), ("russians", "russia"), ("rwandan", "rwanda"),
    ("rwandans", "rwanda"), ("scots", "scotland"), ("scottish", "scotland"), ("serbian", "serbia"), ("serbians", "serbia"), ("singaporean", "singapore"),
    ("slovak", "slovakia"), ("slovaks", "slovakia"), ("slovenian", "slovenia"), ("slovenians", "slovenia"), ("somali", "somalia"), ("somalis", "somalia"),
    ("spaniards", "spain"), ("spanish", "spain"), ("sudanese", "sudan"), ("swedes", "sweden"), ("swedish", "sweden"), ("swiss", "switzerland"),
    ("syrian", "syria"), ("syrians", "syria"), ("taiwanese", "taiwan"), ("tanzanian", "tanzania"), ("tanzanians", "tanzania"), ("texan", "texas"),
    ("texans", "texas"), ("thai", "thailand"), ("thais", "thailand"), ("tunisian", "tunisia"), ("tunisians", "tunisia"), ("turkish", "turkey"),
    ("turks", "turkey"), ("ugandan", "uganda"), ("ugandans", "uganda"), ("ukrainian", "ukraine"), ("ukrainians", "ukraine"), ("uruguayan", "uruguay"),
    ("venezuelan", "venezuela"), ("venezuelans", "venezuela"), ("vietnamese", "vietnam"), ("welsh", "wales"), ("yemeni", "yemen"), ("yemenis", "yemen"),
    ("zambian", "zambia"), ("zambians", "zambia"), ("zimbabwean", "zimbabwe"), ("zimbabweans", "zimbabwe"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_are_sorted_and_no_base_is_itself_a_form() {
        for table in TABLES {
            assert!(table.is_sorted_by(|a, b| a.0 < b.0));
            for (form, base_form) in table {
                assert_eq!(base(base_form), *base_form, "{form}");
            }
        }
    }

    #[test]
    fn a_noun_or_a_people_is_no_past() {
        for word in ["fell", "taught", "written", "died"] {
            assert!(is_past(word), "{word}");
        }
        for word in [
            "women", "height", "closure", "danish", "french", "lying", "open",
        ] {
            assert!(!is_past(word), "{word}");
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
