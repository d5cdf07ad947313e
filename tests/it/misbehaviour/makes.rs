//! What servers of certain makes do, in their own words.

use serde_json::{Value, json};

use super::{AtLimit, Fails, Row, Whole, delta, events, says, stops, stream, whole};
use crate::server::{Step, status};

pub(super) fn rows() -> Vec<Row> {
    [messages(), makes(), more_messages()]
        .into_iter()
        .flatten()
        .collect()
}

/// Anthropic's messages.
#[rustfmt::skip]
fn messages() -> Vec<Row> {
    let start = "{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":4}}}";
    let text = |text: &str| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}).to_string();
    let thinking = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}}).to_string();
    let stop = |reason: &str| json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 2}}).to_string();
    let end = "{\"type\":\"message_stop\"}";
    let overloaded = "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
    let row = |name, data: &[&str], text, end| Row::stream(name, &events(data), text, end).anthropic();
    vec![
        row("pings and unknown events", &[start, "{\"type\":\"ping\"}", "{\"type\":\"news\"}", &text("Hello"), &stop("end_turn"), end], "Hello", Whole),
        row("thinking before the text", &[start, &thinking, &text("Hello"), &stop("end_turn"), end], "Hello", Whole).reasoning("Hm."),
        row("an overload in mid-sentence", &[start, &text("Hello"), overloaded], "Hello", Fails(&["Overloaded"])),
        row("a message without its stop", &[start, &text("Hello")], "Hello", Fails(&["broke off"])),
        row("the limit of tokens, Anthropic's", &[start, &text("Hello"), &stop("max_tokens"), end], "Hello", AtLimit),
        row("a refusal, Anthropic's", &[start, &text("Hello"), &stop("refusal"), end], "Hello", Fails(&["refusal"])),
    ]
}

