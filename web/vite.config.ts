/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { buildServiceWorker } from "./build/serviceWorker.ts";
import { compressFiles } from "./build/compress.ts";
import { loadGameTitles } from "./build/gameTitles.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.PIOCHE_SERVER_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  root: here("."),
  plugins: [
    svelte(),
    loadGameTitles(here("../src/pioche/games")),
    buildServiceWorker(),
    compressFiles(),
  ],
  resolve: {
    alias: {
      $lib: here("src/lib"),
      $ui: here("src/ui"),
      $art: here("src/art"),
      $kit: here("src/kit"),
      $words: here("src/words"),
      $games: here("../src/pioche/games"),
      $house: here("../src/pioche/words"),
      $test: here("src/test"),
    },
    // The games' folders lie outside this one, and have no packages of their own.
    dedupe: ["svelte", "vitest", "@testing-library/svelte"],
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    target: "es2022",
    outDir: process.env.PIOCHE_WEB_OUT ?? here("dist"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The kit is one file: every table needs most of it.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "kit", test: /\/web\/src\/(kit|art\/[Ee]mote)/ }],
        },
      },
    },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "../src/pioche/games/*/web/**/*.test.ts"],
    setupFiles: ["src/test/setup.ts"],
    isolate: false, // one jsdom for many files: half the time of the tests went into making them
  },
});
