/**
 * Shows pages without a connection. The server allows that with the header `Boardwalk-Kept-For`, which holds the account's name. The page
 * is kept as it was last loaded, for that account only. `Boardwalk-Account` names the account that is signed in. Everything else comes from
 * the server. The page sends offline actions (outbox.js), not the service worker.
 */
const [assets, shell, pages] = ["assets", "shell", "pages "];
const [mostAssets, mostPages] = [80, 60];
/** In milliseconds. The kept copy is shown if a page takes longer than this. */
const pageTimeout = 6000;
/** In milliseconds. If a page asks to keep a page whose copy is older than this, it is fetched again. */
const freshness = 600_000;
/** In milliseconds. A kept page that is older than this is not shown. An unused session expires after the same time. */
const lifetime = 14 * 86_400_000;
/** Counts how often all pages were deleted. The response to a request from before that is not kept. */
let deletions = 0;

addEventListener("install", (event) => event.waitUntil(keepShell().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === "/logout") return event.waitUntil(deletePages());
  if (request.method !== "GET") return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

/** A page asks to keep the pages that are needed next. It also asks to keep itself if it was loaded before the service worker started. */
addEventListener("message", (event) => {
  for (const url of event.data?.keep ?? []) event.waitUntil(keep(url));
});

/** A kept asset is never outdated, because the content at its address never changes. */
async function asset(request) {
  const known = await caches.match(request, { cacheName: assets, ignoreVary: true });
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(assets);
    await cache.put(request, response.clone());
    await trim(cache, mostAssets);
  }
  return response;
}

async function page(event) {
  const { url } = event.request;
  const [known, before] = [await kept(url), deletions];
  const asked = fetch(event.request).then((response) => {
    event.waitUntil(storePage(url, response.clone(), before));
    return response;
  });
  if (!known) return asked.catch(() => offlinePage(url));
  event.waitUntil(asked.catch(() => {}));
  const late = new Promise((resolve) => setTimeout(() => resolve(known), pageTimeout));
  return Promise.race([asked.catch(() => known), late]);
}

async function kept(url) {
  const address = url.replace(/#.*/, "");
  for (const name of await caches.keys()) {
    if (!name.startsWith(pages)) continue;
    const found = await caches.match(address, { cacheName: name, ignoreVary: true });
    if (found && age(found) < lifetime) return found;
  }
}

/** Milliseconds since the server made a page. */
function age(response) {
  return Date.now() - Date.parse(response.headers.get("Date") ?? "");
}

async function keep(url) {
  const [known, before] = [await kept(url), deletions];
  if (known && age(known) < freshness) return;
  try {
    const response = await fetch(url, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (!response.redirected) await storePage(response.url, response, before);
  } catch { /* The page is kept another time. */ }
}

/** Keeps a page if the server allows it. Deletes the pages of all accounts that are no longer signed in. */
async function storePage(url, response, before) {
  const present = response.headers.get("Boardwalk-Account");
  if (!present || !response.ok || before !== deletions) return;
  await deletePagesExcept(present);
  const account = response.headers.get("Boardwalk-Kept-For");
  if (!account || response.redirected || before !== deletions) return;
  const cache = await caches.open(pages + account);
  const address = url.replace(/#.*/, "");
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, response.clone());
  await trim(cache, mostPages);
  await keepAssets(await response.text());
}

async function keepAssets(html) {
  const cache = await caches.open(assets);
  for (const [path] of html.matchAll(/\/assets\/[\w.-]+/g)) {
    if (!(await cache.match(path, { ignoreVary: true }))) await cache.add(path).catch(() => {});
  }
}

/** Deletes the oldest entries. */
async function trim(cache, most) {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key, { ignoreVary: true });
}

async function deletePages() {
  deletions += 1;
  await deletePagesExcept("");
}

/** Deletes the pages of all accounts but one. Deletes all pages if the account is "". */
async function deletePagesExcept(account) {
  for (const name of await caches.keys()) if (name.startsWith(pages) && name !== pages + account) await caches.delete(name);
}

async function keepShell() {
  const response = await fetch("/offline", { credentials: "omit" });
  if (!response.ok) return;
  const cache = await caches.open(shell);
  await cache.put("/offline", response.clone());
  await keepAssets(await response.text());
}

/** Lists the pages that can be opened. The colours and display preferences come from the newest kept page, if possible of the same club. */
async function offlinePage(url) {
  const response = await caches.match("/offline", { cacheName: shell, ignoreVary: true });
  if (!response) return Response.error();
  const club = new URL(url).pathname.match(/^\/c\/[^/]+\//)?.[0];
  let [items, look, isOfClub] = ["", "", false];
  for (const name of (await caches.keys()).filter((name) => name.startsWith(pages))) {
    const cache = await caches.open(name);
    for (const key of (await cache.keys()).reverse()) {
      const found = await cache.match(key, { ignoreVary: true });
      if (!found || age(found) >= lifetime) continue;
      const text = await found.text();
      const title = text.match(/<title>([^<]*)/)?.[1].replace(/^\(\d+\) /, "");
      const path = new URL(key.url).pathname.replace(/["&<>]/g, "");
      if (!look || (!isOfClub && club && path.startsWith(club))) {
        look = text.match(/<html[^>]*>/)?.[0] ?? "";
        isOfClub = Boolean(club && path.startsWith(club));
      }
      if (title) items += `<li class="row"><p class="row-body row-title"><a href="${path}">${title}</a></p></li>`;
    }
  }
  // The service worker does not know whether somebody is signed in, so the sign-in link is removed.
  const html = (await response.text()).replace(/<a class="sign-in"[^<]*<\/a>/, "")
    .replace(/(<ul[^>]*data-kept-pages[^>]*>)/, (list) => list + items).replace(/<html[^>]*>/, (plain) => look || plain);
  return new Response(html, { status: 503, headers: response.headers });
}
