// Two notes when an offer comes. A browser lets a page sound only after it was touched, so the first touch opens the way.

let audio: AudioContext | undefined;

const NOTES = [
  { hertz: 880, atSeconds: 0 },
  { hertz: 1174.7, atSeconds: 0.18 },
] as const;
const NOTE_SECONDS = 0.35;

export function readyChime(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

export function chime(): void {
  navigator.vibrate?.([200, 100, 200]);
  if (audio?.state !== "running") return;
  for (const { hertz, atSeconds } of NOTES) {
    const from = audio.currentTime + atSeconds;
    const note = audio.createOscillator();
    const volume = audio.createGain();
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0.4, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SECONDS);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + NOTE_SECONDS);
  }
}
