package htmlreport

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/browser"
)

// long is a program with an execution of many steps: two threads that count together.
func long(iterations int) string {
	return fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
static int counter, other;
static void *add(void *arg) {
	for (int i = 0; i < %[1]d; i++) {
		int old = counter;
		counter = old + 1;
		other = i;
	}
	return arg;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2 * %[1]d);
}
`, iterations)
}

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

// contrast checks that texts can be read: a contrast of at least 4.5 (WCAG AA).
func contrast(t *testing.T, p *browser.Page, scheme string) {
	t.Helper()
	p.Settle()
	var low []string
	p.Eval(`(() => {
		const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
		const rgba = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
		const light = ([r, g, b]) => [r, g, b].map((v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }).reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
		const ground = (e) => { const layers = []; for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3]) layers.push(c); if (c[3] === 255) break; }
			return layers.reverse().reduce((under, c) => c.slice(0, 3).map((v, i) => (v * c[3] + under[i] * (255 - c[3])) / 255), [255, 255, 255]); };
		const out = [];
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement;
			if (!walk.currentNode.textContent.trim() || !e.offsetParent || e.closest("script,style,[hidden],.visually-hidden,dialog,svg")) continue;
			const style = getComputedStyle(e);
			let alpha = 1;
			for (let x = e; x; x = x.parentElement) alpha *= Number(getComputedStyle(x).opacity);
			const back = ground(e), c = rgba(style.color), text = c.slice(0, 3).map((v, i) => v * alpha + back[i] * (1 - alpha));
			const a = light(text) + .05, b = light(back) + .05, ratio = Math.max(a, b) / Math.min(a, b);
			if (ratio < 4.5) out.push(ratio.toFixed(2) + " " + (e.className || e.tagName) + ": " + walk.currentNode.textContent.trim().slice(0, 30));
		}
		return [...new Set(out)];
	})()`, &low)
	if len(low) > 0 {
		t.Errorf("%s: contrasts that are too low:\n%s", scheme, strings.Join(low, "\n"))
	}
}

func testFolding(t *testing.T, b *browser.Browser) {
	r := violated(t, "seq.c", sequential)
	p := b.Open(save(t, r))
	folded := p.Count(".row.folded")
	if folded == 0 {
		t.Fatal("nothing is folded")
	}
	rows := p.Count(".row")
	p.Key("Home")
	p.Key("Enter")
	if p.Count(".row") <= rows || p.Count(`.row.folded[aria-label*=open]`) != 1 {
		t.Errorf("Enter opens nothing: %d rows, then %d", rows, p.Count(".row"))
	}
	p.Key("Enter")
	if p.Count(".row") != rows {
		t.Error("Enter does not close")
	}
	p.Click(".row.folded .step")
	if p.Count(".row") <= rows {
		t.Error("a click opens nothing")
	}
	p.Click(".row.folded .step")
	p.Click("#fold")
	if p.Count(".row.folded") != 0 || p.Count(".row.minor") == 0 {
		t.Error("not all steps are shown")
	}
	p.Key("a")
	// A hit in what is folded opens it.
	p.Key("/")
	p.Type("sum * 2")
	p.Key("Enter")
	if p.Count(".row.on mark") == 0 {
		t.Error("the hit is not in sight")
	}
	p.Key("Escape")
	if p.Count(".fx.input") == 0 {
		t.Error("the input is not marked")
	}
	p.NoErrors()
}

// testRepeats: the turns of a loop are one row, which says how often and from what to what, and opens.
func testRepeats(t *testing.T, b *browser.Browser) {
	r := violated(t, "loop.c", `#include <assert.h>
int squares[40];
int main(void) {
	for (int i = 0; i < 40; i++) {
		squares[i] = i * i;
	}
	assert(squares[39] != 1521);
}
`)
	p := b.Open(save(t, r))
	if text := p.Text(".row.folded"); !strings.Contains(text,
		"lines 4-5, 38 more times; i from 1 to 38; squares[1..38] from 1 to 1444") {
		t.Errorf("folded is %q", text)
	}
	rows := p.Count(".row")
	p.Click(".row.folded .step")
	if p.Count(".row") <= rows || p.Count(`.row.folded[aria-label*=open]`) != 1 {
		t.Errorf("a click opens nothing: %d rows, then %d", rows, p.Count(".row"))
	}
	p.NoErrors()
}

// testNasty: nothing of the program is run or becomes HTML, and odd characters are seen.
func testNasty(t *testing.T, b *browser.Browser) {
	r := violated(t, nastyName, nasty)
	r.Warnings = []string{"<i>warning</i>"}
	p := b.Open(save(t, r))
	var title string
	if p.Eval("document.title", &title); !strings.HasPrefix(title, nastyName) {
		t.Errorf("title %q", title)
	}
	if p.Count("main b b, main img, main i") != 0 {
		t.Error("a text of the program has become HTML")
	}
	p.Eval(`document.getElementById("source").scrollTop = 0`, nil)
	p.Settle()
	text := p.Text("#source")
	for _, want := range []string{`</script><script>document.title = "run"</script> <!--`, "U+202E", "U+2028",
		`"<b>bold</b></textarea>-->"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the source:\n%s", want, text)
		}
	}
	p.NoErrors()
}

