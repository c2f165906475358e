package htmlreport

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/testing/browser"
)

// testFlow uses the drawing by mouse and by keys, in both schemes.
func testFlow(t *testing.T, b *browser.Browser) {
	r := violated(t, "flow.c", flowProgram)
	file := save(t, r)
	d := r.cfaData()
	open := func(t *testing.T) *browser.Page {
		p := b.For(t).Open(file)
		p.Resize(1300, 850)
		p.Click("#tab-cfa")
		p.WaitFor(`document.querySelector("#cfa-view .cfa-block")`)
		p.Settle()
		return p
	}
	transform := func(p *browser.Page) (x, y, k float64) {
		var s string
		p.Eval(`document.querySelector("#cfa-view svg > g").getAttribute("transform")`, &s)
		if n, err := fmt.Sscanf(s, "translate(%f %f) scale(%f)", &x, &y, &k); n != 3 {
			t.Fatalf("transform %q: %v", s, err)
		}
		return x, y, k
	}
	shown := func(p *browser.Page) string {
		var s string
		p.Eval(`document.getElementById("cfa-fn").selectedOptions[0].textContent`, &s)
		return s
	}
	chosen := func(p *browser.Page) int {
		n := -1
		p.Eval(
			`(() => { const c = document.querySelector(".cfa-block.chosen"); return c ? Number(c.dataset.block) : -1; })()`, &n)
		return n
	}

	t.Run("mouse", func(t *testing.T) {
		p := open(t)
		main := d.Functions[0]
		if shown(p) != "main" || p.Count(".cfa-block") != main.Size || p.Count(".cfa-e") != len(main.Edges) {
			t.Fatalf("%s with %d blocks and %d edges", shown(p), p.Count(".cfa-block"), p.Count(".cfa-e"))
		}
		if n := p.Count(".cfa-block.bad"); n != 1 {
			t.Errorf("%d blocks are marked as violation", n)
		}
		// A click on a block shows its operations.
		p.Click(".cfa-block.bad rect.box")
		if c := chosen(p); c != main.Ends-1 || !strings.Contains(p.Text("#cfa-side"), "assertion failed") {
			t.Errorf("block %d is chosen, the side says %q", c, p.Text("#cfa-side"))
		}
		// Zoom: buttons, and the wheel with Ctrl would be a gesture of the browser, so only the plain wheel
		// is tried.
		_, _, k0 := transform(p)
		p.Click("#cfa-in")
		x1, y1, k1 := transform(p)
		if k1 <= k0 {
			t.Errorf("the scale went from %g to %g", k0, k1)
		}
		cx, cy := p.Middle("#cfa-view")
		p.Drag(cx, cy, cx+70, cy+40)
		x2, y2, _ := transform(p)
		if x2-x1 < 50 || y2-y1 < 25 || chosen(p) != main.Ends-1 {
			t.Errorf("a drag moved from %g, %g to %g, %g and block %d is chosen", x1, y1, x2, y2, chosen(p))
		}
		p.Wheel(cx, cy, 0, 60)
		p.Settle()
		if _, y3, _ := transform(p); y3 >= y2 {
			t.Errorf("the wheel moved from %g to %g", y2, y3)
		}
		p.Click("#cfa-fit")
		// An edge leads to its block.
		p.Eval(
			`(() => { const e = document.querySelector(".cfa-e .cfa-hit"); const at = e.getPointAtLength(e.getTotalLength() / 2), m = e.getScreenCTM(); const q = new DOMPoint(at.x, at.y).matrixTransform(m); window.edgeAt = [q.x, q.y]; })()`, nil)
		var at [2]float64
		p.Eval("window.edgeAt", &at)
		p.ClickAt(at[0], at[1])
		if c := chosen(p); c < 0 {
			t.Error("a click on an edge chose nothing")
		}
		// A row's source.
		p.Click("#cfa-side .text button")
		p.WaitFor(`whittle.report.current() === "trace"`)
		p.NoErrors()
	})

	t.Run("keys", func(t *testing.T) {
		p := open(t)
		x0, y0, k0 := transform(p)
		p.Key("ArrowLeft", "ArrowUp")
		if x, y, _ := transform(p); x <= x0 || y <= y0 {
			t.Errorf("arrows moved from %g, %g to %g, %g", x0, y0, x, y)
		}
		p.Key("ArrowRight", "ArrowDown")
		if x, y, _ := transform(p); x != x0 || y != y0 {
			t.Errorf("arrows back moved to %g, %g", x, y)
		}
		p.Key("+", "+")
		if _, _, k := transform(p); k <= k0 {
			t.Errorf("+ gave scale %g after %g", k, k0)
		}
		p.Key("-")
		p.Key("0")
		var inside bool
		p.Eval(
			`(() => { const v = document.getElementById("cfa-view").getBoundingClientRect(); return [...document.querySelectorAll(".cfa-block")].every((e) => { const r = e.getBoundingClientRect(); return r.left >= v.left - 6 && r.right <= v.right + 6 && r.top >= v.top - 6 && r.bottom <= v.bottom + 6; }); })()`, &inside)
		if !inside {
			t.Error("0 does not show all blocks")
		}
		p.Key("n")
		first := chosen(p)
		p.Key("n", "p")
		if first != 0 || chosen(p) != first {
			t.Errorf("n chose block %d, n and p %d", first, chosen(p))
		}
		p.Key("Shift+ArrowDown")
		if c := chosen(p); c <= 0 {
			t.Errorf("below the entry is block %d", c)
		}
		p.Key("Escape")
		if c := chosen(p); c != -1 {
			t.Errorf("block %d is chosen after Escape", c)
		}
		p.Key("v")
		if c := chosen(p); c != d.Functions[0].Ends-1 {
			t.Errorf("v chose block %d", c)
		}
		p.Key("Enter")
		p.WaitFor(`whittle.report.current() === "trace"`)
		p.NoErrors()
	})

	t.Run("functions and models", func(t *testing.T) {
		p := open(t)
		list := `[...document.getElementById("cfa-fn").options].map((o) => o.textContent).join(" ")`
		var names string
		p.Eval(list, &names)
		if !strings.Contains(names, "work") || strings.Contains(names, "pthread_create") {
			t.Errorf("functions %s", names)
		}
		p.Click("#cfa-models")
		p.Eval(list, &names)
		if !strings.Contains(names, "pthread_create") {
			t.Errorf("with models: %s", names)
		}
		for i := range d.Functions {
			p.Eval(fmt.Sprintf(
				`(() => { const s = document.getElementById("cfa-fn"); s.value = "%d"; s.dispatchEvent(new Event("change")); })()`, i), nil)
			if n := p.Count(".cfa-block"); shown(p) != d.Functions[i].Name || n != d.Functions[i].Size {
				t.Errorf("%s is shown with %d blocks, not %s with %d", shown(p), n, d.Functions[i].Name,
					d.Functions[i].Size)
			}
		}
		p.NoErrors()
	})

	t.Run("following", func(t *testing.T) {
		p := open(t)
		p.Key("f")
		end := chosen(p)
		if end != d.Functions[0].Ends-1 {
			t.Errorf("at the end of the trace block %d is shown", end)
		}
		tr := r.replayed()
		for i, s := range tr.Steps {
			if s.Thread == 1 && !s.Model && d.At[i] >= 0 {
				row := -1
				p.Eval(fmt.Sprintf(
					`(() => { for (let r = 0; r < whittle.report.rows; r++) if (whittle.report.stepsOf(r).includes(%d)) return r; return -1; })()`, i), &row)
				p.Eval(fmt.Sprintf("whittle.report.go(%d)", row), nil)
				if shown(p) != "work" || p.Count(".cfa-block.now") != 1 {
					t.Errorf("at a step of T1 the function %s is shown, and %d blocks are marked", shown(p),
						p.Count(".cfa-block.now"))
				}
				break
			}
		}
		p.NoErrors()
	})

	t.Run("stepping", func(t *testing.T) {
		p := open(t)
		var at, then int
		p.Eval("whittle.report.number()", &at)
		p.Key("k", "k", "j")
		p.Eval("whittle.report.number()", &then)
		if then != at-1 {
			t.Errorf("from step %d to %d", at, then)
		}
		if n := p.Count(".cfa-block.now"); n > 1 {
			t.Errorf("%d blocks are current", n)
		}
		p.NoErrors()
	})

	t.Run("schemes", func(t *testing.T) {
		p := open(t)
		colors := map[string]bool{}
		for _, scheme := range []string{"light", "dark"} {
			p.SetScheme(scheme)
			p.Settle()
			var c string
			p.Eval(
				`getComputedStyle(document.querySelector(".cfa-block rect.box")).fill + getComputedStyle(document.querySelector(".cfa-block text")).fill`, &c)
			colors[c] = true
		}
		if len(colors) != 2 {
			t.Errorf("the colours of both schemes are %v", colors)
		}
		p.NoErrors()
	})
}

