//! Problems and advice in other languages than English, read off a few words of each.
//!
//! A language is that of a whole passage: a short sentence has too few small words to tell it. Words are compared by how they begin or end, which serves
//! inflected and compound forms (`Verzögerungen`, `Lieferengpass`), and texts without spaces by what they hold. Small words that carry no content are in
//! `language`.

use super::language::listed;
use super::role::Roles;
use crate::check::words;

/// A language of which the words of problems and advice are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tongue {
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Russian,
    Chinese,
    Japanese,
    Korean,
}

/// The words of one language.
struct Cues {
    /// They name a problem outright.
    problem: &'static [&'static str],
    /// Harm, contrast and shortfall.
    harm: &'static [&'static str],
    /// Advice and decisions.
    advice: &'static [&'static str],
    /// Plans, aims and possibilities.
    plan: &'static [&'static str],
    /// They deny what stands behind them.
    denials: &'static [&'static str],
}

/// A form counts as one of a word that has at least so many letters.
const LEAST: usize = 5;
/// Words, or letters where there are no spaces, before a problem within which it is denied.
const REACH: usize = 3;

impl Tongue {
    /// The language of a text; `None` for English and for all others.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        const IN_ORDER: [Tongue; 6] = [
            Tongue::German,
            Tongue::French,
            Tongue::Spanish,
            Tongue::Italian,
            Tongue::Portuguese,
            Tongue::Dutch,
        ];
        by_script(text).or_else(|| IN_ORDER.get(listed(text)?).copied())
    }

    fn is_spaced(self) -> bool {
        !matches!(self, Self::Chinese | Self::Japanese | Self::Korean)
    }

    /// What a sentence does in this language, besides what its figures and headings say.
    pub fn add_to(self, roles: &mut Roles, sentence: &str) {
        let cues = self.cues();
        let lower = sentence.to_lowercase();
        let count = |list: &[&str], is_deniable: bool| {
            if self.is_spaced() {
                in_words(&lower, list, is_deniable.then_some(cues.denials))
            } else {
                in_letters(&lower, list, is_deniable.then_some(cues.denials))
            }
        };
        let (problems, advice) = (count(cues.problem, true), count(cues.advice, false));
        let harms = problems + count(cues.harm, true);
        let plans = advice + count(cues.plan, false);
        roles.complains |= problems > 0;
        roles.advises |= advice > 0;
        roles.complication += 0.45 * harms.min(2) as f32 + if problems > 0 { 0.25 } else { 0.0 };
        roles.resolution += 0.45 * plans.min(2) as f32 + if advice > 0 { 0.35 } else { 0.0 };
        roles.complication = roles.complication.min(1.0);
        roles.resolution = roles.resolution.min(1.0);
    }

    fn cues(self) -> &'static Cues {
        match self {
            Self::German => &GERMAN,
            Self::French => &FRENCH,
            Self::Spanish => &SPANISH,
            Self::Italian => &ITALIAN,
            Self::Portuguese => &PORTUGUESE,
            Self::Dutch => &DUTCH,
            Self::Russian => &RUSSIAN,
            Self::Chinese => &CHINESE,
            Self::Japanese => &JAPANESE,
            Self::Korean => &KOREAN,
        }
    }
}

/// The language of a text that its letters alone tell.
fn by_script(text: &str) -> Option<Tongue> {
    const SAMPLE: usize = 400;
    let (mut all, mut kana, mut han, mut hangul, mut cyrillic) = (0, 0, 0, 0, 0);
    for letter in text.chars().filter(|c| c.is_alphabetic()).take(SAMPLE) {
        all += 1;
        match letter {
            '\u{3040}'..='\u{30ff}' => kana += 1,
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => han += 1,
            '\u{ac00}'..='\u{d7af}' => hangul += 1,
            'а'..='я' | 'А'..='Я' | 'ё' | 'Ё' => cyrillic += 1,
            // Letters of Ukrainian, Serbian and other neighbours.
            '\u{400}'..='\u{4ff}' => return None,
            _ => {}
        }
    }
    let is_most = |count: usize| count * 2 > all;
    match () {
        () if is_most(hangul) => Some(Tongue::Korean),
        () if is_most(han + kana) && kana * 10 > all => Some(Tongue::Japanese),
        () if is_most(han) => Some(Tongue::Chinese),
        () if is_most(cyrillic) => Some(Tongue::Russian),
        () => None,
    }
}

