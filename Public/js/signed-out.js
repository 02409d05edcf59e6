// @ts-check
/**
 * Deletes the data of an account from this browser if the server says that nobody is signed in, because the next person must not find it.
 * Offline actions stay (outbox.js).
 */
if (document.body.hasAttribute("data-signed-out")) {
  try {
    for (const key of Object.keys(localStorage)) if (/^(laps of|recent emoji) ./.test(key)) localStorage.removeItem(key);
    for (const key of ["news", "unread chat", "draft beside a board", "boardwalk.photos.said"]) sessionStorage.removeItem(key);
  } catch { /* The browser allows no storage. */ }
}
