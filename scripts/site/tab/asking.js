// What pages with strategist in a tab share: the engine, what is asked of it, and what is shown of its answers.
export const $ = (id) => document.getElementById(id);
/** The files on the desk, by their names. */
export const files = new Map();
let engine = null;
let running = 0;
let heard = () => {};
let settled = () => {};

function start() {
  engine = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
  engine.onmessage = ({ data }) => data.id === running && heard(data);
  engine.onerror = (event) => tell(`the engine has stopped: ${event.message || "it could not be loaded"}`);
}

export function tell(text) {
  $("state").textContent = text;
}

/** Ask the engine; resolves to { status, out, err, made }. */
function ask(job) {
  const id = ++running;
  let [out, err] = ["", ""];
  return new Promise((resolve) => {
    heard = (said) => {
      out += said.out ?? "";
      if (said.err) bar((err += said.err));
      if (said.status !== undefined) resolve({ ...said, out, err });
    };
    engine.postMessage({ ...job, id, files: [...files] });
  });
}

/** The last line of standard error is a bar, if it holds a share. */
function bar(err) {
  const last = err.split(/[\r\n]/u).filter((line) => line.trim()).at(-1) ?? "";
  const share = /(\d+)%\|/u.exec(last);
  $("bar").hidden = !share;
  if (share) $("bar").value = Number(share[1]);
  if (share) tell(last.replace(/\|.*\|/u, " ").trim());
}

/** Standard error without the bars that were drawn over. */
function lines(err) {
  return err.split("\n").map((line) => line.split("\r").at(-1)).filter((line) => line.trim() && !/\d+%\|/u.test(line)).join("\n");
}

export async function perform(job, name) {
  busy(true);
  $("said").textContent = "";
  tell(`${name} …`);
  const begun = performance.now();
  const { status, out, err, made } = await ask(job);
  for (const [file, bytes] of made) files.set(file, bytes);
  busy(false);
  $("said").textContent = [out.trimEnd(), lines(err)].filter(Boolean).join("\n");
  tell(`${name}: ${status === 0 ? "done" : status === 1 ? "the answer is no" : "refused"} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return { status, made };
}

function busy(yes) {
  document.querySelectorAll("#desk :is(button, input, select, textarea)").forEach((each) => (each.disabled = yes));
  $("stop").hidden = !yes;
  $("bar").hidden = true;
  if (!yes) settled();
}

function stop() {
  engine.terminate();
  running++;
  start();
  busy(false);
  tell("stopped");
}

/** Load the engine when a person asks for it. `before` is awaited, and `after` is called whenever work is over. */
export function loaded(before, after) {
  settled = after;
  $("stop").onclick = stop;
  $("load").onclick = async () => {
    $("load").disabled = true;
    tell("loading …");
    try {
      if ("serviceWorker" in navigator && location.protocol.startsWith("http")) await navigator.serviceWorker.register("keep.js");
    } catch {
      // Without it the page works as long as there is a network.
    }
    start();
    await ask({ work: "load" });
    await before();
    $("begin").hidden = true;
    $("desk").hidden = false;
    settled();
    tell("ready");
    document.documentElement.dataset.ready = "true";
  };
}
