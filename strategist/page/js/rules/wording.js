// The words of a page: those of a game, of a table of which it is enough to know the item, or of a key, where an item
// may give one of several answers.

const GAME_WORDS = {
  hidden: "secret",
  left: "candidate",
  again: "New game",
  back: "Play again",
  possible: "Still possible: ",
  oneOf: "The secret is one of: ",
  is: "the secret is ",
  was: "The secret was",
  link: "Link to this game",
  from: "Play from here",
  follow: "follow the game",
  tabs: {},
};
const ITEM_WORDS = {
  hidden: "item",
  left: "item",
  again: "Start again",
  back: "Start again",
  possible: "Still possible: ",
  oneOf: "It is one of: ",
  is: "it is ",
  was: "It was",
  link: "Link to these answers",
  from: "Go on from here",
  follow: "follow the answers",
  tabs: { "You answer": "Identify", "You guess": "Quiz" },
};
const KEY_WORDS = { ...ITEM_WORDS, hidden: "taxon", left: "taxon", again: "New specimen", back: "New specimen", possible: "Taxa still possible: " };
const NOT_APPLICABLE = "does not apply";

/** Whether it is enough to know the item of a table. */
function isKey(facts) {
  return Boolean(facts.announces) && facts.rule?.kind === "table";
}

function wordsOf(facts) {
  if (!isKey(facts)) return GAME_WORDS;
  return facts.cells ? KEY_WORDS : ITEM_WORDS;
}

/** The plural of a noun. */
function several(noun) {
  if (noun === "taxon") return "taxa";
  return `${noun}${noun.endsWith("s") ? "es" : "s"}`;
}
