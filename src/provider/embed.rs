//! Vectors of texts from a server's `/v1/embeddings`, one request at a time.
//!
//! An answer counts only if it has a sound vector for every text: a list that is short, of mixed lengths or with values that are no numbers is
//! refused whole, since nobody could tell which vector is whose. Splitting texts into requests, and asking again, is the engine's business.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;

use super::body::Body;
use super::client::{Clients, Limits, silent};
use super::config::Model;
use super::fault::{Asked, Call, Fault};
use super::redact::{self, WORDS};
use super::server_error::ServerError;
use super::unsent::cause;
use crate::study::counted;

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [&'a str],
}

/// Bytes of an answer for each text: the longest vectors in use have 8,192 values, of up to 24 characters each.
const BYTES_A_TEXT: usize = 256 * 1024;
/// Bytes of what is no answer that are looked at for it.
const START: usize = 4 * WORDS;

impl Clients {
    /// The vectors of all `texts`, in their order and of one length.
    pub async fn embed(
        &self,
        model: &Model,
        texts: &[&str],
        limits: &Limits,
    ) -> Result<Vec<Vec<f32>>, Fault> {
        let provider = &model.provider;
        let place = provider.place();
        let url = provider.embeddings_url()?;
        let body = Request {
            model: &model.name,
            input: texts,
        };
        let body = serde_json::to_vec(&body).map_err(|error| Fault::Client {
            place: place.clone(),
            why: error.to_string(),
        })?;
        let body = self
            .post(url, body, model, Call::Embeddings, limits)
            .await?;
        let body = whole(body, texts.len() * BYTES_A_TEXT, model, limits).await?;
        read(&body, texts.len()).map_err(|wrong| {
            let secrets = &provider.secrets();
            match wrong {
                Wrong::Reported(error) => Fault::Reported {
                    place,
                    said: redact::words(&error.message, secrets, WORDS),
                    transient: error.is_transient(),
                    asked: Asked::Nothing,
                    overflow: error.overflow().map(Box::new),
                    refusal: None,
                },
                Wrong::NoVectors(why) => Fault::NoVectors {
                    place,
                    model: model.name.clone(),
                    why: redact::words(&why, secrets, WORDS),
                },
            }
        })
    }
}

/// A whole body, as long as it keeps coming.
async fn whole(
    mut body: Body,
    limit: usize,
    model: &Model,
    limits: &Limits,
) -> Result<Vec<u8>, Fault> {
    let place = model.provider.place();
    let mut whole = Vec::new();
    loop {
        let chunk = timeout(limits.between_reads, body.chunk())
            .await
            .map_err(|_| silent(&place, limits.between_reads))?
            .map_err(|error| Fault::Cut {
                place: place.clone(),
                why: cause(&error, &model.provider.secrets()),
            })?;
        let Some(chunk) = chunk else {
            return Ok(whole);
        };
        whole.extend_from_slice(&chunk);
        if whole.len() > limit {
            return Err(Fault::TooMuch { place, limit });
        }
    }
}

/// Why an answer holds no vectors.
#[derive(Debug, PartialEq)]
enum Wrong {
    /// The server says so itself, in spite of a successful status.
    Reported(Box<ServerError>),
    NoVectors(String),
}

