// Parsers of texts that come in chunks.

/** Complete lines, without their ends. */
export async function* lines(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = "";
  for await (const piece of pieces) {
    const cut = (text + piece).split("\n");
    text = cut.pop()!;
    for (const line of cut) yield line.endsWith("\r") ? line.slice(0, -1) : line;
  }
}

/** Complete server-sent events with data (WHATWG HTML, 9.2.6). */
export async function* events(pieces: AsyncIterable<string>): AsyncGenerator<{ event: string; data: string }, void> {
  let event = "message";
  let data: string[] = [];
  for await (const line of lines(pieces)) {
    if (line === "") {
      if (data.length > 0) yield { event, data: data.join("\n") };
      event = "message";
      data = [];
    }
    const [, field, value = ""] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
}
