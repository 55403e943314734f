//! Made-up machines.

mod layout;
mod machine;
mod topology;
