// A short click for each move, where sounds are wanted. They are off until somebody turns them on.

import { keep, kept } from "../kept";

const [PITCH, LOUDNESS, SECONDS] = [330, 0.12, 0.07];

let context: AudioContext | null = null;

export const sounds = (): boolean => kept("sound") === "on";

export function setSounds(on: boolean): void {
  keep("sound", on ? "on" : "off");
  if (on) click();
}

export function click(): void {
  if (!sounds()) return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(PITCH, now);
  tone.frequency.exponentialRampToValueAtTime(PITCH / 2, now + SECONDS);
  volume.gain.setValueAtTime(LOUDNESS, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(now + SECONDS);
}
