//! The types of request fields, and the conversion of query parameters to JSON.

use std::borrow::Cow;
use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use plyd_games::answer::MoveIndex;
use plyd_games::excerpt::ellipsized;
use plyd_games::nearest;
use plyd_search::{Draws, MoveOrder, Technique, Techniques};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::moves::MoveList;
use super::problem::{Code, Problem};

/// A whole number from 0. JSON has only one type of number, so 3.0 is accepted as 3. Numbers above `u64::MAX` become
/// `u64::MAX`, which exceeds every cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // From the text, because the parser refuses 1e400.
        Self::read(<Box<RawValue>>::deserialize(deserializer)?.get())
    }
}

impl Count {
    fn read<E: Error>(written: &str) -> Result<Self, E> {
        if !is_number(written) {
            return Err(E::custom(format_args!("expected a whole number, found {}", found(written))));
        }
        // A large float would lose its fraction.
        let is_whole = |fraction: &str| fraction.contains(['e', 'E']) || fraction.bytes().all(|digit| digit == b'0');
        let is_whole = written.split_once('.').is_none_or(|(_, fraction)| is_whole(fraction));
        let number =
            written.parse().ok().filter(|number: &f64| is_whole && *number >= 0.0 && number.trunc() == *number);
        match (written.parse(), number) {
            (Ok(count), _) => Ok(Self(count)),
            // A float is exact up to `Caps::MAX_SEED`, and above `u64::MAX` it saturates.
            (_, Some(number)) => Ok(Self(number as u64)),
            _ => Err(E::custom(format_args!("expected a whole number, 0 or more, found {}", shorten(written)))),
        }
    }
}

/// The columns and rows of a board: `"13x13"`, or a number for a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize(pub [usize; 2]);

impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <Box<RawValue>>::deserialize(deserializer)?;
        let text = if is_number(written.get()) {
            Count::read::<D::Error>(written.get()).map(|count| count.0.to_string()).ok()
        } else {
            serde_json::from_str(written.get()).ok()
        };
        text.and_then(|text: String| Self::read(&text)).ok_or_else(|| {
            let expected = "a number such as 13, or columns and rows such as \"13x13\"";
            D::Error::custom(format_args!("expected {expected}, found {}", found(written.get())))
        })
    }
}

impl BoardSize {
    fn read(text: &str) -> Option<Self> {
        let number = |text: &str| {
            let is_plain = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            if is_plain { text.parse().ok() } else { None }
        };
        let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        Some(Self([number(columns.trim())?, number(rows.trim())?]))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self([columns, rows]) = self;
        write!(f, "{columns}x{rows}")
    }
}

/// The number of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultiPv {
    /// This many of the best moves.
    Best(Count),
    /// Every move.
    All,
}

impl<'de> Deserialize<'de> for MultiPv {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <Box<RawValue>>::deserialize(deserializer)?;
        match written.get() {
            r#""all""# => Ok(Self::All),
            number if is_number(number) => Count::read(number).map(Self::Best),
            other => Err(D::Error::custom(format_args!("expected a whole number or \"all\", found {}", found(other)))),
        }
    }
}

/// How to choose between moves with equal scores.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "openapi.yaml describes each name")]
pub enum TieBreakName {
    First,
    Random,
}

/// The name of [`Draws`].
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "openapi.yaml describes each name")]
pub enum DrawsName {
    #[default]
    Claimed,
    Automatic,
}

impl From<DrawsName> for Draws {
    fn from(name: DrawsName) -> Self {
        match name {
            DrawsName::Claimed => Self::Claimed,
            DrawsName::Automatic => Self::Automatic,
        }
    }
}

/// The fields of an object in their order, with duplicates.
#[derive(Debug, Default)]
pub struct Pairs<V>(pub Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<V>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

impl<V: Serialize> Serialize for Pairs<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Checks a number against its published bounds.
///
/// # Errors
/// A number outside of them.
pub fn up_to(field: &str, given: Option<Count>, least: u64, most: u64) -> Result<Option<u64>, Problem> {
    match given {
        Some(Count(count)) if count > most => {
            let detail = format!("{field} is above the published limit of {most}");
            Err(Problem::new(Code::LimitExceeded, detail).at(field))
        }
        Some(Count(count)) if count < least => {
            let detail = format!("{field} is {count}, expected at least {least}");
            Err(Problem::new(Code::InvalidBody, detail).at(field))
        }
        given => Ok(given.map(|count| count.0)),
    }
}

/// The order in which an exact search tries moves: a name, or a list of moves.
#[derive(Clone, Debug)]
pub enum OrderName {
    /// One of four names.
    Named(MoveOrder<MoveIndex>),
    /// The moves to try first.
    Listed(MoveList),
}

impl<'de> Deserialize<'de> for OrderName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const NAMES: [&str; 4] = ["given", "reversed", "best", "worst"];
        const ORDERS: [MoveOrder<MoveIndex>; 4] =
            [MoveOrder::Given, MoveOrder::Reversed, MoveOrder::Best, MoveOrder::Worst];
        let written = <Box<RawValue>>::deserialize(deserializer)?;
        let Ok(text) = serde_json::from_str::<String>(written.get()) else {
            return serde_json::from_str(written.get()).map(Self::Listed).map_err(|_| {
                let names = NAMES.join(", ");
                D::Error::custom(format_args!("expected {names} or a list of moves, found {}", shorten(written.get())))
            });
        };
        if let Some(named) = NAMES.iter().position(|name| *name == text) {
            return Ok(Self::Named(ORDERS[named].clone()));
        }
        let is_a_list = text.contains(|c: char| c == ',' || c.is_whitespace());
        match nearest(&text, &NAMES).filter(|_| !is_a_list) {
            Some(near) => {
                Err(D::Error::custom(format_args!("there is no order {:?}; did you mean {near}?", shorten(&text))))
            }
            None => serde_json::from_str(written.get()).map(Self::Listed).map_err(D::Error::custom),
        }
    }
}

