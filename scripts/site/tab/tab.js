// The page with strategist in a tab: what is on the desk, what is done with it, and what comes of it.
import { $, files, loaded, perform } from "./asking.js";

const isCertificate = (name) => name.endsWith(".certificate");
const isStrategy = (name) => name.endsWith(".msgpack");

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

/** What is on the desk at first. */
async function samples() {
  for (const name of ["mastermind-4x6.minimax.msgpack", "mastermind-4x4.optimal-total-depth.msgpack", "mastermind-4x4.optimal-total-depth.certificate"]) {
    files.set(name, new Uint8Array(await (await fetch(`samples/${name}`)).arrayBuffer()));
  }
  list();
  $("file").value = "mastermind-4x6.minimax.msgpack";
}

const run = (...words) => ({ work: "run", words });
loaded(samples, list);
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
  const path = `${$("game").value.replaceAll(/[^\w]+/gu, "-").replace(/-$/u, "")}.${$("strategy").value.replaceAll(/[^\w-]+/gu, "-").replace(/-$/u, "")}.msgpack`;
  files.delete(path);
  return perform({ work: "compile", text: $("game").value, strategy: $("strategy").value, path }, "compile");
};
$("explain").onclick = () =>
  perform({ work: "explain", text: $("game").value, strategy: $("strategy").value, given: $("given").value, guess: $("guess").value }, "explain");
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
