// @ts-check
/** Photos are made as small as the server keeps them before they are sent, where the browser can: over a slow line that is what counts. */

/** In pixels: the longest side of what the server keeps. */
const longest = 1600;
/** What is smaller is sent as it is. */
const smallBytes = 400 * 1024;
/** In pixels, for sharp screens. */
const printSize = 320;
const quality = .9;

/**
 * What is to be sent, and a small print of it to be seen; none of what this browser cannot read.
 * @param {File} file @returns {Promise<{ file: File, print: HTMLCanvasElement|null }>}
 */
export async function shrink(file) {
  let picture;
  try {
    // Turned as the camera was held, where the browser knows how; nothing else of what is noted in the file goes on with it.
    picture = await createImageBitmap(file);
  } catch {
    return { file, print: null };
  }
  try {
    const print = drawn(picture, printSize / Math.min(picture.width, picture.height));
    return { file: await smaller(file, picture) ?? file, print };
  } catch {
    return { file, print: null };
  } finally {
    picture.close();
  }
}

/** nil: it is small as it is, or moves, or would not get smaller. @param {File} file @param {ImageBitmap} picture */
async function smaller(file, picture) {
  const scale = longest / Math.max(picture.width, picture.height);
  if (file.type === "image/gif" || (scale >= 1 && file.size <= smallBytes)) return null;
  const canvas = drawn(picture, scale);
  const blob = await encoded(canvas, "image/webp") ?? (file.type === "image/jpeg" ? await encoded(canvas, "image/jpeg") : null);
  return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : null;
}

/** @param {ImageBitmap} picture @param {number} scale */
function drawn(picture, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * Math.min(1, scale)));
  canvas.height = Math.max(1, Math.round(picture.height * Math.min(1, scale)));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("nothing to draw on");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** nil: the browser does not know that format. @param {HTMLCanvasElement} canvas @param {string} type @returns {Promise<Blob|null>} */
function encoded(canvas, type) {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, quality));
}
