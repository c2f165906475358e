// The last script: goes where the address says.
const p = new URLSearchParams(location.hash.slice(1));
const first = document.querySelector(".section");
if (first) {
  if (!whittle.report.show(p.get("section") || first.id)) whittle.report.show(first.id);
}
if (Number(p.get("step")) > 0) whittle.report.goNumber(Number(p.get("step")));
