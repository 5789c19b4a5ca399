//! The lines of a text.

/// The lines that are not empty, without the white space around them, and their offsets.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    /// The lines from this byte on.
    pub(super) const fn of(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let line = rest.split(['\n', '\r']).next().filter(|line| !line.is_empty())?;
        self.at = start + line.len();
        Some((start, line.trim_end()))
    }
}
