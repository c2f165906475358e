package page_test

import (
	"html/template"
	"os"
	"path/filepath"
	"testing"
	"time"

	"whittle.dev/internal/page"
	"whittle.dev/internal/testing/browser"
)

func save(t *testing.T, p page.Page) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

const table = `<p id="where"></p><details><summary>more</summary><p id="inside">folded</p></details>
<table class="data sortable" id="t"><thead><tr><th>Name<th class="num" data-first="descending">Time<th data-nosort>Note</thead>
<tbody><tr><td>b10<td data-value="1500">1.5 s<td>x<tr><td>b9<td>-<td>y<tr><td>a<td data-value="20">20 ms<td>z</tbody></table>`

const order = `[...document.querySelectorAll("#t tbody tr")].map(r => r.cells[0].textContent).join(" ")`

func TestInBrowser(t *testing.T) {
	b := browser.Start(t)
	nasty := "</script><script>document.title='data is run'</script><!--"
	file := save(t, page.Page{
		Title: "a <title> & more", Body: template.HTML(table), Data: []page.Data{{ID: "d", Value: nasty}},
		Scripts: []string{
			`document.getElementById("where").append(whittle.h("b", {class: "x", title: "<"}, whittle.data("d")));`},
	})

	t.Run("data and scripts", func(t *testing.T) {
		p := b.For(t).Open(file)
		if got := p.Text("#where b"); got != nasty {
			t.Errorf("the data came as %q", got)
		}
		var title string
		if p.Eval("document.title", &title); title != "a <title> & more" {
			t.Errorf("title %q", title)
		}
		p.NoErrors()
	})

	t.Run("policy", func(t *testing.T) {
		p := b.For(t).Open(save(t, page.Page{Title: "kept",
			Body: `<button onclick="document.title = 'run'" id="bad">inline</button><script>document.title = "run"</script>`}))
		p.Click("#bad")
		var title string
		if p.Eval("document.title", &title); title != "kept" {
			t.Error("a script in the text has run")
		}
		if len(p.Errors()) < 2 {
			t.Errorf("the browser reports %q", p.Errors())
		}
	})

	t.Run("sorting", func(t *testing.T) {
		p := b.For(t).Open(file)
		for _, c := range []struct{ click, want, sort string }{
			{"th:nth-child(1) button", "a b9 b10", "ascending"},
			{"th:nth-child(1) button", "b10 b9 a", "descending"},
			{"th:nth-child(2) button", "b10 a b9", "descending"}, // what is missing is last
			{"th:nth-child(2) button", "a b10 b9", "ascending"},
		} {
			p.Click(c.click)
			var got, sort string
			p.Eval(order, &got)
			p.Eval(`document.querySelector("th[aria-sort]").getAttribute("aria-sort")`, &sort)
			if got != c.want || sort != c.sort {
				t.Errorf("after %s: %s, %s; want %s, %s", c.click, got, sort, c.want, c.sort)
			}
		}
		p.Eval(`document.querySelector("th button").focus()`, nil)
		p.Key("Enter")
		var got string
		if p.Eval(order, &got); got != "a b9 b10" {
			t.Errorf("after Enter: %s", got)
		}
		if p.Count("th button") != 2 {
			t.Error("a column that is not to be sorted has a button")
		}
		p.NoErrors()
	})

	t.Run("schemes", func(t *testing.T) {
		const dark = `getComputedStyle(document.body).backgroundColor === "rgb(19, 22, 26)"`
		p := b.For(t).Open(file)
		is := func(want bool, when string) {
			t.Helper()
			var got bool
			if p.Eval(dark, &got); got != want {
				t.Errorf("%s: dark is %v", when, got)
			}
		}
		p.SetScheme("light")
		is(false, "light system")
		p.SetScheme("dark")
		is(true, "dark system")
		// Chromium may lose what a page has just stored, when a reload comes soon after it or after the
		// end of another page: the next attempt waits a little longer.
		stored := false
		for wait := time.Duration(0); !stored && wait < time.Second; wait = 2*wait + 20*time.Millisecond {
			p.Click("#theme")
			is(false, "toggled")
			time.Sleep(wait)
			p.Reload()
			p.Eval(`localStorage.getItem("whittle-theme") !== null`, &stored)
		}
		is(false, "toggled and loaded again")
		p.Key("t")
		is(true, "toggled back")
		p.SetScheme("light")
		is(false, "the system has changed, and the choice was the system's")
		p.Key("t")
		is(true, "toggled in light")
		p.SetMedia("print", nil)
		is(false, "on paper")
		p.SetMedia("screen", nil)
		p.Key("t") // leave the storage as it was
		p.NoErrors()
	})

	t.Run("print", func(t *testing.T) {
		p := b.For(t).Open(file)
		p.Eval(
			`globalThis.opened = false; document.querySelector("details").addEventListener("toggle", () => { opened = true })`, nil)
		p.PDF(filepath.Join(t.TempDir(), "page.pdf"))
		p.WaitFor("opened && !document.querySelector('details').open")
		p.NoErrors()
	})

	t.Run("a script that throws", func(t *testing.T) {
		p := b.For(t).Open(save(t, page.Page{Title: "x",
			Scripts: []string{`throw new Error("sorry");`, `document.title = "the next one runs";`}}))
		var title string
		if p.Eval("document.title", &title); title != "the next one runs" {
			t.Error("a script that throws stops the others")
		}
		if p.Count(".page-error") != 1 || len(p.Errors()) == 0 {
			t.Error("the error is not shown")
		}
	})
}
