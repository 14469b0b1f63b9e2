// The service worker of the site: it keeps every file on the device, so that the site needs no network any more.
// The version is a digest of the contents: another site is another version, and the same site never loads twice.

const VERSION = {{VERSION}};
const FILES = {{FILES}};

const scope = self.registration.scope;
const PREFIX = `strategist ${scope} `;
const NAME = PREFIX + VERSION;

/** Put a file into the cache, as the server has it now: a server that tells times in whole seconds may say "unchanged". */
async function keep(cache, file) {
  const address = new URL(file, scope).href;
  const response = await fetch(address, { cache: "reload" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Some servers send index.html to the folder's address. A browser does not accept a page that was redirected.
  const { redirected, body, headers } = response;
  await cache.put(address, redirected ? new Response(body, { headers }) : response);
}

/** A new version is loaded beside the old one, which stays until no page of the site is open any more. */
async function install() {
  const cache = await caches.open(NAME);
  await Promise.all(FILES.map((file) => keep(cache, file)));
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The same answer, as a file to put away and not to show. */
function toDownload(response) {
  const headers = new Headers(response.headers);
  headers.set("Content-Disposition", "attachment");
  return new Response(response.body, { headers });
}

async function answer(request) {
  const url = new URL(request.url);
  const address = url.origin + url.pathname;
  const cache = await caches.open(NAME);
  const kept = await cache.match(address === scope ? `${scope}index.html` : address, { ignoreVary: true });
  if (!kept) return fetch(request);
  return address.startsWith(`${scope}files/`) ? toDownload(kept) : kept;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
