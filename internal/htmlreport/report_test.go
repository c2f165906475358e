package htmlreport

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/source"
)

// nasty is a program whose text tries to be HTML, in every place that a report shows.
const nasty = `// </script><script>document.title = "run"</script> <!-- <img src=x onerror=alert(1)>
#include <assert.h>
int table[2]; // "quotes" & 'quotes' ` + "\xff\xfe \u202e \u2028" + ` U+202E
int main(void) {` + "\r" + `
	const char *s = "<b>bold</b></textarea>-->";
	int x = s[0] + table[1];
	assert(x == '<' && "</script><script>document.title='run'</script>" == 0);
}
`

const nastyName = "a<b>&\"'$(x).c"

func TestNothingOfTheProgramIsHTML(t *testing.T) {
	r := violated(t, nastyName, nasty)
	r.Command = []string{"whittle", "check", nastyName, "it's", ""}
	r.Warnings = []string{"<i>warning</i>"}
	r.Version = "1.2 <i>(abc)</i>"
	page := html(t, r)
	for _, bad := range []string{"<b>", "<img", "<i>warning", "<i>(abc)", "document.title = \"run\"</script>",
		"document.title='run'</script>", "a<b>"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	for _, want := range []string{"a&lt;b&gt;&amp;", "&lt;i&gt;warning&lt;/i&gt;",
		"1.2 &lt;i&gt;(abc)&lt;/i&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
	var files []sourceFile
	element(t, page, "report-files", &files)
	// The front end has replaced what is no UTF-8.
	if want := strings.ReplaceAll(nasty, "\xff\xfe", "??"); len(files) != 1 || files[0].Text != want ||
		files[0].Name != nastyName {
		t.Errorf("the source came as %+q, want %+q", files, want)
	}
}

// element reads the JSON in an element of a page.
func element(t *testing.T, page, id string, into any) {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="` + id +
		`">(.*?)</script>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no element %s", id)
	}
	if err := json.Unmarshal([]byte(m[1]), into); err != nil {
		t.Fatal(err)
	}
}

func TestSameOutput(t *testing.T) {
	r := violated(t, "lost.c", lostUpdate)
	if first := html(t, r); html(t, r) != first {
		t.Error("two pages of one report differ")
	}
}

// summaries are outcomes of every kind, with as little as there may be.
func summaries() map[string]report.Summary {
	files := &source.Files{}
	f := files.Add("a.c")
	files.SetText(f, []byte("int main(void) {}\n"))
	diags := &source.Diagnostics{Files: files}
	diags.Add(source.Warning, source.Pos{File: f, Line: 1, Col: 5}, "odd")
	return map[string]report.Summary{
		"nothing":      {},
		"bare unknown": {Property: property.UnreachCall, Result: engine.Unknown("timeout")},
		"holds": {Property: property.UnreachCall, Files: files, Inputs: []string{"a.c"}, Diagnostics: diags,
			Result: engine.Result{Verdict: property.Holds(), Why: "every execution ends",
				Assumed: []engine.Assumption{{What: "invalid access", Pos: source.Pos{File: f, Line: 1}}},
				Facts:   []string{"a fact"}}},
		"no trace": {Property: property.NoDataRace, Files: files,
			Result: engine.Result{Verdict: property.Violated(property.NoDataRace)}},
		"internal error": {Property: property.UnreachCall, BugReport: "bug.json",
			Result: engine.Unknown("internal error"), Expected: property.Holds()},
		"unexpected": {Property: property.UnreachCall, Expected: property.Violated(property.UnreachCall),
			Result: engine.Holds(engine.ByStates, "x")},
	}
}

func TestEveryVerdict(t *testing.T) {
	for name, want := range map[string][]string{
		"nothing": {"undecided"}, "bare unknown": {"undecided", "Timeout"},
		"holds":    {"holds", "no invalid access at a.c:1", "a fact", "a.c:1:5: warning: odd"},
		"no trace": {"no-data-race is violated"}, "internal error": {"described in bug.json"},
		"unexpected": {"the task definition expects false(unreach-call)"},
	} {
		page := html(t, Report{Summary: summaries()[name]})
		for _, w := range want {
			if !strings.Contains(page, w) {
				t.Errorf("%s: no %q in the page", name, w)
			}
		}
	}
}

// TestWithoutProgram: a trace can be shown where program and files are not known.
func TestWithoutProgram(t *testing.T) {
	r := violated(t, "lost.c", lostUpdate)
	r.Program, r.Summary.Files = nil, nil
	d := data(r)
	inRange(t, d, len(r.Summary.Result.Trace.Steps))
	if c := d.variable(t, "counter"); d.at(c, len(d.Rows)) != "6" {
		t.Errorf("counter ends with %s", d.at(c, len(d.Rows)))
	}
	if !strings.Contains(html(t, r), "lost.c") {
		t.Error("places are missing")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	if err := violated(t, "lost.c", lostUpdate).Write(full{}); err == nil ||
		!strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
}
