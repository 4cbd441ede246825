// boardgame.io's own server with one game: `node server.js [FOLDER]`. With a folder its
// FlatFile storage, without one its storage in memory. Prints the port it listens on.
import server from 'boardgame.io/dist/cjs/server.js';
import { game } from './game.js';

const folder = process.argv[2];
const options = { games: [game], origins: [] };
if (folder) options.db = new server.FlatFile({ dir: folder });

const running = await server.Server(options).run({ port: 0 });
console.log(running.appServer.address().port);
