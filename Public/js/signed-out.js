// @ts-check
/**
 * Deletes what an account has left in this browser, where the server says that nobody is signed in: the next person must not find it. Acts
 * that wait to be sent stay, see outbox.js.
 */
if (document.body.hasAttribute("data-signed-out")) {
  try {
    for (const key of Object.keys(localStorage)) if (/^(laps of|recent emoji) ./.test(key)) localStorage.removeItem(key);
    for (const key of ["news", "unread chat", "draft beside a board", "boardwalk.photos.said"]) sessionStorage.removeItem(key);
  } catch { /* The browser keeps nothing. */ }
}
