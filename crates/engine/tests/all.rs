//! The tests of this crate: one program, since each is optimised and linked anew.

mod annotate;
mod book;
mod common;
mod configuration;
mod console_help;
mod crafty_commands;
mod crafty_scripts;
mod crafty_table;
mod dialogue;
mod every_command;
mod feeding;
mod finished_game;
mod folder;
mod garbage;
mod held_lines;
mod limits;
mod mended_fen;
mod monte_carlo;
mod personality;
mod problems;
mod records;
mod seam;
mod state;
mod tablebase;
mod uci;
mod uci_garbage;
