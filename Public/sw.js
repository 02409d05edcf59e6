/**
 * Opens pages where there is no line: those that the server says may be kept (`Boardwalk-Kept-For`, with the account's name), as they were
 * last seen, for that account alone. Everything else comes from the server; nothing is sent from here.
 */
const [assets, shell, pages] = ["assets", "shell", "pages "];
const [mostAssets, mostPages] = [80, 60];
/** How long a page may take before the kept one is shown, in milliseconds. */
const patience = 6000;
/** How old a page that others ask for may be before it is fetched anew, in milliseconds. */
const freshness = 600_000;
/** How old a kept page may be that is shown, in milliseconds: as long as a session lives that nobody uses. */
const lifetime = 14 * 86_400_000;
/** Counts how often all pages were deleted: an answer that was asked for before is not kept. */
let deletions = 0;

addEventListener("install", (event) => event.waitUntil(keepShell().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === "/logout") return event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

/** Pages ask for others to be kept that are needed next, and for themselves where they came before this did. */
addEventListener("message", (event) => {
  for (const url of event.data?.keep ?? []) event.waitUntil(keep(url));
});

/** Under its address no other bytes ever are. */
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
    event.waitUntil(note(url, response.clone(), before));
    return response;
  });
  if (!known) return asked.catch(() => offlinePage(url));
  event.waitUntil(asked.catch(() => {}));
  const late = new Promise((resolve) => setTimeout(() => resolve(known), patience));
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

/** Milliseconds since a page was made. */
function age(response) {
  return Date.now() - Date.parse(response.headers.get("Date") ?? "");
}

async function keep(url) {
  const [known, before] = [await kept(url), deletions];
  if (known && age(known) < freshness) return;
  try {
    const response = await fetch(url, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (!response.redirected) await note(response.url, response, before);
  } catch { /* another time */ }
}

/** Deletes the pages of other accounts than the one that the server answers now, and keeps this page if it may be kept. */
async function note(url, response, before) {
  const present = response.headers.get("Boardwalk-Account");
  if (!present || !response.ok || before !== deletions) return;
  for (const name of await caches.keys()) if (name.startsWith(pages) && name !== pages + present) await caches.delete(name);
  const account = response.headers.get("Boardwalk-Kept-For");
  if (!account || !response.ok || response.redirected || before !== deletions) return;
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

/** The oldest go. */
async function trim(cache, most) {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key, { ignoreVary: true });
}

async function forget() {
  deletions += 1;
  for (const name of await caches.keys()) if (name.startsWith(pages)) await caches.delete(name);
}

async function keepShell() {
  const response = await fetch("/offline", { credentials: "omit" });
  if (!response.ok) return;
  const cache = await caches.open(shell);
  await cache.put("/offline", response.clone());
  await keepAssets(await response.text());
}

/** With those pages that do open, and in the colour and with the comfort of the club's newest. */
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
      if (title) items += `<li class="row"><p class="row-body row-title"><a class="row-link" href="${path}">${title}</a></p></li>`;
    }
  }
  // Whether one is signed in nobody knows here.
  const html = (await response.text()).replace(/<a class="sign-in"[^<]*<\/a>/, "")
    .replace(/(<ul[^>]*data-kept-pages[^>]*>)/, (list) => list + items).replace(/<html[^>]*>/, (plain) => look || plain);
  return new Response(html, { status: 503, headers: response.headers });
}
