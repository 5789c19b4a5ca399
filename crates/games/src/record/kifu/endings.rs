//! How games of shogi end in records.

use plyd_search::position::Side;

use crate::game::Game;
use crate::record::line::Line;
use crate::record::results::Score;
use crate::record::sgf::TERMINATION;
use crate::record::{Record, WriteFault};
use crate::spelling::shown;

/// What an ending means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Lost,
    Won,
    Drawn,
    Open,
}

/// How a game ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// The word in the place of a move in KIF.
    pub(super) kif: &'static str,
    /// What the last line of KIF says about it, apart from the winner.
    pub(super) phrase: &'static str,
    /// The word of CSA's format after `%`; empty if there is none.
    pub(super) csa: &'static str,
    /// The value of the tag [`TERMINATION`].
    pub(super) name: &'static str,
    meaning: Meaning,
}

const fn ending(
    kif: &'static str,
    phrase: &'static str,
    csa: &'static str,
    name: &'static str,
    meaning: Meaning,
) -> Ending {
    Ending { kif, phrase, csa, name, meaning }
}

/// Every ending.
const ENDINGS: [Ending; 13] = [
    ending("投了", "投了", "TORYO", "resignation", Meaning::Lost),
    ending("切れ負け", "時間切れ", "TIME_UP", "time forfeit", Meaning::Lost),
    ending("反則負け", "反則負け", "ILLEGAL_MOVE", "rules infraction", Meaning::Lost),
    // CSA's word has the sign of the side that lost.
    ending("反則勝ち", "反則勝ち", ILLEGAL_ACTION, "rules infraction", Meaning::Won),
    ending("入玉勝ち", "入玉", "KACHI", "entering king", Meaning::Won),
    ending("詰み", "詰み", "TSUMI", "checkmate", Meaning::Lost),
    ending("不戦敗", "不戦敗", "", "forfeit", Meaning::Lost),
    ending("不戦勝", "不戦勝", "", "forfeit", Meaning::Won),
    ending("千日手", "千日手", "SENNICHITE", "repetition", Meaning::Drawn),
    ending("持将棋", "持将棋", "JISHOGI", "impasse", Meaning::Drawn),
    ending("引き分け", "引き分け", "HIKIWAKE", "agreement", Meaning::Drawn),
    ending("中断", "中断", "CHUDAN", "unterminated", Meaning::Open),
    ending("不詰", "不詰", "FUZUMI", "no mate", Meaning::Open),
];

/// A side did what the rules forbid, although the other side is to move. CSA's word has the sign of that side before it.
pub(super) const ILLEGAL_ACTION: &str = "ILLEGAL_ACTION";

