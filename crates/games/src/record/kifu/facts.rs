//! Facts about a game of shogi: tags, dates, and limits of time.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::game::Game;
use crate::record::fault::Warnings;
use crate::record::line::Line;
use crate::record::results::Score;
use crate::record::sgf::TERMINATION;
use crate::record::{Format, MAX_RECORDED_CLOCK_MS, WriteFault};
use crate::spelling::{number, quoted, shown};

/// The tag for the limit of time.
const TIME_CONTROL: &str = "TimeControl";

/// The tags of the players.
pub(super) const PLAYERS: [&str; 2] = ["Black", "White"];

/// Tags that follow from the game, or are written in another way. Headers with these names are skipped.
const OWN: [&str; 5] = ["Result", "FEN", "SetUp", "Game", TERMINATION];

/// Values that say nothing.
pub(super) const UNKNOWN: [&str; 3] = ["", "?", "????.??.??"];

/// The dates: the names in KIF and in CSA's format, and the tags of day and time.
const DATES: [[&str; 4]; 3] = [
    ["開始日時", "START_TIME", "Date", "Time"],
    ["対局日", "START_TIME", "Date", "Time"],
    ["終了日時", "END_TIME", "EndDate", "EndTime"],
];

/// Other facts with a name in KIF, in CSA's format, and as a tag.
const NAMES: [[&str; 3]; 4] = [
    ["棋戦", "EVENT", "Event"],
    ["場所", "SITE", "Site"],
    ["戦型", "OPENING", "Opening"],
    ["持ち時間", "TIME_LIMIT", TIME_CONTROL],
];

/// The index of a format's names in [`NAMES`] and [`DATES`].
const fn index(format: Format) -> usize {
    match format {
        Format::Csa => 1,
        _ => 0,
    }
}

/// Tags while they are read: each name once.
#[derive(Default)]
pub(super) struct Tags {
    pub(super) tags: Vec<(String, String)>,
    places: HashMap<String, usize>,
}

impl Tags {
    /// Adds a tag. If there is one already, the new value counts, with a warning.
    pub(super) fn add(&mut self, (name, value): (String, String), offset: usize, warnings: &mut Warnings) {
        if let Some(place) = self.places.get(&name) {
            warnings.add(offset, None, || format!("the tag {} is repeated; this value counts", quoted(&name)));
            self.tags[*place].1 = value;
            return;
        }
        self.places.insert(name.clone(), self.tags.len());
        self.tags.push((name, value));
    }
}

/// The tags for a header. `None` if the header says what follows from the game anyway, and is skipped. A header without a
/// value has no tags.
pub(super) fn tags_of(format: Format, name: &str, value: &str) -> Option<Vec<(String, String)>> {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    if OWN.contains(&name) {
        return None;
    }
    if UNKNOWN.contains(&value) {
        return Some(Vec::new());
    }
    if let Some([.., day, time]) = DATES.iter().find(|names| names[index(format)] == name)
        && let Some((date, clock)) = date_of(value)
    {
        let clock = clock.map(|clock| tag(time, &clock));
        return Some([tag(day, &date)].into_iter().chain(clock).collect());
    }
    if let Some(limit) = Limit::read(format, name, value) {
        return Some(vec![tag(TIME_CONTROL, &limit.tag())]);
    }
    // A limit of another form stays as it is.
    let known = NAMES.iter().find(|names| names[index(format)] == name && names[2] != TIME_CONTROL);
    Some(vec![tag(known.map_or(name, |names| names[2]), value)])
}

/// A name and a value.
pub(super) type Header<'a> = (Cow<'a, str>, Cow<'a, str>);

