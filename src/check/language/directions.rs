//! Directions: words that lie on one side of an axis, `rose` and `fell`, in the languages that reports and sources are written in.
//!
//! Words that are divided by spaces are looked up as they are; in Chinese and Japanese a direction is several letters in a row, and in Korean it stands at the
//! start of a word. German parts its verbs: `nahmen im Juni ab`.

use std::ops::Range;
use std::sync::LazyLock;

use super::irregular::base;
use super::shapes::ByWord;
use super::terms::Term;

/// A direction where it stands.
pub(crate) struct Direction {
    /// Which word of the sentence.
    pub(crate) at: usize,
    pub(crate) axis: usize,
    pub(crate) positive: bool,
    /// As it is told, where it is not the word itself.
    pub(crate) told: Option<String>,
}

/// The directions of a sentence, whose words are given in lower case and by their places.
pub(crate) fn directions(
    sentence: &str,
    words: &[String],
    spans: &[Range<usize>],
) -> Vec<Direction> {
    let mut found: Vec<Direction> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if is_particle(words, at) {
            continue;
        }
        if let Some((axis, positive)) = bound(words, at)
            .or_else(|| became(words, at))
            .or_else(|| axis(word))
        {
            found.push(Direction {
                at,
                axis,
                positive,
                told: None,
            });
        } else if let Some((part, positive)) = parted(words, at) {
            found.push(Direction {
                at,
                axis: 0,
                positive,
                told: Some(format!("{word} … {part}")),
            });
        }
    }
    if !sentence.is_ascii() {
        found.extend(unspaced(sentence, spans));
        found.sort_by_key(|direction| direction.at);
    }
    found
}

/// Whether an `up` or `down` belongs to a verb that has no direction with it: `held up`, `set down`.
fn is_particle(words: &[String], at: usize) -> bool {
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "hold", "line", "set", "give", "make", "take", "pick", "show", "end", "keep", "back", "sign", "sum", "look", "stand", "catch", "call", "bring", "break",
        "open", "wrap", "tie", "clear", "cover", "follow", "write", "note", "dress", "team", "track", "beat", "tear", "settle", "calm", "lock", "burn", "clean",
        "grow", "own", "sell", "use", "warm", "turn", "sit", "mix", "hang", "lay", "let", "meet", "read", "stay", "wait", "wake",
    ];
    let is_way = words
        .get(at)
        .is_some_and(|word| matches!(word.as_str(), "up" | "down"));
    let before = || at.checked_sub(1).and_then(|before| words.get(before));
    is_way
        && before().is_some_and(|before| {
            let root = base(before);
            VERBS.iter().any(|verb| {
                let rest = root.strip_prefix(verb);
                rest.is_some_and(|rest| {
                    matches!(rest, "" | "s" | "ed" | "ned" | "d" | "es" | "ing")
                })
            })
        })
}

