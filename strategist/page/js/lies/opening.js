// The page of a game in which answers may be false.

/** Bytes that were compressed by zlib. */
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  makeThemeButton();
  const facts = JSON.parse(document.getElementById("facts").textContent);
  fillHeader(facts);
  const [, , header, columns] = MessagePack.decode(await unpacked(bytesOfBase64(document.getElementById("file").textContent)));
  const [guesses, inner, masks, links] = columns;
  const shared = links.length > 0;
  const read = [guesses, inner, shared ? await unpacked(masks) : masks, shared ? await unpacked(links) : links];
  const twin = makeTwin(facts, facts.rule && header.data ? await inflate(header.data) : null);
  const truth = twin ? truthByRules(facts, twin) : truthByTable(facts, await unpacked(bytesOfBase64(facts.rows)));
  const lying = new Lying(facts, truth);
  const tree = new LiesTree(facts, read, lying, twin ? twin.secretCount : facts.secretNames.length);
  new LiesApp(facts, tree, twin, lying).start();
  document.documentElement.dataset.ready = "true";
}

begin().catch((error) => {
  document.getElementById("live").classList.remove("heard");
  document.getElementById("live").textContent = `This page cannot show its strategy: ${error.message}`;
  throw error;
});
