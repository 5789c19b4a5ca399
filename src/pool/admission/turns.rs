//! The turns of clients: start-time fair queueing (Goyal, Vin and Cheng, 1996) over the cost of jobs.
//!
//! Each client has an account in virtual time: what its jobs cost, divided by its weight. The client with the smallest
//! account is next. One that begins to wait starts at the virtual time of the job that began last, so nobody saves up
//! turns. An account is charged the estimate when a job begins, and the true cost when it has ended. Unlike deficit
//! round robin, small jobs of one client do not wait for a quantum of another's, and no quantum has to be chosen.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::Priority;
use super::client::Client;
use super::flow::{Flow, Rank};
use super::queue::Waiting;

/// A job is charged this at least, in nanoseconds: what it costs to hand it over.
const MIN_CHARGE: u64 = 20_000;

/// Clients without jobs whose account is ahead of the virtual time. Beyond this number, the smallest debts are forgotten.
const MAX_DEBTORS: usize = 1024;

/// Turns that an estimate looks at one by one. The rest is extrapolated.
const LOOKED_AT: usize = 64;

/// The clients that have jobs, in order.
pub(super) struct Turns<J> {
    flows: HashMap<Client, Flow<J>>,
    /// Clients with a job that may begin.
    next: BTreeSet<Turn>,
    /// Clients by their number of waiting interactive jobs.
    by_length: BTreeSet<(usize, Client)>,
    /// Clients without jobs whose account is ahead, by their account.
    debtors: BTreeSet<(u64, Client)>,
    /// The virtual time in nanoseconds: the start of the job that began last.
    now: u64,
    waiting: [usize; Priority::ALL.len()],
    running: usize,
    joined: u64,
    workers: usize,
    max_running: usize,
}

/// A client's place in the order. Those without a running job come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    holds_worker: bool,
    start: u64,
    joined: u64,
    client: Client,
}

impl<J> Turns<J> {
    pub(super) fn new(workers: usize) -> Self {
        Self {
            flows: HashMap::new(),
            next: BTreeSet::new(),
            by_length: BTreeSet::new(),
            debtors: BTreeSet::new(),
            now: 0,
            waiting: [0; Priority::ALL.len()],
            running: 0,
            joined: 0,
            workers,
            max_running: workers,
        }
    }

    /// Lets each client have so many jobs running at most, and one in any case.
    pub(super) fn limit_running(&mut self, most: usize) {
        self.max_running = most.clamp(1, self.workers.max(1));
    }

    fn max_running(&self, client: Client) -> usize {
        self.max_running.min(client.part_of(self.workers))
    }

    /// Jobs of this priority that wait.
    pub(super) fn len(&self, priority: Priority) -> usize {
        self.waiting[priority as usize]
    }

    /// Interactive jobs of this client that wait.
    pub(super) fn len_of(&self, client: Client) -> usize {
        self.flows.get(&client).map_or(0, |flow| flow.len(Priority::Interactive))
    }

    /// Whether the client has as many jobs running as it may.
    pub(super) fn is_at_limit(&self, client: Client) -> bool {
        self.flows.get(&client).is_some_and(|flow| flow.running >= self.max_running(client))
    }

    /// Clients with a job that may begin.
    pub(super) fn clients(&self) -> usize {
        self.next.len()
    }

    pub(super) fn push(&mut self, client: Client, priority: Priority, rank: Rank, waiting: Waiting<J>) {
        let (now, joined) = (self.now, self.joined);
        self.joined += 1;
        self.change(client, |flow| {
            if !flow.is_waiting() {
                flow.start = flow.start.max(now);
                flow.joined = joined;
            }
            flow.push(priority, rank, waiting);
        });
    }

    /// Takes the next job. It begins unless `refuse` finds a reason against it; then the next one may begin instead.
    /// `refuse` gets the client's account and the job.
    pub(super) fn pop<R>(
        &mut self,
        refuse: impl FnOnce(&mut Flow<J>, &Waiting<J>) -> Option<R>,
    ) -> Option<(Waiting<J>, Option<R>)> {
        let client = self.next.first()?.client;
        let (popped, began) = self.change(client, |flow| {
            let Some(next) = flow.pop() else { return (None, None) };
            let reason = refuse(flow, &next);
            let began = reason.is_none().then_some(flow.start);
            if began.is_some() {
                flow.running += 1;
                flow.start += charge(client, next.cost);
            }
            (Some((next, reason)), began)
        });
        if let Some(start) = began {
            self.running += 1;
            self.now = self.now.max(start);
            self.forgive();
        }
        popped
    }

    /// A job of this client that was expected to cost `estimate` has ended after `took`.
    pub(super) fn done(&mut self, client: Client, estimate: Duration, took: Duration) {
        self.running = self.running.saturating_sub(1);
        self.change(client, |flow| {
            flow.running = flow.running.saturating_sub(1);
            flow.start = (flow.start + charge(client, took)).saturating_sub(charge(client, estimate));
        });
        if self.running == 0 && self.next.is_empty() {
            // Nobody is behind anybody.
            self.debtors.clear();
            self.flows.retain(|_, flow| flow.is_waiting());
        }
    }

