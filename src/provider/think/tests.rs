use proptest::prelude::*;

use super::*;

/// Answer and reasoning as a reader of the pieces ends up with them.
fn split(pieces: &[&str], stopped: bool) -> (String, String) {
    let mut splitter = ThinkSplitter::default();
    let mut out = Vec::new();
    for piece in pieces {
        splitter.feed(piece, &mut out);
    }
    splitter.finish(stopped, &mut out);
    let (mut answer, mut reasoning) = (String::new(), String::new());
    for thought in out {
        match thought {
            Thought::Answer(text) => answer.push_str(&text),
            Thought::Reasoning(text) => reasoning.push_str(&text),
            Thought::AllReasoning => reasoning.push_str(&std::mem::take(&mut answer)),
            Thought::Call(_) => {}
        }
    }
    (answer, reasoning)
}

fn check(text: &str, answer: &str, reasoning: &str) {
    assert_eq!(
        split(&[text], true),
        (answer.to_owned(), reasoning.to_owned()),
        "{text}"
    );
}

#[test]
fn a_block_is_reasoning_and_the_rest_is_the_answer() {
    check("<think>Hm.</think>\n\nYes <b>", "Yes <b>", "Hm.");
    check("<THINKING>a < b</Thinking>Yes", "Yes", "a < b");
    check("<think>a</think>Yes<think>b</think> no", "Yes no", "ab");
}

#[test]
fn a_call_of_a_tool_that_is_written_as_text_is_neither() {
    for call in [
        "<tool_call>\n{\"name\": \"search\"}\n</tool_call>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search<｜tool▁calls▁end｜>",
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_calls_section_end|>",
        "[TOOL_CALLS][{\"name\": \"search\"}]",
        "<|python_tag|>search.call()",
        "<function_call>{\"name\": \"search\"}",
    ] {
        check(call, "", "");
        check(&format!("Yes.\n{call}"), "Yes.\n", "");
        check(&format!("<think>Hm.</think>{call}"), "", "Hm.");
    }
    check(
        "Servers that read no calls leave the `<tool_call>` tag in the text.",
        "Servers that read no calls leave the `<tool_call>` tag in the text.",
        "",
    );
    check(
        "It ends in </tool_call> then.",
        "It ends in </tool_call> then.",
        "",
    );
}

#[test]
fn reasoning_is_known_in_every_spelling() {
    check("[THINK]Hm [1].[/THINK]Yes [1].", "Yes [1].", "Hm [1].");
    check("◁think▷Hm.◁/think▷Yes", "Yes", "Hm.");
    check("<thought>Hm.</thought>Yes", "Yes", "Hm.");
    check("<seed:think>Hm.</seed:think>Yes", "Yes", "Hm.");
    check(
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes<|return|>",
        "Yes",
        "Hm.",
    );
    check("Hm.<|channel|>final<|message|>Yes", "Yes", "Hm.");
}

#[test]
fn formats_whose_marks_a_server_lost_are_known() {
    check(
        "analysisWe say hello.assistantfinalYes",
        "Yes",
        "We say hello.",
    );
    check("analysis我们。assistantfinalYes", "Yes", "我们。");
    check("analysisWe say hello", "", "We say hello");
    check(
        "Here is my thought process: Hm.\n\nHere is my response: Yes",
        "Yes",
        " Hm.\n\n",
    );
    check(
        "<details type=\"reasoning\" done=\"true\">\n<summary>Thought for 3s</summary>\nHm.\n</details>\nYes",
        "Yes",
        "\n<summary>Thought for 3s</summary>\nHm.\n",
    );
    check(
        "<details type=\"reasoning\">Hm. </think></details>Yes",
        "Yes",
        "Hm. </think>",
    );
    check(
        "<|channel|>commentary to=functions.x <|constrain|>json<|message|>{\"a\":1}<|call|><|start|>assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes",
        "Yes",
        "{\"a\":1}<|call|><|start|>assistant<|channel|>analysis<|message|>Hm.",
    );
    for text in [
        "analysis of sales",
        "analyses",
        "Here is my answer: analysisWe",
        "assistantfinal",
        "<details><summary>a</summary>b</details>",
        "Yes. Here is my thought process: no.",
        "He said so.",
        "a <details type=\"x\">b</details>",
    ] {
        check(text, text, "");
    }
}

#[test]
fn tags_are_known_with_attributes_blanks_and_other_names() {
    check("<think time=\"3s\" lang='en'>Hm.</think >Yes", "Yes", "Hm.");
    check("<reasoning>Hm.</reasoning>Yes", "Yes", "Hm.");
    check("<Scratchpad >Hm.</SCRATCHPAD>Yes", "Yes", "Hm.");
    check("<thinking>Hm.</thinking>Yes", "Yes", "Hm.");
    check("<think>Hm.</ think >Yes", "Yes", "Hm.");
    check("<|begin_of_thought|>Hm.<|end_of_thought|>Yes", "Yes", "Hm.");
    check("<|START_THINKING|>Hm.<|END_THINKING|>Yes", "Yes", "Hm.");
    check("<think/>\n\nYes", "Yes", "");
    for text in [
        "a <think of it> b",
        "a <think =\n b>",
        "<thinker>no</thinker>",
        "<thinking-cap>",
    ] {
        check(text, text, "");
    }
}

