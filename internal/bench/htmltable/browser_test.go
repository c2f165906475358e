package htmltable

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/bench/table"
	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/browser"
	"whittle.dev/internal/testing/testflag"
)

// sample is a run of three configurations over some tasks, with every kind of result.
func sample() []tasks.Record {
	var out []tasks.Record
	for i := range 40 {
		want := []string{"true", "false(unreach-call)"}[i%2]
		item := tasks.Item{Name: fmt.Sprintf("locks/%s-%02d.yml", []string{"queue", "stack", "ring"}[i%3], i),
			Set: []string{"locks", "atomics"}[i/20], Property: property.UnreachCall}
		if i%10 == 9 {
			item.Property = property.NoDataRace
			want = "true"
		}
		for c, config := range []string{"base", "no spin", "cbmc"} {
			r := tasks.Record{Item: item, Config: config, Expected: want, Verdict: want, Score: tasks.Right,
				CPU: 0.02 * float64(1+i*i*(c+1)%97), Memory: uint64(20e6 + 3e6*float64(i*(c+2)%31)),
				Accounting: "mixed"}
			switch (i*7 + c*5) % 11 {
			case 0:
				r.Score, r.Verdict, r.Why, r.CPU = tasks.Unknown, "unknown", "timeout", 60
			case 1:
				if c == 2 {
					r.Score, r.Verdict, r.Why = tasks.Failed, "unknown",
						"exit code 6: queue.c:3:1: error <syntax>"
				}
			case 2:
				if c == 1 && i == 19 {
					r.Score, r.Verdict = tasks.Wrong, "false(no-data-race)"
				}
			}
			if i == 4 && c == 2 {
				r.Score, r.Verdict, r.Why = tasks.Wrong, "false(unreach-call)", "[main.assertion.1] FAILURE"
			}
			r.Wall = r.CPU
			out = append(out, r)
		}
	}
	return out
}