/// Whether what stands behind a word denies it: a word of another language than English, or who did not do it.
pub(crate) fn denies_after(words: &[String], at: usize) -> bool {
    const BEHIND: &[&str] = &["nicht", "niet", "pas"];
    const NOBODY: &[&str] = &["neither", "none", "nobody", "no"];
    let behind = |list: &[&str], at: usize| {
        words
            .get(at)
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    // `favoured by neither`, `allows neither tea nor coffee`.
    behind(BEHIND, at + 1)
        || behind(&["neither"], at + 1)
        || behind(BEHIND, at + 2)
        || behind(&["by"], at + 1) && behind(NOBODY, at + 2)
}

/// `at least five`, `five or more`: bounds of an amount point the way they leave open.
fn bound(words: &[String], at: usize) -> Option<(usize, bool)> {
    let before = words.get(at.checked_sub(1)?)?.as_str();
    let positive = match (before, words.get(at)?.as_str()) {
        ("at", "least") | ("or", "more") => true,
        ("at", "most") | ("or", "less" | "fewer") => false,
        _ => return None,
    };
    axis("more").map(|(axis, more)| (axis, more == positive))
}

/// `Became larger`, `got shorter`: what has come to be more has risen.
fn became(words: &[String], at: usize) -> Option<(usize, bool)> {
    const CHANGES: &[&str] = &[
        "became", "become", "becomes", "becoming", "got", "get", "gets", "getting", "grew", "grow",
        "grows", "grown", "growing",
    ];
    let before = words.get(at.checked_sub(1)?)?.as_str();
    let positive = match words.get(at)?.as_str() {
        "larger" | "bigger" | "greater" | "longer" | "higher" | "heavier" | "dearer" => true,
        "smaller" | "shorter" | "lower" | "lighter" | "cheaper" => false,
        _ => return None,
    };
    let rose = axis("rose").map(|(axis, rose)| (axis, rose == positive));
    rose.filter(|_| CHANGES.contains(&before))
}

/// The axis of a word and its side.
pub(crate) fn axis(word: &str) -> Option<(usize, bool)> {
    static SIDES: LazyLock<ByWord<&str, (usize, bool)>> = LazyLock::new(|| {
        let sides =
            |at: usize, positive: &'static [&'static str], negative: &'static [&'static str]| {
                let positive = positive.iter().map(move |&word| (word, (at, true)));
                let negative = negative.iter().map(move |&word| (word, (at, false)));
                positive.chain(negative)
            };
        let own = AXES
            .iter()
            .enumerate()
            .flat_map(|(at, (positive, negative))| sides(at, positive, negative));
        let foreign = FOREIGN
            .iter()
            .flat_map(|(at, positive, negative)| sides(*at, positive, negative));
        foreign.chain(own).collect()
    });
    SIDES.get(word).copied()
}

/// The second part of a German verb that gives a direction, at the end of its clause: `nahmen … ab`.
fn parted(words: &[String], at: usize) -> Option<(&str, bool)> {
    /// Forms of one verb, with the parts that may end its clause.
    type Verb = (&'static [&'static str], &'static [(&'static str, bool)]);
    const VERBS: &[Verb] = &[
        (
            &["nimmt", "nehmen", "nahm", "nahmen"],
            &[("zu", true), ("ab", false)],
        ),
        (
            &["geht", "gehen", "ging", "gingen"],
            &[("zurück", false), ("hoch", true)],
        ),
        (&["legt", "legen", "legte", "legten"], &[("zu", true)]),
    ];
    const REACH: usize = 12;
    let word = words.get(at)?;
    let (_, parts) = VERBS
        .iter()
        .find(|(forms, _)| forms.contains(&word.as_str()))?;
    words.iter().skip(at + 1).take(REACH).find_map(|word| {
        let (part, positive) = parts.iter().find(|(part, _)| part == word)?;
        Some((*part, *positive))
    })
}

/// Directions in scripts that do not divide words, or that write the rest of a word behind them.
fn unspaced(sentence: &str, spans: &[Range<usize>]) -> Vec<Direction> {
    let mut found = Vec::new();
    for (positive, words) in [(true, RISES), (false, FALLS)] {
        for word in words {
            for (from, _) in sentence.match_indices(word) {
                let Some(at) = spans.iter().position(|span| span.contains(&from)) else {
                    continue;
                };
                found.push(Direction {
                    at,
                    axis: 0,
                    positive: positive != is_denied_beside(sentence, from, from + word.len()),
                    told: Some((*word).to_owned()),
                });
            }
        }
    }
    found
}

/// `没有上涨`, `増加しなかった`, `증가하지 않았다`: the denial stands right before or soon after.
fn is_denied_beside(sentence: &str, from: usize, to: usize) -> bool {
    const BEFORE: &[char] = &['不', '没', '沒', '未', '无', '無'];
    const AFTER: &[&str] = &["なかっ", "ない", "ません", "않", "못"];
    let before = sentence.get(..from).unwrap_or_default();
    let after: String = sentence
        .get(to..)
        .unwrap_or_default()
        .chars()
        .take(6)
        .collect();
    before
        .chars()
        .rev()
        .take(2)
        .any(|letter| BEFORE.contains(&letter))
        || AFTER.iter().any(|denial| after.contains(denial))
}

#[rustfmt::skip]
const RISES: &[&str] = &[
    "上涨", "上漲", "上升", "增长", "增長", "增加", "提高", "上调", "上調", "扩大", "擴大", "升高", "攀升", "走高", "回升", "増加", "上昇", "拡大", "増え", "上が", "伸び",
    "高騰", "증가", "상승", "올랐", "늘었", "늘어",
];

