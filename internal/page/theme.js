
// Before the first paint, so that the page does not flash in the other scheme.
(() => {
  let kept = null;
  try { kept = localStorage.getItem("whittle-theme"); } catch (e) { /* no storage for this page */ }
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