/// How often a text in lower case has words of a list, or phrases of it, that are not denied.
fn in_words(lower: &str, list: &[&str], denials: Option<&[&str]>) -> usize {
    let all: Vec<&str> = words(lower).filter_map(|span| lower.get(span)).collect();
    let joined = format!(" {} ", all.join(" "));
    let is_one = |word: &str| {
        list.iter().any(|cue| {
            let forms = cue.chars().count() >= LEAST;
            word == *cue || forms && (word.starts_with(cue) || word.ends_with(cue))
        })
    };
    let is_denied = |at: usize| {
        let before = all.iter().take(at).rev().take(REACH);
        denials.is_some_and(|denials| before.into_iter().any(|word| denials.contains(word)))
    };
    let single = (0..all.len()).filter(|&at| all.get(at).is_some_and(|word| is_one(word)));
    let phrases = list.iter().filter(|cue| cue.contains(' '));
    single.filter(|&at| !is_denied(at)).count()
        + phrases
            .filter(|phrase| joined.contains(&format!(" {phrase} ")))
            .count()
}

/// How often a text without spaces holds what a list has, where it is not denied.
fn in_letters(lower: &str, list: &[&str], denials: Option<&[&str]>) -> usize {
    let is_denied = |at: usize| {
        let before = lower.get(..at).unwrap_or_default();
        let from = before.char_indices().rev().nth(REACH - 1);
        let near = before
            .get(from.map_or(0, |(at, _)| at)..)
            .unwrap_or_default();
        denials.is_some_and(|denials| denials.iter().any(|denial| near.contains(denial)))
    };
    let found = list.iter().flat_map(|cue| lower.match_indices(cue));
    found.filter(|(at, _)| !is_denied(*at)).count()
}

#[rustfmt::skip]
const GERMAN: Cues = Cues {
    problem: &["problem", "risik", "risiko", "mangel", "engpass", "engpässe", "hindernis", "hürde", "hürden", "krise", "gefahr", "gefähr", "bedroh", "jedoch", "allerdings", "leider", "warnt", "warnen", "warnte", "ausfall", "ausfäll", "streit"],
    harm: &["aber", "trotz", "obwohl", "dennoch", "verzöger", "verspät", "fehlt", "fehlen", "fehlte", "teurer", "kritik", "kritisier", "unklar", "ungewiss", "unsicher", "verlust", "verlor", "schaden", "schäden", "überschreit", "konflikt", "scheiter", "schwierig", "ablehn", "widerspr", "knapp", "belast", "beschwer", "lücke", "lücken", "schwäche", "verschob", "verschoben", "stillstand", "störung", "unzureich", "noch nicht", "nicht genug", "nicht möglich", "zu spät", "zu teuer", "zu wenig", "zu wenige", "zu langsam"],
    advice: &["sollte", "sollten", "empfehl", "empfiehlt", "vorschlag", "vorschläg", "schlägt vor", "schlagen vor", "ratsam", "fordert", "fordern", "beschloss", "beschlossen", "beschließt", "entschied", "entschieden", "einigte", "einigten", "vereinbar"],
    plan: &["plant", "planen", "geplant", "lösung", "maßnahm", "will", "wollen", "soll", "sollen", "muss", "müssen", "könnte", "könnten", "künftig", "ziel", "ziele", "strategie", "alternativ", "ersetz", "einführ", "verbesser"],
    denials: &["kein", "keine", "keinen", "keiner", "keinem", "ohne", "nie", "niemals"],
};