#[rustfmt::skip]
const FALLS: &[&str] = &[
    "下跌", "下降", "减少", "減少", "降低", "下调", "下調", "缩小", "縮小", "下滑", "回落", "走低", "萎缩", "萎縮", "低下", "下落", "減っ", "減り", "下が", "감소", "하락",
    "내렸", "줄었", "줄어",
];

/// Axis, and words on its two sides, in other languages than English.
#[rustfmt::skip]
const FOREIGN: &[(usize, &[&str], &[&str])] = &[
    // German.
    (
        0,
        &[
            "steigt", "steigen", "stieg", "stiegen", "gestiegen", "wächst", "wachsen", "wuchs", "wuchsen", "gewachsen", "erhöht", "erhöhte", "erhöhten",
            "zugenommen", "zunehmen", "kletterte", "kletterten", "angestiegen", "zugelegt", "verdoppelt", "verdoppelte",
        ],
        &[
            "sinkt", "sinken", "sanken", "gesunken", "fällt", "fiel", "fielen", "gefallen", "schrumpft", "schrumpfte", "geschrumpft", "abgenommen",
            "abnehmen", "zurückgegangen", "verringert", "verringerte", "gesenkt", "senkte", "halbiert", "halbierte",
        ],
    ),
    (4, &["erlaubt", "genehmigt", "zugelassen", "erlaubte", "genehmigte"], &["verboten", "untersagt", "abgelehnt", "verbot", "untersagte"]),
    // French.
    (
        0,
        &["augmente", "augmentent", "augmenté", "augmentée", "augmentés", "augmentées", "hausse", "progressé", "grimpé", "accru", "accrue"],
        &["baisse", "baissé", "baissent", "diminue", "diminuent", "diminué", "diminuée", "diminués", "diminuées", "reculé", "chuté", "chute"],
    ),
    (4, &["autorisé", "autorisée", "approuvé", "approuvée"], &["interdit", "interdite", "rejeté", "rejetée"]),
    // Spanish and Portuguese.
    (
        0,
        &[
            "subió", "subieron", "aumentó", "aumentaron", "aumenta", "aumentan", "creció", "crecieron", "incrementó", "subiu", "subiram", "aumentou",
            "aumentaram", "cresceu", "cresceram",
        ],
        &[
            "bajó", "bajaron", "cayó", "cayeron", "disminuyó", "disminuyeron", "descendió", "descendieron", "redujo", "redujeron", "caiu", "caíram",
            "diminuiu", "diminuíram", "desceu", "reduziu",
        ],
    ),
    // Italian.
    (
        0,
        &["aumentato", "aumentata", "aumentati", "aumentate", "salito", "salita", "saliti", "salite", "cresciuto", "cresciuta", "cresciuti"],
        &["diminuito", "diminuita", "diminuiti", "diminuite", "calato", "calata", "calati", "sceso", "scesa", "scesi", "scese", "ridotto", "ridotta"],
    ),
    // Dutch.
    (
        0,
        &["steeg", "stegen", "gestegen", "stijgt", "stijgen", "groeide", "gegroeid"],
        &["daalde", "daalden", "gedaald", "daalt", "dalen", "kromp", "gekrompen"],
    ),
    // Russian, Ukrainian and Polish.
    (
        0,
        &[
            "вырос", "выросла", "выросло", "выросли", "растёт", "растет", "растут", "увеличился", "увеличилась", "увеличилось", "увеличились", "повысился",
            "повысилась", "повысилось", "повысились", "подорожал", "подорожала", "подорожали", "зріс", "зросла", "зросли", "wzrósł", "wzrosła", "wzrosło",
            "wzrosły", "rośnie", "rosną",
        ],
        &[
            "упал", "упала", "упало", "упали", "падает", "падают", "снизился", "снизилась", "снизилось", "снизились", "сократился", "сократилась",
            "сократилось", "сократились", "уменьшился", "уменьшилась", "уменьшилось", "уменьшились", "подешевел", "подешевела", "подешевели", "впав",
            "впала", "впали", "знизився", "знизилася", "знизилися", "spadł", "spadła", "spadło", "spadły", "spada", "spadają", "zmalał", "zmalała",
        ],
    ),
    (
        0,
        &[
            "увеличил", "увеличила", "увеличило", "увеличили", "увеличивает", "нарастил", "нарастила", "нарастили", "повысил", "повысила", "повысили",
            "поднял", "подняла", "подняли", "расширил", "расширила", "расширили", "удвоил", "удвоила", "zwiększył", "zwiększyła", "zwiększyli", "podniósł",
        ],
        &[
            "сократил", "сократила", "сократило", "сократили", "сокращает", "снизил", "снизила", "снизили", "уменьшил", "уменьшила", "уменьшили", "понизил",
            "понизила", "понизили", "урезал", "урезала", "zmniejszył", "zmniejszyła", "zmniejszyli", "obniżył", "obniżyła",
        ],
    ),
    (4, &["angenommen", "billigte", "gebilligt", "stattgegeben", "accepté", "acceptée", "aprobó", "aprobado", "aceptó", "принял", "приняла", "приняли"],
        &["lehnte", "abgewiesen", "verwarf", "refusé", "refusée", "rechazó", "rechazado", "отверг", "отвергла", "отвергли", "отказал"]),
    (10, &["öffnete", "eröffnet", "eröffnete", "ouvert", "ouverte", "abrió", "открыл", "открыла", "открыли", "begann", "commencé"],
        &["schloss", "geschlossen", "schließt", "fermé", "fermée", "cerró", "закрыл", "закрыла", "закрыли", "endete", "beendet"]),
    (6, &["gewann", "gewonnen", "gagné", "ganó", "выиграл", "выиграла"], &["verlor", "verloren", "perdu", "perdió", "проиграл", "проиграла"]),
    (5, &["verbessert", "verbesserte", "amélioré", "améliorée", "mejoró", "улучшил", "улучшилась"],
        &["verschlechtert", "verschlechterte", "détérioré", "détériorée", "aggravé", "empeoró", "ухудшил", "ухудшилась"]),
    (1, &["mehr", "plus", "más", "больше", "более", "über"], &["weniger", "moins", "menos", "меньше", "менее", "unter"]),
    (4, &["разрешил", "разрешила", "разрешили", "одобрил", "одобрила"], &["запретил", "запретила", "запретили", "отклонил", "отклонила"]),
];