// samplePage writes the page of the sample, with a comparison.
func samplePage(t *testing.T) string {
	t.Helper()
	recs := sample()
	old := sample()
	for i := range old {
		switch {
		case i%17 == 3:
			old[i].CPU *= 9
		case i%23 == 5:
			old[i].Score, old[i].Verdict = tasks.Unknown, "unknown"
		case old[i].Score == tasks.Unknown && i%2 == 0:
			old[i].Score, old[i].Verdict, old[i].CPU = tasks.Right, old[i].Expected, 3
		}
	}
	tab := table.New(recs)
	tab.Setups = []tasks.Setup{{Build: "0123456789abcdef", Wall: 60, Memory: 4e9, Procs: "2",
		Configs: []tasks.NamedArgs{{Name: "base"}, {Name: "no spin", Args: []string{"--no-spin-reduction"}},
			{Name: "cbmc", External: &tasks.External{Name: "cbmc", Version: "6.3.1"}}}}}
	var err error
	if tab.Against, err = table.CompareRuns("before.jsonl", old, recs,
		table.Comparability{Factor: 2, Floor: 1}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bench.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, tab, "Locks & <queues>"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	visible = `[...document.querySelectorAll("#table tbody tr:not([hidden])")]`
	names   = visible + `.map(r => r.cells[0].title).join(" ")`
)

func TestHTMLInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it drives a browser")
	}
	b := browser.Start(t)
	file := samplePage(t)

	t.Run("filters", func(t *testing.T) {
		p := b.For(t).Open(file)
		if n := p.Count("#table tbody tr"); n != 40 || p.Text("#shown") != "40 tasks" {
			t.Errorf("%d rows, %q", n, p.Text("#shown"))
		}
		p.Key("/")
		p.Type("ring 1")
		var got string
		p.Eval(names, &got)
		if got == "" || strings.Contains(got, "queue") || !strings.Contains(p.Text("#shown"), "of 40 tasks") {
			t.Errorf("filtered by name: %s, %s", got, p.Text("#shown"))
		}
		p.Key("Escape")
		if p.Text("#shown") != "40 tasks" {
			t.Errorf("after Escape: %s", p.Text("#shown"))
		}
		choose := func(id, value string) int {
			p.Eval(fmt.Sprintf(
				`{const s=document.getElementById(%q);s.value=%q;s.dispatchEvent(new Event("input",{bubbles:true}))}`, id, value), nil)
			var n int
			p.Eval(visible+".length", &n)
			return n
		}
		count := func(of func(tasks.Record) bool) int {
			seen := map[string]bool{}
			for _, r := range sample() {
				if of(r) {
					seen[r.Key()] = true
				}
			}
			return len(seen)
		}
		for _, c := range []struct {
			id, value string
			want      int
		}{
			{"score", "wrong", count(func(r tasks.Record) bool { return r.Score == tasks.Wrong })},
			{"of", "0", 0},
			{"of", "2", count(func(r tasks.Record) bool {
				return r.Score == tasks.Wrong &&
					r.Config == "cbmc"
			})},
			{"score", "failed", count(func(r tasks.Record) bool { return r.Score == tasks.Failed })},
			{"score", "", 40},
			{"set", "atomics", 20},
			{"property", "no-data-race", 2},
			{"expected", "false", 0},
		} {
			if n := choose(c.id, c.value); n != c.want {
				t.Errorf("%s = %q: %d rows, want %d", c.id, c.value, n, c.want)
			}
		}
		p.Click("#everything")
		p.WaitFor(`document.getElementById("shown").textContent === "40 tasks"`)
		// A select is used by the keyboard.
		p.Eval(`document.getElementById("set").focus()`, nil)
		p.Key("l")
		if p.WaitFor(`document.getElementById("set").value === "locks"`); p.Text(
			"#shown") != "20 of 40 tasks" {
			t.Errorf("by key: %s", p.Text("#shown"))
		}
		p.NoErrors()
	})

	t.Run("setup", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Click("#setups summary")
		for _, want := range []string{"whittle check (build 0123456789abcdef)",
			"whittle check --no-spin-reduction (build", "cbmc 6.3.1", "60 s of time, 4 GB, 2 processors"} {
			if text := p.Text("#setups"); !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
		p.NoErrors()
	})

	t.Run("sorting", func(t *testing.T) {
		p := b.For(t).Open(file)
		cpu := `[...document.querySelectorAll("#table tbody tr")].map(r => Number(r.cells[5].dataset.value))`
		sorted := func(sign string) bool {
			var ok bool
			p.Eval(fmt.Sprintf(`%s.every((x, i, a) => i === 0 || %s(a[i-1] - x) <= 0)`, cpu, sign), &ok)
			return ok
		}
		head := "#table thead tr:last-child th:nth-child(6) button"
		if p.Text(head) != "CPU" || sorted("+") || sorted("-") {
			t.Fatalf("column 6 is %q", p.Text(head))
		}
		if p.Click(head); !sorted("-") {
			t.Error("not sorted by a click")
		}
		p.Eval(`document.querySelector("`+head+`").focus()`, nil)
		if p.Key("Enter"); !sorted("+") {
			t.Error("not sorted by Enter")
		}
		p.NoErrors()
	})

	t.Run("find", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Click("#wrong button")
		want := p.Text("#wrong button")
		var got string
		if p.Eval(names, &got); got != want {
			t.Errorf("the wrong answer %s shows %s", want, got)
		}
		p.Click("#everything")
		p.Eval(
			`document.querySelector("figure.scatter [data-name]").dispatchEvent(new MouseEvent("click",{bubbles:true}))`, nil)
		if p.Eval(names, &got); strings.Contains(got, " ") || got == "" {
			t.Errorf("a mark shows %s", got)
		}
		if n := p.Count("figure.scatter"); n != 3 {
			t.Errorf("%d scatter plots of 3 configurations", n)
		}
		p.NoErrors()
	})

	t.Run("looks", func(t *testing.T) {
		p := b.For(t).Open(file)
		for _, scheme := range []string{"light", "dark"} {
			p.SetScheme(scheme)
			for _, width := range []int{1280, 420} {
				p.Resize(width, 900)
				var wide bool
				if p.Eval(`document.documentElement.scrollWidth > innerWidth`, &wide); wide {
					t.Errorf("%s, %d pixels: the page is wider than the window", scheme, width)
				}
			}
			if testflag.Deep() { // for people; -artifacts keeps them
				p.Resize(1280, 900)
				for i, y := range []string{"scores", "plots", "results"} {
					p.Eval(`document.getElementById("`+y+`").scrollIntoView()`, nil)
					if i == 0 {
						p.Eval(`scrollTo(0, 0)`, nil)
					}
					p.Settle()
					p.Screenshot(filepath.Join(t.ArtifactDir(), scheme+"-"+y+".png"), 1280, 900)
				}
			}
		}
		p.NoErrors()
	})
}
