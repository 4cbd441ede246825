// Made by `make protocol` from the server's own structs. Changes belong there.

export const LEVELS = ["novice", "regular", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];

export const SIGNS = [
  "hello",
  "thanks",
  "well-played",
  "oops",
  "wow",
  "think",
  "laugh",
  "good-game",
] as const;
export type Sign = (typeof SIGNS)[number];

export const PHASES = ["open", "running", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const ABSENCES = ["left", "time", "covered"] as const;
export type Absence = (typeof ABSENCES)[number];

export const AVATARS = [
  "badger",
  "bear",
  "beaver",
  "bee",
  "cat",
  "crab",
  "deer",
  "dog",
  "dolphin",
  "duck",
  "elephant",
  "fox",
  "frog",
  "hedgehog",
  "heron",
  "hippo",
  "lion",
  "octopus",
  "otter",
  "owl",
  "penguin",
  "rabbit",
  "snail",
  "turtle",
] as const;
export type Avatar = (typeof AVATARS)[number];

/** Everything, from scratch: the first message, and again when one's role has changed. */
export interface TableMessage {
  type: "table";
  /** The entry of the log that this is the state after. */
  seq: number;
  /** Yours; null for somebody who watches. */
  seat: number | null;
  /** Whether you may set up and start the table. */
  hosting: boolean;
  about: TableInfo;
  times: Times;
  /** The last lines, oldest first. */
  chat: readonly ChatLine[];
  /** The game as you see it; null before the start. */
  view: Record<string, unknown> | null;
  /** The moves you may make now. */
  legal: readonly string[];
  /** What you saw happen in the game, if it begins just now. Missing: []. */
  events?: readonly (Record<string, unknown>)[];
}

/** All about a table but the game itself. */
export interface TableInfo {
  code: string;
  phase: Phase;
  settings: Settings;
  /** Seat 0 first, clockwise. */
  seats: readonly SeatInfo[];
  /** The seat of the host; null where the host does not play. */
  host: number | null;
  /** SHA-256 of the secret behind all shuffles, published before the first. */
  commitment: string;
  /** The code of the rematch. */
  follows: string | null;
  /** It ended without a result. */
  abandoned: boolean;
}

/** The game, its options, how many may sit, the clock, who may find the table, who begins. */
export interface Settings {
  /** Its id. */
  game: string;
  /** As many as may play; fewer may start. */
  seats: number;
  /** Of the game. */
  options: Record<string, boolean | number>;
  /** Null: take your time. */
  clock: Clock | null;
  /** In the lobby for everybody, or by link only. */
  listed: boolean;
  /** Whether players may ask what an expert would do. */
  hints: boolean;
  /** The seat that begins, a taken one; null: drawn by lot. */
  first: number | null;
}

/** A time bank for each seat, in seconds, and what every move adds to it. */
export interface Clock {
  /** For the whole game. */
  bank: number;
  /** When a turn ends. */
  increment: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  /** Null: the seat is free. */
  name: string | null;
  /** Null for a bot. */
  avatar: string | null;
  /** The level, where a bot has the seat. */
  bot: Level | null;
  /** Why a bot plays on for a person; null while it does not. */
  away: Absence | null;
  /** Before the start. */
  ready: boolean;
  /** Asks to end the game without a result. */
  ends: boolean;
  /** By a rematch, for somebody who has not accepted it. */
  reserved: boolean;
  /** The game can't start before this player is ready. */
  awaited: boolean;
}

/** The clocks at the moment `at`, in milliseconds. */
export interface Times {
  /** When the clocks stood like this; those of `running` have run on since. */
  at: number;
  /** Left to each seat, where the table has a clock. */
  banks: readonly number[] | null;
  /** The seats whose time runs. */
  running: readonly number[];
  /** Left to the race, where everybody acts at once. */
  race: number | null;
  /** Left of the time that was agreed for the whole game. */
  game: number | null;
}

/** Something said, or a sign shown. */
export interface ChatLine {
  /** Milliseconds since 1970, as all times. */
  at: number;
  name: string;
  /** Null: the host, who does not play. */
  seat: number | null;
  /** What the speaker is: a player, a host who does not play, a program. */
  role: "player" | "host" | "program";
  text: string | null;
  emote: Sign | null;
}

/** The first message to one who comes back: what happened after `seq` follows. */
export interface Resumed {
  type: "resumed";
  seq: number;
}

/** One entry of the log as your eyes see it. Its seq is one more than that of the last. */
export interface Update {
  type: "update";
  seq: number;
  at: number;
  /** What happened at the table; missing for a move of the game. */
  news?: News;
  /** What you saw happen in the game, in order. Missing: []. */
  events?: readonly (Record<string, unknown>)[];
  /** Missing: as before. */
  about?: TableInfo;
  /** Missing: no time runs at this table. */
  times?: Times;
  /** Missing: as before. */
  view?: Record<string, unknown>;
  /** The moves you may make now. Missing: []. */
  legal?: readonly string[];
}

/** Your command was carried out, as entry `seq`, and is on disk. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
  /** False: all was as you wanted it; nothing was written, `seq` is the last. Missing: true. */
  changed?: boolean;
}