/// The headers for the tags of a game, apart from the players.
///
/// # Errors
/// [`WriteFault`] for tags that contradict the game, and for those that a reader would read as something else.
pub(super) fn headers<'a>(
    game: &Game,
    line: &'a Line<'_>,
    format: Format,
    is_header: impl Fn(&str, &str) -> bool,
) -> Result<Vec<Header<'a>>, WriteFault> {
    let given = |name: &str| line.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
    let fault = |name: &str, detail: String| {
        WriteFault::new(format!("tags.{}", name.chars().take(40).collect::<String>()), detail)
    };
    let mut headers: Vec<Header<'_>> = Vec::new();
    for (name, value) in line.tags {
        match name.as_str() {
            "Result" if Score::read(value) != Some(line.result) => {
                return Err(fault(name, format!("the result is {}, expected {}", shown(value), line.result.name())));
            }
            "FEN" if game.parse(value).map_or(true, |start| start.state() != line.start.state) => {
                return Err(fault(name, "the game does not begin from this state".to_owned()));
            }
            name if OWN.contains(&name) || PLAYERS.contains(&name) => continue,
            _ if UNKNOWN.contains(&value.as_str()) => continue,
            _ => {}
        }
        let [own_day, own_time] = [2, 3].map(|tag| DATES.iter().find(|names| names[tag] == name));
        if own_time.is_some_and(|names| given(names[2]).is_some_and(|day| dated(day, Some(value)).is_some())) {
            // It is written together with the day.
            continue;
        }
        let named = NAMES.iter().find(|names| names[2] == name).map(|names| names[index(format)]);
        let header: Header<'_> = if let Some(names) = own_day
            && let time = given(names[3]).filter(|time| dated(value, Some(time)).is_some())
            && let Some(date) = dated(value, time)
        {
            (names[index(format)].into(), date.into())
        } else if name == TIME_CONTROL {
            match Limit::of_tag(value).and_then(|limit| limit.header(format)) {
                Some(limit) => (named.unwrap_or(name).into(), limit.into()),
                None => (name.into(), value.into()),
            }
        } else {
            (named.unwrap_or(name).into(), value.into())
        };
        let is_same = tags_of(format, &header.0, &header.1)
            .is_some_and(|tags| tags.first().is_some_and(|(other, read)| other == name && read == value));
        if !is_same || !is_header(&header.0, &header.1) {
            let detail =
                format!("this cannot be a header of {}, expected another name, and a value on one line", format.name());
            return Err(fault(name, detail));
        }
        headers.push(header);
    }
    Ok(headers)
}

/// Whether a text can be the name of a fact in CSA's format.
pub(super) fn is_csa_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The name of a player, to be written.
///
/// # Errors
/// [`WriteFault`] if a reader would read it as something else.
pub(super) fn player<'a>(line: &'a Line<'_>, tag: &str) -> Result<&'a str, WriteFault> {
    let name = line.tags.iter().find(|(name, _)| name == tag).map_or("", |(_, value)| value.as_str());
    if name.trim() != name || name.contains(char::is_control) {
        return Err(WriteFault::new(format!("tags.{tag}"), "expected a name on one line"));
    }
    Ok(if UNKNOWN.contains(&name) { "" } else { name })
}

/// A day and a time of PGN for a date such as `2026/11/29(日) 10:00:00`.
fn date_of(text: &str) -> Option<(String, Option<String>)> {
    let (day, rest) = text.split_at(text.find(|c: char| c != '/' && !c.is_ascii_digit()).unwrap_or(text.len()));
    let parts: Vec<&str> = day.split('/').collect();
    let [year, month, date] = parts[..] else { return None };
    let is_day = year.len() == 4 && [month, date].iter().all(|part| (1..=2).contains(&part.len()));
    let [year, month, date] = [number(year)?, number(month)?, number(date)?];
    let rest = match rest.strip_prefix(['(', '（']) {
        // The day of the week.
        Some(inner) => inner.split_once([')', '）'])?.1,
        None => rest,
    };
    let clock = match rest.trim() {
        "" => None,
        clock => Some(clock_of(clock)?),
    };
    is_day.then(|| (format!("{year:04}.{month:02}.{date:02}"), clock))
}

/// A time of day with seconds.
fn clock_of(text: &str) -> Option<String> {
    let parts: Vec<u32> =
        text.split(':').map(|part| number(part).filter(|_| part.len() <= 2)).collect::<Option<_>>()?;
    let (hours, minutes, seconds) = match parts[..] {
        [hours, minutes] => (hours, minutes, 0),
        [hours, minutes, seconds] => (hours, minutes, seconds),
        _ => return None,
    };
    Some(format!("{hours:02}:{minutes:02}:{seconds:02}"))
}

/// A day and a time of PGN as one date; `None` if they have another form.
fn dated(day: &str, time: Option<&str>) -> Option<String> {
    let date = day.replace('.', "/") + &time.map(|time| format!(" {time}")).unwrap_or_default();
    let (read, clock) = date_of(&date)?;
    (read == day && clock.as_deref() == time).then_some(date)
}

/// A limit of time in seconds: the time of the whole game, and then for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limit {
    base: u64,
    byoyomi: u64,
}

impl Limit {
    /// The limit in the value of a header.
    fn read(format: Format, name: &str, value: &str) -> Option<Self> {
        match (format, name) {
            (Format::Kif, "持ち時間") => Self::of_kif(value),
            (Format::Csa, "TIME_LIMIT") => Self::of_csa(value),
            _ => None,
        }
    }

    /// The limit in a text such as `各6時間`, `10分+30秒`.
    fn of_kif(text: &str) -> Option<Self> {
        let text = text.strip_prefix('各').unwrap_or(text);
        let (base, byoyomi) = text.split_once(['+', '＋']).map_or((text, None), |(base, more)| (base, Some(more)));
        let byoyomi = byoyomi.map_or(Some(0), |text| number(text.strip_suffix('秒')?).map(u64::from));
        let (mut seconds, mut rest) = (0, base);
        for (unit, length) in [("時間", 3600), ("分", 60), ("秒", 1)] {
            if let Some((count, after)) = rest.split_once(unit) {
                seconds += u64::from(number(count)?) * length;
                rest = after;
            }
        }
        (rest.is_empty() && !base.is_empty()).then_some(Self { base: seconds, byoyomi: byoyomi? })
    }

