// What can be scrolled by a finger can be reached by a key.
(() => {
  const mark = () => {
    for (const part of document.querySelectorAll("pre, .table-wrapper, .highlight")) {
      if (part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX !== "visible") part.tabIndex = 0;
      else part.removeAttribute("tabindex");
    }
  };
  addEventListener("load", mark);
  addEventListener("resize", mark);
})();
