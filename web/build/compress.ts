/** Writes a gzip and a Brotli file beside every text file of the build. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|webmanifest)$/;
const LEAST = 600; // bytes: smaller ones gain nothing

export function compressFiles(): Plugin {
  let folder = "";
  return {
    name: "pioche-squeezed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => TEXT.test(name)).map((n) => compressFile(join(folder, n))),
      );
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length < LEAST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  await writeFile(`${path}.br`, brotliCompressSync(text, { params }));
  await writeFile(`${path}.gz`, gzipSync(text, { level: 9 }));
}
