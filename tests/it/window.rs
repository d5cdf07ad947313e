//! A model that holds less than it is said to: what its server says of that is taken, kept to, and remembered.

use serde_json::json;

use crate::program::{NOTHING_FOLLOWS, Place, Ran};
use crate::server::{Seen, Server, Step, answered, status};

/// Characters that the server lets pass, prompt and answer together.
const HOLDS: usize = 8_000;
const CHARACTERS_A_TOKEN: usize = 4;
const ANSWER: &str = "Heat pump sales fell because of the subsidy in 2024 [1].";

/// What a request asks of the model, in characters.
fn size(seen: &Seen) -> usize {
    let body = seen.json();
    let answer = body["max_tokens"].as_u64().unwrap_or_default() as usize;
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    let words = messages
        .iter()
        .filter_map(|message| message["content"].as_str());
    words.map(|words| words.chars().count()).sum::<usize>() + answer * CHARACTERS_A_TOKEN
}

/// A server that refuses what is more than it holds, in these words, of which the first number is what it holds and the second what was asked.
fn holding(refusal: fn(usize, usize) -> String) -> Server {
    Server::site(move |seen| {
        let asked = size(seen);
        if asked <= HOLDS {
            return answered(&[ANSWER]);
        }
        let words = refusal(HOLDS / CHARACTERS_A_TOKEN, asked / CHARACTERS_A_TOKEN);
        let body = json!({"error": {"message": words, "code": "context_length_exceeded"}});
        vec![Step::Send(status("400 Bad Request", "", &body.to_string()))]
    })
}

/// Writes a brief from thirty documents.
fn run(place: &Place, server: &Server) -> Ran {
    let files: Vec<String> = (1..=30)
        .map(|at| {
            let waits = (1..=30).map(|weeks| {
                format!("Buyers in region {at} waited {weeks} weeks for decision {at}. ")
            });
            let more: String = waits.collect();
            let text = format!(
                "Heat pump sales in region {at} fell in 2024 because of the subsidy. {more}"
            );
            place.file(&format!("{at}.txt"), &text)
        })
        .collect();
    let config = place.file("quiet.toml", NOTHING_FOLLOWS);
    let mut command = place.command(&[
        "run",
        "Why did heat pump sales fall?",
        "--model",
        "openai/m",
    ]);
    command.args(["--config", &config]).args(&files);
    command.env("OPENAI_BASE_URL", server.base_url());
    crate::program::finished(command.output().expect("started"))
}

fn refused(server: &Server) -> usize {
    let requests = server.requests();
    requests.iter().filter(|seen| size(seen) > HOLDS).count()
}

#[test]
fn a_window_that_the_server_tells_is_kept_to_in_every_part_and_known_the_next_time() {
    let server = holding(|holds, asked| {
        format!(
            "This model's maximum context length is {holds} tokens. However, you requested {asked} tokens"
        )
    });
    let place = Place::new();
    let ran = run(&place, &server);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = refused(&server);
    assert!((1..=2).contains(&told), "{told}: {}", ran.err);
    assert!(
        ran.err.contains("trying again with less evidence"),
        "{}",
        ran.err
    );
    assert!(ran.out.matches(ANSWER).count() >= 3, "{}", ran.out);

    let ran = run(&place, &server);
    assert_eq!((ran.status, refused(&server)), (0, told), "{}", ran.err);
}

#[test]
fn a_window_that_the_server_does_not_tell_is_found_in_a_few_tries() {
    let server = holding(|_, _| "Input is too long for requested model.".to_owned());
    let ran = run(&Place::new(), &server);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = refused(&server);
    assert!((1..=4).contains(&told), "{told}: {}", ran.err);
}

#[test]
fn a_server_that_refuses_every_length_is_not_asked_for_ever() {
    let server = Server::site(|_| {
        let body = json!({"error": {"message": "prompt is too long: 5000 tokens > 4096 maximum"}});
        vec![Step::Send(status("400 Bad Request", "", &body.to_string()))]
    });
    let ran = run(&Place::new(), &server);
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("is too long for m"), "{}", ran.err);
    let requests = server.requests();
    let parts = requests
        .iter()
        .filter(|seen| seen.last_message().contains("Write the part"));
    let sizes: Vec<usize> = parts.map(size).collect();
    assert!((2..=6).contains(&sizes.len()), "{sizes:?}: {}", ran.err);
    assert!(sizes.is_sorted_by(|one, next| one > next), "{sizes:?}");
}