/** Your command was not carried out, and why. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  /** A word for programs, below; or of the game, as its rules refuse a move. */
  code: string;
  /** A sentence, in the language of the socket. */
  text: string;
  /** Of the rulebook, where a rule is the reason. */
  clause?: string;
  /** What the sentence was filled with. Missing: {}. */
  params?: Record<string, unknown>;
}

/** What an expert would play in your place, seeing what you see. */
export interface HintMessage {
  type: "hint";
  /** Of your question. */
  id: string;
  /** The state it was thought for. */
  seq: number;
  move: string;
  /** Of the win you may expect, 0 … 1. */
  share: number;
  /** For the words of the game's advice. */
  reason: Record<string, unknown>;
  /** The reason as a sentence, in the language of the socket. */
  text: string;
}

/** Which seats have somebody connected, and how many watch. */
export interface TablePresence {
  type: "here";
  seats: readonly number[];
  watching: number;
}

/** The answer to a ping, with the server's time. */
export interface Pong {
  type: "pong";
  id: string;
  at: number;
}

/** The message could not be understood, or came too fast. Nothing has changed. */
export interface Failed {
  type: "failed";
  code: string;
  text: string;
  id?: string;
}

/** The last message: why the socket is closed now. */
export interface Bye {
  type: "bye";
  code: string;
  text: string;
}

/** Every table of the lobby, the newest first. */
export interface Lobby {
  type: "lobby";
  tables: readonly ListedTable[];
}

/** A table in a list. */
export interface ListedTable {
  code: string;
  phase: Phase;
  /** When something last happened there. */
  touched: number;
  table: TableOverview;
  /** Among one's own tables: it waits for you. Missing: false. */
  your_turn?: boolean;
}

/** A table in the lobby and among one's own. */
export interface TableOverview {
  settings: Settings;
  seats: readonly SeatInfo[];
  outcome?: Record<string, unknown>;
  /** Missing: false. */
  abandoned?: boolean;
}

/** A problem as the client reads it. */
export interface ProblemDetails {
  code: string;
  text: string;
  field?: string;
  /** What the log calls it, where the fault is the server's. */
  ref?: string;
}

/** A program's key as its owner sees it in a list. */
export interface Token {
  id: string;
  label: string;
  created: number;
}

