// The page starts: it reads what it holds.

async function main() {
  makeThemeButton();
  const facts = JSON.parse(document.getElementById("facts").textContent);
  fillHeader(facts);
  const bytes = bytesOfBase64(document.getElementById("file").textContent);
  const { header, tree } = readStrategyFile(facts, bytes, MessagePack.decode);
  // Beside chances, what the game needs stands in a map.
  const data = header.data instanceof Uint8Array ? header.data : header.data?.game;
  const payload = data && !facts.solitaire ? await inflate(data) : null;
  const twin = facts.solitaire ? null : makeTwin(facts, payload);
  if (facts.weights) tree.weigh((slot) => facts.solvedMasses?.[slot] ?? facts.weights[twin.secretOfGuess(tree.guess[slot])], facts.lostMasses);
  new App(facts, tree, twin, payload).start();
  document.documentElement.dataset.ready = "true";
}

if (globalThis.document) {
  main().catch((error) => {
    document.getElementById("live").classList.remove("heard");
    document.getElementById("live").textContent = `This page cannot show its strategy: ${error.message}`;
    throw error;
  });
} else sitAtDesk();