    /// The limit in a text such as `00:25+30`: hours, minutes, and seconds for each move.
    fn of_csa(text: &str) -> Option<Self> {
        let (base, byoyomi) = text.split_once('+')?;
        let (hours, minutes) = base.split_once(':')?;
        let [hours, minutes, byoyomi] = [number(hours)?, number(minutes)?, number(byoyomi)?].map(u64::from);
        Some(Self { base: 3600 * hours + 60 * minutes, byoyomi })
    }

    /// The limit in a tag such as `600` or `600+1x30`; `None` for any other, such as one with an increment.
    fn of_tag(text: &str) -> Option<Self> {
        let (base, byoyomi) = text.split_once("+1x").unwrap_or((text, "0"));
        let limit = Self { base: number(base)?.into(), byoyomi: number(byoyomi)?.into() };
        (limit.tag() == text).then_some(limit)
    }

    fn tag(self) -> String {
        let Self { base, byoyomi } = self;
        if byoyomi == 0 { base.to_string() } else { format!("{base}+1x{byoyomi}") }
    }

    /// The value of a header, if the format has one for it.
    fn header(self, format: Format) -> Option<String> {
        let Self { base, byoyomi } = self;
        let [hours, minutes, seconds] = [base / 3600, base / 60 % 60, base % 60];
        if format == Format::Csa {
            return (seconds == 0).then(|| format!("{hours:02}:{minutes:02}+{byoyomi:02}"));
        }
        let units = [(hours, "時間"), (minutes, "分"), (seconds, "秒")];
        let parts = units.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}"));
        let text: String = parts.collect();
        let text = if text.is_empty() { "0分".to_owned() } else { text };
        Some(if byoyomi == 0 { text } else { format!("{text}+{byoyomi}秒") })
    }
}

/// The milliseconds that each side has for the whole game. `None` if the tags do not say it, or if it grows. Records have
/// the time that was used, so the time left is known only with it.
pub(in crate::record) fn bank(tags: &[(String, String)]) -> Option<u64> {
    let (_, value) = tags.iter().find(|(name, _)| name == TIME_CONTROL)?;
    Some(Limit::of_tag(value)?.base * 1000).filter(|bank| *bank <= MAX_RECORDED_CLOCK_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_time_are_read_and_written() {
        for (format, name, value, tag, again) in [
            (Format::Kif, "持ち時間", "各6時間", "21600", "6時間"),
            (Format::Kif, "持ち時間", "1時間30分", "5400", "1時間30分"),
            (Format::Kif, "持ち時間", "10分＋30秒", "600+1x30", "10分+30秒"),
            (Format::Kif, "持ち時間", "0秒+10秒", "0+1x10", "0分+10秒"),
            (Format::Csa, "TIME_LIMIT", "00:25+00", "1500", "00:25+00"),
            (Format::Csa, "TIME_LIMIT", "01:00+60", "3600+1x60", "01:00+60"),
        ] {
            assert_eq!(tags_of(format, name, value).unwrap(), [(TIME_CONTROL.to_owned(), tag.to_owned())], "{value}");
            assert_eq!(Limit::of_tag(tag).unwrap().header(format).unwrap(), again);
        }
        for value in ["たくさん", "6時間と少し", "分", "+30秒", "5分+"] {
            assert_eq!(tags_of(Format::Kif, "持ち時間", value).unwrap()[0].0, "持ち時間", "{value}");
        }
        assert_eq!(["300+3", "0600", "1/30", "600+3x30"].map(Limit::of_tag), [None; 4]);
        assert_eq!(Limit { base: 90, byoyomi: 0 }.header(Format::Csa), None);
    }

    #[test]
    fn dates_have_a_day_and_perhaps_a_time() {
        let tags = |value: &str| {
            let tags = tags_of(Format::Kif, "開始日時", value).unwrap();
            tags.into_iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" ")
        };
        for (value, read) in [
            ("2026/11/29", "Date 2026.11.29"),
            ("2026/1/2(日) 9:05", "Date 2026.01.02 Time 09:05:00"),
            ("2026/11/29 10:00:07", "Date 2026.11.29 Time 10:00:07"),
            ("昨日", "開始日時 昨日"),
            ("2026/11/29 late", "開始日時 2026/11/29 late"),
            ("", ""),
        ] {
            assert_eq!(tags(value), read);
        }
        assert_eq!(dated("2026.11.29", Some("10:00:07")).as_deref(), Some("2026/11/29 10:00:07"));
        assert_eq!((dated("2026.11.??", None), dated("2026.11.29", Some("10:00"))), (None, None));
    }
}
