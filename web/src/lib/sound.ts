/** Short, quiet sounds by the Web Audio API. No file is loaded. */

type Voice = (context: AudioContext, out: AudioNode, at: number) => void;

const LOUDNESS = 0.5;

/** A tone that swells within 8 ms and dies away; it glides to `to` where that is given. */
function note(
  from: number,
  length: number,
  { after = 0, to = from, loud = 0.3, wave = "sine" as OscillatorType } = {},
): Voice {
  return (context, out, at) => {
    const start = at + after;
    const tone = new OscillatorNode(context, { type: wave, frequency: from });
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    tone.connect(envelope(context, out, start, length, loud));
    tone.start(start);
    tone.stop(start + length);
  };
}

/** Noise through a filter that slides from one frequency to another. */
function rustle(
  from: number,
  to: number,
  length: number,
  { after = 0, loud = 0.5, q = 0.9 } = {},
): Voice {
  return (context, out, at) => {
    const start = at + after;
    const source = new AudioBufferSourceNode(context, { buffer: noise(context) });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: q });
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, start + length);
    source.connect(filter).connect(envelope(context, out, start, length, loud));
    source.start(start, Math.random() * 0.5, length);
  };
}

/** Notes one after another, each `step` seconds after the last. */
function tune(pitches: readonly number[], step: number, length: number, loud = 0.22): Voice[] {
  return pitches.map((pitch, i) =>
    note(pitch, length, { after: i * step, loud, wave: "triangle" }),
  );
}

const SOUNDS = {
  card: [rustle(2600, 900, 0.08), note(170, 0.06, { to: 110, loud: 0.2 })],
  flip: [rustle(1400, 3800, 0.07, { loud: 0.35 }), rustle(2400, 1000, 0.06, { after: 0.07 })],
  chip: [
    note(2350, 0.11, { loud: 0.1 }),
    note(3520, 0.07, { loud: 0.06 }),
    note(2630, 0.1, { after: 0.045, loud: 0.06 }),
  ],
  take: [0, 0.06, 0.12, 0.18].map((after, i) =>
    rustle(1500 + 300 * i, 900, 0.08, { after, loud: 0.34 }),
  ),
  turn: tune([523, 659], 0.12, 0.2),
  win: [...tune([523, 659, 784], 0.12, 0.24), ...tune([1047, 1319], 0, 0.5, 0.14).map(delay(0.36))],
  lose: tune([440, 349], 0.14, 0.2, 0.18),
  oops: [note(247, 0.18, { to: 185, loud: 0.3, wave: "triangle" })],
  tick: [rustle(3200, 2600, 0.025, { loud: 0.5, q: 4 }), note(1250, 0.03, { loud: 0.08 })],
  message: [note(784, 0.1, { loud: 0.14 }), note(1047, 0.14, { after: 0.07, loud: 0.12 })],
  grab: [note(330, 0.08, { to: 520, loud: 0.22 }), rustle(1200, 2400, 0.06, { loud: 0.2 })],
  place: [note(240, 0.09, { to: 130, loud: 0.32 }), rustle(1800, 700, 0.06, { loud: 0.35 })],
  start: tune([392, 523, 659], 0.08, 0.18, 0.18),
} satisfies Record<string, readonly Voice[]>;

export type SoundName = keyof typeof SOUNDS;

let on = true;
let audio: AudioContext | null = null;
let way: AudioNode | null = null;
let hiss: AudioBuffer | null = null;

/** Sounds on or off. */
export function setSound(wanted: boolean): void {
  on = wanted;
}

/** Plays a sound now; before the first touch or key of the page it stays silent. */
export function playSound(name: SoundName): void {
  if (!on || !audio || !way || audio.state !== "running") return;
  try {
    for (const voice of SOUNDS[name]) voice(audio, way, audio.currentTime + 0.005);
  } catch {
    // A failing sound must not break the page.
  }
}

function delay(seconds: number): (voice: Voice) => Voice {
  return (voice) => (context, out, at) => voice(context, out, at + seconds);
}

function envelope(context: AudioContext, out: AudioNode, at: number, length: number, loud: number) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.008, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(out);
  return gain;
}

function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** Browsers allow sound only after a gesture, and may put it to sleep again in the background. */
function startAudio(): void {
  try {
    if (!audio) {
      audio = new AudioContext({ latencyHint: "interactive" });
      way = new GainNode(audio, { gain: LOUDNESS });
      way.connect(audio.destination);
    }
    if (audio.state !== "running") audio.resume().catch(() => {});
  } catch {
    stopListening();
  }
}

function stopListening(): void {
  for (const gesture of GESTURES) removeEventListener(gesture, startAudio, true);
}

const GESTURES = ["pointerup", "keydown", "touchend"] as const;

if (typeof window !== "undefined" && "AudioContext" in window)
  for (const gesture of GESTURES)
    addEventListener(gesture, startAudio, { capture: true, passive: true });