// testProofAndStats uses what was proved and the statistics.
func testProofAndStats(t *testing.T, b *browser.Browser) {
	r := proved(t)
	p := b.Open(save(t, r))
	p.Resize(1300, 850)
	p.WaitFor(`document.querySelector("#ev-code .ev-line")`)
	if got := p.Text("#ev-9 .notes"); !strings.Contains(got, "0 ≤ i ≤ 3") ||
		!strings.Contains(got, "at most 3 iterations") {
		t.Errorf("beside line 9: %q", got)
	}
	n := p.Count(".ev-chip")
	p.Click(`#ev-kinds button:first-child`)
	if m := p.Count(".ev-chip"); m >= n || m == 0 {
		t.Errorf("%d notes, and %d without those of one kind", n, m)
	}
	p.Click(`.ev-at[data-line="10"]`)
	if p.Count("#ev-10.here") != 1 {
		t.Error("a click on a place does not show its line")
	}
	p.Eval(`whittle.report.source("proved.c", 12)`, nil)
	if p.Count("#ev-12.here") != 1 {
		t.Error("the source is not shown")
	}
	p.Click("#tab-stats")
	for _, scheme := range []string{"light", "dark"} {
		p.SetScheme(scheme)
		p.Settle()
		if n := p.Count("#stats svg.plot"); n != 4 {
			t.Errorf("%d plots", n)
		}
	}
	p.Click("#tab-cfa")
	p.WaitFor(`document.querySelector("#cfa-view .cfa-block")`)
	p.PDF(filepath.Join(t.TempDir(), "proof.pdf"))
	p.NoErrors()
}

