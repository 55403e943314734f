//! Benchmarks of the crates, each a file beside this one: `cargo bench --manifest-path benches/Cargo.toml`.