#[test]
fn blocks_in_blocks_are_reasoning_to_their_last_end() {
    check("<think>a<think>b</think>c</think>Yes", "Yes", "a<think>bc");
    check(
        "<think>a<reasoning>b</reasoning>c</think>Yes",
        "Yes",
        "a<reasoning>b</reasoning>c",
    );
    check(
        "<think>a<think>b<think>c</think>d</think>e</think>Yes",
        "Yes",
        "a<think>b<think>cde",
    );
    check(
        "No <think>a<think>b</think>c</think>Yes",
        "No Yes",
        "a<think>bNo c",
    );
    check(
        "<think>a<think>b</think>c<think>d</think>e</think>Yes",
        "Yes",
        "a<think>bdce",
    );
    // A model that only thinks of the tag answers all the same.
    check(
        "<think>I end with <think>.</think>Yes",
        "Yes",
        "I end with <think>.",
    );
    check("<thinking>a</think>Yes", "Yes", "a");
}

#[test]
fn tags_around_the_whole_answer_are_no_text() {
    check("<think>Hm.</think><answer>Yes.</answer>\n", "Yes.", "Hm.");
    check("<answer>\nYes.</answer>", "Yes.", "");
    check("<|START_RESPONSE|>Yes.<|END_RESPONSE|>", "Yes.", "");
    check(
        "[BEGIN FINAL RESPONSE]\nYes.\n[END FINAL RESPONSE]",
        "Yes.\n",
        "",
    );
    for text in ["The <answer>no</answer> tag.", "Yes.</answer>", "<answers>"] {
        check(text, text, "");
    }
    check("<answer>A </answer> tag.", "A </answer> tag.", "");
}

#[test]
fn marks_of_an_end_are_text_only_where_more_follows() {
    check("Yes.<|im_end|>\n", "Yes.", "");
    check("Yes.<|eot_id|><end_of_turn>", "Yes.", "");
    check("Yes.</s>", "Yes.", "");
    check("Yes.<|END_OF_TURN_TOKEN|>", "Yes.", "");
    check("Yes.<|role_end|>\n", "Yes.", "");
    check("A <|im_end|> mark.", "A <|im_end|> mark.", "");
    check("A <|role_end|> mark.", "A <|role_end|> mark.", "");
    check("A pipe <|x|>", "A pipe <|x|>", "");
    check("Use `<|im_end|>`", "Use `<|im_end|>`", "");
    check("Yes.[e~[", "Yes.", "");
    check("Yes.<|END_RESPONSE|>", "Yes.", "");
    check("Yes.<|END_TEXT|>\n", "Yes.", "");
    check("An <|END_TEXT|> mark.", "An <|END_TEXT|> mark.", "");
}

#[test]
fn a_turn_of_somebody_else_ends_the_models_own() {
    check("Yes.<|user|>", "Yes.", "");
    check("Yes.<|user|>\nAnd why?", "Yes.", "");
    check("Yes [1].<|observation|>\n{}", "Yes [1].", "");
    check("Yes.\n<|user|>", "Yes.\n", "");
    check(
        "The turns:\n<|user|>\nHello",
        "The turns:\n<|user|>\nHello",
        "",
    );
    check("Write <|user|> first.", "Write <|user|> first.", "");
}

#[test]
fn a_lone_closing_tag_makes_all_before_it_reasoning() {
    check("so, hm</think>\nYes", "Yes", "so, hm");
    check("</think>Yes", "Yes", "");
    // A template that closes a block at once does not keep a model from thinking.
    check(
        "<think>\n\n</think>\n\nHm. So.\n</think>\n\nYes.",
        "Yes.",
        "\n\nHm. So.\n\n\n",
    );
    check("<think>a</think>b</think>c", "c", "ab");
    check("<think>a</think>b</think>c</think>d", "d", "abc");
    check("<think>a</think>Yes.</think>\n", "Yes.\n", "a");
    check(
        "<think>a</think>Yes.</think>\n<think>b</think>",
        "Yes.\n",
        "ab",
    );
    check(
        "<think>a</think>It ends with </think> here.",
        "It ends with  here.",
        "a",
    );
    check("<think>a</think></think>Yes", "Yes", "a");
    check("<think>a</think>\n</think>\n\nYes", "Yes", "a");
}

#[test]
fn what_a_model_makes_up_of_others_is_no_text() {
    check(
        "Yes.<|im_end|>\n<|im_start|>user\nAnd?<|im_end|>\n<|im_start|>assistant\nNo.",
        "Yes.",
        "",
    );
    check("Yes.<end_of_turn>\n<start_of_turn>user\nAnd?", "Yes.", "");
    check("Write <|user|> first.", "Write <|user|> first.", "");
}

