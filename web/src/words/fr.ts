import { advice, levels, refusals, server, table } from "$house/fr.json";
import web from "./fr.json";

export default {
  ...web,
  advice,
  levels,
  refusals,
  avatars: server.avatars,
  emotes: table.emotes,
  news: table.news,
};
