//! `tercet config`: the settings in force, where each came from, and what is said about a file that cannot be used.

use serde_json::Value;

use crate::program::{Place, finished};

/// One setting as `tercet config --json` tells it.
fn setting<'a>(said: &'a Value, name: &str) -> &'a Value {
    let settings = said["settings"].as_array().expect("settings");
    let found = settings.iter().find(|setting| setting["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {said}"))
}

#[test]
fn every_setting_says_where_it_came_from() {
    let place = Place::new();
    let file = place.file(
        "own.toml",
        "theme = \"light\"\n\n[context]\npassages = 9\n\n[providers.lab]\nbase_url = \"http://user:hush@127.0.0.1:9/v1?api_key=hush\"\napi_key_env = \"LAB_KEY\"\nmodels = [\"m\"]\n",
    );
    let mut command = place.command(&[
        "config",
        "--json",
        "--config",
        &file,
        "--framework",
        "scr",
        "--max-tokens",
        "50k",
    ]);
    command
        .env("TERCET_MODEL", "lab/m")
        .env("LAB_KEY", "sk-not-to-be-seen")
        .env("OPENAI_API_KEY", "sk-nor-this");
    let ran = finished(command.output().expect("started"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let said: Value = serde_json::from_str(&ran.out).expect("JSON");
    let from = |name: &str| {
        let setting = setting(&said, name);
        (
            setting["value"].clone(),
            setting["from"].as_str().unwrap_or_default().to_owned(),
        )
    };
    assert_eq!(from("theme"), ("light".into(), "file".into()));
    assert_eq!(setting(&said, "theme")["line"], 1);
    assert_eq!(setting(&said, "context.passages")["line"], 4);
    assert_eq!(from("context.share"), (0.25.into(), "built_in".into()));
    assert_eq!(from("writer"), ("lab/m".into(), "variable".into()));
    assert_eq!(setting(&said, "writer")["by"], "TERCET_MODEL");
    assert_eq!(from("framework"), ("scr".into(), "option".into()));
    assert_eq!(from("budget.tokens"), (50_000.into(), "option".into()));
    assert_eq!(said["data_dir"]["from"], "variable");
    assert_eq!(
        from("providers.lab.base_url"),
        ("http://127.0.0.1:9/v1".into(), "file".into())
    );
    let key = setting(&said, "providers.lab.api_key_env");
    assert_eq!(
        (&key["value"], &key["note"]),
        (&"LAB_KEY".into(), &"it is set".into())
    );
    assert_eq!(
        setting(&said, "providers.openai.api_key_env")["note"],
        "it is set"
    );
    for secret in ["hush", "sk-not-to-be-seen", "sk-nor-this"] {
        assert!(
            !ran.out.contains(secret) && !ran.err.contains(secret),
            "{}",
            ran.out
        );
    }
}

#[test]
fn what_is_shown_is_a_file_that_says_the_same() {
    let place = Place::new();
    let file = place.file(
        "own.toml",
        "plain = true\n[tiers]\nplus = \"lab/a:b\"\n[run]\nearly_decision = \"situation\"\n[budget]\ntime = \"10 min\"\n[prices]\n\"lab/a:b\" = { input = 2.5, output = 10 }\n[providers.lab]\nbase_url = \"https://lab.example.org/v1?api-version=2024-10-21\"\nmodels = [\"a:b\", \"it's \\\"odd\\\"\"]\n[fetch]\nallow_private = [\"wiki.intranet\"]\n",
    );
    let shown = place.run(&["config", "--config", &file]);
    assert_eq!(shown.status, 0, "{}", shown.err);
    assert!(shown.out.contains("writer = \"auto\""), "{}", shown.out);
    let again = place.file("shown.toml", &shown.out);
    let said = |file: &str| {
        let ran = place.run(&["config", "--json", "--config", file]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let said: Value = serde_json::from_str(&ran.out).expect("JSON");
        let settings = said["settings"].as_array().expect("settings").clone();
        let mut settings: Vec<_> = settings
            .iter()
            .map(|setting| (setting["name"].to_string(), setting["value"].to_string()))
            .collect();
        settings.sort();
        settings
    };
    assert_eq!(said(&file), said(&again));

    let defaults = place.run(&["config", "--defaults"]);
    assert!(defaults.out.contains("# Who writes:"), "{}", defaults.out);
    let defaults = place.file("defaults.toml", &defaults.out);
    assert_eq!(said(&defaults), said(&place.file("empty.toml", "")));
}

#[test]
fn shells_are_told_the_commands_even_where_the_configuration_is_broken() {
    let place = Place::new();
    place.file(".config/tercet/config.toml", "theme = 3\n");
    for shell in ["bash", "zsh", "fish"] {
        let ran = place.run(&["completions", shell]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        for word in ["stats", "config", "early-decision"] {
            assert!(ran.out.contains(word), "{word} for {shell}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_used_is_told_with_its_line_and_without_a_key_in_it() {
    let place = Place::new();
    let pasted = "sk-proj-4fGh7JkL9mN2pQ";
    for (text, told) in [
        ("theme = 3\n", "line 1: theme = 3"),
        (
            "\n[providers.work]\nbase_url = \"https://x\"\napi_key = \"KEY\"\n",
            "name that with api_key_env",
        ),
        (
            "[providers.work]\nbase_url = \"https://x\"\napi_key_env = \"KEY\"\n",
            "has to be the name of a variable",
        ),
        ("[providers.work\nbase_url = \"KEY\"\n", "line 1"),
    ] {
        let file = place.file("own.toml", text.replace("KEY", pasted));
        let ran = place.run(&["config", "--config", &file]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
        assert!(ran.err.contains(told), "{}", ran.err);
        assert!(ran.err.contains("tercet config --defaults"), "{}", ran.err);
        assert!(!ran.err.contains(pasted), "{}", ran.err);
    }
    let missing = place.run(&["config", "--config", "nowhere.toml"]);
    assert_eq!(missing.status, 2);
    assert!(missing.err.contains("nowhere.toml"), "{}", missing.err);
}

#[test]
fn a_file_that_cannot_be_used_keeps_nobody_from_the_defaults_and_the_doctor() {
    let place = Place::new();
    for (text, told) in [
        ("themes = 3\n", "line 1"),
        ("[context]\npassages = 0\n", "choose a number from 1 to 200"),
        ("theme = \"drak\"\n", "there is no theme \"drak\""),
    ] {
        let file = place.file("own.toml", text);
        let defaults = place.run(&["config", "--defaults", "--config", &file]);
        assert_eq!(defaults.status, 0, "{}", defaults.err);
        assert!(defaults.out.contains("[context]"), "{}", defaults.out);
        let doctor = place.run(&["doctor", "--config", &file]);
        assert_eq!(doctor.status, 2, "{}", doctor.err);
        assert!(doctor.out.contains(told), "{}", doctor.out);
        assert!(doctor.out.contains("own.toml"), "{}", doctor.out);
        assert!(doctor.out.contains("0 studies"), "{}", doctor.out);
    }
}
