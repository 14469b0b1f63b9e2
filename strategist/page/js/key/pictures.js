// Pictures of items and answers, where the page has some: those that it holds are shown, others are linked.

const MOST_PICTURES = 6;

function renderPicture(facts, name) {
  const source = facts.pictures?.[name];
  if (!source) return null;
  const title = plain(facts, name);
  if (source.startsWith("data:")) return el("img", { class: "photo", src: source, alt: title });
  return el("a", { class: "link", href: source, target: "_blank", rel: "noreferrer" }, `Picture: ${title}`);
}

/** The pictures of those that are left, where they are few. */
function renderPictures(app, left) {
  if (!app.facts.pictures || left.length > MOST_PICTURES) return [];
  return Array.from(left, (secret) => renderPicture(app.facts, app.twin.secretNames[secret])).filter(Boolean);
}
