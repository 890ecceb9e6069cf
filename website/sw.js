// Keeps the site. Files are named by what is in them: a new version fetches what has changed, and takes the
// rest from the one before. JupyterLite (lab/) has a worker of its own.
"use strict";
const CACHE = `flinksim-${SITE.version}`;
const HOME = new URL("./", self.location.href).href;
const known = { ...SITE.core, ...SITE.later };

/** The file of the site that a request asks for; null if it is none. */
function fileOf(url) {
  const { origin, pathname } = new URL(url);
  const home = new URL(HOME);
  if (origin !== home.origin || !pathname.startsWith(home.pathname)) return null;
  let name = decodeURIComponent(pathname.slice(home.pathname.length));
  if (name === "" || name.endsWith("/")) name += "index.html";
  return Object.hasOwn(known, name) ? name : null;
}

/** Where a file is kept: the same content has the same place in every version. */
const place = (name) => `${HOME}${name}?${known[name]}`;

async function keep(cache, name) {
  if (await cache.match(place(name))) return;
  const before = await caches.match(place(name));
  const answer = before ?? (await fetch(`${HOME}${name}`, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await cache.put(place(name), answer);
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const names = Object.keys(SITE.core);
    for (let i = 0; i < names.length; i += 6) await Promise.all(names.slice(i, i + 6).map((name) => keep(cache, name)));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    for (const name of Object.keys(SITE.later)) {
      const before = await caches.match(place(name)); // what had been looked at stays
      if (before) await cache.put(place(name), before);
    }
    for (const name of await caches.keys()) if (name.startsWith("flinksim-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = request.method === "GET" ? fileOf(request.url) : null;
  if (name === null) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(place(name));
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await cache.put(place(name), answer.clone());
    return answer;
  })());
});

// The page has nothing else to do: the small rest (recorded runs, the course) comes as well.
self.addEventListener("message", (event) => {
  if (event.data !== "everything") return;
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    for (const name of Object.keys(SITE.later)) await keep(cache, name).catch(() => undefined);
  })());
});
