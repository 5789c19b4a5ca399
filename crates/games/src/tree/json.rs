//! Trees as JSON. The visitors are written by hand, because the order of children matters and duplicate names are
//! errors.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::DeserializeSeed};

use super::{NAMES, Tree};
use crate::notation::InvalidState;
use plyd_search::position::{Position, Side};

/// The most levels below the root. The object form nests twice for each level, and JSON parsers stop at 128.
pub(super) const HEIGHT_MAX: u32 = 60;
/// Largest absolute value of leaves and inner nodes.
const VALUE_MAX: i32 = 1_000_000;
/// Length of a child's name, in bytes.
const NAME_MAX: usize = 64;

/// A tree as parsed, before it is stored.
pub(super) enum Written {
    Leaf(i32),
    Inner { form: Form, side: Option<Side>, value: Option<i32>, children: Vec<(String, Written)> },
}

/// The JSON type of an inner node. Answers use the type that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Array,
    Object,
}

/// Reads a whole tree.
pub(super) fn read(text: &str) -> Result<Written, InvalidState> {
    let not_json = |error| InvalidState(format!("not JSON: {error}"));
    // In a query, a parameter that is not valid JSON arrives as a string.
    if let Ok(quoted) = serde_json::from_str::<String>(text) {
        serde_json::from_str::<IgnoredAny>(&quoted).map_err(not_json)?;
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let tree = NodeSeed { below_root: 0 }.deserialize(&mut reader).and_then(|tree| reader.end().map(|()| tree));
    tree.map_err(|error| InvalidState(format!("not a game tree: {error}")))
}

/// Writes a tree. Objects always have a `side`. An array stays an array if the side to move is the `implied` one.
/// Otherwise it becomes an object, because an array would be read back as another tree.
pub(super) fn write(tree: &Tree, implied: Side) -> String {
    let node = tree.node();
    if node.children == 0 {
        return node.value.unwrap_or(0).to_string();
    }
    let write = |child: &Tree| write(child, node.side.other());
    if node.form == Form::Array && node.side == implied {
        let children: Vec<String> = tree.children().map(|child| write(&child)).collect();
        return format!("[{}]", children.join(","));
    }
    let value = node.value.map(|value| format!(r#""value":{value},"#)).unwrap_or_default();
    let child = |child: Tree| format!("{}:{}", serde_json::Value::from(&*child.node().name), write(&child));
    let children: Vec<String> = tree.children().map(child).collect();
    let side = NAMES[tree.side_to_move().index()];
    format!(r#"{{"side":"{side}",{value}"children":{{{}}}}}"#, children.join(","))
}

/// Reads one node.
#[derive(Clone, Copy)]
struct NodeSeed {
    below_root: u32,
}

impl NodeSeed {
    fn child<E: Error>(self) -> Result<Self, E> {
        match self.below_root {
            HEIGHT_MAX => Err(E::custom(format_args!("the tree has more than {HEIGHT_MAX} levels below the root"))),
            below_root => Ok(Self { below_root: below_root + 1 }),
        }
    }
}

impl<'de> DeserializeSeed<'de> for NodeSeed {
    type Value = Written;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Written, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number within ±1,000,000, an array of nodes, or an object with \"children\"")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Written, E> {
        whole(value as f64).map(Written::Leaf)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Written, E> {
        whole(value as f64).map(Written::Leaf)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Written, E> {
        whole(value).map(Written::Leaf)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<Written, A::Error> {
        let mut children = Vec::new();
        while let Some(child) = nodes.next_element_seed(self.child::<A::Error>()?)? {
            children.push((children.len().to_string(), child));
        }
        inner(Form::Array, None, None, children)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Written, A::Error> {
        let (mut side, mut value, mut children) = (None, None, None);
        let twice = |is: bool, field| if is { Err(A::Error::duplicate_field(field)) } else { Ok(()) };
        while let Some(field) = fields.next_key::<String>()? {
            match field.as_str() {
                "side" => {
                    twice(side.is_some(), "side")?;
                    side = Some(fields.next_value::<SideName>()?.0);
                }
                "value" => {
                    twice(value.is_some(), "value")?;
                    value = Some(whole(fields.next_value()?)?);
                }
                "children" => {
                    twice(children.is_some(), "children")?;
                    children = Some(fields.next_value_seed(ChildrenSeed(self))?);
                }
                other => {
                    fields.next_value::<IgnoredAny>()?;
                    return Err(A::Error::unknown_field(other, &["side", "value", "children"]));
                }
            }
        }
        inner(Form::Object, side, value, children.ok_or_else(|| A::Error::missing_field("children"))?)
    }
}

fn inner<E: Error>(
    form: Form,
    side: Option<Side>,
    value: Option<i32>,
    children: Vec<(String, Written)>,
) -> Result<Written, E> {
    match children.is_empty() {
        true => Err(E::custom("an inner node has no children")),
        false => Ok(Written::Inner { form, side, value, children }),
    }
}

/// A whole number in range. JSON has only one type of number, so 3.0 is accepted as 3.
fn whole<E: Error>(value: f64) -> Result<i32, E> {
    if value.fract() == 0.0 && value.abs() <= f64::from(VALUE_MAX) {
        Ok(value as i32)
    } else {
        Err(E::custom(format_args!("found {value}, expected a whole number within ±1,000,000")))
    }
}

struct SideName(Side);

impl<'de> Deserialize<'de> for SideName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "max" => Ok(Self(Side::First)),
            "min" => Ok(Self(Side::Second)),
            other => Err(D::Error::unknown_variant(other, &NAMES)),
        }
    }
}

/// Reads the children of an object.
struct ChildrenSeed(NodeSeed);

impl<'de> DeserializeSeed<'de> for ChildrenSeed {
    type Value = Vec<(String, Written)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ChildrenSeed {
    type Value = Vec<(String, Written)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of names and nodes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let mut children = Vec::new();
        let mut names = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            if name.is_empty() || name.len() > NAME_MAX {
                return Err(A::Error::custom(format_args!("a child's name needs 1 to {NAME_MAX} bytes")));
            }
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format_args!("two children are named {name:?}")));
            }
            children.push((name, fields.next_value_seed(self.0.child::<A::Error>()?)?));
        }
        Ok(children)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn a_tree_is_written_in_the_form_in_which_it_was_read() {
        for state in [
            "[[3,12],5]",
            r#"{"side":"max","children":{"0":{"side":"min","children":{"0":3,"1":12}},"1":5}}"#,
            r#"{"side":"max","children":{"a":[3,[1,2]],"b":5}}"#,
            r#"[{"side":"max","children":{"a":1}},2]"#,
            "-1000000",
            r#"{"side":"min","value":4,"children":{"z \"q\"":1,"a":2}}"#,
        ] {
            assert_eq!(Tree::parse(state).unwrap().state(), state);
        }
        assert_eq!(Tree::parse("[3.0]").unwrap().state(), "[3]");
        assert_eq!(Tree::parse(r#"{"children":{"a":1}}"#).unwrap().state(), r#"{"side":"max","children":{"a":1}}"#);
    }

    #[test]
    fn an_array_of_the_other_side_is_written_as_an_object_with_that_side() {
        let mut tree = Tree::parse("[[3,[1,2]],5]").unwrap();
        tree.play_unchecked(0);
        assert_eq!(tree.state(), r#"{"side":"min","children":{"0":3,"1":[1,2]}}"#);
        assert_eq!(Tree::parse(&tree.state()).unwrap().key(), tree.key());
        tree.play_unchecked(1);
        assert_eq!(tree.state(), "[1,2]");
    }

    #[test]
    fn the_deepest_tree_reads_back_in_the_object_form() {
        let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        let objects = |levels: usize| format!("{}1{}", r#"{"children":{"a":"#.repeat(levels), "}}".repeat(levels));
        for tree in [deep(60), objects(60)] {
            let written = Tree::parse(&tree).unwrap().state();
            assert_eq!(Tree::parse(&written).unwrap().state(), written);
        }
        for levels in [61, 100, 20_000] {
            let error = Tree::parse(&deep(levels)).unwrap_err();
            assert!(error.0.contains("more than 60 levels"), "{error}");
        }
    }

    #[test]
    fn invalid_trees_are_refused_with_a_reason() {
        for (state, says) in [
            ("", "EOF"),
            ("[]", "an inner node has no children"),
            (r#"{"children":{}}"#, "an inner node has no children"),
            (r#"{"side":"max"}"#, "missing field `children`"),
            ("[1,1000001]", "within ±1,000,000"),
            ("[1.5]", "within ±1,000,000"),
            (r#"["x"]"#, "expected a whole number"),
            ("[null]", "invalid type: null"),
            ("[1] 2", "trailing characters"),
            (r#"{"children":{"a":1,"a":2}}"#, "two children are named \"a\""),
            (r#"{"children":{"":1}}"#, "1 to 64 bytes"),
            (r#"{"side":"first","children":{"a":1}}"#, "`max` or `min`"),
            (r#"{"side":"max","side":"max","children":{"a":1}}"#, "duplicate field `side`"),
            (r#"{"kids":{"a":1}}"#, "unknown field `kids`"),
        ] {
            let error = Tree::parse(state).expect_err(state);
            assert!(error.0.contains(says), "{state}: {error}");
        }
    }
}
