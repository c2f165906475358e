for (const i of document.querySelectorAll(".bar-share i")) i.style.flexGrow = i.dataset.n;
const select = document.getElementById("test");
select.addEventListener("change", () => {
  for (const table of document.querySelectorAll("table.source")) {
    table.classList.toggle("one", select.value !== "");
    for (const row of table.rows) {
      row.classList.toggle("off", select.value !== "" && !row.dataset.tests.split(" ").includes(select.value));
    }
  }
  whittle.announce("The lines of " + select.selectedOptions[0].textContent + " are coloured.");
});
