//! JSON with the path to each value, so that errors say where they are.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

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

/// Where the paths of rules begin.
pub(super) const ROOT: &str = "rules";

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

    /// The items with their paths.
    pub(super) fn paths<'a>(&'a self, list: &'a str) -> impl Iterator<Item = (String, &'a T)> {
        let path = move |index| if self.0.len() == 1 { list.to_owned() } else { format!("{list}[{index}]") };
        self.0.iter().enumerate().map(move |(index, item)| (path(index), item))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMore<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Items<T> {
            More(Vec<T>),
            One(T),
        }
        Ok(Self(match Items::deserialize(deserializer)? {
            Items::More(items) => items,
            Items::One(item) => vec![item],
        }))
    }
}

/// A JSON value.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Json {
    Null(()),
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Words),
}

/// The words of an object in the order in which they were written. One may occur twice, which a map would hide.
#[derive(Debug)]
pub(super) struct Words(Vec<(String, Json)>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AllWords;

        impl<'de> Visitor<'de> for AllWords {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Words, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = map.next_entry()? {
                    words.push(word);
                }
                Ok(Words(words))
            }
        }

        deserializer.deserialize_map(AllWords)
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
            Json::Null(()) => "null".to_owned(),
            Json::Flag(flag) => flag.to_string(),
            Json::Number(number) => number.to_string(),
            Json::Text(text) => shortened(text),
            Json::List(list) => format!("a list of {}", list.len()),
            Json::Object(_) => "an object".to_owned(),
        };
        self.wrong(format!("found {found}, expected {expected}"))
    }

    pub(super) fn text(&self) -> Result<&'a str, InvalidRules> {
        if let Json::Text(text) = self.json { Ok(text) } else { Err(self.expected("a text")) }
    }

    pub(super) fn number(&self, least: u16, most: u16) -> Result<u16, InvalidRules> {
        match self.json {
            Json::Number(number) if number.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(number) => {
                Ok(*number as u16)
            }
            _ => Err(self.expected(&format!("a number from {least} to {most}"))),
        }
    }

    /// One of these texts. `more` says what else there may be.
    pub(super) fn one_of(&self, texts: &[&'static str], more: &str) -> Result<&'static str, InvalidRules> {
        let expected = texts.join(", ") + more;
        let Json::Text(text) = self.json else { return Err(self.expected(&expected)) };
        let known = texts.iter().find(|known| *known == text);
        known.copied().ok_or_else(|| self.wrong(unknown("found ", text, &expected, texts)))
    }

    /// The items of a list with at most `most` of them. Any other value is a list of itself.
    pub(super) fn items(&self, most: usize) -> Result<Vec<Self>, InvalidRules> {
        let Json::List(list) = self.json else { return Ok(vec![self.clone()]) };
        let item = |(index, item)| Self::new(item, format!("{}[{index}]", self.path));
        match list.len() {
            0 => Err(self.wrong("found an empty list, expected at least one item")),
            count if count > most => Err(self.wrong(format!("found {count} items, expected at most {most}"))),
            _ => Ok(list.iter().enumerate().map(item).collect()),
        }
    }

    /// The two items of a list.
    pub(super) fn pair(&self, example: &str) -> Result<[Self; 2], InvalidRules> {
        self.items(usize::MAX)?.try_into().map_err(|_| self.expected(&format!("a list of two, such as {example}")))
    }

    /// The words of an object and their values.
    pub(super) fn words(&self) -> Result<Vec<(&'a str, Self)>, InvalidRules> {
        let Json::Object(Words(words)) = self.json else { return Err(self.expected("an object")) };
        let mut found: Vec<(&str, Self)> = Vec::new();
        for (word, json) in words {
            if found.iter().any(|(earlier, _)| earlier == word) {
                return Err(self.wrong(format!("the word {} occurs twice", shortened(word))));
            }
            found.push((word, Self::new(json, format!("{}.{word}", self.path))));
        }
        Ok(found)
    }

    /// The words of an object, all of which are known.
    pub(super) fn known_words(&self, known: &[&str]) -> Result<Vec<(&'a str, Self)>, InvalidRules> {
        let words = self.words()?;
        match words.iter().find(|(word, _)| !known.contains(word)) {
            Some((word, _)) => Err(self.wrong(unknown("unknown word ", word, &known.join(", "), known))),
            None => Ok(words),
        }
    }
}

/// A text that is none of these names, and the one that may be meant.
pub(super) fn unknown(what: &str, found: &str, expected: &str, names: &[&str]) -> String {
    let near = nearest(found, names).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
    format!("{what}{}, expected {expected}{near}", shortened(found))
}

/// A text in quotes, at most 24 characters of it.
pub(super) fn shortened(text: &str) -> String {
    format!("{:?}", text.chars().take(24).collect::<String>())
}
