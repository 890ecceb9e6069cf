/** Names and focus for parts of the docs that Material creates in the browser without them. */
function completeMarkup() {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
  document.querySelectorAll(".md-code__nav").forEach((nav, index) => nav.setAttribute("aria-label", `Code block ${index + 1}`));
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) {
    wide.tabIndex = 0;
    wide.setAttribute("role", "group");
    wide.setAttribute("aria-label", "Table");
  }
}
new MutationObserver(completeMarkup).observe(document.body, { childList: true, subtree: true });
completeMarkup();
