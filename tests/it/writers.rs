//! Who can write, as the workbench finds it out: a server of this machine is offered, and told nothing before the analyst says so.

use std::net::TcpListener;
use std::time::Duration;

use tercet::config::{Config, Options};
use tercet::engine::Writer;
use tercet::library::Library;
use tercet::pipeline::Window;
use tercet::provider::{Model, Provider};
use tercet::workbench::{Servers, Setup, Workbench};
use tokio::runtime::Runtime;

use crate::desk;
use crate::program::Place;
use crate::server::Server;

fn provider(base_url: &str) -> Provider {
    Provider {
        name: "llamacpp".to_owned(),
        base_url: base_url.to_owned(),
        ..Provider::default()
    }
}

fn workbench(place: &Place, nearby: Vec<Provider>, runtime: &Runtime) -> Workbench {
    let options = Options {
        data_dir: Some(place.data_dir()),
        ..Options::default()
    };
    let config = Config::load(&options, &|_| None).expect("a configuration");
    let known = nearby.clone();
    let library = Library::open(&config.data_dir).expect("a library");
    let setup = Setup {
        plan: config.plan.clone(),
        servers: Servers {
            configured: Vec::new(),
            nearby,
        },
        writers: Box::new(move |name| {
            let window = Window { tokens: 8192 };
            let of = |server: &Provider| {
                let model = name.strip_prefix(&format!("{}/", server.name))?;
                Some(Writer::Model(Model {
                    provider: server.clone(),
                    name: model.to_owned(),
                }))
            };
            match known.iter().find_map(of) {
                Some(writer) => Ok((writer, window)),
                None if name == "extractive" => Ok((Writer::Extractive, window)),
                None => Err(format!("there is no {name}")),
            }
        }),
        ..desk::setup(config, desk::PROGRAM)
    };
    let handle = runtime.handle().clone();
    Workbench::open(library, None, setup, handle, Duration::ZERO).expect("a study")
}

fn receive(workbench: &mut Workbench, runtime: &Runtime) {
    let message = runtime.block_on(workbench.next_message());
    workbench.receive(message);
}

#[test]
fn a_server_of_this_machine_is_offered_and_sent_nothing_before_the_analyst_asks() {
    let place = Place::new();
    let server = Server::model(|_| "Nobody asked [1].".to_owned());
    let runtime = Runtime::new().expect("a runtime");
    let mut workbench = workbench(&place, vec![provider(&server.base_url())], &runtime);
    workbench.look_for_servers();
    receive(&mut workbench, &runtime);
    let told = workbench.take_notices();
    assert!(
        told.iter().any(|notice| notice
            .text
            .contains("something listens where llamacpp usually does")),
        "{told:?}"
    );
    assert!(server.requests().is_empty(), "it was only looked for");
    assert_eq!(workbench.writer(), "extractive");

    workbench.list_writers();
    receive(&mut workbench, &runtime);
    let choices = workbench.take_choices().expect("found out");
    let writers: Vec<&str> = choices.iter().map(|one| one.writer.as_str()).collect();
    assert_eq!(writers, ["extractive", "llamacpp/m"]);
    let paths: Vec<String> = server
        .requests()
        .into_iter()
        .map(|seen| seen.path)
        .collect();
    assert_eq!(paths, ["/v1/models"], "only the names of its models");

    workbench.choose_writer("llamacpp/m");
    assert_eq!(workbench.writer(), "llamacpp/m");
    workbench.choose_writer("llamacpp");
    assert_eq!(
        workbench.writer(),
        "llamacpp/m",
        "what is not there is refused"
    );
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn where_nothing_listens_nothing_is_offered() {
    let place = Place::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let gone = provider(&format!(
        "http://{}/v1",
        listener.local_addr().expect("bound")
    ));
    drop(listener);
    let runtime = Runtime::new().expect("a runtime");
    let mut workbench = workbench(&place, vec![gone], &runtime);
    workbench.look_for_servers();
    receive(&mut workbench, &runtime);
    assert!(workbench.take_notices().is_empty());
    workbench.list_writers();
    receive(&mut workbench, &runtime);
    let choices = workbench.take_choices().expect("found out");
    assert_eq!(choices.len(), 1, "the built-in writer is always there");
}