/** A browser or a program that acts as you. */
export interface Device {
  id: string;
  kind: "device" | "program";
  /** Such as “Firefox on Linux”; of a program, what you called it. */
  name: string;
  created: number;
  /** When it was last used, to the hour; null: not noted yet. */
  seen: number | null;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** How one appears at tables. */
export interface Me {
  id: string;
  name: string;
  avatar: string;
}

/** One's tables, the last touched first. */
export interface MyTables {
  open: readonly ListedTable[];
  running: readonly ListedTable[];
  finished: readonly ListedTable[];
}

/** A way to another device, once. The token goes behind the `#` of an address. */
export interface NewLink {
  token: string;
  expires: number;
}

/** A program's key. Its token is shown this once. */
export interface NewToken {
  id: string;
  label: string;
  token: string;
}

/** A game that can be played here. */
export interface GameInfo {
  id: string;
  rules: number;
  players: readonly number[];
  usual_players: number;
  options: Record<string, OptionInfo>;
  real_time: boolean;
}

/** An option: a range of numbers (and perhaps one that switches it off) or a list of choices. */
export interface OptionInfo {
  default: boolean | number;
  low?: number;
  high?: number;
  choices?: readonly (boolean | number)[];
  off?: number;
}

/** What there is to choose from when a table is set up. */
export interface SetupChoices {
  games: readonly GameInfo[];
  levels: readonly string[];
  emotes: readonly string[];
  avatars: readonly string[];
}

/** The code of a new table, and how to read it aloud. */
export interface CreatedTable {
  code: string;
  said: string;
}

/** A game that was played, step by step; the first step is the first shuffle. */
export interface GameReplay {
  game: string;
  rules: number;
  options: Record<string, boolean | number>;
  players: readonly ReplayPlayer[];
  /** To the secret, published before the first shuffle. */
  commitment: string | null;
  /** Behind all shuffles; null where the record has their draws instead. */
  secret: string | null;
  /** Whether it began from a position, not with a new game. */
  start: boolean;
  /** Null: the game was not finished. */
  outcome: Record<string, unknown> | null;
  steps: readonly ReplayStep[];
}

/** Somebody who played. */
export interface ReplayPlayer {
  name: string;
  /** How well it played; missing for a person. */
  bot?: string;
}

/** A move or a shuffle, and the table after it. */
export interface ReplayStep {
  /** A seat; -1: a shuffle, -2: the clock. */
  who: number;
  /** As those eyes saw it; null for a shuffle. */
  move: string | null;
  /** Milliseconds since the start. */
  at: number;
  events: readonly (Record<string, unknown>)[];
  view: Record<string, unknown>;
}

/** The first of the moves that is not allowed, and why. Those after it were not looked at. */
export interface MoveRefused {
  index: number;
  code: string;
  text: string;
  clause: string | null;
  params: Record<string, unknown>;
}

/** What the seat sees after all moves and replies, and what it saw on the way. */
export interface StudyResult {
  view: Record<string, unknown>;
  /** The moves of the seat. */
  legal: readonly string[];
  actors: readonly number[];
  /** The events of shuffles that were due in the position itself. */
  dealt: readonly (Record<string, unknown>)[];
  /** Of each move, with the shuffles after it. */
  events: readonly (readonly (Record<string, unknown>)[])[];
  /** The view before the replies; null where there are none. */
  before: Record<string, unknown> | null;
  /** Who, move, events, view. */
  replies: readonly ([number, string, readonly (Record<string, unknown>)[], Record<string, unknown>])[];
  refused: MoveRefused | null;
}

/** How the server is, and which version it is. */
export interface Health {
  /** `ok`, or `full`: those who play can go on, and nobody new is let in. */
  status: string;
  version: string;
}

/** This server. */
export interface Site {
  version: string;
  /** For you at this computer: its address for others in your network. */
  network: string | null;
  /** Who you are here; null for somebody new. */
  me: Me | null;
}

/** The table was set up; `by` is its host. */
export interface Opened {
  type: "opened";
}

/** A person took a seat. */
export interface Sat {
  type: "sat";
  seat: number;
  name: string;
  avatar: string;
}

/** A bot of a level took a seat. */
export interface BotSat {
  type: "bot";
  seat: number;
  level: string;
  name: string;
}

/** A person is ready, or not any more. */
export interface GotReady {
  type: "ready";
  seat: number;
  ready: boolean;
}

/** A person has another name or avatar. */
export interface Renamed {
  type: "renamed";
  seat: number;
  before: string;
  name: string;
  avatar: string;
}

/** A seat became free before the start. */
export interface SeatFreed {
  type: "freed";
  seat: number;
}

/** Other settings; who sat beyond the last seat got up. */
export interface SettingsChanged {
  type: "settled";
}

/** The game began; `seats` are those who play, by their numbers until then. */
export interface Started {
  type: "started";
}

/** A seat's time ran out: a bot plays on. */
export interface TimeRanOut {
  type: "ran-out";
  seat: number;
}

/** A player left in the game: a bot plays on. */
export interface PlayerLeft {
  type: "left";
  seat: number;
}

/** The table waited too long for a player: a bot plays on. */
export interface Covered {
  type: "covered";
  seat: number;
}

/** A player took the seat back from the bot. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** Somebody said something; `seat` is None for a host who does not play. */
export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  text: string;
  /** What the speaker is: `player`, `host` or `program`. Missing: "player". */
  role?: string;
}

/** Somebody showed a sign. */
export interface Emoted {
  type: "emoted";
  seat: number | null;
  name: string;
  emote: string;
  /** What the speaker is: `player`, `host` or `program`. Missing: "player". */
  role?: string;
}

/** A player asks to end the game without a result. */
export interface AskedToEnd {
  type: "abandon";
  seat: number;
}

/** Nobody came for a long time, or the host left before the start: it is over. */
export interface Closed {
  type: "closed";
}

/** There is a new table with the same people. */
export interface RematchCreated {
  type: "followed";
  table: string;
}

