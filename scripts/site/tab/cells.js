// Cells of a tutorial that run in this browser. The engine is loaded when a person asks for it; nothing comes from
// another host.
const cells = [...document.querySelectorAll("div.runs")];
const home = new URL(".", import.meta.url);
let engine = null;
let heard = () => {};

const made = (name, properties) => Object.assign(document.createElement(name), properties);

/** The files of a page: blocks with a caption. */
function files() {
  return [...document.querySelectorAll(".literal-block-wrapper")].map((block) => [
    block.querySelector(".caption-text").textContent.trim(),
    new TextEncoder().encode(block.querySelector("pre").textContent),
  ]);
}

function start() {
  engine = new Worker(new URL("engine.js", home), { type: "module" });
  engine.onmessage = ({ data }) => heard(data);
  return ask({ work: "load", files: [] }, () => {});
}

/** Ask the engine; `tell` is called with each part of the answer. */
function ask(job, tell) {
  return new Promise((resolve) => {
    heard = (said) => {
      tell(said);
      if (said.status !== undefined) resolve(said);
    };
    engine.postMessage({ id: 1, files: files(), ...job });
  });
}

/** What was printed, without the bars that were drawn over. */
function printed(text) {
  return text.split("\n").map((line) => line.split("\r").at(-1)).filter((line) => !/\d+%\|/u.test(line)).join("\n");
}

function prepare(bar, size) {
  const load = made("button", { type: "button", className: "run-cell", textContent: `Run the cells of this page here: load ${size}` });
  const state = made("p", { className: "run-state" });
  state.setAttribute("role", "status");
  const stop = made("button", { type: "button", className: "run-cell", textContent: "Stop", hidden: true });
  bar.append(load, stop, state);
  const buttons = cells.map((cell, number) => {
    const button = made("button", { type: "button", className: "run-cell", textContent: "Run", hidden: true });
    button.setAttribute("aria-label", `Run cell ${number + 1}`);
    const said = made("pre", { className: "ran", tabIndex: 0, hidden: true });
    said.setAttribute("role", "region");
    said.setAttribute("aria-label", `What cell ${number + 1} says here`);
    cell.after(button, said);
    button.onclick = () => run(cell, said);
    return button;
  });
  const all = made("button", { type: "button", className: "run-cell", textContent: "Run all", hidden: true });
  load.after(all);
  const ready = (yes) => [...buttons, all].forEach((each) => (each.disabled = !yes));

  async function run(cell, said) {
    ready(false);
    stop.hidden = said.hidden = false;
    state.textContent = "running …";
    let [out, err] = ["", ""];
    const text = cell.querySelector("pre").textContent;
    const { status } = await ask({ work: "cell", text, session: text.trimStart().startsWith(">>>") }, (part) => {
      out += part.out ?? "";
      err += part.err ?? "";
      const share = /(\d+)%\|/u.exec(err.split("\r").at(-1));
      if (share) state.textContent = `running … ${share[1]} %`;
      said.textContent = printed(err + out);
    });
    state.textContent = status === 0 ? "done" : `done, exit status ${status}`;
    said.dataset.status = status;
    stop.hidden = true;
    ready(true);
  }
  load.onclick = async () => {
    load.disabled = true;
    state.textContent = "loading …";
    await start();
    load.hidden = true;
    for (const each of [...buttons, all]) each.hidden = false;
    state.textContent = "ready; the network is not needed any more";
    document.documentElement.dataset.cells = "ready";
  };
  all.onclick = async () => {
    for (const button of buttons) {
      const cell = cells[buttons.indexOf(button)];
      await run(cell, button.nextElementSibling);
    }
    document.documentElement.dataset.cells = "ran";
  };
  stop.onclick = async () => {
    engine.terminate();
    stop.hidden = true;
    state.textContent = "stopping …";
    await start();
    ready(true);
    state.textContent = "stopped; files that cells have made are gone";
  };
}

if (cells.length) {
  const response = await fetch(new URL("size.txt", home));
  if (response.ok) {
    const bar = made("div", { className: "run-bar" });
    document.querySelector("h1").after(bar);
    prepare(bar, (await response.text()).trim());
  }
}