impl OrderName {
    /// The order, if it is given by name.
    #[must_use]
    pub fn named(&self) -> Option<MoveOrder<MoveIndex>> {
        if let Self::Named(order) = self { Some(order.clone()) } else { None }
    }
}

/// Names of techniques to switch off.
#[derive(Clone, Copy, Debug)]
pub struct Without(Techniques);

/// The most names in the list. A technique may be named more than once.
const MAX_WITHOUT: usize = 64;

impl Without {
    /// The techniques `all`, except the named ones.
    #[must_use]
    pub fn of(self, all: Techniques) -> Techniques {
        Technique::ALL.iter().filter(|technique| self.0.has(**technique)).fold(all, |left, one| left.without(*one))
    }
}

impl<'de> Deserialize<'de> for Without {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <Box<RawValue>>::deserialize(deserializer)?;
        let names: Vec<String> = serde_json::from_str(written.get()).map_err(|_| {
            D::Error::custom(format_args!(
                "expected a list of techniques such as [\"table\"], found {}",
                shorten(written.get())
            ))
        })?;
        if names.len() > MAX_WITHOUT {
            return Err(D::Error::custom(format_args!(
                "the list has {} techniques; the limit is {MAX_WITHOUT}",
                names.len()
            )));
        }
        let with = |set: Techniques, name: &String| technique::<D::Error>(name).map(|one| set.with(one));
        names.iter().try_fold(Techniques::NONE, with).map(Self)
    }
}

fn technique<E: Error>(name: &str) -> Result<Technique, E> {
    Technique::ALL.iter().copied().find(|technique| technique.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
        let meant = nearest(name, &names)
            .map_or_else(|| format!("expected one of {}", names.join(", ")), |near| format!("did you mean {near}?"));
        E::custom(format_args!("there is no technique {:?}; {meant}", shorten(name)))
    })
}

/// Whether this valid JSON is a number, which its first character shows.
pub(super) fn is_number(json: &str) -> bool {
    json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

/// Parameters that are lists of moves or names, either in one text or repeated.
const LISTS: [&str; 4] = ["moves", "search_moves", "without", "with"];

/// The start of the parameters that are fields of `clock`.
const CLOCK: &str = "clock.";

/// Rewrites a query string to a JSON body. Duplicate and unknown parameters are kept, so that the parser refuses them.
#[must_use]
pub fn query_to_json(query: &str, state_is_json: bool) -> String {
    type Parameter<'a> = (Cow<'a, str>, Cow<'a, str>);
    let (lists, others): (Vec<Parameter<'_>>, Vec<_>) =
        form_urlencoded::parse(query.as_bytes()).partition(|(name, _)| LISTS.contains(&&**name));
    let (clock, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|(name, _)| name.starts_with(CLOCK));
    let field = |(name, value): &Parameter<'_>| {
        let name = name.strip_prefix(CLOCK).unwrap_or(name);
        let may_be_json = match name {
            "state" => state_is_json,
            "clock" | "rules" => true,
            "warm" | "follow" | "review" | "search" => ["true", "false"].contains(&&**value),
            // Always text: `order` may be a move whose name is a number, and errors about the other fields quote the
            // text.
            "algorithm" | "draws" | "order" | "tie_break" => false,
            _ => is_number(value),
        };
        match serde_json::from_str::<&RawValue>(value) {
            Ok(json) if may_be_json => format!("{}:{json}", to_json(name)),
            _ => format!("{}:{}", to_json(name), to_json(value)),
        }
    };
    let mut fields: Vec<String> = others.iter().map(field).collect();
    if !clock.is_empty() {
        let clock: Vec<String> = clock.iter().map(field).collect();
        fields.push(format!("\"clock\":{{{}}}", clock.join(",")));
    }
    for list in LISTS {
        let given: Vec<&str> = lists.iter().filter(|(name, _)| name == list).map(|(_, value)| &**value).collect();
        // Moves may contain white space, so only the parser can split them. Names cannot, so they are split here.
        let names = given.iter().flat_map(|text| text.split(',')).map(str::trim).filter(|name| !name.is_empty());
        let json = match list {
            _ if given.is_empty() => continue,
            "with" | "without" => to_json(&names.collect::<Vec<_>>()),
            _ => to_json(&given.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(",")),
        };
        fields.push(format!("{}:{json}", to_json(list)));
    }
    format!("{{{}}}", fields.join(","))
}

/// A value as JSON.
///
/// # Panics
/// If it is not plain data.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("it is plain data")
}

