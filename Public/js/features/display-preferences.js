// @ts-check
/** Comfort settings show at once, before they are saved; and news is heard or felt by whoever wants that. */
const root = document.documentElement;

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest("[data-display]")) return;
  const isPlain = target.type === "checkbox" ? !target.checked : ["system", "normal"].includes(target.value);
  if (isPlain) root.removeAttribute(`data-${target.name}`);
  else root.setAttribute(`data-${target.name}`, target.value);
});

/** @type {AudioContext|undefined} */
let audio;

document.addEventListener("live:news", () => {
  if (root.dataset.vibration) navigator.vibrate?.(60);
  if (root.dataset.sounds) ring();
});

/** Two soft notes, as of a bell on a pier. Browsers are silent until one has touched the page. */
function ring() {
  try {
    audio ??= new AudioContext();
    for (const [at, pitch] of [[0, 784], [.14, 988]]) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + at;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(.001, start);
      volume.gain.exponentialRampToValueAtTime(.12, start + .02);
      volume.gain.exponentialRampToValueAtTime(.001, start + .5);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + .55);
    }
  } catch { /* no sound here */ }
}
