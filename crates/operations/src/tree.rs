//! The operation `tree`.

use std::time::Duration;

use plyd_drawing::{Caption, dot, svg};
use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::game_tree::TreeQuestion;
use plyd_search::tree::ALGORITHMS;
use plyd_search::{Algorithm, Limits as SearchLimits, StoppedBy};
use plyd_wire::fields::{DrawsName, up_to};
use plyd_wire::{Caps, Code, Problem, TreeReport, TreeRequest};

use crate::job::{Cost, Done, Job, Parts, Place, Step, Turn};
use crate::limits::{Limits, class};
use crate::moves;
use crate::operation::Form;
use crate::position::{Start, reach};
use crate::rules::join;

const DEFAULT_DEPTH: u64 = 3;
const DEFAULT_NODES: u64 = 300;

/// How many nodes may be visited for each node that may be listed.
const VISITED_PER_LISTED: u64 = 1_000;

/// About how many bytes of the answer each node takes.
const BYTES_PER_NODE: usize = 1 << 10;

/// A tree that was asked for. Only its size can still make it fail.
struct Tree {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    question: TreeQuestion,
    form: Form,
    cost: Cost,
    canonical: String,
    times: bool,
}

/// Reads a request for a tree.
pub(crate) fn read(request: TreeRequest, form: Form, game: &'static Game, limits: &Limits) -> Result<Step, Problem> {
    let TreeRequest { rules, state, size, moves, depth, max_nodes, algorithm, order, .. } = request;
    let (game, state) = join(game, rules, state, size)?;
    let walk = walk_of(algorithm.as_deref())?;
    let depth = up_to("depth", depth, 0, Caps::MAX_TREE_DEPTH)?.unwrap_or(DEFAULT_DEPTH);
    let listed = up_to("max_nodes", max_nodes, 1, Caps::MAX_TREE_NODES)?.unwrap_or(DEFAULT_NODES);
    let from = Start { state: state.as_deref(), size };
    let position = reach(game, from, moves.unwrap_or_default(), DrawsName::Claimed)?.position;
    let order = order.map(|order| moves::order(order, &*position)).transpose()?;
    let deadline = limits.arrived + Duration::from_millis(limits.caps.max_time_ms);
    let deadline = limits.latest.map_or(deadline, |latest| latest.min(deadline));
    let nodes = listed * VISITED_PER_LISTED;
    let cost = Cost {
        place: Place::Search,
        class: class((game.id, position.rules_digest(), "tree", walk.name(), depth, listed.ilog2())),
        deadline: Some(deadline),
        bytes: listed as usize * BYTES_PER_NODE,
        ..Cost::default()
    };
    let canonical = format!("{form:?} tree {} {} {order:?} {depth} {listed}", position.identity(), walk.name());
    let limits_of_walk = SearchLimits { nodes, deadline: Some(deadline), ..SearchLimits::depth(depth as u32) };
    let question = TreeQuestion { walk, order, limits: limits_of_walk, listed: listed as usize };
    Ok(Step::of(Tree { game, position, question, form, cost, canonical, times: !limits.is_repeatable }))
}

impl Job for Tree {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn canonical(&self) -> Option<&str> {
        Some(&self.canonical)
    }

    fn run(self: Box<Self>, turn: Turn<'_>, _: Parts<'_>) -> Result<Step, Problem> {
        let Self { game, position, question, form, times, .. } = *self;
        let tree = position.tree(&question, turn.stop).map_err(|limit| match limit {
            StoppedBy::Nodes => too_large(&question),
            limit => limit.into(),
        })?;
        let text = match form {
            Form::Svg => svg(&tree, Caption::new(game, &question)),
            Form::Dot => dot(&tree, Caption::new(game, &question)),
            Form::Json => {
                let report = TreeReport::new(game, &*position, &question, tree, times);
                return Ok(Step::Done(Done::json(&report)));
            }
        };
        Ok(Step::Done(Done { text, repeatable: true, searched: None }))
    }
}

/// The problem of a tree that has more nodes than may be visited. Half a tree would be misleading.
fn too_large(question: &TreeQuestion) -> Problem {
    let TreeQuestion { limits: SearchLimits { depth, nodes, .. }, walk, listed, .. } = question;
    let more = match *listed as u64 {
        Caps::MAX_TREE_NODES => String::new(),
        _ => format!(" or a larger max_nodes, at most {}", Caps::MAX_TREE_NODES),
    };
    let detail = format!(
        "{} would visit more than {nodes} nodes to depth {depth}, the limit for max_nodes {listed}; use a smaller \
         depth{more}",
        walk.name(),
    );
    Problem::new(Code::LimitExceeded, detail).at("depth")
}

/// The algorithm of this name.
fn walk_of(name: Option<&str>) -> Result<Algorithm, Problem> {
    let Some(name) = name else { return Ok(Algorithm::Textbook) };
    ALGORITHMS.into_iter().find(|walk| walk.name() == name).ok_or_else(|| {
        let names = ALGORITHMS.map(Algorithm::name).join(", ");
        let detail = format!("there is no tree of algorithm {name:?}; expected one of {names}");
        Problem::new(Code::InvalidBody, detail).at("algorithm")
    })
}
