//! Replies that should be one JSON object.

use serde::de::DeserializeOwned;

/// The object in a reply, or why it cannot be read.
pub(super) fn read<T: DeserializeOwned>(reply: &str) -> Result<T, String> {
    let (Some(from), Some(to)) = (reply.find('{'), reply.rfind('}')) else {
        return Err("it holds no JSON object".to_owned());
    };
    serde_json::from_str(reply.get(from..=to).unwrap_or_default())
        .map_err(|error| error.to_string())
}