    pub(super) fn remove(&mut self, client: Client, priority: Priority, rank: Rank) -> Option<Waiting<J>> {
        // Most handles are dropped when their job has run.
        self.flows.get(&client)?;
        self.change(client, |flow| flow.remove(priority, rank))
    }

    /// Makes room for a job of this client: removes the last interactive job of the client that has most of them, if that
    /// leaves it as many as this one will have.
    pub(super) fn remove_from_longest(&mut self, client: Client) -> Option<Waiting<J>> {
        let (most, longest) = *self.by_length.last()?;
        if most <= self.len_of(client) + 1 {
            return None;
        }
        self.change(longest, Flow::remove_last)
    }

    /// The estimated cost of the jobs that begin before an interactive one of this client and rank.
    pub(super) fn ahead_of(&self, client: Client, rank: Rank) -> Duration {
        let flow = self.flows.get(&client);
        let own = flow.map_or(Duration::ZERO, |flow| flow.before(rank));
        let start = flow.map_or(0, |flow| flow.start).max(self.now) + scaled(client, own);
        let holds_worker = flow.is_some_and(|flow| flow.running > 0);
        let ahead = |turn: &Turn| (turn.holds_worker, turn.start) <= (holds_worker, start);
        let (mut looked_at, mut others) = (0, Duration::ZERO);
        for turn in self.next.iter().take(LOOKED_AT).take_while(|turn| ahead(turn)).filter(|turn| turn.client != client)
        {
            let Some(other) = self.flows.get(&turn.client) else { continue };
            let until_then = start.saturating_sub(turn.start).saturating_mul(turn.client.weight().into());
            others += other.backlog.min(other.first_cost() + Duration::from_nanos(until_then));
            looked_at += 1;
        }
        if looked_at == LOOKED_AT {
            others = others * self.next.len() as u32 / looked_at as u32;
        }
        own + others
    }

    /// Removes all jobs.
    pub(super) fn clear(&mut self) -> impl Iterator<Item = Waiting<J>> + use<J> {
        let flows = std::mem::take(&mut self.flows);
        (self.next, self.by_length, self.debtors) = Default::default();
        (self.waiting, self.running) = Default::default();
        flows.into_values().flat_map(Flow::into_waiting)
    }

    /// Changes a client's account, and its place in every order with it.
    fn change<T>(&mut self, client: Client, change: impl FnOnce(&mut Flow<J>) -> T) -> T {
        let max_running = self.max_running(client);
        let flow = self.flows.entry(client).or_insert_with(|| Flow::new(0));
        let turn =
            |flow: &Flow<J>| Turn { holds_worker: flow.running > 0, start: flow.start, joined: flow.joined, client };
        let lengths = |flow: &Flow<J>| Priority::ALL.map(|priority| flow.len(priority));
        let before = (turn(flow), lengths(flow), flow.is_waiting() && flow.running < max_running);
        let changed = change(flow);
        let after = (turn(flow), lengths(flow), flow.is_waiting() && flow.running < max_running);
        let (is_idle, start) = (!flow.is_waiting() && flow.running == 0, flow.start);
        if before != after {
            if before.2 {
                self.next.remove(&before.0);
            }
            if after.2 {
                self.next.insert(after.0);
            }
            if before.1[0] != after.1[0] {
                self.by_length.remove(&(before.1[0], client));
                if after.1[0] > 0 {
                    self.by_length.insert((after.1[0], client));
                }
            }
            for (total, (before, after)) in self.waiting.iter_mut().zip(before.1.into_iter().zip(after.1)) {
                *total = *total + after - before;
            }
        }
        self.debtors.remove(&(before.0.start, client));
        if is_idle {
            if start > self.now {
                self.debtors.insert((start, client));
                self.forgive();
            } else {
                self.flows.remove(&client);
            }
        }
        changed
    }

    /// Forgets clients without jobs that are no more ahead of others, and those of small debts if there are too many.
    fn forgive(&mut self) {
        while let Some(&(start, client)) = self.debtors.first()
            && (start <= self.now || self.debtors.len() > MAX_DEBTORS)
        {
            self.debtors.pop_first();
            self.flows.remove(&client);
        }
    }

    /// How many clients are known.
    #[cfg(test)]
    pub(super) fn known(&self) -> usize {
        self.flows.len()
    }
}

/// The virtual time that a job takes.
fn charge(client: Client, cost: Duration) -> u64 {
    scaled(client, cost).max(MIN_CHARGE / u64::from(client.weight()))
}

fn scaled(client: Client, cost: Duration) -> u64 {
    cost.as_nanos() as u64 / u64::from(client.weight())
}
