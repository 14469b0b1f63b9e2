// Which guesses are the same guess: strategist/search/kernels/symmetry/same_guesses.py, where the specification stands.

const MOST_PERMUTATIONS = 5040;

function* orders(list) {
  if (list.length < 2) yield list;
  else for (const [at, first] of list.entries()) for (const rest of orders(list.toSpliced(at, 1))) yield [first, ...rest];
}

/** The permutations of positions and what becomes of the classes of symbols, the identity first. */
function elementsOf({ positions, symbols, moves }, places) {
  const factorial = (number) => (number < 2 ? 1 : number * factorial(number - 1));
  const identity = Array.from({ length: places }, (_, place) => place);
  let permutations = [identity];
  if (positions.reduce((product, members) => product * factorial(members.length), 1) <= MOST_PERMUTATIONS) {
    for (const members of positions) {
      permutations = permutations.flatMap((before) =>
        [...orders(members)].map((moved) => {
          const image = [...before];
          members.forEach((position, at) => { image[position] = before[moved[at]]; });
          return image;
        }),
      );
    }
  }
  const found = permutations.map((permutation) => [permutation, symbols.map((_, number) => number)]);
  const known = new Set(found.map(String));
  for (const [permutation, classes] of found) {
    for (const [moved, images] of moves) {
      const other = [moved.map((position) => permutation[position]), classes.map((each) => images[each])];
      if (known.has(String(other)) || found.length >= MOST_PERMUTATIONS) continue;
      known.add(String(other));
      found.push(other);
    }
  }
  return found;
}

/** The renaming of symbols that, after a permutation, leaves all past guesses as they are; null if none does. */
function renamingOf(permutation, past, classOf, classes) {
  const names = new Map();
  for (const code of past) {
    for (let place = 0; place < permutation.length; place++) {
      const [from, to] = [code[permutation[place]], code[place]];
      const fits = classOf.has(from) ? classes[classOf.get(from)] === classOf.get(to) : from === to;
      if (!fits || (names.has(from) && names.get(from) !== to)) return null;
      names.set(from, to);
    }
  }
  return new Set(names.values()).size === names.size ? names : null;
}

/**
 * Those of some guesses, ascending, that no symmetry maps to a lower one when the guesses of `past` have been made.
 * `spelled(guess)` is the code of which the symmetry speaks.
 */
function differentGuesses(symmetry, guesses, past, spelled) {
  if (!symmetry || !guesses.length) return guesses;
  const before = past.map(spelled);
  const places = spelled(guesses[0]).length;
  const classOf = new Map(symmetry.symbols.flatMap((members, number) => members.map((symbol) => [symbol, number])));
  let left = guesses.map((guess) => [guess, spelled(guess)]);
  const most = left.reduce((greatest, [, code]) => Math.max(greatest, ...code), 0) + 1;
  const numberOf = Array.from({ length: most }, (_, symbol) => classOf.get(symbol) ?? -1);
  for (const [permutation, classes] of elementsOf(symmetry, places)) {
    const renaming = renamingOf(permutation, before, classOf, classes);
    if (!renaming) continue;
    const taken = new Set(renaming.values());
    const unused = classes.map((number) => symmetry.symbols[number].filter((symbol) => !taken.has(symbol)));
    const named = Array.from({ length: most }, (_, symbol) => renaming.get(symbol) ?? -1);
    left = left.filter(([, code]) => !isLower(code, permutation, named, numberOf, unused));
  }
  return left.map(([guess]) => guess);
}

/** Whether the least code that `code` can become is lower: new symbols take the lowest free names of their class. */
function isLower(code, permutation, named, numberOf, unused) {
  const used = unused.map(() => 0);
  for (let place = 0; place < permutation.length; place++) {
    const symbol = code[permutation[place]];
    let name = named[symbol];
    // A symbol that came before has the name that it got there: so far, the image and the code are the same.
    for (let before = 0; name < 0 && before < place; before++) if (code[permutation[before]] === symbol) name = code[before];
    if (name < 0) name = numberOf[symbol] < 0 ? symbol : unused[numberOf[symbol]][used[numberOf[symbol]]++];
    if (name !== code[place]) return name < code[place];
  }
  return false;
}
