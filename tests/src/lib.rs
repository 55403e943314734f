//! End-to-end tests through the built program.