/** Take a free seat; without a number the first. */
export interface Sit {
  type: "sit";
  /** Default: null. */
  seat?: number | null;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Say that one is ready, or not yet: for the settings that one has seen, by `seq`. */
export interface Ready {
  type: "ready";
  /** Default: true. */
  ready?: boolean;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Before the start, appear at the table with the name and the avatar one has now. */
export interface Rename {
  type: "rename";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** The host lets a bot take a free seat, or changes the level of one that sits there. */
export interface AddBot {
  type: "bot";
  level: Level;
  /** Default: null. */
  seat?: number | null;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** The host frees a seat before the start. */
export interface Remove {
  type: "remove";
  seat: number;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** The host changes what the table agrees on, before the start. */
export interface ChangeSettings {
  type: "settle";
  settings: AskedSettings;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** The game, its options, how many may sit, the clock, who may find the table, who begins. */
export interface AskedSettings {
  /** Its id. */
  game: string;
  /** As many as may play; fewer may start. */
  seats: number;
  /** Of the game. Default: {}. */
  options?: Record<string, boolean | number>;
  /** Null: take your time. Default: null. */
  clock?: AskedClock | null;
  /** In the lobby for everybody, or by link only. Default: false. */
  listed?: boolean;
  /** Whether players may ask what an expert would do. Default: true. */
  hints?: boolean;
  /** The seat that begins, a taken one; null: drawn by lot. Default: null. */
  first?: number | null;
}

/** A time bank for each seat, in seconds, and what every move adds to it. */
export interface AskedClock {
  /** For the whole game. */
  bank: number;
  /** When a turn ends. Default: 0. */
  increment?: number;
}

/** The host starts the game; seats still free are taken away. All who are awaited must be ready before: those for whom a rematch has reserved a seat, and those who sat down for other settings. Where the settings say who begins, the seats are rotated. So they may have other numbers from now on. */
export interface Start {
  type: "start";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Make a move, by its text. */
export interface Play {
  type: "play";
  /** One of the `legal` you were told. */
  move: string;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Get up: before the start the seat is free; later a bot plays on. */
export interface Leave {
  type: "leave";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Take one's seat back from the bot that played on. */
export interface Return {
  type: "return";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Let a bot play on for somebody a table without a clock has waited for too long. */
export interface Cover {
  type: "cover";
  seat: number;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Say something to the table. */
export interface Say {
  type: "say";
  text: string;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Show how one feels, with one of the quick signs. */
export interface Emote {
  type: "emote";
  emote: Sign;
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Ask to end the game without a result; it ends when all who have a say ask. A wish lapses when anything happens in the game. Who has left has no say. */
export interface Abandon {
  type: "abandon";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** After the end: a new table with seats reserved for the same people, who have to accept. */
export interface Rematch {
  type: "rematch";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Ask what an expert would play. Only a question: it changes nothing and is not logged. */
export interface AskHint {
  type: "hint";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** After a rematch was set up: go on at its table over this socket. Not logged. */
export interface Follow {
  type: "follow";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** Ask whether somebody is there. */
export interface Ping {
  type: "ping";
  /** Of your choice, new for every command: asked twice with one id, it is done once. */
  id: string;
  /** How far you have seen the table. Default: 0. */
  seq?: number;
}

/** What one calls a program. */
export interface Label {
  /** 1 to 40 characters. */
  label: string;
}

/** The token of a link from another device. */
export interface LinkClaim {
  token: string;
}

/** The name and the avatar one would like. */
export interface NewMe {
  /** 1 to 20 characters. */
  name: string;
  avatar: Avatar;
}

/** A table to set up: what it agrees on, and who sits there from the beginning. */
export interface NewTable {
  settings: AskedSettings;
  /** Default: []. */
  bots?: readonly Level[];
  /** Whether you take the first seat. Default: true. */
  sits?: boolean;
  /** At once, with those who sit. Default: false. */
  start?: boolean;
}

/** A step of a replay to play on from: of a finished table, or of a record. */
export interface Continue {
  step: number;
  /** Yours. */
  seat: number;
  /** Of the bots on all other seats. Default: "regular". */
  level?: Level;
  /** Its code; null: there is a record. Default: null. */
  table?: string | null;
  /** Null: there is a table. Default: null. */
  record?: Record<string, unknown> | null;
}

/** A position, and moves to try out in it. */
export interface Study {
  /** Its id. */
  game: string;
  /** The whole truth, as the formats have it. */
  position: Record<string, unknown>;
  /** Whose eyes see what happens. */
  seat: number;
  /** Who, and what. Default: []. */
  moves?: readonly ([number, string])[];
  /** Of shuffles and bots: the same give the same. Default: 0. */
  seed?: number;
  /** Let bots move until it is the seat's turn; null: nobody does. Default: null. */
  reply?: "novice" | "regular" | null;
  /** Of the seats, in sentences. Default: []. */
  names?: readonly string[];
}

export type Message =
  | TableMessage
  | Resumed
  | Update
  | Done
  | Refused
  | HintMessage
  | TablePresence
  | Pong
  | Failed
  | Bye;

export type News =
  | Opened
  | Sat
  | BotSat
  | GotReady
  | Renamed
  | SeatFreed
  | SettingsChanged
  | Started
  | TimeRanOut
  | PlayerLeft
  | Covered
  | Returned
  | Said
  | Emoted
  | AskedToEnd
  | Closed
  | RematchCreated;

export type Command =
  | Sit
  | Ready
  | Rename
  | AddBot
  | Remove
  | ChangeSettings
  | Start
  | Play
  | Leave
  | Return
  | Cover
  | Say
  | Emote
  | Abandon
  | Rematch;

export type Question =
  | AskHint
  | Follow
  | Ping;
