//! The files for proxies in deploy/ wait as long as a server may send nothing.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use serde_json::Value;

use crate::server::Server;

/// The seconds behind each occurrence of this text that a number of seconds follows.
fn seconds(file: &str, before: &str) -> Vec<u64> {
    let text = fs::read_to_string(file).unwrap();
    text.split(before).skip(1).filter_map(|rest| rest.split_once('s')?.0.parse().ok()).collect()
}

#[test]
fn proxies_wait_for_the_longest_review_and_for_the_longest_batch() {
    let server = Server::start(Stdio::null(), Stdio::null(), &[]);
    let answer = server.get("/v1");
    let index: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let cap = |name: &str| index["caps"][name].as_u64().unwrap() / 1000;
    let review = 2 * cap("max_review_ms") + 10;
    let other = cap("max_batch_time_ms").max(cap("max_time_ms") + cap("max_wait_ms")) + 10;
    // Others come first in each file.
    for (file, before, expected) in [
        ("deploy/nginx.conf", "proxy_read_timeout ", [other, review].as_slice()),
        ("deploy/haproxy.cfg", "\n  timeout server ", &[other]),
        ("deploy/haproxy.cfg", "set-timeout server ", &[review]),
        ("deploy/varnish/default.vcl", "bereq.first_byte_timeout = ", &[other, review]),
        ("deploy/varnish/default.vcl", "bereq.between_bytes_timeout = ", &[other]),
        ("deploy/chart/values.yaml", "\n  timeout: ", &[other]),
    ] {
        assert_eq!(seconds(file, before), expected, "{file}: {before}");
    }
    // A request is repeated only before its time-out.
    let again = seconds("deploy/nginx.conf", "proxy_next_upstream_timeout ");
    assert!(again.len() == 2 && again[0] < other && again[1] < review, "{again:?}");
    for (page, line) in
        [("running", format!("proxy_read_timeout {review}s")), ("kubernetes", format!("read-timeout: \"{review}\""))]
    {
        assert!(fs::read_to_string(format!("docs/guide/{page}.md")).unwrap().contains(&line), "{page}.md: {line}");
    }
}

#[test]
fn the_gateway_knows_the_review_of_every_game() {
    let listed = fs::read_to_string("deploy/chart/games.txt").unwrap();
    let named: BTreeSet<&str> = CATALOGUE.iter().flat_map(Game::names).collect();
    assert_eq!(listed.lines().collect::<BTreeSet<_>>(), named, "deploy/chart/games.txt lists ids and aliases");
}
