/** Builds the service worker. It lists the files of this build, so an upgrade replaces them all. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const SOURCE = fileURLToPath(new URL("./worker.js", import.meta.url));

export function buildServiceWorker(): Plugin {
  return {
    name: "pioche-offline",
    apply: "build",
    generateBundle(_, bundle) {
      // What the front page needs without a network: the shell, not the games.
      const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
      const first = chunks.filter(
        (chunk) => chunk.isEntry || /\/src\/words\/(en|fr)\.ts$/.test(chunk.facadeModuleId ?? ""),
      );
      const names = new Set<string>();
      const add = (name: string): void => {
        const chunk = chunks.find((one) => one.fileName === name);
        if (!chunk || names.has(name)) return;
        names.add(name);
        chunk.viteMetadata?.importedCss.forEach((css) => names.add(css));
        chunk.imports.forEach(add);
      };
      first.forEach((chunk) => add(chunk.fileName));
      const fonts = Object.keys(bundle).filter((name) =>
        /lexend-latin-wght[^/]*\.woff2$/.test(name),
      );
      const files = [...names, ...fonts].sort().map((name) => `/${name}`);
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const source = readFileSync(SOURCE, "utf8")
        .replace('"VERSION"', JSON.stringify(version))
        .replace("[/* FILES */]", JSON.stringify(["/", ...files]));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
