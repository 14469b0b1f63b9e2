// A host of WASI for the checker of one file: node host.mjs check.wasm best.msgpack best.certificate
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [wasm, ...files] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["check", ...files], preopens: { "/": "/" }, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(wasm), { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
