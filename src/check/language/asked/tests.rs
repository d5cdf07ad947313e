//! What reading a question promises.

use super::*;

#[test]
fn a_question_asks_for_one_kind_of_answer() {
    for (question, kind) in [
        ("Who led the march?", QuestionKind::Who),
        ("When will the branch close?", QuestionKind::When),
        ("How long would the migration take?", QuestionKind::When),
        ("By when must claims be filed?", QuestionKind::When),
        ("When should the roof be replaced?", QuestionKind::When),
        (
            "How does the cache decide which entry to drop?",
            QuestionKind::Plain,
        ),
        ("How did the board decide?", QuestionKind::Decision),
        ("When did they choose the site?", QuestionKind::When),
        ("When may a firm withhold its code?", QuestionKind::Plain),
        ("What salary does the mayor receive?", QuestionKind::Amount),
        (
            "Does the year of surgery predict the outcome?",
            QuestionKind::Plain,
        ),
        ("When is SQLite the right choice?", QuestionKind::Choice),
        ("When should I use bump allocation?", QuestionKind::Choice),
        ("When does it make sense to lease?", QuestionKind::Choice),
        ("What happens when the lease ends?", QuestionKind::Events),
        ("What breaks when upgrading?", QuestionKind::Plain),
        ("How much would it save?", QuestionKind::Amount),
        ("At what price are the shares sold?", QuestionKind::Amount),
        ("To whom does the painting belong?", QuestionKind::Who),
        ("What does the ferry cost?", QuestionKind::Amount),
        ("What was the rate in May?", QuestionKind::Amount),
        (
            "What is the name of the property that makes a number prime?",
            QuestionKind::Plain,
        ),
        ("Where would the stadium be built?", QuestionKind::Where),
        ("Why did visits fall?", QuestionKind::Cause),
        (
            "What was the root cause of the incident?",
            QuestionKind::Cause,
        ),
        ("What killed the bees?", QuestionKind::Cause),
        ("What led to the collapse of the roof?", QuestionKind::Cause),
        ("What led the parade?", QuestionKind::Plain),
        ("What stopped in May?", QuestionKind::Plain),
        ("What happened on 3 June 2025?", QuestionKind::Events),
        ("What went wrong on 19 August 2024?", QuestionKind::Events),
        ("Which option saves the most money?", QuestionKind::Most),
        ("Should the council close the branch?", QuestionKind::Choice),
        (
            "Which option should the county choose?",
            QuestionKind::Choice,
        ),
        ("What are the risks of buying Calder?", QuestionKind::Risks),
        ("What speaks against the move?", QuestionKind::Risks),
        (
            "Does the bypass pose a risk to the wells?",
            QuestionKind::Risks,
        ),
        (
            "Does coffee increase the risk of atrial fibrillation?",
            QuestionKind::Plain,
        ),
        (
            "How does sleep affect your risk of a stroke?",
            QuestionKind::Plain,
        ),
        ("What is wrong with the pump?", QuestionKind::Risks),
        ("What problems does the pump cause?", QuestionKind::Risks),
        (
            "What does the pump cause in old pipes?",
            QuestionKind::Plain,
        ),
        (
            "Which field of study sorts computational problems by their difficulty?",
            QuestionKind::Plain,
        ),
        (
            "What happened to the rate of felling between 2004 and 2014?",
            QuestionKind::Events,
        ),
        ("Where should the shelter move?", QuestionKind::Choice),
        ("What did the board decide?", QuestionKind::Decision),
        ("What did Lena Fischer argue?", QuestionKind::Said),
        (
            "What remains unknown about the defences?",
            QuestionKind::Open,
        ),
        ("What is the capital of France?", QuestionKind::Plain),
        ("Which versions does it support?", QuestionKind::Plain),
        (
            "Compare the wall with upstream storage.",
            QuestionKind::Comparison,
        ),
    ] {
        assert_eq!(QuestionKind::of(question), kind, "{question}");
    }
}

#[test]
fn what_a_piece_of_work_is_short_of_is_asked_for_by_its_limits() {
    for (question, kind) in [
        (
            "What are the limitations of the survey?",
            QuestionKind::Limits,
        ),
        (
            "What limits does the comparison have?",
            QuestionKind::Limits,
        ),
        (
            "What are the speed limits on the bridge?",
            QuestionKind::Plain,
        ),
    ] {
        assert_eq!(QuestionKind::of(question), kind, "{question}");
    }
}

#[test]
fn who_asks_how_much_something_costs_asks_for_money_alone() {
    for question in ["How much money was lost?", "How much did the bridge cost?"] {
        let question = Question::read(question);
        assert!(question.asks_for_money() && !question.asks_for_an_amount());
    }
    assert!(Question::read("How much steel was used?").asks_for_an_amount());
    assert!(Question::read("How many budget hotels are there?").asks_for_an_amount());
}

#[test]
fn how_something_works_was_done_and_what_it_hangs_on_are_told_apart() {
    let works = Question::read("How does the pump work?");
    assert!(works.asks_how_it_works() && !works.asks_how_it_was_done());
    let done = Question::read("How was the model evaluated?");
    assert!(done.asks_how_it_was_done() && !done.asks_how_it_works());
    assert!(Question::read("What predicts a failure?").asks_for_factors());
    assert!(!Question::read("What caused the failure?").asks_for_factors());
}

#[test]
fn a_question_may_ask_for_one_thing_alone() {
    for narrow in [
        "How many kitchen posts are vacant?",
        "What is the winter range of the buses?",
        "When will it be finished?",
    ] {
        assert!(Question::read(narrow).asks_for_one_thing(), "{narrow}");
    }
    for wide in [
        "Why did sales fall?",
        "What does it cost and who pays?",
        "How should the city heat its schools?",
        "Should the city sell the hall?",
    ] {
        assert!(!Question::read(wide).asks_for_one_thing(), "{wide}");
    }
}
