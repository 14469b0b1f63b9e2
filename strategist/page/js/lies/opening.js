// The page of a game in which answers may be false.

/** The bytes of a column, which may be compressed by zlib. */
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  makeThemeButton();
  const facts = JSON.parse(document.getElementById("facts").textContent);
  fillHeader(facts);
  const [, , , columns] = MessagePack.decode(bytesOfBase64(document.getElementById("file").textContent));
  const [guesses, inner, masks, links] = columns;
  const shared = links.length > 0;
  const tree = new Tree({ ...facts, lost: [] }, [guesses, inner, shared ? await unpacked(masks) : masks, shared ? await unpacked(links) : links]);
  Object.assign(tree, { count: Int32Array.from(facts.counts), mass: Float64Array.from(facts.ways) });
  new SuspectsApp(facts, tree, null, null).start();
  document.documentElement.dataset.ready = "true";
}

begin().catch((error) => {
  document.getElementById("live").classList.remove("heard");
  document.getElementById("live").textContent = `This page cannot show its strategy: ${error.message}`;
  throw error;
});
