/** The service worker: it knows the files of this very build, so an upgrade replaces them all. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("./worker.js", import.meta.url));

export function offline(): Plugin {
  return {
    name: "pioche-offline",
    apply: "build",
    generateBundle(_, bundle) {
      // What the page of words for those without a network needs: the shell, not the games.
      const names = Object.values(bundle)
        .filter((part) => part.type === "chunk" && part.isEntry)
        .flatMap((part) => (part.type === "chunk" ? [part.fileName, ...part.imports] : []))
        .concat(Object.keys(bundle).filter((name) => /(^|\/)index-[^/]*\.css$/.test(name)))
        .concat(Object.keys(bundle).filter((name) => /lexend-latin-[^/]*\.woff2$/.test(name)));
      const files = [...new Set(names)].sort().map((name) => `/${name}`);
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const source = readFileSync(SOURCE, "utf8")
        .replace('"VERSION"', JSON.stringify(version))
        .replace("[/* FILES */]", JSON.stringify(["/", ...files]));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
