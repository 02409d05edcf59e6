// @ts-check
/** Previews display preferences before they are saved. Plays a sound or vibrates for news if the account has chosen that. */
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

/** Plays two soft notes, like a bell on a pier. Browsers play no sound before somebody has touched or clicked the page. */
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
  } catch { /* The browser cannot play sounds. */ }
}
