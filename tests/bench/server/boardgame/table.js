// One match of boardgame.io with a socket for each of its four seats, played at random.
import { io } from 'socket.io-client';
import { NAME } from './game.js';

export const SEATS = 4;

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export class Table {
  constructor(address, watcher) {
    this.address = address;
    this.watcher = watcher; // told when a move is due, when all have seen it, when it is over
    this.sockets = [];
    this.credentials = [];
  }

  async open() {
    for (let seat = 0; seat < SEATS; seat++) this.sockets.push(this.connect(seat));
    await Promise.all(
      this.sockets.map((socket) => new Promise((done) => socket.once('connect', done))),
    );
    await this.next();
  }

  connect(seat) {
    const socket = io(`${this.address}/${NAME}`, { transports: ['websocket'], forceNew: true });
    socket.on('update', (match, state) => {
      if (match === this.match) this.seen(seat, state);
    });
    return socket;
  }

  async next() {
    const games = `${this.address}/games/${NAME}`;
    this.match = (await post(`${games}/create`, { numPlayers: SEATS })).matchID;
    for (let seat = 0; seat < SEATS; seat++) {
      const joined = await post(`${games}/${this.match}/join`, {
        playerID: String(seat),
        playerName: `Player ${seat}`,
      });
      this.credentials[seat] = joined.playerCredentials;
    }
    const states = await Promise.all(this.sockets.map((_, seat) => this.sync(seat)));
    this.views = states;
    this.watcher.due(this);
  }

  sync(seat) {
    const socket = this.sockets[seat];
    const synced = new Promise((done) => socket.once('sync', (_, info) => done(info.state)));
    socket.emit('sync', this.match, String(seat), this.credentials[seat], SEATS);
    return synced;
  }

  play(from) {
    const seat = Number(this.views[0].ctx.currentPlayer);
    const state = this.views[seat];
    const type = state.G.chips[seat] > 0 && Math.random() < 0.5 ? 'pass' : 'take';
    const payload = { type, args: [], playerID: String(seat), credentials: this.credentials[seat] };
    this.from = from;
    this.waiting = SEATS;
    const action = { type: 'MAKE_MOVE', payload };
    this.sockets[seat].emit('update', action, state._stateID, this.match, String(seat));
  }

  seen(seat, state) {
    this.views[seat] = state;
    this.waiting -= 1;
    if (this.waiting > 0) return;
    this.watcher.played(performance.now() - this.from);
    if (state.ctx.gameover === undefined) this.watcher.due(this);
    else this.watcher.over(this, state._stateID);
  }

  close() {
    for (const socket of this.sockets) socket.disconnect();
  }
}
