package htmlreport

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/testing/browser"
)

// sequential is a program with steps that no other thread sees, and with inputs.
const sequential = `#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int result;
int main(void) {
	int sum = 0;
	for (int i = 0; i < 5; i++) {
		sum = sum + i;
		sum = sum * 2;
	}
	int in = __VERIFIER_nondet_int();
	result = in;
	if (in == sum)
		return 0;
	assert(sum == -1);
}
`

// TestInBrowser uses pages in one browser.
func TestInBrowser(t *testing.T) {
	b := browser.Start(t)
	t.Run("report", func(t *testing.T) { testReport(t, b.For(t)) })
	t.Run("flow", func(t *testing.T) { testFlow(t, b.For(t)) })
	t.Run("proof and stats", func(t *testing.T) { testProofAndStats(t, b.For(t)) })
}

// testReport uses the page of a violation.
func testReport(t *testing.T, b *browser.Browser) {
	file := save(t, violated(t, "lost.c", lostUpdate))
	d := data(violated(t, "lost.c", lostUpdate))
	steps := 0
	for _, r := range d.Rows {
		if r.Flags&flagIdle == 0 {
			steps++
		}
	}
	position := func(n int) string { return fmt.Sprintf("%d / %d", n, steps) }
	is := func(t *testing.T, p *browser.Page, n int, when string) {
		t.Helper()
		if got := p.Text("#position"); got != position(n) {
			t.Errorf("%s: at step %s, want %s", when, got, position(n))
		}
	}

	t.Run("narrow", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Resize(500, 400)
		p.Navigate(save(t, violated(t, "seq.c", sequential)))
		var top float64
		if p.Eval("document.querySelector('.verdict').getBoundingClientRect().top", &top); top < 0 {
			t.Errorf("the page opens where the verdict and its cause are %v pixels above", -top)
		}
	})
	t.Run("stepping", func(t *testing.T) {
		p := b.For(t).Open(file)
		is(t, p, steps, "at first")
		for _, c := range []struct {
			keys string
			want int
		}{
			{"Home", 1}, {"j", 2}, {"ArrowDown", 3}, {"ArrowRight", 4}, {"k", 3}, {"ArrowUp", 2},
			{"ArrowLeft", 1}, {"k", 1}, {"End", steps}, {"j", steps},
			{"PageUp", max(steps-10, 1)}, {"End", steps}, {"Home", 1}, {"PageDown", min(11, steps)},
		} {
			p.Key(c.keys)
			is(t, p, c.want, "after "+c.keys)
		}
		for _, c := range []struct {
			do   string
			want int
		}{{"first", 1}, {"next", 2}, {"next", 3}, {"prev", 2}, {"last", steps}} {
			p.Click(`[data-do="` + c.do + `"]`)
			is(t, p, c.want, "after the button "+c.do)
		}
		// The slider: Home is its own key there, and must not be used twice.
		p.Eval(`document.getElementById("slider").focus()`, nil)
		p.Key("Home")
		is(t, p, 1, "after Home on the slider")
		p.Key("ArrowRight")
		is(t, p, 2, "after an arrow on the slider")
		p.NoErrors()
	})

	t.Run("switches", func(t *testing.T) {
		p := b.For(t).Open(file)
		var switches []int
		n := 0
		for _, r := range d.Rows {
			if r.Flags&flagIdle != 0 {
				continue
			}
			if n++; r.Flags&flagSwitch != 0 {
				switches = append(switches, n)
			}
		}
		if len(switches) < 2 {
			t.Fatal("the trace has no switches")
		}
		p.Key("Home")
		for _, want := range switches {
			p.Key("n")
			is(t, p, want, "after n")
		}
		p.Key("p")
		is(t, p, switches[len(switches)-2], "after p")
		p.Key("Home")
		p.Key("]")
		var threads []int
		p.Eval(
			`(() => { const t = document.querySelector(".row.on").getAttribute("aria-label"); return [/T0/.test(t) ? 0 : 1] })()`, &threads)
		if threads[0] != 0 {
			t.Error("] has gone to another thread")
		}
		p.NoErrors()
	})

	t.Run("address", func(t *testing.T) {
		p := b.For(t).Open(file + "#step=3")
		is(t, p, 3, "opened with an address")
		p.Key("j")
		p.WaitFor(`location.hash === "#step=4"`)
		p.Eval(`location.hash = "#step=2"`, nil)
		p.WaitFor(fmt.Sprintf(`document.getElementById("position").textContent === %q`, position(2)))
		p.Eval(`location.hash = "#step=99999&section=nothing"`, nil)
		p.WaitFor(fmt.Sprintf(`document.getElementById("position").textContent === %q`, position(steps)))
		p.NoErrors()
	})

	t.Run("source", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Settle() // the source is drawn with the next frame
		if got := p.Text("#source .line.on code"); !strings.Contains(got, "assert(counter == 7)") {
			t.Errorf("the current line is %q", got)
		}
		if p.Text("#source .line.on .mark.now") != "T0" {
			t.Error("the current line has no mark of its thread")
		}
		if p.Count("#source .mark") != 3 {
			t.Errorf("%d marks of threads", p.Count("#source .mark"))
		}
		p.Key("Home")
		p.Settle()
		if p.Count("#source .mark") != 1 {
			t.Errorf("%d marks before other threads run", p.Count("#source .mark"))
		}
		// A click on a line goes to the next step there, and from the last to the first.
		line := strings.Count(lostUpdate[:strings.Index(lostUpdate, "counter = old")], "\n") + 1
		click := fmt.Sprintf(`#source [data-line="%d"]`, line)
		seen := map[string]bool{}
		for range 3 {
			p.Click(click)
			p.Settle()
			if got := p.Text("#source .line.on code"); !strings.Contains(got, "counter = old + 1") {
				t.Errorf("after a click: line %q", got)
			}
			seen[p.Text("#position")] = true
		}
		if len(seen) != 2 {
			t.Errorf("three clicks have come to %v", seen)
		}
		p.NoErrors()
	})

	t.Run("values", func(t *testing.T) {
		p := b.For(t).Open(file)
		counter := `#values tr[data-variable] th code`
		if p.Text(counter) != "counter" {
			t.Errorf("the first variable is %s", p.Text(counter))
		}
		if got := p.Text("#values .value code"); got != "6" {
			t.Errorf("counter ends with %s", got)
		}
		p.Key("Home")
		if got := p.Text("#values .value code"); got != "5" {
			t.Errorf("counter begins with %s", got)
		}
		p.Key("/")
		p.Type("counter = old")
		p.Key("Enter")
		if p.Count("#values tr.changed") != 1 || p.Text("#values tr.changed .was code") != "5" {
			t.Error("the change is not marked")
		}
		p.Key("Enter") // the store that loses the other one
		if p.Count("#values tr.again") != 1 ||
			!strings.Contains(p.Text("#values tr.again"), "written again") {
			t.Error("what is written again is not marked")
		}
		p.Key("Enter")
		p.Click(`#values [data-history="0"]`)
		if p.Count("#values .history .past") < 2 {
			t.Error("no history")
		}
		p.Click("#values .history button.past")
		p.Key("w")
		p.Type("old")
		if n := p.Count("#chooser label"); n != 2 {
			t.Errorf("%d variables match", n)
		}
		p.Click("#choose-none")
		if strings.Contains(p.Text("#values"), "old") {
			t.Error("a variable that is not chosen is shown")
		}
		p.Key("Escape")
		if p.Count("#chooser[hidden]") != 1 {
			t.Error("the list to choose from is still there")
		}
		p.NoErrors()
	})

	t.Run("search", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Key("/")
		p.Type("COUNTER :=")
		if got := p.Text("#hits"); got != "2" {
			t.Errorf("%s hits", got)
		}
		p.Key("Enter")
		first := p.Text("#position")
		if got := p.Text("#hits"); got != "1/2" {
			t.Errorf("hit %s", got)
		}
		p.Key("Enter")
		if got := p.Text("#hits"); got != "2/2" {
			t.Errorf("hit %s", got)
		}
		p.Key("Shift+Enter")
		if p.Text("#position") != first || p.Count(".lanes mark") == 0 {
			t.Error("Shift+Enter does not go back, or hits are not marked")
		}
		p.Click(`[data-do="nextHit"]`)
		if got := p.Text("#hits"); got != "2/2" {
			t.Errorf("hit %s after the button", got)
		}
		p.Click("#search")
		p.Type("xyz")
		if got := p.Text("#hits"); got != "none" {
			t.Errorf("%s hits", got)
		}
		p.Key("Escape")
		p.WaitFor(`document.querySelector("#hits:empty") && !document.querySelector(".lanes mark")`)
		p.Key("k") // a command again
		p.NoErrors()
	})

	t.Run("lanes", func(t *testing.T) {
		p := b.For(t).Open(file)
		for _, kind := range []string{"read", "start", "join"} {
			if p.Count(".link."+kind) == 0 {
				t.Errorf("no arrow %s", kind)
			}
		}
		if p.Count(".lane-name") != 3 || p.Count(".lifeline") < 3 || p.Count(".row.broken") != 1 {
			t.Error("lanes, lifelines or the violation are missing")
		}
		p.Key("r")
		if p.Count(".link") != 0 {
			t.Error("arrows are still there")
		}
		p.Click("#arrows")
		if p.Count(".link") == 0 {
			t.Error("arrows do not come back")
		}
		p.Click(".row:nth-of-type(2)")
		is(t, p, 2, "after a click on a step")
		p.Click(".now button.to")
		p.Key("?")
		p.WaitFor(`document.getElementById("help").open`)
		p.Key("j") // goes nowhere
		p.Key("Escape")
		p.WaitFor(`!document.getElementById("help").open`)
		p.Eval(`document.getElementById("splitter").focus()`, nil)
		var before, after float64
		p.Eval(`document.querySelector(".lanes").getBoundingClientRect().width`, &before)
		p.Key("ArrowLeft", "ArrowLeft")
		p.Eval(`document.querySelector(".lanes").getBoundingClientRect().width`, &after)
		if after >= before-20 {
			t.Errorf("the border was moved from %v to %v", before, after)
		}
		p.NoErrors()
	})

	t.Run("accessible", func(t *testing.T) {
		p := b.For(t).Open(file)
		var problems []string
		p.Eval(`(() => {
			const out = [];
			const name = (e) => e.getAttribute("aria-label") || e.textContent.trim() || e.title || (e.labels && e.labels.length ? e.labels[0].textContent : "") || e.placeholder || "";
			for (const e of document.querySelectorAll("button,input,select,a[href],[role=tab],[role=listbox],[role=separator]")) if (!name(e)) out.push("no name: " + e.outerHTML.slice(0, 80));
			const ids = new Set();
			for (const e of document.querySelectorAll("[id]")) { if (ids.has(e.id)) out.push("id twice: " + e.id); ids.add(e.id); }
			for (const e of document.querySelectorAll("[aria-controls],[aria-labelledby],[aria-activedescendant]")) for (const a of ["aria-controls", "aria-labelledby", "aria-activedescendant"]) {
				const id = e.getAttribute(a); if (id && !document.getElementById(id)) out.push(a + " names nothing: " + id);
			}
			if (document.querySelectorAll("h1").length !== 1) out.push("not one h1");
			return out;
		})()`, &problems)
		if len(problems) > 0 {
			t.Error(strings.Join(problems, "\n"))
		}
		// The focus goes through all parts.
		seen := map[string]bool{}
		for range 60 {
			p.Key("Tab")
			var id string
			p.Eval(
				`document.activeElement.id || document.activeElement.className || document.activeElement.tagName`, &id)
			seen[id] = true
		}
		for _, want := range []string{"theme", "copy", "slider", "search", "lanes", "splitter", "source",
			"choose", "values"} {
			if !seen[want] {
				t.Errorf("the tab key does not come to %s: %v", want, seen)
			}
		}
	})

	t.Run("schemes and paper", func(t *testing.T) {
		p := b.For(t).Open(file)
		for _, scheme := range []string{"light", "dark"} {
			p.SetScheme(scheme)
			contrast(t, p, scheme)
		}
		p.SetMedia("", map[string]string{"prefers-reduced-motion": "reduce"})
		p.Key("k", "t", "t")
		p.PDF(filepath.Join(t.TempDir(), "report.pdf"))
		p.Eval(`dispatchEvent(new Event("beforeprint"))`, nil)
		if n := p.Count("#paper .paper-trace tbody tr"); n != steps {
			t.Errorf("%d of %d steps are on paper", n, steps)
		}
		if n := p.Count("#paper .paper-source > div"); n != strings.Count(lostUpdate, "\n") {
			t.Errorf("%d lines of source are on paper", n)
		}
		p.Eval(`dispatchEvent(new Event("afterprint"))`, nil)
		p.NoErrors()
	})

	t.Run("copy", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Click("#copy")
		p.WaitFor(`document.getElementById("copy").textContent !== "Copy"`)
		p.NoErrors()
	})

	t.Run("folding", func(t *testing.T) { testFolding(t, b.For(t)) })
	t.Run("repeats", func(t *testing.T) { testRepeats(t, b.For(t)) })
	t.Run("nasty program", func(t *testing.T) { testNasty(t, b.For(t)) })
	t.Run("large source", func(t *testing.T) { testLargeSource(t, b.For(t)) })
	t.Run("deadlock", func(t *testing.T) { testDeadlock(t, b.For(t)) })
	t.Run("hardly a trace", func(t *testing.T) {
		r := violated(t, "lost.c", lostUpdate)
		tr := *r.Summary.Result.Trace
		tr.Steps = tr.Steps[:1] // an object begins, which is not told
		r.Summary.Result.Trace = &tr
		p := b.For(t).Open(save(t, r))
		p.Key("j", "k", "n", "p", "]", "[", "End", "Home", "a", "Enter", "/", "x", "Enter", "Escape", "w",
			"Escape", "r")
		p.NoErrors()
	})
	t.Run("long trace", func(t *testing.T) { testLong(t, b.For(t)) })
}
