// The page with strategist in a tab: what is on the desk, what is done with it, and what comes of it.
const $ = (id) => document.getElementById(id);
const files = new Map();
let engine = null;
let running = 0;
let heard = () => {};

const isCertificate = (name) => name.endsWith(".certificate");
const isStrategy = (name) => name.endsWith(".msgpack");

function start() {
  engine = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
  engine.onmessage = ({ data }) => data.id === running && heard(data);
  engine.onerror = (event) => tell(`the engine has stopped: ${event.message || "it could not be loaded"}`);
}

function tell(text) {
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

async function perform(job, name) {
  busy(true);
  $("said").textContent = "";
  tell(`${name} …`);
  const begun = performance.now();
  const { status, out, err, made } = await ask(job);
  busy(false);
  $("said").textContent = [out.trimEnd(), lines(err)].filter(Boolean).join("\n");
  tell(`${name}: ${status === 0 ? "done" : status === 1 ? "the answer is no" : "refused"} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  for (const [file, bytes] of made) files.set(file, bytes);
  list();
  return { status, made };
}

function busy(yes) {
  document.querySelectorAll("#desk button, #desk input, #desk select").forEach((each) => (each.disabled = yes));
  $("stop").hidden = !yes;
  $("bar").hidden = true;
  if (!yes) enable();
}

const chosen = () => $("file").value;

function enable() {
  const name = chosen();
  $("verify").disabled = $("play").disabled = $("key").disabled = !isStrategy(name);
  $("check").disabled = ![...files.keys()].some(isCertificate);
  $("show").disabled = !isStrategy(name) && !isCertificate(name);
  $("save").disabled = !name;
}

function list() {
  const before = chosen();
  $("file").replaceChildren(...[...files.keys()].sort().map((name) => new Option(`${name} (${files.get(name).length} bytes)`, name)));
  if (files.has(before)) $("file").value = before;
  if (!$("stop").hidden) return;
  $("file").disabled = !files.size;
  enable();
}

async function take(items) {
  for (const file of items) files.set(file.name.replaceAll(/[^\w.()+-]/gu, "-"), new Uint8Array(await file.arrayBuffer()));
  list();
  const last = [...items].at(-1)?.name.replaceAll(/[^\w.()+-]/gu, "-");
  if (last) {
    $("file").value = last;
    if (/\.(csv|tsv)$/u.test(last)) $("game").value = `table(file=${last},goal=identify)`;
    else if (/\.txt$/u.test(last)) $("game").value = `words(answers=${last})`;
    enable();
  }
}

async function show(name, address) {
  const opened = $("played");
  opened.src = address;
  opened.title = `The page of ${name}`;
  opened.hidden = false;
}

async function load() {
  $("load").disabled = true;
  tell("loading …");
  try {
    if ("serviceWorker" in navigator && location.protocol.startsWith("http")) await navigator.serviceWorker.register("keep.js");
  } catch {
    // Without it the page works as long as there is a network.
  }
  start();
  await ask({ work: "load" });
  for (const name of ["mastermind-4x6.minimax.msgpack", "mastermind-4x4.optimal-total-depth.msgpack", "mastermind-4x4.optimal-total-depth.certificate"]) {
    files.set(name, new Uint8Array(await (await fetch(`samples/${name}`)).arrayBuffer()));
  }
  list();
  $("file").value = "mastermind-4x6.minimax.msgpack";
  $("begin").hidden = true;
  $("desk").hidden = false;
  enable();
  tell("ready");
  document.documentElement.dataset.ready = "true";
}

function stop() {
  engine.terminate();
  running++;
  start();
  busy(false);
  list();
  tell("stopped");
}

const run = (...words) => ({ work: "run", words });
$("load").onclick = load;
$("stop").onclick = stop;
$("open").onchange = () => take($("open").files);
$("file").onchange = enable;
$("verify").onclick = () => perform(run("verify", chosen()), "verify");
$("show").onclick = () => perform(run("show", chosen()), "show");
$("check").onclick = () => {
  const certificate = isCertificate(chosen()) ? chosen() : [...files.keys()].find((name) => isCertificate(name) && name.replace(/certificate$/u, "") === chosen().replace(/msgpack$/u, "")) ?? [...files.keys()].find(isCertificate);
  const tree = certificate.replace(/certificate$/u, "msgpack");
  return perform(run("check", certificate, ...(files.has(tree) ? [tree] : [])), "check");
};
$("key").onclick = () => perform(run("export", chosen(), "--format", "key"), "key");
$("play").onclick = async () => {
  const name = `${chosen()}.html`;
  files.delete(name);
  const { status } = await perform(run("export", chosen(), "-o", name), "play");
  if (status === 0) await show(chosen(), URL.createObjectURL(new Blob([files.get(name)], { type: "text/html" })));
};
$("look").onclick = () => perform({ work: "look", text: $("game").value }, "look");
$("compile").onclick = () => {
  const path = `${$("game").value.replaceAll(/[^\w]+/gu, "-").replace(/-$/u, "")}.${$("strategy").value}.msgpack`;
  files.delete(path);
  return perform({ work: "compile", text: $("game").value, strategy: $("strategy").value, path }, "compile");
};
$("known").onclick = () => perform(run("atlas", "--game", $("game").value.replace(/[()].*/u, "")), "atlas");
$("compare").onclick = () => perform(run("atlas", "compare", $("game").value, $("value").value), "compare");
$("save").onclick = () => {
  const link = Object.assign(document.createElement("a"), { download: chosen(), href: URL.createObjectURL(new Blob([files.get(chosen())])) });
  link.click();
};
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!$("desk").hidden) take(event.dataTransfer.files);
});
