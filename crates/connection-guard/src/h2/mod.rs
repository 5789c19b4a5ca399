//! HTTP/2, as far as timeouts and budgets need it. hyper judges whether the frames are valid.

mod activity;
mod budget;
mod frames;

pub(crate) use activity::H2Activity;
