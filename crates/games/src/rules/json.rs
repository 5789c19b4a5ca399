//! JSON with the path to each value, so that errors say where they are. Words that occur twice are errors, which is why
//! the visitor is written by hand.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::catalogue::nearest;

/// Rules that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidRules {
    /// Where in the rules: `rules.pieces.P.moves[1]`.
    pub path: String,
    /// What was found there, and what was expected.
    pub detail: String,
}

impl fmt::Display for InvalidRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.detail)
    }
}

impl std::error::Error for InvalidRules {}

/// A JSON value, with the words of an object in the order in which they were written.
#[derive(Debug)]
pub(super) enum Json {
    Null,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Flag(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object: Vec<(String, Json)> = Vec::new();
        while let Some(word) = fields.next_key::<String>()? {
            if object.iter().any(|(earlier, _)| *earlier == word) {
                return Err(A::Error::custom(format_args!("the word {word:?} occurs twice in one object")));
            }
            object.push((word, fields.next_value()?));
        }
        Ok(Json::Object(object))
    }
}

/// A value and its path.
#[derive(Clone)]
pub(super) struct At<'a> {
    pub(super) json: &'a Json,
    pub(super) path: String,
}

impl<'a> At<'a> {
    pub(super) fn new(json: &'a Json, path: impl Into<String>) -> Self {
        Self { json, path: path.into() }
    }

    pub(super) fn wrong(&self, detail: impl Into<String>) -> InvalidRules {
        InvalidRules { path: self.path.clone(), detail: detail.into() }
    }

    /// The error for a value of another kind.
    pub(super) fn expected(&self, expected: &str) -> InvalidRules {
        let found = match self.json {
            Json::Null => "null".to_owned(),
            Json::Flag(flag) => flag.to_string(),
            Json::Number(number) => number.to_string(),
            Json::Text(text) => shortened(text),
            Json::List(list) => format!("a list of {}", list.len()),
            Json::Object(_) => "an object".to_owned(),
        };
        self.wrong(format!("found {found}, expected {expected}"))
    }

    pub(super) fn text(&self) -> Result<&'a str, InvalidRules> {
        match self.json {
            Json::Text(text) => Ok(text),
            _ => Err(self.expected("a text")),
        }
    }

    pub(super) fn flag(&self) -> Result<bool, InvalidRules> {
        match self.json {
            Json::Flag(flag) => Ok(*flag),
            _ => Err(self.expected("true or false")),
        }
    }

    pub(super) fn number(&self, least: u16, most: u16) -> Result<u16, InvalidRules> {
        match self.json {
            Json::Number(number) if number.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(number) => {
                Ok(*number as u16)
            }
            _ => Err(self.expected(&format!("a number from {least} to {most}"))),
        }
    }

    /// One of these texts, by its index.
    pub(super) fn one_of(&self, texts: &[&str]) -> Result<usize, InvalidRules> {
        let known = |text: &str| texts.iter().position(|known| *known == text);
        let found = if let Json::Text(text) = self.json { known(text) } else { None };
        found.ok_or_else(|| self.unknown("", texts))
    }

    /// The error for a text that is none of these.
    pub(super) fn unknown(&self, what: &str, texts: &[&str]) -> InvalidRules {
        let Json::Text(text) = self.json else { return self.expected(&texts.join(", ")) };
        let near = nearest(text, texts).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        self.wrong(format!("{what}{}, expected {}{near}", shortened(text), texts.join(", ")))
    }

    /// The items of a list with at most `most` of them. Any other value is a list of itself.
    pub(super) fn items(&self, most: usize) -> Result<Vec<Self>, InvalidRules> {
        match self.json {
            Json::List(list) if list.is_empty() => Err(self.wrong("found an empty list, expected at least one item")),
            Json::List(list) if list.len() > most => {
                Err(self.wrong(format!("found {} items, expected at most {most}", list.len())))
            }
            Json::List(list) => Ok(list.iter().enumerate().map(|(index, item)| self.item(item, index)).collect()),
            _ => Ok(vec![self.clone()]),
        }
    }

    fn item(&self, item: &'a Json, index: usize) -> Self {
        Self::new(item, format!("{}[{index}]", self.path))
    }

    /// The words of an object and their values.
    pub(super) fn fields(&self) -> Result<Vec<(&'a str, Self)>, InvalidRules> {
        let Json::Object(fields) = self.json else { return Err(self.expected("an object")) };
        Ok(fields
            .iter()
            .map(|(word, json)| (word.as_str(), Self::new(json, format!("{}.{word}", self.path))))
            .collect())
    }

    /// The words of an object that may have these.
    pub(super) fn words(&self, known: &[&str]) -> Result<Words<'a>, InvalidRules> {
        let fields = self.fields()?;
        if let Some((word, _)) = fields.iter().find(|(word, _)| !known.contains(word)) {
            let near = nearest(word, known).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            let detail = format!("unknown word {}, expected {}{near}", shortened(word), known.join(", "));
            return Err(self.wrong(detail));
        }
        Ok(Words(fields))
    }
}

/// The words of an object.
pub(super) struct Words<'a>(Vec<(&'a str, At<'a>)>);

impl<'a> Words<'a> {
    pub(super) fn get(&self, word: &str) -> Option<&At<'a>> {
        self.0.iter().find(|(known, _)| *known == word).map(|(_, at)| at)
    }

    /// What a word means, if it is there.
    pub(super) fn read<T>(
        &self,
        word: &str,
        read: impl FnOnce(&At<'a>) -> Result<T, InvalidRules>,
    ) -> Result<Option<T>, InvalidRules> {
        self.get(word).map(read).transpose()
    }

    /// A word that is `false` if it is left out.
    pub(super) fn flag(&self, word: &str) -> Result<bool, InvalidRules> {
        Ok(self.read(word, At::flag)?.unwrap_or(false))
    }
}

/// A text in quotes, at most 24 characters of it.
pub(super) fn shortened(text: &str) -> String {
    format!("{:?}", text.chars().take(24).collect::<String>())
}

/// A list whose only item may stand for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOrMore<T>(pub Vec<T>);

impl<T> Default for OneOrMore<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> OneOrMore<T> {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for OneOrMore<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => one.serialize(serializer),
            more => more.serialize(serializer),
        }
    }
}

/// Reads each item of a list.
pub(super) fn each<T>(
    at: &At,
    most: usize,
    read: impl Fn(&At) -> Result<T, InvalidRules>,
) -> Result<Vec<T>, InvalidRules> {
    at.items(most)?.iter().map(read).collect()
}