#[rustfmt::skip]
const FRENCH: Cues = Cues {
    problem: &["problème", "risque", "risques", "pénurie", "manque", "manquent", "obstacle", "crise", "menac", "menace", "cependant", "toutefois", "pourtant", "malheureusement", "avertit", "panne", "pannes", "danger"],
    harm: &["mais", "malgré", "retard", "coûteux", "coûteuse", "critiqu", "incertain", "incertitude", "perte", "pertes", "dommage", "dépass", "conflit", "difficile", "difficult", "échec", "échoué", "refus", "refuse", "plainte", "insuffisan", "faible", "reporté", "trop cher", "trop tard", "trop peu", "pas encore", "bien que"],
    advice: &["recommand", "devrait", "devraient", "préconis", "propose", "proposent", "décidé", "décide", "décident", "adopté", "exige", "exigent", "il faut"],
    plan: &["prévoit", "prévoient", "solution", "mesure", "mesures", "doit", "doivent", "pourrait", "objectif", "stratégi", "remplac", "amélior", "plan"],
    denials: &["aucun", "aucune", "sans", "jamais", "pas"],
};

#[rustfmt::skip]
const SPANISH: Cues = Cues {
    problem: &["problema", "riesgo", "escasez", "falta", "faltan", "obstáculo", "crisis", "amenaz", "amenaza", "peligro", "lamentablemente", "advierte", "advirtió", "avería", "sin embargo", "no obstante"],
    harm: &["pero", "aunque", "retras", "costoso", "costosa", "crític", "incert", "incierto", "pérdida", "daño", "daños", "conflicto", "difícil", "dificult", "fracas", "rechaz", "queja", "quejas", "insuficient", "demasiado", "a pesar", "todavía no", "aún no"],
    advice: &["recomiend", "recomend", "debería", "deberían", "propone", "proponen", "aconsej", "decidió", "decidieron", "acordó", "acordaron", "aprobó", "exige", "exigen", "hay que"],
    plan: &["prevé", "prevén", "planea", "plan", "solución", "medida", "medidas", "debe", "deben", "podría", "objetivo", "estrategia", "reempla", "sustitu", "mejorar"],
    denials: &["ningún", "ninguna", "sin", "nunca"],
};

#[rustfmt::skip]
const ITALIAN: Cues = Cues {
    problem: &["problema", "problemi", "rischio", "rischi", "carenza", "mancanza", "ostacol", "crisi", "minacci", "pericol", "tuttavia", "purtroppo", "avvert", "guasto", "guasti"],
    harm: &["ma", "però", "nonostante", "sebbene", "ritard", "costoso", "costosa", "critiche", "incert", "perdita", "perdite", "danno", "danni", "conflitto", "difficil", "difficolt", "fallit", "rifiut", "insufficient", "troppo", "non ancora"],
    advice: &["raccomand", "dovrebbe", "dovrebbero", "propone", "propongono", "consiglia", "deciso", "decise", "approvat", "concordat", "bisogna", "occorre"],
    plan: &["prevede", "prevedono", "soluzion", "misura", "misure", "deve", "devono", "potrebbe", "obiettiv", "strategia", "sostitu", "migliora", "piano"],
    denials: &["nessun", "nessuna", "nessuno", "senza", "mai"],
};

#[rustfmt::skip]
const PORTUGUESE: Cues = Cues {
    problem: &["problema", "risco", "riscos", "escassez", "falta", "faltam", "obstáculo", "crise", "ameaç", "ameaça", "perigo", "contudo", "porém", "infelizmente", "alerta", "avaria", "no entanto"],
    harm: &["mas", "embora", "apesar", "atraso", "atrasa", "custoso", "crític", "incert", "incerto", "perda", "perdas", "dano", "danos", "conflito", "difícil", "dificuld", "fracass", "rejeit", "queixa", "insuficient", "demasiado", "mais caro", "ainda não"],
    advice: &["recomend", "deveria", "deveriam", "propõe", "propõem", "aconselh", "decidiu", "decidiram", "aprovou", "exige", "exigem", "é preciso"],
    plan: &["prevê", "preveem", "planeja", "plano", "solução", "medida", "medidas", "deve", "devem", "poderia", "objetivo", "estratégia", "substitu", "melhora"],
    denials: &["nenhum", "nenhuma", "sem", "nunca"],
};

