// Random matches on boardgame.io's server: `node drive.js '{"port", "pid", "tables", "moves"}'`.
// Without `rate` every table plays on as soon as all four have seen the last move; with one,
// moves are sent at that many a second and timed from when they were due. Prints one JSON line.
import { readFileSync } from 'node:fs';
import { Table } from './table.js';

const TICKS = 100; // of /proc, a second
const asked = { port: 0, pid: 0, tables: 100, moves: 10000, warm: 2000, rate: 0 };
Object.assign(asked, JSON.parse(process.argv[2]));

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

function rss(pid) {
  return Number(readFileSync(`/proc/${pid}/status`, 'latin1').match(/VmRSS:\s+(\d+)/)[1]) * 1024;
}

class Load {
  times = [];
  games = 0;
  whole = 0; // moves of whole games
  failed = 0;
  ready = []; // tables with a move to make, in the order they got it
  dues = []; // when moves were due that no table could make yet

  constructor() {
    const address = `http://127.0.0.1:${asked.port}`;
    this.tables = Array.from({ length: asked.tables }, () => new Table(address, this));
    this.finished = new Promise((done) => (this.finish = done));
  }

  due(table) {
    if (!asked.rate) table.play(performance.now());
    else if (this.dues.length) table.play(this.dues.shift());
    else this.ready.push(table);
  }

  played(milliseconds) {
    this.times.push(milliseconds);
    if (this.times.length === asked.warm) this.begin();
    if (this.times.length === asked.warm + asked.moves) this.finish();
  }

  over(table, moves) {
    this.games += 1;
    this.whole += moves;
    table.next().catch(() => (this.failed += 1));
  }

  begin() {
    this.started = { at: performance.now(), cpu: cpuSeconds(asked.pid), own: cpuSeconds(process.pid) };
  }

  pace() {
    const start = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      while (sent < ((performance.now() - start) * asked.rate) / 1000) {
        const due = start + (sent++ * 1000) / asked.rate;
        if (this.ready.length) this.ready.shift().play(due);
        else this.dues.push(due);
      }
    }, 1);
    this.finished.then(() => clearInterval(timer));
  }

  result() {
    const seconds = (performance.now() - this.started.at) / 1000;
    const times = this.times.slice(asked.warm, asked.warm + asked.moves).sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
    return {
      moves: asked.moves,
      seconds,
      rate: asked.moves / seconds,
      last: { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) },
      cpu_ms: ((cpuSeconds(asked.pid) - this.started.cpu) * 1000) / asked.moves,
      driver: (cpuSeconds(process.pid) - this.started.own) / seconds,
      rss: rss(asked.pid),
      moves_a_game: this.games ? this.whole / this.games : null,
      failed: this.failed,
    };
  }
}

const load = new Load();
if (asked.rate) load.pace();
for (const table of load.tables) await table.open();
await load.finished;
console.log(JSON.stringify(load.result()));
process.exit(0);
