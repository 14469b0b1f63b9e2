// The page where a game is pasted: what was luck in it, and what was skill.
import { $, loaded, perform } from "./asking.js";

loaded(async () => {}, () => {});
$("review").onclick = () =>
  perform({ work: "review", text: $("game").value, pasted: $("pasted").value, given: $("given").value, secret: $("secret").value }, "review");
