//! Records of shogi in the formats of Japan: KIF, and the format of the Computer Shogi Association (CSA).
//!
//! - `detect`: which of them a text is in
//! - `diagram`: boards and hands
//! - `endings`: how games end
//! - `facts`: tags, dates and limits of time
//! - `rows`, `head`, `kif`, `kif_write`: KIF; `csa`, `csa_write`: CSA's format
//!
//! The game spells and reads the moves themselves, see `shogi::recorded`.

mod csa;
mod csa_write;
mod detect;
mod diagram;
mod endings;
mod facts;
mod head;
mod kif;
mod kif_write;
mod rows;

pub(super) use csa::{next_of_csa, read as read_csa};
pub(super) use csa_write::write as write_csa;
pub(super) use detect::{is_csa, is_kif, is_kifu};
pub(super) use facts::bank;
pub(super) use kif::read as read_kif;
pub(super) use kif_write::write as write_kif;
