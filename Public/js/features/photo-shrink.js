// @ts-check
/** Scales photos down to the size that the server keeps before they are sent, if the browser can. This saves time on a slow connection. */

/** A photo that needs no scaling, and whose file is not larger than this, is sent unchanged. */
const smallBytes = 400 * 1024;
/** In pixels: the shorter side of a preview, large enough for high-density screens. */
const previewSize = 320;
const quality = .9;

/**
 * Returns the file to send, and a small preview. The preview is null if this browser cannot read the photo.
 * @param {File} file @param {number} maxSide in pixels: the longest side of a photo on the server
 * @returns {Promise<{ file: File, preview: HTMLCanvasElement|null }>}
 */
export async function shrink(file, maxSide) {
  let picture;
  try {
    // The browser applies the camera's orientation if it can. No other metadata of the file is copied to the new picture.
    picture = await createImageBitmap(file);
  } catch {
    return { file, preview: null };
  }
  try {
    const preview = drawn(picture, previewSize / Math.min(picture.width, picture.height));
    return { file: await smaller(file, picture, maxSide) ?? file, preview };
  } catch {
    return { file, preview: null };
  } finally {
    picture.close();
  }
}

/**
 * Null if the photo is small already, may be animated, or would not get smaller.
 * @param {File} file @param {ImageBitmap} picture @param {number} maxSide
 */
async function smaller(file, picture, maxSide) {
  const scale = maxSide / Math.max(picture.width, picture.height);
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

/** Null if the browser cannot encode that format. @param {HTMLCanvasElement} canvas @param {string} type @returns {Promise<Blob|null>} */
function encoded(canvas, type) {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.type === type ? blob : null), type, quality));
}