#[rustfmt::skip]
const DUTCH: Cues = Cues {
    problem: &["probleem", "problemen", "risico", "tekort", "gebrek", "knelpunt", "obstakel", "crisis", "bedreig", "gevaar", "echter", "helaas", "waarschuw", "storing"],
    harm: &["maar", "ondanks", "hoewel", "vertraag", "vertrag", "duurder", "kritiek", "onzeker", "onduidelijk", "verlies", "verliezen", "schade", "conflict", "moeilijk", "mislukt", "weiger", "klacht", "onvoldoende", "nog niet", "te laat", "te duur", "te weinig"],
    advice: &["aanbevel", "aanbevol", "adviseer", "adviseren", "besloot", "besloten", "beslist", "eist", "eisen", "voorstel", "zou moeten", "zouden moeten", "raadt aan", "beveelt aan", "stelt voor"],
    plan: &["plant", "plannen", "oplossing", "maatregel", "moet", "moeten", "wil", "willen", "doel", "strategie", "vervang", "verbeter"],
    denials: &["geen", "zonder", "nooit"],
};

#[rustfmt::skip]
const RUSSIAN: Cues = Cues {
    problem: &["проблем", "риск", "риска", "риски", "рисков", "нехватк", "дефицит", "препятств", "кризис", "угроз", "угроза", "однако", "сожалению", "опасн", "опасность", "авари", "авария", "предупред"],
    harm: &["но", "хотя", "несмотря", "задерж", "подорож", "критик", "неясн", "потери", "потеря", "ущерб", "конфликт", "трудн", "трудности", "сложност", "отказ", "жалоб", "недостат", "ещё не", "еще не"],
    advice: &["рекоменд", "следует", "предлага", "решил", "решила", "решили", "решило", "постанов", "требует", "требуют", "необходимо"],
    plan: &["планир", "решение", "решения", "меры", "должн", "должен", "может", "могут", "цель", "цели", "заменить", "заменит", "улучш", "стратеги"],
    denials: &["нет", "без", "никаких"],
};

#[rustfmt::skip]
const CHINESE: Cues = Cues {
    problem: &["问题", "風險", "风险", "短缺", "不足", "障碍", "危机", "威胁", "然而", "但是", "不过", "困难", "瓶颈", "警告", "故障", "危险"],
    harm: &["推迟", "延迟", "延误", "尚未", "缺乏", "缺少", "亏损", "损失", "冲突", "失败", "批评", "反对", "拒绝", "投诉", "不确定", "超支", "无法", "不能"],
    advice: &["建议", "应该", "应当", "决定", "提议", "要求", "呼吁", "批准"],
    plan: &["计划", "方案", "措施", "目标", "将", "更换", "改善", "战略", "解决", "必须"],
    denials: &["没有", "无", "不存在"],
};

#[rustfmt::skip]
const JAPANESE: Cues = Cues {
    problem: &["問題", "リスク", "不足", "障害", "危機", "脅威", "しかし", "困難", "課題", "警告", "故障", "危険", "残念"],
    harm: &["遅れ", "遅延", "延期", "損失", "対立", "失敗", "批判", "反対", "拒否", "苦情", "不確実", "ものの", "できない", "できなかった", "まだ"],
    advice: &["提案", "推奨", "すべき", "べきだ", "べきで", "決定", "決め", "求め", "勧告", "合意"],
    plan: &["計画", "対策", "方針", "目標", "予定", "改善", "戦略", "解決", "必要"],
    denials: &["ない", "無"],
};

#[rustfmt::skip]
const KOREAN: Cues = Cues {
    problem: &["문제", "위험", "부족", "장애", "위기", "위협", "그러나", "하지만", "우려", "경고", "고장"],
    harm: &["지연", "연기", "손실", "갈등", "실패", "비판", "반대", "거부", "불확실", "못했", "아직"],
    advice: &["권고", "권장", "제안", "해야", "결정", "요구", "합의"],
    plan: &["계획", "대책", "목표", "예정", "개선", "전략", "해결", "필요"],
    denials: &["없는", "없이"],
};
