import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import RulebookBlocks from "./RulebookBlocks.svelte";
import { inline, parseRulebook } from "./rulebook";

const GAMES = resolve(import.meta.dirname, "../../../src/pioche/games");
const books = readdirSync(GAMES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map((entry) => entry.name);

const TEXT = `# Gap

For 2 to 6.

## Setting up

- **GAP-1** You need 2 to 6 players.
- **GAP-2** Fifty cards (option \`target\`). *(Our ruling: **no** more.)*

> You play a 2.

## The end

One more *thing*.
`;

describe("inline", () => {
  it("reads code, strong and emphasis, one within the other", () => {
    expect(inline("a `b` **c *d*** e")).toEqual([
      { kind: "text", text: "a " },
      { kind: "code", text: "b" },
      { kind: "text", text: " " },
      {
        kind: "strong",
        spans: [
          { kind: "text", text: "c " },
          { kind: "em", spans: [{ kind: "text", text: "d" }] },
        ],
      },
      { kind: "text", text: " e" },
    ]);
  });

  it("reads strong within emphasis", () => {
    expect(inline("*(our **own**)*")).toEqual([
      {
        kind: "em",
        spans: [
          { kind: "text", text: "(our " },
          { kind: "strong", spans: [{ kind: "text", text: "own" }] },
          { kind: "text", text: ")" },
        ],
      },
    ]);
  });

  it("leaves alone what is no markup", () => {
    expect(inline("2 * 3 * 4 <b>")).toEqual([{ kind: "text", text: "2 * 3 * 4 <b>" }]);
  });
});

describe("read", () => {
  const book = parseRulebook(TEXT);

  it("finds title, lead and sections with ids that no language changes", () => {
    expect(book.title).toBe("Gap");
    expect(book.lead).toEqual([{ kind: "text", spans: [{ kind: "text", text: "For 2 to 6." }] }]);
    expect(book.sections.map(({ id, title }) => [id, title])).toEqual([
      ["part-1", "Setting up"],
      ["part-2", "The end"],
    ]);
  });

  it("puts clauses that follow each other into one list", () => {
    const [clauses, example] = book.sections[0]!.blocks;
    expect(clauses?.kind === "clauses" && clauses.clauses.map(({ id }) => id)).toEqual([
      "GAP-1",
      "GAP-2",
    ]);
    expect(example?.kind).toBe("example");
  });

  it("shows clauses with their ids, and text as text", () => {
    render(RulebookBlocks, { blocks: book.sections[0]!.blocks, marked: "GAP-2" });
    const clause = document.getElementById("GAP-2");
    expect(clause?.classList.contains("marked")).toBe(true);
    expect(clause?.querySelector("p")?.textContent).toBe(
      "Fifty cards (option target). (Our ruling: no more.)",
    );
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("shows tips, which are no clauses, as plain paragraphs", () => {
    const { container } = render(RulebookBlocks, { blocks: book.sections[1]!.blocks, marked: "" });
    expect(container.querySelector("p")?.textContent).toBe("One more thing.");
    expect(screen.queryByRole("listitem")).toBeNull();
  });
});

describe.each(books)("the rulebook of %s", (game) => {
  const ids = (lang: string): string[] => {
    const text = readFileSync(resolve(GAMES, game, "rulebook", `${lang}.md`), "utf8");
    const book = parseRulebook(text);
    const blocks = [...book.lead, ...book.sections.flatMap((section) => section.blocks)];
    return blocks.flatMap((block) =>
      block.kind === "clauses" ? block.clauses.map(({ id }) => id) : [],
    );
  };

  it("has the same clauses in both languages, each once, and none was overlooked", () => {
    const text = readFileSync(resolve(GAMES, game, "rulebook", "en.md"), "utf8");
    expect(ids("en")).toEqual(ids("fr"));
    expect(new Set(ids("en")).size).toBe(ids("en").length);
    expect(ids("en")).toHaveLength([...text.matchAll(/^- /gm)].length);
  });
});
