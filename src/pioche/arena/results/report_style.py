"""How the report looks, on paper white or at night, on a phone or a wide screen."""

STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #1d2226; --dim: #5a646c;
  --rule: #d9d6cd; --accent: #0b6285; --soft: #a9d3e3; --warn: #9a3412; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181b; --ink: #e8e6e0; --dim: #a4adb4;
  --rule: #363d42; --accent: #7cc7e6; --soft: #2f5f73; --warn: #f5a97f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { max-width: 42rem; margin: .4rem 0; }
.lead { color: var(--dim); overflow-wrap: anywhere; }
.note { border-left: 4px solid var(--warn); padding: .2rem .8rem; }
.plots { display: grid; gap: 2rem 3rem; grid-template-columns: 1fr; }
@media (min-width: 56rem) { .plots { grid-template-columns: 1fr 1fr; } }
figure { margin: 0; min-width: 0; max-width: 30rem; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
figcaption small { display: block; font-weight: 400; color: var(--dim); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--rule); }
th { font-weight: 600; color: var(--dim); font-size: .85rem; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
td:first-child { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
td.words { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 12rem; }
details { margin: .4rem 0 0; } summary { cursor: pointer; color: var(--accent); }
summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); }
svg { display: block; width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .dim { fill: var(--dim); font-size: 11px; }
svg .label { font-weight: 600; } svg .value { fill: var(--ink); }
svg .rail { stroke: var(--rule); stroke-width: 1; }
svg .interval { stroke: var(--soft); stroke-width: 8; stroke-linecap: round; }
svg .dot { fill: var(--accent); } svg rect { fill: var(--accent); }
svg .even { stroke: var(--dim); stroke-width: 2; stroke-dasharray: 3 2; }
.small { margin: .2rem 0 1rem; } .small b { font-weight: 600; }
"""
