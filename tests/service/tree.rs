//! The tree that a search walked: the textbook's tree, its limits, and refused requests.

use crate::common::server::{Server, metric};
use plyd::games::CATALOGUE;
use plyd::wire::Caps;
use serde_json::{Value, json};

const TEXTBOOK: &str = r#"{"state": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}"#;

/// A node in short: its window on entry, its value, and the kind of value and node.
fn seen(node: &Value) -> Value {
    json!([node["alpha"], node["beta"], node["value"], node["bound"], node["why"]])
}

/// How many nodes are listed.
fn count(node: &Value) -> usize {
    let children = node["children"].as_array().unwrap();
    let listed = children.iter().map(count).sum::<usize>();
    assert_eq!(node["why"] == "interior", !children.is_empty() || node["omitted"] != 0);
    1 + listed
}

#[tokio::test]
async fn the_textbook_tree_is_the_books() {
    let tree = Server::default().post("/v1/games/tree/tree", TEXTBOOK).await.json();
    let root = &tree["root"];
    assert_eq!(seen(root), json!([null, null, 3, "exact", "interior"]));
    assert_eq!((&root["move"], &root["side"]), (&Value::Null, &json!("max")));
    let [b, c, d] = [0, 1, 2].map(|child| &root["children"][child]);
    assert_eq!(seen(b), json!([null, null, 3, "exact", "interior"]));
    assert_eq!(seen(&b["children"][2]), json!([null, 3, 8, "exact", "over"]));
    assert_eq!(seen(c), json!([3, null, 2, "upper", "interior"]));
    assert_eq!(c["cut"], json!({"kind": "alpha", "by": "0", "at": [3, 2]}));
    assert_eq!((&c["pruned"], c["children"].as_array().unwrap().len()), (&json!(["1", "2"]), 1));
    // The last child of `d` shows that `d` is worth 2, so nothing was left to cut off.
    assert_eq!((seen(d), &d["cut"]), (json!([3, null, 2, "exact", "interior"]), &Value::Null));
    assert_eq!((&tree["value"], &tree["pv"], &tree["truncated"]), (&json!(3), &json!(["0", "0"]), &json!(false)));
    let stats = &tree["stats"];
    assert_eq!([&stats["nodes"], &stats["leaves"], &stats["moves_pruned"]], [11, 7, 2]);
    assert_eq!(tree["algorithm"], "textbook");
}

#[tokio::test]
async fn a_min_root_has_its_values_seen_by_max() {
    let body = r#"{"state": {"side": "min", "children": {"l": [4, 5], "r": [8, 1]}}}"#;
    let tree = Server::default().post("/v1/games/tree/tree", body).await.json();
    assert_eq!((&tree["value"], &tree["max_side"]), (&json!(5), &json!("max")));
    let right = &tree["root"]["children"][1];
    assert_eq!(right["cut"], json!({"kind": "beta", "by": "0", "at": [8, 5]}));
    assert_eq!((seen(right), &right["pruned"]), (json!([null, 5, 8, "lower", "interior"]), &json!(["1"])));
}

#[tokio::test]
async fn every_game_has_a_tree_with_a_limited_number_of_listed_nodes() {
    let server = Server::default();
    for game in CATALOGUE {
        for algorithm in ["minimax", "textbook", "alpha-beta"] {
            let path = format!("/v1/games/{}/tree?depth=2&max_nodes=60&algorithm={algorithm}", game.id);
            let answer = server.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
            let tree = answer.json();
            let listed = count(&tree["root"]);
            assert_eq!(tree["truncated"] == true, tree["stats"]["nodes"].as_u64().unwrap() > listed as u64, "{path}");
            assert!(listed == 60 || tree["truncated"] == false, "{path}: {listed}");
            assert!(answer.headers.contains_key("etag") && answer.headers.contains_key("server-timing"), "{path}");
        }
    }
}

