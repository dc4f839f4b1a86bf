// Plays signs in the browser itself; a browser that refuses stays silent.

import { NOTES, type Cue } from './cues';

let context: AudioContext | null = null;

export function play(cue: Cue): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const { hz, at, long, gain } of NOTES[cue]) {
      const starts = context.currentTime + at;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = hz;
      volume.gain.setValueAtTime(gain, starts);
      volume.gain.exponentialRampToValueAtTime(0.0001, starts + long);
      tone.connect(volume).connect(context.destination);
      tone.start(starts);
      tone.stop(starts + long);
    }
  } catch {
    // no sound device, or none allowed
  }
}