fn read(body: &[u8], texts: usize) -> Result<Vec<Vec<f32>>, Wrong> {
    let no_vectors = |why: &str| Wrong::NoVectors(why.to_owned());
    let json: Value = serde_json::from_slice(body).map_err(|_| {
        let start = String::from_utf8_lossy(body.get(..START).unwrap_or(body)).into_owned();
        Wrong::NoVectors(format!("the answer begins with: {start}"))
    })?;
    let Some(data) = json.get("data").and_then(Value::as_array) else {
        return Err(ServerError::read(&json).map_or_else(
            || no_vectors("the answer has no list named data"),
            |error| Wrong::Reported(Box::new(error)),
        ));
    };
    if data.len() != texts {
        return Err(Wrong::NoVectors(format!(
            "it sent {} for {}",
            counted(data.len(), "vector"),
            counted(texts, "text")
        )));
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts];
    for (place, item) in data.iter().enumerate() {
        // Some servers leave the index out; then the order is that of the texts.
        let index = item.get("index").and_then(Value::as_u64);
        let index = index.map_or(place, |index| usize::try_from(index).unwrap_or(usize::MAX));
        let slot = vectors
            .get_mut(index)
            .filter(|slot| slot.is_none())
            .ok_or_else(|| no_vectors("its vectors have wrong indices"))?;
        let vector = item
            .get("embedding")
            .and_then(values)
            .ok_or_else(|| no_vectors("a vector is neither a list of numbers nor base64"))?;
        let length: f32 = vector.iter().map(|value| value * value).sum();
        if !length.is_finite() || length <= 0.0 {
            return Err(no_vectors("a vector holds no usable numbers"));
        }
        *slot = Some(vector);
    }
    let vectors: Vec<Vec<f32>> = vectors.into_iter().flatten().collect();
    let dims = vectors.first().map(Vec::len);
    if vectors.iter().any(|vector| Some(vector.len()) != dims) {
        return Err(no_vectors("its vectors are not of one length"));
    }
    Ok(vectors)
}

/// A vector as a list of numbers, or as the base64 of little-endian floats.
fn values(embedding: &Value) -> Option<Vec<f32>> {
    match embedding {
        Value::Array(values) => values
            .iter()
            .map(|value| value.as_f64().map(|value| value as f32))
            .collect(),
        Value::String(encoded) => {
            let bytes = STANDARD.decode(encoded).ok()?;
            let (floats, rest) = bytes.as_chunks();
            rest.is_empty()
                .then(|| floats.iter().copied().map(f32::from_le_bytes).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(answer: &Value, texts: usize) -> Result<Vec<Vec<f32>>, String> {
        read(answer.to_string().as_bytes(), texts).map_err(|wrong| match wrong {
            Wrong::Reported(error) => error.message,
            Wrong::NoVectors(why) => why,
        })
    }

    #[test]
    fn vectors_come_as_lists_or_as_base64_and_in_any_order() {
        let answer = json!({"data": [
            {"index": 1, "embedding": [3, 4.5]},
            {"index": 0, "embedding": STANDARD.encode([0, 0, 128, 63, 0, 0, 0, 192])},
        ]});
        assert_eq!(check(&answer, 2), Ok(vec![vec![1.0, -2.0], vec![3.0, 4.5]]));
        let unnumbered = json!({"data": [{"embedding": [1]}, {"embedding": [2]}]});
        assert_eq!(check(&unnumbered, 2), Ok(vec![vec![1.0], vec![2.0]]));
    }

    #[test]
    fn an_answer_that_could_be_misread_is_refused_whole() {
        let vector = |values: Value| json!({"data": [{"embedding": values}]});
        let table = [
            (json!({"data": []}), 1),
            (json!({"data": [{"embedding": [1]}, {"embedding": [1]}]}), 1),
            (
                json!({"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}),
                2,
            ),
            (json!({"data": [{"index": 9, "embedding": [1]}]}), 1),
            (
                json!({"data": [{"embedding": [1]}, {"embedding": [1, 2]}]}),
                2,
            ),
            (vector(json!([])), 1),
            (vector(json!([0, 0])), 1),
            (vector(json!([1, null])), 1),
            (vector(json!([1e300])), 1),
            (vector(json!("AAA")), 1),
            (vector(json!(STANDARD.encode([0, 0, 192, 127]))), 1),
            (json!({"choices": []}), 1),
            (json!({"error": {"message": "model not loaded"}}), 1),
        ];
        let told: Vec<String> = table
            .iter()
            .map(|(answer, texts)| check(answer, *texts).unwrap_err())
            .collect();
        insta::assert_snapshot!(told.join("\n"), @r"
        it sent 0 vectors for 1 text
        it sent 2 vectors for 1 text
        its vectors have wrong indices
        its vectors have wrong indices
        its vectors are not of one length
        a vector holds no usable numbers
        a vector holds no usable numbers
        a vector is neither a list of numbers nor base64
        a vector holds no usable numbers
        a vector is neither a list of numbers nor base64
        a vector holds no usable numbers
        the answer has no list named data
        model not loaded
        ");
        assert!(matches!(read(b"<html>", 1), Err(Wrong::NoVectors(why)) if why.contains("<html>")));
    }
}
