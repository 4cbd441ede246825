import type { Sign } from "../lib/protocol";
import { CREAM, INK, disc, dot, layers, line, oval, pair, shape } from "./draw";

const SKIN = "#ffca3d";
const face = disc(SKIN);
const HAND = "#d98f16";
const MOUTH = "#7a2e2e";
const TONGUE = "#f2766b";

/** The inside of an svg of 48 × 48 for each sign. */
export const emotes: Record<Sign, string> = {
  hello: layers(
    disc("#2f8f83"),
    line("M17.5 26 13.5 16M22 24 19.5 11.5M27 24V11.5M31.5 25.5 33.5 15", 5, SKIN),
    line("M33 34Q37 31 39.5 27", 5.2, SKIN),
    shape("M15 25.5Q24 20 34 25v8.5C34 39 30.5 42 25.5 42 20 42 17.5 38 15 25.5z", SKIN),
    line("M8 24q-1.5-4-.5-8M41.5 19.5q-.2-4-3-7", 2.5, CREAM),
  ),
  thanks: layers(
    disc("#ffc2b8"),
    shape(
      "M24 41C13 33 7 27 7 19.5 7 14 11 10.5 15.5 10.5 19.5 10.5 22.5 13 24 16.5 25.5 13 28.5 10.5 32.5 10.5 37 10.5 41 14 41 19.5 41 27 35 33 24 41z",
      "#d6334c",
    ),
    line("M13 20q.3-3 3-3.8", 2.8, "#ffc2b8"),
  ),
  "well-played": layers(
    disc("#4a8fd0"),
    shape(
      "M19 21.5C22 18 23 14 23 9.5 23 6.5 29.5 6.5 29.5 12.5 29.5 15.5 28.5 18 28 20H36C40.5 20 40.5 25 37.5 25.5 40 26.5 39.5 30.5 36.5 31 38.5 32 38 35.5 35.5 36 37 37.5 36 40 33.5 40H24Q21 40 19 38z",
      SKIN,
    ),
    '<rect x="8.5" y="20.5" width="8.5" height="20" rx="2" fill="#fff5e1"/>',
    line("M31 25.5h5M30.5 31h5M30 36h4", 2, HAND),
  ),
  oops: layers(
    face,
    pair(dot(16, 20, 2.8)),
    line("M12 12.5Q14.5 10.5 18 11M36 12.5Q33.5 10.5 30 11", 2.5),
    shape("M12.5 28h23v7.5a4.5 4.5 0 0 1-4.5 4.5H17a4.5 4.5 0 0 1-4.5-4.5z"),
    shape(
      "M15 30.5h4.7v2.5H15zM21.7 30.5h4.6v2.5h-4.6zM28.3 30.5H33v2.5h-4.7zM15 35h4.7v2.5H17a2 2 0 0 1-2-2zM21.7 35h4.6v2.5h-4.6zM28.3 35H33v.5a2 2 0 0 1-2 2h-2.7z",
      CREAM,
    ),
    shape("M41 14c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z", "#3f8fd6"),
  ),
  wow: layers(
    face,
    pair(oval(15.5, 19, 3, 4)),
    oval(24, 34, 6, 7.5, MOUTH),
    pair(line("M10.5 11Q13 7.5 17.5 8.5", 2.5)),
  ),
  think: layers(
    face,
    dot(17, 20, 2.8),
    dot(31, 20, 2.8),
    line("M12 14.5h8M27.5 11.5Q31 8.5 35 11", 2.6),
    line("M20 30Q25 27.5 30.5 29.5", 2.6),
    line("M13 41.5 15 34.5M17 37.5h13", 5, HAND),
    shape("M7 48V41q2-4.5 8-4.5h7q4.5 0 4.5 4.5t-4 7z", HAND),
  ),
  laugh: layers(
    face,
    pair(line("M11.5 20Q15 14.5 19 19.5", 3)),
    shape("M10.5 25h27C38 34 32 41 24 41S10 34 10.5 25z", MOUTH),
    shape("M16 37.5q8-6.5 16 0Q28.5 41 24 41t-8-3.5z", TONGUE),
    pair(shape("M8 20.5c-4 2-6 4-6.5 6.5a3.3 3.3 0 0 0 6 1.5C8.5 26.5 8.5 24 8 20.5z", "#3f8fd6")),
  ),
  "good-game": layers(
    disc("#6a5aa8"),
    pair(line("M15 13H8.5c0 7 2.5 10 8 10.5", 3, SKIN)),
    shape("M14 8h20v12c0 7-4 11-10 11S14 27 14 20z", SKIN),
    shape("M22 29h4v6h4.5q2 0 2 2v3h-17v-3q0-2 2-2H22z", SKIN),
    shape("M24 12l2 4.4 4.7.5-3.5 3.2 1 4.7-4.2-2.4-4.2 2.4 1-4.7-3.5-3.2 4.7-.5z", INK),
  ),
};