/// `OpenAI`'s chat completions, as others have them.
#[rustfmt::skip]
fn makes() -> Vec<Row> {
    let hello_there = "Hello world";
    let hello = |first: &str| whole(&[first, &says("Hello"), &says(" world")]);
    let thinking = json!({"choices": [{"index": 0, "delta": {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]}}]}).to_string();
    let details = delta(&json!({"content": "", "reasoning": null, "reasoning_details": [{"type": "reasoning.summary", "summary": "Hm.", "index": 0}]}));
    let gathered = format!("[{},\n{},{}]", says("Hello"), says(" world"), stops("stop"));
    let router = json!({"id": "gen-1", "error": {"code": 502, "message": "Provider returned error", "metadata": {"provider_name": "X"}}, "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}]}).to_string();
    let filters = "{\"id\":\"\",\"model\":\"\",\"choices\":[],\"prompt_filter_results\":[{\"prompt_index\":0,\"content_filter_results\":{}}]}";
    let offsets = "{\"choices\":[{\"index\":0,\"finish_reason\":null,\"content_filter_offsets\":{\"check_offset\":0},\"content_filter_results\":{\"hate\":{\"filtered\":false}}}]}";
    let harmony = whole(&[&says("<|channel|>analysis<|mess"), &says("age|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hello"), &says(" world<|return|>")]);
    let native = "{\"response\":\"Hello\",\"done\":false}\n{\"error\":\"llama runner process has terminated: exit status 2\"}\n";
    let vllm = "{\"object\":\"error\",\"message\":\"EngineCore encountered an issue\",\"type\":\"InternalServerError\",\"param\":null,\"code\":500}";
    let json_body = |body: &str| vec![Step::Send(status("200 OK", "Content-Type: application/json\r\n", body))];
    let limits = "x-ratelimit-remaining-requests: 9\r\nx-ratelimit-remaining-tokens: 0\r\nx-ratelimit-reset-tokens: 12ms\r\n";
    vec![
        Row::stream("llama.cpp: an error as a field of its own", &format!("{}error: {{\"code\":500,\"message\":\"context shift is disabled\",\"type\":\"server_error\"}}\n\n", events(&[&says("Hello")])), "Hello", Fails(&["context shift is disabled"])),
        Row::stream("llama.cpp: timings and progress beside the text", &hello("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}],\"timings\":{\"prompt_n\":1},\"prompt_progress\":{\"total\":9}}"), hello_there, Whole),
        Row::status("llama.cpp: a context that is too long", "400 Bad Request", "", "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context size, try increasing it\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":9000,\"n_ctx\":4096}}", &["too long"]),
        Row::status("llama.cpp: a model that is still loading", "503 Service Unavailable", "", "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}", &[]).then_well(2),
        Row::of("Ollama: lines that end in an error", json_body(native), "Hello", Fails(&["llama runner process"])),
        Row::of("Ollama: lines that end without an end", json_body("{\"response\":\"Hello\",\"done\":false}\n"), "Hello", Fails(&["broke off"])),
        Row::of("Ollama: thinking beside the text", json_body("{\"message\":{\"thinking\":\"Hm.\",\"content\":\"\"},\"done\":false}\n{\"message\":{\"content\":\"Hello world\"},\"done\":true}\n"), hello_there, Whole).reasoning("Hm."),
        Row::of("Ollama: at the limit of tokens", json_body("{\"response\":\"Hello\",\"done\":true,\"done_reason\":\"length\"}\n"), "Hello", AtLimit),
        Row::status("Ollama: a model that is not pulled", "404 Not Found", "", "{\"error\":\"model 'm' not found, try pulling it first\"}", &["no model m"]),
        Row::stream("Ollama: channels of a model in its text", &harmony, hello_there, Whole).reasoning("Hm."),
        Row::stream("vLLM: an error of a shape of its own", &events(&[&says("Hello"), vllm]), "Hello", Fails(&["EngineCore encountered"])),
        Row::stream("vLLM: aborted", &events(&[&says("Hello"), &stops("abort"), "[DONE]"]), "Hello", Fails(&["broke off"])),
        Row::stream("vLLM: usage with every piece", &hello("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"}}],\"usage\":{\"prompt_tokens\":3,\"total_tokens\":3,\"completion_tokens\":0}}"), hello_there, Whole),
        Row::status("vLLM: a context that is too long", "400 Bad Request", "", "{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).\",\"type\":\"BadRequestError\",\"code\":400}", &["too long"]),
        Row::stream("vLLM: a mark of the end in the text", &whole(&[&says("Hello world"), &says("<|im_"), &says("end|>")]), hello_there, Whole),
        Row::stream("Mistral: thinking in parts", &whole(&[&thinking, &says("Hello world")]), hello_there, Whole).reasoning("Hm."),
        Row::stream("Mistral: thinking in brackets", &whole(&[&says("[THINK]Hm.[/TH"), &says("INK]Hello world")]), hello_there, Whole).reasoning("Hm."),
        Row::stream("Gemini: thoughts in tags", &whole(&[&says("<thought>Hm.</thought>Hello world")]), hello_there, Whole).reasoning("Hm."),
        Row::stream("Gemini: a blocklist", &events(&[&says("Hello"), &stops("BLOCKLIST"), "[DONE]"]), "Hello", Fails(&["filter"])),
        Row::of("a proxy: all events in one list", json_body(&gathered), hello_there, Whole),
        Row::stream("OpenRouter: comments while it waits", &format!(": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n{}", hello(&delta(&json!({"role": "assistant", "content": ""})))), hello_there, Whole),
        Row::stream("OpenRouter: an error in mid-stream", &events(&[&says("Hello"), &router, "[DONE]"]), "Hello", Fails(&["Provider returned error"])),
        Row::stream("OpenRouter: reasoning in details", &whole(&[&details, &says("Hello world")]), hello_there, Whole).reasoning("Hm."),
        Row::stream("OpenRouter: an upstream that is busy, with status 200", &events(&["{\"error\":{\"message\":\"Provider returned error\",\"code\":429}}"]), "", Whole).then_well(1),
        Row::status("OpenRouter: flagged input", "403 Forbidden", "", "{\"error\":{\"code\":403,\"message\":\"Your input was flagged\",\"metadata\":{\"reasons\":[\"x\"]}}}", &["flagged"]),
        Row::stream("Azure: filters before and after the text", &hello(filters).replace("data: [DONE]", &format!("data: {offsets}\n\ndata: [DONE]")), hello_there, Whole),
        Row::status("Azure: a prompt that is filtered", "400 Bad Request", "", "{\"error\":{\"code\":\"content_filter\",\"message\":\"The response was filtered due to the prompt triggering the policy\",\"status\":400,\"innererror\":{\"code\":\"ResponsibleAIPolicyViolation\"}}}", &["filtered"]),
        Row::status("Azure: no such deployment", "404 Not Found", "", "{\"error\":{\"code\":\"DeploymentNotFound\",\"message\":\"The API deployment for this resource does not exist.\"}}", &["deployment"]),
        Row::status("LiteLLM: a context that is too long", "400 Bad Request", "", "{\"error\":{\"message\":\"litellm.ContextWindowExceededError: prompt is too long: 9000 tokens > 4096 maximum\",\"type\":null,\"param\":null,\"code\":\"400\"}}", &["too long"]),
        Row::stream("LiteLLM: a limit inside of a stream", &events(&["{\"error\":{\"message\":\"litellm.RateLimitError\",\"type\":\"None\",\"param\":\"None\",\"code\":\"429\"}}"]), "", Whole).then_well(1),
        Row::status("LM Studio: no model is loaded", "400 Bad Request", "", "{\"error\":\"No models loaded. Please load a model first.\"}", &["No models loaded"]),
        Row::stream("LM Studio: an error event with a comment before", ": keepalive\nevent: error\ndata: {\"error\":{\"message\":\"Model unloaded.\"}}\n\n", "", Fails(&["Model unloaded"])),
        Row::status("OpenAI: a limit that is reset soon", "429 Too Many Requests", limits, "{\"error\":{\"message\":\"Rate limit reached\",\"type\":\"tokens\"}}", &[]).then_well(1),
        Row::stream("TGI: an error with a type", &events(&[&says("Hello"), "{\"error\":\"Input validation error\",\"error_type\":\"validation\"}"]), "Hello", Fails(&["Input validation error"])),
        Row::status("FastAPI: details in a list", "422 Unprocessable Entity", "", "{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\"model\"],\"msg\":\"Field required\"}]}", &["Field required"]),
        Row::status("Cloudflare: its own page", "524 A Timeout Occurred", "", "<!DOCTYPE html><html><title>example.org | 524: A timeout occurred</title></html>", &[]).then_well(1),
        Row::stream("a field's name in capitals, and blanks around it", &hello(&says("")).replace("data:", " Data :"), hello_there, Whole),
        Row::stream("a null byte behind every event", &hello(&says("")).replace("\n\n", "\0\n\n"), hello_there, Whole),
        Row::stream("no blank line between events", &hello(&says("")).replace("\n\n", "\n"), hello_there, Whole),
        Row::stream("a reason to stop with every piece", &whole(&["{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}", "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" world\"},\"finish_reason\":\"stop\"}]}"]), hello_there, Whole),
        Row::stream("an answer that is no chat", &whole(&["{\"object\":\"text_completion\",\"choices\":[{\"text\":\"Hello world\",\"index\":0,\"logprobs\":null}]}"]), hello_there, Whole),
        Row::of("bytes that are no UTF-8", stream(&[b": \xff\xfe\n\n", hello(&says("")).as_bytes()].concat()), hello_there, Whole),
    ]
}

