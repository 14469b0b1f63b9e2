// The list of all strategies: a search that filters while one types, and the worker that keeps the site on the device.

/** Show the strategies that hold every word of the search. */
function makeSearch() {
  const search = document.getElementById("search");
  const count = document.getElementById("count");
  const rows = [...document.querySelectorAll("tr[data-words]")];
  const hide = (selector, empty) => {
    for (const each of document.querySelectorAll(selector)) each.hidden = empty(each);
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.words.includes(word));
    const without = (part) => !part.querySelector("tr[data-words]:not([hidden])");
    hide("tbody.game", without);
    hide("section.family", without);
    hide(".proven", () => words.length > 0);
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = words.length ? `${shown} of ${rows.length} strategies` : `${rows.length} strategies`;
    document.getElementById("nothing").hidden = shown > 0 || words.length === 0;
  };
  document.getElementById("find").hidden = false;
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    filter();
  });
  filter();
}

/** Keep the site on the device. From disk it is there anyway, and browsers refuse both a worker and a manifest. */
async function keepOnDevice() {
  if (!["http:", "https:"].includes(location.protocol)) return;
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "manifest.webmanifest";
  document.head.append(manifest);
  // Without encryption, browsers allow workers on this machine only.
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  // Links that say "download" pass by the worker; without the word, they ask it.
  for (const link of document.querySelectorAll("a[download]")) link.removeAttribute("download");
  document.getElementById("kept").hidden = false;
  document.documentElement.dataset.kept = "true";
}

makeThemeButton();
makeSearch();
keepOnDevice().catch((error) => console.warn(`The site is not kept on this device: ${error.message}`));