/// Words of opposite sense, in the forms in which reports use them.
#[rustfmt::skip]
const AXES: &[(&[&str], &[&str])] = &[
    (
        &[
            "rise", "rises", "rose", "risen", "rising", "increase", "increases", "increased", "increasing", "grow",
            "grows", "grew", "grown", "growing", "climb", "climbs", "climbed", "climbing", "surge", "surged", "gain",
            "gains", "gained", "expand", "expands", "expanded", "expanding", "up", "upward", "higher", "raise",
            "raises", "raised", "raising", "accelerated", "doubled", "soar", "soars", "soared", "soaring", "surges", "surging", "jumped", "jumping", "mounted", "swelled", "rebounded", "tripled", "recovered", "recovers", "recovering", "lengthened",
        ],
        &[
            "fall", "falls", "fell", "fallen", "falling", "decrease", "decreases", "decreased", "decreasing",
            "decline", "declines", "declined", "declining", "drop", "drops", "dropped", "dropping", "shrink",
            "shrinks", "shrank", "shrunk", "shrinking", "reduce", "reduces", "reduced", "reducing", "cut", "cuts",
            "cutting", "down", "downward", "lower", "lowers", "lowered", "lowering", "slowed", "halved", "plunged",
            "lost", "eased", "eases", "easing", "receded", "dwindled", "slumped", "tumbled", "dipped", "shed", "shortened", "slid", "slipped",
            "slumping", "plummet", "plummets", "plummeted", "plummeting", "plunging", "dwindling", "tumbling", "diminished", "diminishes", "diminishing",
        ],
    ),
    (
        &[
            "more", "greater", "larger", "most", "above", "exceeds", "exceeded", "exceed",
        ],
        &["less", "fewer", "smaller", "least", "below"],
    ),
    (
        &["before", "earlier", "prior"],
        &["after", "later", "following"],
    ),
    (
        &["always", "all", "every", "everyone"],
        &["never", "none", "nobody"],
    ),
    (
        &[
            "allow", "allows", "allowed", "permit", "permits", "permitted", "legal", "approved", "approves",
            "accepted", "accepts",
        ],
        &[
            "ban", "bans", "banned", "forbid", "forbids", "forbidden", "prohibit", "prohibits", "prohibited",
            "illegal", "rejected", "rejects", "refused", "blocked", "blocks", "vetoed",
        ],
    ),
    (
        &[
            "improve", "improves", "improved", "improving", "better", "best", "benefit", "benefits", "benefited",
            "strengthened",
        ],
        &[
            "worsen", "worsens", "worsened", "worsening", "worse", "worst", "harm", "harms", "harmed", "weakened",
            "deteriorated",
        ],
    ),
    (
        &[
            "succeed",
            "succeeds",
            "succeeded",
            "success",
            "successful",
            "passed",
            "won",
        ],
        &["fail", "fails", "failed", "failure", "unsuccessful"],
    ),
    (
        &[
            "safe", "safer", "effective", "significant", "significantly", "possible", "likely", "sufficient",
            "necessary", "able",
        ],
        &[
            "unsafe", "dangerous", "ineffective", "insignificant", "impossible", "unlikely", "insufficient",
            "unnecessary", "unable",
        ],
    ),
    (
        &[
            "support", "supports", "supported", "favour", "favours", "favoured", "favor", "favors",
        ],
        &["oppose", "opposes", "opposed", "against"],
    ),
    (
        &["early", "fast", "faster", "quickly", "cheaper", "cheap"],
        &[
            "late",
            "slow",
            "slower",
            "slowly",
            "expensive",
            "costlier",
            "dearer",
        ],
    ),
    (
        &[
            "start", "starts", "started", "open", "opens", "opened", "begin", "begins", "began",
        ],
        &[
            "end", "ends", "ended", "close", "closes", "closed", "stop", "stopped",
        ],
    ),
    (
        &["first", "maximum", "highest"],
        &["last", "minimum", "lowest"],
    ),
    (
        &["import", "imports", "imported", "buy", "bought"],
        &["export", "exports", "exported", "sell", "sold"],
    ),
];

