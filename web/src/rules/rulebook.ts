/** Reads a rulebook from Markdown into data: only what rulebooks use, and no HTML. */

export type Span =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; spans: readonly Span[] }
  | { kind: "em"; spans: readonly Span[] };

export interface Clause {
  /** Such as `GAP-9`; what refusals point to. */
  id: string;
  spans: readonly Span[];
}

export type Block =
  | { kind: "text" | "example"; spans: readonly Span[] }
  | { kind: "clauses"; clauses: readonly Clause[] };

export interface Section {
  /** The same in every language, so that a link to it survives a change of language. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface Rulebook {
  title: string;
  lead: readonly Block[];
  sections: readonly Section[];
}

const CLAUSE = /^- \*\*([A-Z]+-\d+[a-z]?)\*\* (.*)$/;
const STRONG = String.raw`\*\*((?:[^*]|\*[^*]+\*)+)\*\*`;
const EM = String.raw`\*(?=\S)((?:\*\*[^*]+\*\*|[^*])+)\*`;
const INLINE = new RegExp(String.raw`\x60([^\x60]+)\x60|${STRONG}|${EM}`);

/** Read a whole rulebook. */
export function parseRulebook(markdown: string): Rulebook {
  const lead: Block[] = [];
  const sections: (Section & { blocks: Block[] })[] = [];
  let title = "";
  for (const line of markdown.split(/\r?\n/)) {
    const blocks = sections.at(-1)?.blocks ?? lead;
    if (line.startsWith("# ")) title = line.slice(2).trim();
    else if (line.startsWith("## "))
      sections.push({ id: `part-${sections.length + 1}`, title: line.slice(3).trim(), blocks: [] });
    else if (line.trim()) add(blocks, line.trim());
  }
  return { title, lead, sections };
}

/** Clauses that follow each other are one list. */
function add(blocks: Block[], line: string): void {
  const [, id, text] = CLAUSE.exec(line) ?? [];
  const last = blocks.at(-1);
  if (id && text) {
    const clause = { id, spans: inline(text) };
    if (last?.kind === "clauses") (last.clauses as Clause[]).push(clause);
    else blocks.push({ kind: "clauses", clauses: [clause] });
  } else if (line.startsWith("> ")) blocks.push({ kind: "example", spans: inline(line.slice(2)) });
  else blocks.push({ kind: "text", spans: inline(line) });
}

/** What stands within a line: `code`, **strong**, *emphasis*, one within the other. */
export function inline(text: string): Span[] {
  const spans: Span[] = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, code, strong, em] = found;
    if (found.index) spans.push({ kind: "text", text: rest.slice(0, found.index) });
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (strong !== undefined) spans.push({ kind: "strong", spans: inline(strong) });
    else spans.push({ kind: "em", spans: inline(em ?? "") });
    rest = rest.slice(found.index + whole.length);
  }
  if (rest) spans.push({ kind: "text", text: rest });
  return spans;
}
