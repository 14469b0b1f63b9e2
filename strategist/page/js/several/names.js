// The secrets that are left by name, each with its chance.

/** Per cent in one line. */
function closePercent(share) {
  return percent(share).replace(" ", "\u00a0");
}

/** Those that are left and their chances, the likeliest first. */
function chancesOf(app, left) {
  const whole = app.field.massOf(left);
  const found = left.map((secret, at) => ({ secret, chance: left.masses[at] / whole }));
  return found.sort((one, other) => (Math.abs(one.chance - other.chance) > 1e-9 ? other.chance - one.chance : one.secret - other.secret));
}

/** The names, each with its chance: texts and elements. */
function namedChances(app, left) {
  const { facts, twin } = app;
  const found = chancesOf(app, left);
  const names = found.slice(0, MOST_NAMES).flatMap(({ secret, chance }, place) => [place ? ",  " : "", ...slanted(runsOf(facts, twin.hidden(secret))), ` ${closePercent(chance)}`]);
  const others = found.length > MOST_NAMES ? `,  and ${WITH_COMMAS.format(found.length - MOST_NAMES)} others` : "";
  return [...names, others];
}

/** The names alone, `rosa or salix`. */
function namesOnly(app, left) {
  return Array.from(left, (secret) => plain(app.facts, app.twin.secretNames[secret])).join(" or ");
}

/** How likely each class is, the likeliest first. */
function namedKinds(app, left) {
  const { facts, twin, field } = app;
  const whole = field.massOf(left);
  const found = new Map();
  left.forEach((secret, at) => found.set(twin.kinds[secret], (found.get(twin.kinds[secret]) ?? 0) + left.masses[at]));
  const texts = [...found].sort(([, one], [, other]) => other - one).map(([kind, mass]) => `${plain(facts, twin.kindNames[kind])} ${closePercent(mass / whole)}`);
  return el("p", { class: "names kinds" }, el("b", {}, "By class: "), texts.join(", "));
}

/** What is left; folded away where it is much, or where `folded`. */
function renderStates(app, left, { folded = false, heading = app.book.words.possible } = {}) {
  if (!left.length) return null;
  const kinds = app.twin.kinds && !isKnown(app.twin, left) ? namedKinds(app, left) : null;
  const names = el("p", { class: "names" }, ...namedChances(app, left));
  if (!folded && left.length <= FEW_NAMES) {
    names.prepend(el("b", {}, heading));
    return el("div", {}, kinds, names);
  }
  const summary = `What is still possible: ${WITH_COMMAS.format(left.length)}`;
  return el("div", {}, kinds, el("details", { class: "possible" }, el("summary", {}, summary), names));
}