/// A JSON value, as refusals quote it.
#[must_use]
pub fn found(json: &str) -> String {
    if json == "\"\"" { "an empty string".to_owned() } else { shorten(json) }
}

/// A text, as refusals quote it.
#[must_use]
pub fn shorten(text: &str) -> String {
    ellipsized(text, 40).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(json: &str) -> Result<u64, String> {
        serde_json::from_str::<Count>(json).map(|count| count.0).map_err(|error| error.to_string())
    }

    #[test]
    fn whole_numbers_are_parsed_in_every_notation() {
        assert_eq!(count("7"), Ok(7));
        assert_eq!(count("3.0"), Ok(3));
        assert_eq!(count("12e2"), Ok(1200));
        assert_eq!(count("-0"), Ok(0));
        assert_eq!(count("9007199254740993"), Ok(9_007_199_254_740_993));
        assert_eq!(count("1e400"), Ok(u64::MAX));
        assert_eq!(count("1e99999999999999999999"), Ok(u64::MAX));
        assert_eq!(count("0e99999999999999999999"), Ok(0));
        assert_eq!(count("25.00e-0"), Ok(25));
        assert_eq!(count("2500e-2"), Ok(25));
        assert_eq!(count("0.00125E+5"), Ok(125));
        assert_eq!(count("-0.0e7"), Ok(0));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(count("99999999999999999999999"), Ok(u64::MAX));
    }

    #[test]
    fn other_values_are_refused() {
        for json in ["-1", "2.5", "-1e400", "4503599627370496.5", "1e-300", "5e-1", "\"3\"", "null", "[1]", "true"] {
            assert!(count(json).is_err_and(|error| error.contains("whole number")), "{json}");
        }
    }

    #[test]
    fn sizes_are_numbers_or_columns_and_rows() {
        let size = |json: &str| serde_json::from_str::<BoardSize>(json).map(|BoardSize(size)| size).ok();
        for json in ["13", "13.0", "\"13\"", "\"13x13\"", "\" 13 X 013 \""] {
            assert_eq!(size(json), Some([13, 13]), "{json}");
        }
        assert_eq!(size("\"5x7\""), Some([5, 7]));
        for json in ["-1", "13.5", "[13,13]", "{}", "\"\"", "\"x\"", "\"13x\"", "\"1x2x3\"", "9999999999", "true"] {
            assert_eq!(size(json), None, "{json}");
        }
    }

    #[test]
    fn a_query_abbreviates_a_body() {
        let json = query_to_json(
            "state=XOX%2FOX.&depth=9&moves=a1,b2&depth=x&search_moves=&multi_pv=all&warm=true&z=+1",
            false,
        );
        let plain = r#"{"state":"XOX/OX.","depth":9,"depth":"x","multi_pv":"all","warm":true,"z":" 1","#;
        let lists = r#""moves":"a1,b2","search_moves":""}"#;
        assert_eq!(json, [plain, lists].concat());
        for query in
            ["moves=a1,b2,c3", "moves=a1&moves=b2&moves=c3", "moves=a1,b2&moves=&moves=c3", "moves=a1%2Cb2&moves=c3"]
        {
            assert_eq!(query_to_json(query, false), r#"{"moves":"a1,b2,c3"}"#, "{query}");
        }
        assert_eq!(query_to_json("search_moves=&search_moves=", false), r#"{"search_moves":""}"#);
        for query in ["without=table,pvs", "without=table&without=pvs", "without=table,%20pvs,"] {
            assert_eq!(query_to_json(query, false), r#"{"without":["table","pvs"]}"#, "{query}");
        }
        assert_eq!(
            query_to_json("clock.own_ms=5000&size=13x9&clock.moves_to_go=x", false),
            r#"{"size":"13x9","clock":{"own_ms":5000,"moves_to_go":"x"}}"#
        );
        assert_eq!(query_to_json("state=[1,2]", true), r#"{"state":[1,2]}"#);
        assert_eq!(query_to_json("state=[1,", true), r#"{"state":"[1,"}"#);
    }
}