const provedProgram = `#include <assert.h>
#include <pthread.h>
static int shared, never;
static void unused(int x) {
	never = x;
}
static void *work(void *arg) {
	int n = 0;
	for (int i = 0; i < 3; i++) {
		n = n + i;
		shared = i;
	}
	if (shared > 7)
		unused(n);
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	int seen = shared;
	pthread_join(t, 0);
	assert(seen <= 2);
}
`

// proved is the report of a proof.
func proved(t testing.TB) Report {
	t.Helper()
	prog := compile(t, "proved.c", provedProgram, property.UnreachCall)
	res := engine.Holds(engine.ByStates, "every execution ends within loop bound 4 and 2 threads")
	file := int32(-1)
	for i := range prog.Files.Len() {
		if prog.Files.Name(int32(i)) == "proved.c" {
			file = int32(i)
		}
	}
	pos := prog.Procs[prog.Entry].Pos
	pos.File, pos.Line, pos.Col = file, 9, 2
	res.Evidence = []engine.Evidence{{Kind: engine.EvidenceBound, Pos: pos, Text: "at most 3 iterations " +
		"that are not idle", Count: 3}}
	res.Stats = []engine.Stat{engine.Count("checks", 9), engine.Count("checks answered by words", 4),
		engine.Count("checks answered by simulation", 2),
		engine.Count("equality syntactic", 100), engine.Seconds("unroll time", 1500)}
	series := func(name, unit string, f func(i int) float64) engine.Series {
		s := engine.Series{Engine: "bmc", Name: name, Unit: unit}
		for i := range 40 {
			s.Points = append(s.Points, engine.Sample{At: time.Duration(i) * 30 * time.Millisecond,
				Value: f(i)})
		}
		return s
	}
	heap := series("heap", "B", func(i int) float64 { return float64(i) * 1e6 })
	heap.Engine = ""
	return Report{
		Summary: report.Summary{Property: property.UnreachCall, Engine: "auto (bmc)", DataModel: "LP64",
			Inputs: []string{"proved.c"}, Result: res, Files: prog.Files,
			Stats: []engine.Stat{engine.Seconds("front end time", 2e7)}},
		Program: prog, History: []engine.Series{heap,
			series("clauses", "", func(i int) float64 { return float64(100 * i) })},
	}
}
