//! The writer without a model. Pure.

/// Placeholder.
pub fn write(request: &crate::pipeline::Request) -> String {
    request.question.clone()
}
