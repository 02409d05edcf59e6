// @ts-check
/** Sends one photo and reports the progress. */

/**
 * In bytes a second, and seconds. The server refuses a photo that is slower than this over this time. A browser does not read that response
 * while it is still sending, so this script ends the request itself.
 */
const [slowest, paceWindow] = [16 * 1024, 30];
/** In seconds. If the server asks for a longer pause, the member reads the reason instead. */
const longestPause = 60;

/** @typedef {{ address: string } | { pause: number } | { problem: string, canRetry: boolean }} Outcome */

/**
 * Resolves to the photo's address, or the seconds to wait before it is sent again, or the reason why it was refused.
 * @param {string} action @param {FormData} body @param {(part: number) => void} tell @returns {Promise<Outcome>}
 */
export function sendPhoto(action, body, tell) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", action);
    request.responseType = "document";
    request.upload.addEventListener("progress", ({ loaded, total }) => tell(total ? loaded / total : 0));
    const pace = watchPace(request);
    request.addEventListener("loadend", () => {
      clearInterval(pace.watch);
      const pause = request.status === 429 ? Number(request.getResponseHeader("Retry-After")) : 0;
      if (request.status === 200) resolve({ address: request.responseURL });
      else if (pause > 0 && pause <= longestPause) resolve({ pause });
      else resolve({ problem: sentence(request, pace.isTooSlow), canRetry: [0, 429].includes(request.status) || request.status >= 500 });
    });
    request.send(body);
  });
}

/** Ends a request that is too slow for the server. @param {XMLHttpRequest} request */
function watchPace(request) {
  /** The bytes that had been sent at each second of the window. */
  const marks = [0];
  let [sent, isAllSent] = [0, false];
  request.upload.addEventListener("progress", ({ loaded }) => {
    sent = loaded;
  });
  request.upload.addEventListener("load", () => {
    isAllSent = true;
  });
  const pace = { isTooSlow: false, watch: 0 };
  pace.watch = setInterval(() => {
    marks.push(sent);
    if (isAllSent || marks.length <= paceWindow) return;
    if (sent - /** @type {number} */ (marks.shift()) >= slowest * paceWindow) return;
    pace.isTooSlow = true;
    request.abort();
  }, 1000);
  return pace;
}

/** The reason why the photo was not sent. @param {XMLHttpRequest} request @param {boolean} isTooSlow */
function sentence(request, isTooSlow) {
  if (isTooSlow) return "The connection is too slow for photos now. Try again where it is better.";
  const words = request.responseXML?.querySelector("[data-problem] span, [data-problem-detail]")?.textContent?.trim();
  return words || "That was not sent. Check the connection, then try again.";
}
