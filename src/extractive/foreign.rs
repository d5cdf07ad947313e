//! What the extractive writer promises on evidence that is not in English.

use super::role::Roles;
use super::samples::{Sample, Set};
use super::tongue::Tongue;
use super::unseen::texts;
use crate::study::Origin;

const fn report(text: &'static str) -> Sample {
    Sample {
        title: "Report",
        date: "",
        origin: Origin::Internal,
        text,
    }
}

const CHINESE: Set = Set {
    question: "电动公交车的价格是多少？",
    documents: &[report(
        "该公司目前运营84辆柴油公交车。每辆电动公交车的价格为57.8万欧元。由于变电站尚未建成，电网连接推迟到2027年。市议会决定在2030年前更换全部公交车。",
    )],
};

const GERMAN: Set = Set {
    question: "Soll die Stadt ihre Dieselbusse ersetzen, und was kostet das?",
    documents: &[report(
        "Die Stadtwerke betreiben 40 Dieselbusse. Ein Elektrobus kostet 578.000 Euro. Der Netzanschluss verzögert sich bis 2027, weil das Umspannwerk noch nicht fertig ist. Der Rat beschloss am 2. Juni 2025, bis 2030 alle Busse zu ersetzen. Die Fahrer fordern Schulungen.",
    )],
};

const FRENCH: Set = Set {
    question: "Combien coûtera le remplacement des autobus de la régie ?",
    documents: &[report(
        "La régie exploite 40 autobus diesel. Un autobus électrique coûte 578 000 euros. Le risque principal est le raccordement au réseau, qui est retardé jusqu'en 2027. La régie devrait commander le raccordement avant les autobus.",
    )],
};

const RUSSIAN: Set = Set {
    question: "Следует ли городу заменить дизельные автобусы?",
    documents: &[report(
        "Городское предприятие использует 40 дизельных автобусов. Однако подключение автобусов к сети задерживается до 2027 года. Совет решил заменить все дизельные автобусы до 2030 года.",
    )],
};

/// Whether each section of a brief holds what belongs there.
fn check(set: &Set, expected: [&str; 3]) {
    for (text, part) in texts(set).iter().zip(expected) {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

#[test]
fn a_chinese_report_answers_a_chinese_question() {
    let [situation, ..] = texts(&CHINESE);
    assert!(situation.contains("该公司目前运营84辆"), "{situation}");
    let whole = texts(&CHINESE).concat();
    assert!(
        whole.contains("每辆电动公交车的价格为57.8万欧元"),
        "{whole}"
    );
}

#[test]
fn a_problem_and_a_decision_are_told_apart_without_spaces_between_words() {
    let read = |sentence: &str| {
        let mut roles = Roles::default();
        let tongue = Tongue::of(sentence).expect("a known language");
        tongue.add_to(&mut roles, sentence);
        (roles.complains, roles.advises)
    };
    assert_eq!(read("然而，电网连接推迟到2027年。"), (true, false));
    assert_eq!(read("市议会决定在2030年前更换全部公交车。"), (false, true));
    assert_eq!(read("该公司没有问题。"), (false, false));
    assert_eq!(read("しかし、送電網の接続は遅れている。"), (true, false));
}

#[test]
fn short_german_sentences_are_taken_and_stand_where_they_belong() {
    check(
        &GERMAN,
        [
            "Ein Elektrobus kostet 578.000 Euro",
            "Der Netzanschluss verzögert sich",
            "Der Rat beschloss",
        ],
    );
}

#[test]
fn french_and_russian_reports_have_their_problems_and_their_advice_told_as_such() {
    check(
        &FRENCH,
        [
            "La régie exploite 40 autobus",
            "Le risque principal",
            "La régie devrait commander",
        ],
    );
    check(
        &RUSSIAN,
        [
            "использует 40 дизельных",
            "Однако подключение",
            "Совет решил",
        ],
    );
}

#[test]
fn a_problem_that_is_denied_is_none() {
    const DENIED: Set = Set {
        question: "Soll die Stadt die Dieselbusse ersetzen?",
        documents: &[report(
            "Die Stadt betreibt 40 Dieselbusse im ganzen Stadtgebiet. Der Betrieb der Dieselbusse lief im Winter ohne Ausfall. Die Stadt sollte die Dieselbusse bis 2030 ersetzen.",
        )],
    };
    let [_, complication, _] = texts(&DENIED);
    assert!(!complication.contains("ohne Ausfall"), "{complication}");
}