/// More of Anthropic's messages.
#[rustfmt::skip]
fn more_messages() -> Vec<Row> {
    let start = "{\"type\":\"message_start\",\"message\":{\"id\":\"msg\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":4,\"output_tokens\":1}}}";
    let block = |index: u32, block: Value| json!({"type": "content_block_start", "index": index, "content_block": block}).to_string();
    let part = |index: u32, part: Value| json!({"type": "content_block_delta", "index": index, "delta": part}).to_string();
    let text = |said: &str| part(1, json!({"type": "text_delta", "text": said}));
    let closed = "{\"type\":\"content_block_stop\",\"index\":0}";
    let stop = |reason: &str| json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null}, "usage": {"output_tokens": 2}}).to_string();
    let end = "{\"type\":\"message_stop\"}";
    let error = |kind: &str, said: &str| json!({"type": "error", "error": {"type": kind, "message": said}, "request_id": "req"}).to_string();
    let row = |name, data: &[&str], text, end| Row::stream(name, &events(data), text, end).anthropic();
    vec![
        row("Anthropic: thinking with its signature", &[start, &block(0, json!({"type": "thinking", "thinking": "", "signature": ""})), &part(0, json!({"type": "thinking_delta", "thinking": "Hm."})), &part(0, json!({"type": "signature_delta", "signature": "EqQB"})), closed, &text("Hello"), &stop("end_turn"), end], "Hello", Whole).reasoning("Hm."),
        row("Anthropic: thinking that is not shown", &[start, &block(0, json!({"type": "redacted_thinking", "data": "EmwK"})), closed, &text("Hello"), &stop("end_turn"), end], "Hello", Whole),
        row("Anthropic: a tool that nobody asked for", &[start, &text("Hello"), &block(2, json!({"type": "tool_use", "id": "t", "name": "search", "input": {}})), &part(2, json!({"type": "input_json_delta", "partial_json": "{\"q\":"})), &stop("tool_use"), end], "Hello", Whole),
        row("Anthropic: only a tool", &[start, &block(0, json!({"type": "tool_use", "id": "t", "name": "search", "input": {}})), &part(0, json!({"type": "input_json_delta", "partial_json": "{}"})), &stop("tool_use"), end], "", Fails(&["called a tool", "search"])),
        row("Anthropic: citations beside the text", &[start, &text("Hello"), &part(1, json!({"type": "citations_delta", "citation": {"type": "char_location", "cited_text": "x"}})), &stop("end_turn"), end], "Hello", Whole),
        row("Anthropic: a turn that pauses is not finished", &[start, &text("Hello"), &stop("pause_turn"), end], "Hello", AtLimit),
        row("Anthropic: the window is full", &[start, &text("Hello"), &stop("model_context_window_exceeded"), end], "Hello", AtLimit),
        row("Anthropic: an error of the server in mid-sentence", &[start, &text("Hello"), &error("api_error", "Internal server error")], "Hello", Fails(&["Internal server error"])),
        row("Anthropic: an error of the server before the text", &[start, &error("api_error", "Internal server error")], "", Whole).then_well(1),
        row("Anthropic: pings for ever between the text", &[start, &text("Hel"), "{\"type\":\"ping\"}", "{\"type\":\"ping\"}", &text("lo"), &stop("end_turn"), end], "Hello", Whole),
        row("Anthropic: no end, but a reason to stop", &[start, &text("Hello"), &stop("end_turn")], "Hello", Whole),
        row("Anthropic: the text begins with its block", &[start, &block(0, json!({"type": "text", "text": "Hel"})), &text("lo"), &stop("end_turn"), end], "Hello", Whole),
        Row::status("Anthropic: 529", "529 Overloaded", "", &error("overloaded_error", "Overloaded"), &[]).anthropic().then_well(1),
        Row::status("Anthropic: a prompt that is too long", "400 Bad Request", "", &error("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"), &["too long"]).anthropic(),
        Row::status("Anthropic: no credit", "400 Bad Request", "", &error("invalid_request_error", "Your credit balance is too low to access the Anthropic API."), &["credit balance"]).anthropic(),
    ]
}