// testLargeSource: a program of 3 MB with a line of 1 MB is shown, and only the lines in sight are in the
// document.
func testLargeSource(t *testing.T, b *browser.Browser) {
	r := violated(t, "lost.c", lostUpdate)
	filler := strings.Repeat("/* a line of the program that nobody executes, */ int f(int); // 'x\n", 30_000)
	text := lostUpdate + filler + "// " + strings.Repeat("long ", 200_000) + "\n// the end\n"
	if len(text) < 3_000_000 {
		t.Fatalf("%d bytes are no large source", len(text))
	}
	r.Summary.Files.SetText(0, []byte(text))
	if got := r.Summary.Files.Name(0); got != "lost.c" {
		t.Fatalf("the first file is %s", got)
	}
	p := b.Open(save(t, r))
	p.Settle()
	if got := p.Text("#source .line.on code"); !strings.Contains(got, "assert(counter == 7)") {
		t.Errorf("the current line is %q", got)
	}
	p.Eval(`(s => { s.scrollTop = s.scrollHeight })(document.getElementById("source"))`, nil)
	p.WaitFor(`document.querySelector("#source .window").innerText.includes("// the end")`)
	if n := p.Count("*"); n > 3000 {
		t.Errorf("%d elements are in the document", n)
	}
	p.Key("Home")
	p.WaitFor(`document.querySelector("#source .line.on")`)
	p.NoErrors()
}

// testDeadlock: threads that wait for ever are marked.
func testDeadlock(t *testing.T, b *browser.Browser) {
	prog := compile(t, "dead.c", `#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, 0);
}
`, property.NoDeadlock)
	r := reportOf(prog, property.NoDeadlock, execute(t, prog, interp.Deadlock), "dead.c")
	p := b.Open(save(t, r))
	if n := p.Count(".row.broken"); n != 2 {
		t.Errorf("%d threads are marked as waiting", n)
	}
	if got := p.Text("#now"); !strings.Contains(got, "waits for ever") || !strings.Contains(got, "holds") {
		t.Errorf("the last step says %q", got)
	}
	p.NoErrors()
}

// testLong: a trace of 10,000 steps loads quickly, and stepping touches only what is in sight. What is
// measured is logged; how long it takes depends on the machine.
func testLong(t *testing.T, b *browser.Browser) {
	prog := compile(t, "long.c", long(1700), property.UnreachCall)
	r := reportOf(prog, property.UnreachCall, execute(t, prog, interp.Violated), "long.c")
	rows := data(r).Rows
	if len(rows) < 10000 {
		t.Fatalf("%d rows are no long trace", len(rows))
	}
	page := html(t, r)
	p := b.Open(saved(t, page))
	var times struct{ Load, Step, Jump, Scroll, Search float64 }
	p.Eval(`performance.getEntriesByType("navigation")[0].loadEventEnd`, &times.Load)
	const each = `(() => { const start = performance.now(); for (let i = 0; i < 10; i++) whittle.report.go(%s); return (performance.now() - start) / 10 })()`
	p.Eval(fmt.Sprintf(each, "5000 + i"), &times.Step)
	p.Eval(fmt.Sprintf(each, "i * 977"), &times.Jump)
	p.Eval(
		`new Promise(done => { const l = document.getElementById("lanes"), start = performance.now(); l.scrollTop = 100000; requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start))) })`, &times.Scroll)
	p.Eval(
		`(() => { const s = document.getElementById("search"), start = performance.now(); s.value = "counter :="; s.dispatchEvent(new Event("input")); return performance.now() - start })()`, &times.Search)
	t.Logf("%d rows of %d steps, %d kB: loaded in %.0f ms, one step %.1f ms, a jump %.1f ms, scrolled in "+
		"%.0f ms, searched in %.0f ms",
		len(rows), len(r.Summary.Result.Trace.Steps), len(page)/1000, times.Load, times.Step,
		times.Jump, times.Scroll, times.Search)
	if n := p.Count("*"); n > 3000 {
		t.Errorf("%d elements are in the document at once", n)
	}
	if got := p.Text("#hits"); got == "none" || got == "" {
		t.Errorf("hits %q", got)
	}
	p.Key("End")
	p.Key("k", "Home")
	p.WaitFor(`document.querySelector(".row.on .number").textContent === "1"`)
	var want string // ten rows further on, of which a folded group is one
	p.Eval(`(() => { const all = [...document.querySelectorAll("#lanes .row")]; `+
		`const on = all.findIndex(r => r.classList.contains("on")); `+
		`return all[on + 10].querySelector(".number").textContent })()`, &want)
	p.Key("PageDown")
	p.WaitFor(fmt.Sprintf(`document.querySelector(".row.on .number").textContent === %q`, want))
	p.NoErrors()
}
