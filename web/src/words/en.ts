import { advice, levels, refusals, server, table } from "$house/en.json";
import web from "./en.json";

export default {
  ...web,
  advice,
  levels,
  refusals,
  avatars: server.avatars,
  emotes: table.emotes,
  news: table.news,
};