/// Whether a verb that is as often a thing is one here: a word of content stands before it, and no object behind.
pub(crate) fn is_thing(words: &[String], terms: &[Option<Term>], at: usize, gap: &str) -> bool {
    let is_of_these = words
        .get(at)
        .is_some_and(|word| THINGS.contains(&word.as_str()));
    let before = at.checked_sub(1).and_then(|before| terms.get(before));
    let behind = words.get(at + 1).map_or("", String::as_str);
    is_of_these
        && before.copied().flatten().is_some()
        && (gap.contains([',', ';', '.']) || NOT_OBJECTS.contains(&behind))
}

/// Verbs that are as often things: `apartment blocks`, `cocktail bars`; and words that stand behind these and begin no object.
const THINGS: &[&str] = &["blocks", "bars", "backs"];
const NOT_OBJECTS: &[&str] = &[
    "", "in", "of", "for", "at", "with", "on", "and", "or", "which", "that", "where",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::language::terms::{plain, words};

    #[track_caller]
    fn check(sentence: &str, expected: &[bool]) {
        let spans: Vec<_> = words(sentence).collect();
        let words: Vec<String> = spans
            .iter()
            .map(|span| plain(&sentence[span.clone()]))
            .collect();
        let found: Vec<bool> = directions(sentence, &words, &spans)
            .iter()
            .map(|direction| direction.positive)
            .collect();
        assert_eq!(found, expected, "{sentence}");
    }

    #[test]
    fn directions_are_read_in_other_languages_than_english() {
        check("Die Löhne stiegen.", &[true]);
        check("Die Löhne nahmen im Herbst ab.", &[false]);
        check("Les salaires ont diminué.", &[false]);
        check("Зарплаты выросли.", &[true]);
        check("工资下降。", &[false]);
        check("工资没有下降。", &[true]);
        check("賃金は増加しなかった。", &[false]);
        check("임금이 증가했다.", &[true]);
    }

    #[test]
    fn a_bound_points_the_way_that_it_leaves_open() {
        check("It lasts at least five years.", &[true]);
        check("It lasts five years or more.", &[true]);
        check("At most five agreed.", &[false]);
    }
}