#[tokio::test]
async fn fields_above_the_caps_are_refused_by_name() {
    let server = Server::default();
    for (body, code, path) in [
        (r#"{"depth": 13}"#, "limit_exceeded", "depth"),
        (r#"{"max_nodes": 5001}"#, "limit_exceeded", "max_nodes"),
        (r#"{"max_nodes": 0}"#, "invalid_body", "max_nodes"),
        (r#"{"depth": 9, "max_nodes": 7, "algorithm": "minimax"}"#, "limit_exceeded", "depth"),
        (r#"{"depth": -1}"#, "invalid_body", "depth"),
        (r#"{"algorithm": "selective"}"#, "invalid_body", "algorithm"),
        (r#"{"nodes": 5}"#, "invalid_body", "nodes"),
        (r#"{"state": "?"}"#, "invalid_state", "state"),
        (r#"{"moves": ["b2", "b2"]}"#, "illegal_move", "moves[1]"),
    ] {
        let answer = server.post("/v1/games/tic-tac-toe/tree", body).await;
        assert_eq!(answer.status, 422, "{body}");
        let problem = answer.json();
        assert_eq!((&problem["code"], &problem["path"]), (&json!(code), &json!(path)), "{body}: {problem}");
    }
    let enough = r#"{"depth": 9, "max_nodes": 550, "algorithm": "minimax"}"#;
    assert_eq!(server.post("/v1/games/tic-tac-toe/tree", enough).await.status, 200);
}

#[tokio::test]
async fn null_is_absent_and_a_position_that_is_over_is_a_tree_of_one_node() {
    let server = Server::default();
    let body = r#"{"state": "XOX/OX./X.O O", "moves": null, "depth": null, "max_nodes": null, "algorithm": null}"#;
    let tree = server.post("/v1/games/tic-tac-toe/tree", body).await.json();
    // O is to move, and is therefore Max. X has won.
    assert_eq!(seen(&tree["root"]), json!([null, null, -1_000_000, "exact", "over"]));
    assert_eq!((&tree["pv"], &tree["depth"]), (&json!([]), &json!(3)));
}

#[tokio::test]
async fn pictures_are_strict_and_kept_by_caches() {
    let server = Server::default();
    let path = "/v1/games/tree/tree.svg?state=[[3,12,8],[2,4,6],[14,5,2]]".replace('[', "%5B").replace(']', "%5D");
    let picture = server.get(&path).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, "image/svg+xml"));
    assert_eq!(picture.header("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    assert!(std::str::from_utf8(&picture.body).unwrap().contains("2 ≤ α = 3"));
    let graph = server.get(&path.replace(".svg", ".dot")).await;
    assert_eq!((graph.status.as_u16(), graph.header("content-type")), (200, "text/vnd.graphviz"));
    let json = server.get(&path.replace(".svg", "")).await;
    let tags = [&picture, &graph, &json].map(|answer| answer.header("etag").to_owned());
    assert!(tags[0] != tags[1] && tags[1] != tags[2], "{tags:?}");
    let posted = server.post("/v1/games/tree/tree.svg", TEXTBOOK).await;
    assert_eq!(posted.body, picture.body);
    let refused = server.get("/v1/games/chess/tree.svg?depth=13").await.json();
    assert_eq!((&refused["code"], &refused["path"]), (&json!("limit_exceeded"), &json!("depth")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_of_5000_nodes_is_made_on_a_worker() {
    let server = Server::default();
    for form in ["tree", "tree.svg", "tree.dot"] {
        let answer =
            server.get(&format!("/v1/games/connect-four/{form}?depth=5&max_nodes=5000&algorithm=minimax")).await;
        assert_eq!(answer.status, 200, "{form}");
        if form == "tree" {
            assert_eq!(count(&answer.json()["root"]), 5000);
        }
    }
    assert_eq!(metric(&server.service, "plyd_pool_run_seconds_count").await, 3.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_that_is_late_is_a_503_and_is_not_walked_on() {
    for form in ["tree", "tree.svg"] {
        // If the walk went on, the tree would be too large, which is a 422.
        let path = format!("/v1/games/chess/{form}?depth=12&max_nodes=5000&algorithm=alpha-beta");
        let mut detail = String::new();
        // On a busy machine, a short time may be over before a worker has the job.
        for max_time_ms in [50, 500, 2000] {
            let server = Server::with_caps(Caps::new(50_000_000, max_time_ms));
            let answer = server.get(&path).await;
            detail = answer.assert_problem(503, "overloaded", None);
            assert!(answer.header("retry-after").parse::<u32>().unwrap() >= 1);
            if !detail.contains("nothing was searched") {
                assert_eq!(answer.header("retry-after"), "1");
                break;
            }
        }
        assert_eq!(detail, "the time budget ran out before the answer was ready", "{form}");
    }
}
