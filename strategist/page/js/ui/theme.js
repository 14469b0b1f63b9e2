// The button of the color scheme. All pages of a site remember one choice.

/** Light, dark, or what the system says. */
function makeThemeButton() {
  const button = document.getElementById("theme");
  const names = { auto: "Auto", light: "Light", dark: "Dark" };
  const keep = (value) => {
    // Pages opened from disk may have no storage.
    try {
      if (value === undefined) return localStorage.getItem("strategist-theme");
      localStorage.setItem("strategist-theme", value);
    } catch {
      // The choice then lasts as long as the page.
    }
    return null;
  };
  const set = (theme) => {
    document.documentElement.dataset.theme = theme;
    button.textContent = `◐ ${names[theme]}`;
    button.setAttribute("aria-label", `color scheme: ${names[theme]}`);
  };
  const kept = keep();
  set(kept in names ? kept : "auto");
  button.addEventListener("click", () => {
    const order = Object.keys(names);
    const next = order[(order.indexOf(document.documentElement.dataset.theme) + 1) % order.length];
    set(next);
    keep(next);
  });
}
