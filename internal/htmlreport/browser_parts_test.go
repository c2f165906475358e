package htmlreport

import (
	"fmt"
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
