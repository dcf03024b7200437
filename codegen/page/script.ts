/** What the page does beyond what HTML does by itself: filters, arrow keys, Escape, links to a row. It reads the page, and holds no data. */
export const script = `"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const [tools, text, from, unseen, uncovered, found, none] = ["tools", "text", "from", "unseen", "uncovered", "found", "none"].map((name) => byId("ui-" + name));
  const rows = [...document.querySelectorAll(".rows > li")].map((item) => {
    const { provider, source } = item.closest("section").dataset;
    const summary = item.querySelector("summary");
    const said = [...summary.querySelectorAll(".key, .events")].map((part) => part.textContent).join(" ").toLowerCase();
    return { item, summary, said, names: ["", "provider " + provider, "source " + source] };
  });
  const sections = [...document.querySelectorAll("section[data-source]")];

  const filter = () => {
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const { item, said, names } of rows) {
      const shown = names.includes(from.value) && words.every((word) => said.includes(word)) && !(unseen?.checked && !item.classList.contains("unseen")) && !(uncovered.checked && !item.classList.contains("uncovered"));
      item.hidden = !shown;
      if (shown) count += 1;
    }
    for (const section of sections) {
      const all = section.querySelectorAll(".rows > li").length;
      const left = section.querySelectorAll(".rows > li:not([hidden])").length;
      section.hidden = left === 0;
      section.querySelector(".shown").textContent = left === all ? all : left + " of " + all;
    }
    found.textContent = count === rows.length ? rows.length + " messages" : count + " of " + rows.length + " messages";
    none.hidden = count > 0;
  };

  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const item = rows.find((row) => row.item.id === id)?.item;
    if (!item) return;
    if (item.hidden) tools.reset(), filter();
    item.querySelector("details").open = true;
    item.scrollIntoView({ block: "start" });
    item.querySelector("summary").focus({ preventScroll: true });
  };

  const move = (summary, by) => {
    const shown = rows.filter((row) => !row.item.hidden).map((row) => row.summary);
    const at = by === "first" ? 0 : by === "last" ? shown.length - 1 : shown.indexOf(summary) + by;
    shown[at]?.focus();
  };
  const moves = { ArrowDown: 1, ArrowUp: -1, Home: "first", End: "last" };

  byId("ui-list").addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const summary = event.target.closest("summary");
    if (!summary) return;
    const { key } = event;
    if (key in moves) move(summary, moves[key]);
    else if (key === "ArrowRight") summary.parentElement.open = true;
    else if (key === "ArrowLeft") summary.parentElement.open = false;
    else return;
    event.preventDefault();
  });

  // Whoever reads a row has the focus nowhere: Escape closes what was opened last, too.
  let last;
  for (const { item, summary } of rows) {
    summary.parentElement.addEventListener("toggle", () => {
      if (!summary.parentElement.open) return;
      last = summary;
      history.replaceState(null, "", "#" + encodeURIComponent(item.id));
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.target.closest("form")) return;
    const summary = event.target.closest(".rows details")?.querySelector("summary") ?? last;
    if (!summary?.parentElement.open) return;
    summary.parentElement.open = false;
    summary.focus();
  });
  document.querySelector(".matrix").addEventListener("click", (event) => {
    const cell = event.target.closest("a");
    if (!cell) return;
    tools.reset();
    from.value = "source " + cell.dataset.source;
    text.value = cell.dataset.event;
    filter();
  });

  tools.addEventListener("input", filter);
  tools.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  tools.hidden = false;
  filter();
  reveal();
})();
`;