#[test]
fn marks_of_an_end_that_something_follows_end_the_turn() {
    check("Hello world</s><s>[INST] more", "Hello world", "");
    check("Hello world<|endoftext|>Human: more", "Hello world", "");
    check("Hello world<|eot_id|>user text", "Hello world", "");
    check("Yes.<|im_end|>\n\nAnd no.", "Yes.\n\nAnd no.", "");
    check("It was <s>old</s>new.", "It was <s>old</s>new.", "");
}

#[test]
fn an_answer_behind_a_mark_of_an_end_is_one() {
    check("<|im_end|>\nSales fell.", "Sales fell.", "");
    check("</s>Sales fell.", "Sales fell.", "");
    check("<s> Sales fell.</s>", "Sales fell.", "");
    check(
        "<|im_end|>\n<|im_start|>user\nAnd?<|im_end|>\n<|im_start|>assistant\nNo.",
        "No.",
        "\nAnd?",
    );
}

#[test]
fn thoughts_in_labels_code_and_escaped_tags_are_thoughts() {
    check("&lt;think&gt;deep&lt;/think&gt;Yes", "Yes", "deep");
    check("```thinking\ndeep\n```\nYes", "Yes", "deep\n");
    check("<think:deep>deep</think:deep>Yes", "Yes", "deep");
    check("**Thinking:** deep\n\n**Answer:** Yes", "Yes", " deep\n\n");
    for text in [
        "The &lt;think&gt; tag.",
        "```\nsales\n```\nYes",
        "**Sales** fell.",
        "**Answer:** Yes",
        "Tom & Jerry &amp; co",
    ] {
        check(text, text, "");
    }
}

#[test]
fn tags_in_code_are_text() {
    for text in [
        "Use `<think>a</think>` here.",
        "``<think>` ``, or\n```\n<think>\n```\ndone",
        "A `</think>`.",
    ] {
        check(text, text, "");
    }
    check("`a`<think>b</think>c", "`a`c", "b");
    check("```\na\n```\n<think>b</think>c", "```\na\n```\nc", "b");
    check(
        "an ` apostrophe\n<think>b</think>c",
        "an ` apostrophe\nc",
        "b",
    );
}

#[test]
fn a_block_that_never_closes_is_reasoning() {
    check("<think>long `thought", "", "long `thought");
    check("<think>a</think>Yes<think>b", "Yes", "ab");
    check("<think>a</think>The <think> b", "The ", "a b");
    check("Yes.\n\n<think>\nb", "Yes.\n\n", "\nb");
    check("Yes. <thinking>b", "Yes. ", "b");
    check("Yes [THINK]b", "Yes ", "b");
    check(
        "Yes<|start|>assistant<|channel|>analysis<|message|>b",
        "Yes",
        "b",
    );
    assert_eq!(
        split(&["Yes <think>no"], false),
        ("Yes ".to_owned(), "no".to_owned())
    );
}

#[test]
fn a_literal_tag_in_an_answer_loses_no_text() {
    for text in [
        "The <think> tag and so on.",
        "A tag (<think>) opens it.",
        "It says \"<thinking>\" first.",
    ] {
        check(text, text, "");
    }
    check("It is <think> b </think> so", "It is  so", " b ");
    assert_eq!(
        split(&["The <think> tag"], false),
        ("The ".to_owned(), " tag".to_owned())
    );
}

#[test]
fn what_only_looks_like_a_tag_stays() {
    for text in [
        "a <thin",
        "a << b",
        "a <think b",
        "x < y <",
        "Vec<T>",
        "</TH",
        "<</thinker>",
    ] {
        check(text, text, "");
    }
}

proptest! {
    #[test]
    fn split_anywhere_gives_the_same(
        parts in prop::collection::vec(prop::sample::select(vec![
            "<think>", "</think>", "<think a=\"b\">", "<reasoning>", "</reasoning>", "<answer>", "</answer>", "<thin", "<T", "[THINK]", "[/think]", "[1]", "<|end|>", "<|channel|>final<|message|>", "<|start|>assistant<|ch", "analysis", "assistantfinal", "Here is my response:", "Here is my thought process:", "<details type=\"reasoning\">", "</details>", "A", "`", "```", "\n", " ", "word", "<", "é",
        ]), 0..16),
        cut in any::<prop::sample::Index>(),
        stopped in any::<bool>(),
    ) {
        let text = parts.concat();
        let chars: Vec<char> = text.chars().collect();
        let (left, right) = chars.split_at(cut.index(chars.len() + 1));
        let (left, right) = (String::from_iter(left), String::from_iter(right));
        let single: Vec<String> = chars.iter().map(char::to_string).collect();
        let single: Vec<&str> = single.iter().map(String::as_str).collect();
        let whole = split(&[&text], stopped);
        prop_assert_eq!(split(&[&left, &right], stopped), whole.clone());
        prop_assert_eq!(split(&single, stopped), whole);
    }
}