impl Ending {
    /// The ending that a line of KIF has in the place of a move, and the rest of the line.
    pub(super) fn split_kif(text: &str) -> Option<(&'static Self, &str)> {
        ENDINGS.iter().find_map(|ending| {
            let rest = text.strip_prefix(ending.kif)?;
            (rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == '(')).then_some((ending, rest))
        })
    }

    /// The ending that the last line of KIF names.
    pub(super) fn by_phrase(text: &str) -> Option<&'static Self> {
        ENDINGS.iter().find(|ending| text.contains(ending.phrase))
    }

    /// The ending of a word of CSA's format, which follows `%`, and this side is to move.
    pub(super) fn by_csa(word: &str, to_move: Side) -> Option<&'static Self> {
        let lost = match word.strip_suffix(ILLEGAL_ACTION) {
            Some("+") => Some(Side::First),
            Some("-") => Some(Side::Second),
            _ => None,
        };
        let by_rules = lost.map(|lost| if lost == to_move { "ILLEGAL_MOVE" } else { ILLEGAL_ACTION });
        let word = by_rules.or_else(|| Some(word).filter(|word| !word.is_empty() && *word != ILLEGAL_ACTION))?;
        ENDINGS.iter().find(|ending| ending.csa == word)
    }

    /// The words of CSA's format, for error messages.
    pub(super) fn csa_words() -> String {
        let words = ENDINGS.iter().map(|ending| ending.csa).filter(|word| !["", ILLEGAL_ACTION].contains(word));
        words.map(|word| format!("%{word}")).chain(["%+ILLEGAL_ACTION".to_owned()]).collect::<Vec<_>>().join(", ")
    }

    /// The result of a game that ends like this when this side is to move.
    pub(super) const fn score(&self, to_move: Side) -> Score {
        match self.meaning {
            Meaning::Lost => Score::Win(to_move.other()),
            Meaning::Won => Score::Win(to_move),
            Meaning::Drawn => Score::Draw,
            Meaning::Open => Score::Open,
        }
    }

    /// The ending with this name and this result; `None` if there is none.
    fn named(name: &str, score: Score, to_move: Side) -> Option<&'static Self> {
        let folded = name.to_ascii_lowercase();
        let is_meant = |ending: &&Self| {
            let is_named = folded == ending.name
                || ending.name == "resignation" && folded.contains("resign")
                || ending.name == "time forfeit" && folded.contains("time");
            is_named && ending.score(to_move) == score
        };
        ENDINGS.iter().find(is_meant)
    }

    /// How the game ended: as its tag says, otherwise by the rules. `None` if neither says it.
    ///
    /// # Errors
    /// [`WriteFault`] if the tag does not belong to the result.
    pub(super) fn of(game: &Game, line: &Line<'_>) -> Result<(Option<&'static Self>, Side), WriteFault> {
        let end = game.parse(&line.end).map_err(|error| WriteFault::new("state", error.0))?;
        let to_move = end.standing().to_move;
        let given = line.tags.iter().find(|(name, _)| name == TERMINATION).map(|(_, value)| value.as_str());
        if let Some(given) = given.filter(|given| !given.eq_ignore_ascii_case("normal")) {
            let ending = Self::named(given, line.result, to_move).ok_or_else(|| {
                let (given, result) = (shown(given), line.result.name());
                let detail = format!(
                    "the game ended by {given}, which does not go with the result {result} and the side to move, expected \
                     normal, resignation, time forfeit, rules infraction, repetition, impasse, agreement or unterminated"
                );
                WriteFault::new(format!("tags.{TERMINATION}"), detail)
            })?;
            return Ok((Some(ending), to_move));
        }
        // The history of the game ends it by repetition, or by perpetual check.
        let name = match line.by_rules {
            _ if line.by_rules != line.result => None,
            Score::Open => None,
            Score::Draw => Some("repetition"),
            Score::Win(_) if end.has_ended() => Some("checkmate"),
            Score::Win(_) => Some("rules infraction"),
        };
        Ok((name.and_then(|name| Self::named(name, line.result, to_move)), to_move))
    }

    /// Adds the tag for an ending to a record, unless its result is another one.
    pub(super) fn add_to(&self, record: &mut Record) {
        let score = record.result.as_deref().and_then(Score::read);
        if score == Some(self.score(record.standing.to_move)) {
            record.tags.push((TERMINATION.to_owned(), self.name.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_means_the_same_in_both_formats() {
        for to_move in [Side::First, Side::Second] {
            for ending in &ENDINGS {
                assert_eq!(Ending::split_kif(ending.kif), Some((ending, "")));
                assert_eq!(Ending::by_phrase(ending.phrase), Some(ending));
                assert_eq!(Ending::named(ending.name, ending.score(to_move), to_move), Some(ending));
                if !["", ILLEGAL_ACTION].contains(&ending.csa) {
                    assert_eq!(Ending::by_csa(ending.csa, to_move), Some(ending));
                }
            }
        }
        for (word, to_move, winner) in [
            ("+ILLEGAL_ACTION", Side::First, Side::Second),
            ("+ILLEGAL_ACTION", Side::Second, Side::Second),
            ("-ILLEGAL_ACTION", Side::Second, Side::First),
            ("-ILLEGAL_ACTION", Side::First, Side::First),
        ] {
            assert_eq!(Ending::by_csa(word, to_move).unwrap().score(to_move), Score::Win(winner), "{word}");
        }
        assert_eq!((Ending::by_csa("ILLEGAL_ACTION", Side::First), Ending::by_csa("", Side::First)), (None, None));
    }
}
