// The worker of the page: Pyodide with strategist in it. A message { id, work, words, files } is answered by messages
// { id, out }, { id, err } and at last { id, status, made }. Nothing is asked of another host.
import { loadPyodide } from "./pyodide/pyodide.mjs";

let desk = null;
let reviewing = null;
let growing = null;
let cells = null;
let python = null;

async function load() {
  python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  const response = await fetch(new URL("strategist.zip", import.meta.url));
  if (!response.ok) throw new Error(`strategist.zip: ${response.status}`);
  python.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/lib/strategist" });
  python.runPython("import sys, os; sys.path.insert(0, '/lib/strategist'); os.makedirs('/files'); os.chdir('/files')");
  desk = python.pyimport("desk");
  reviewing = python.pyimport("reviewing");
  growing = python.pyimport("growing");
  cells = python.pyimport("cells");
}

const ready = load();

/** Names of files that were there before stay; what a command has written is handed back. */
function written(before) {
  return python.FS.readdir("/files").filter((name) => !name.startsWith(".") && !before.has(name)).map((name) => [name, python.FS.readFile(`/files/${name}`)]);
}

function perform({ work, words, text, strategy, path, pasted, given, secret, guess, session }, out, err) {
  if (work === "run") {
    for (const word of words) {
      const there = python.FS.analyzePath(`/files/${word}`).exists;
      const why = there ? desk.refusal(word) : null;
      if (why) {
        err(`strategist: error: ${why}\n`);
        return 2;
      }
      if (there && words[0] === "check" && desk.estimate(word) > 5) err(`strategist: some ${desk.shown(desk.estimate(word))} of checking\n`);
    }
    return desk.run(python.toPy(words), out, err);
  }
  if (work === "cell") return cells.run_cell(text, session, out, err);
  // The files that a game is read from.
  for (const name of python.FS.readdir("/files")) {
    const why = !name.startsWith(".") && text.includes(name) ? desk.refusal(name) : null;
    if (why) {
      err(`strategist: error: ${why}\n`);
      return 2;
    }
  }
  if (work === "review") return reviewing.review(text, pasted, given, secret, out, err);
  if (work === "look") return desk.look(text, out);
  if (work === "explain") return growing.explain(text, strategy, given, guess, out, err);
  return growing.compile_small(text, strategy, path, out, err);
}

self.onmessage = async ({ data }) => {
  const { id, files } = data;
  try {
    await ready;
    if (data.work === "load") return self.postMessage({ id, status: 0, made: [] });
    for (const [name, bytes] of files) python.FS.writeFile(`/files/${name}`, bytes);
    const before = new Set(python.FS.readdir("/files"));
    const status = perform(data, (out) => self.postMessage({ id, out }), (err) => self.postMessage({ id, err }));
    return self.postMessage({ id, status, made: written(before) });
  } catch (error) {
    // The last line of a traceback says what is wrong.
    const lines = String(error.message ?? error).trim().split("\n");
    const told = lines.at(-1).replace(/^[\w.]+(?:Error|Exception): /u, "");
    self.postMessage({ id, err: `strategist: error: ${told}\n` });
    return self.postMessage({ id, status: 2, made: [] });
  }
};
