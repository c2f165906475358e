package source

import (
	"strings"
	"testing"
)

func TestDiagnosticsAreSortedAndKeptOnce(t *testing.T) {
	var fs Files
	f := fs.Add("a.c")
	d := Diagnostics{Files: &fs}
	d.Add(Warning, Pos{f, 9, 1}, "later")
	d.Add(Error, Pos{f, 2, 5}, "no %s", "sense")
	d.Add(Error, Pos{f, 2, 5}, "no %s", "sense")
	d.Add(Note, Pos{}, "nowhere")
	var out strings.Builder
	if err := d.Print(&out); err != nil {
		t.Fatal(err)
	}
	want := "note: nowhere\na.c:2:5: error: no sense\na.c:9:1: warning: later\n"
	if out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
	if err := d.Err(); !d.HasErrors() || err == nil || err.Error() != "a.c:2:5: error: no sense" {
		t.Errorf("Err() = %v", err)
	}
}

func TestQuote(t *testing.T) {
	var fs Files
	f := fs.Add("a.c")
	fs.SetText(f, []byte("\tx = \xc3\xa9\x1b[1m + ;\n"+strings.Repeat("a", 300)+"\n"))
	d := Diagnostics{Files: &fs}
	for _, c := range []struct {
		pos  Pos
		want string
	}{
		{Pos{f, 1, 13}, "    1 | \tx = \u00e9\uFFFD[1m + ;\n      | \t          ^\n"},
		{Pos{f, 2, 299}, "    2 | ..." + strings.Repeat("a", 82) + "\n      | " + strings.Repeat(" ", 83) +
			"^\n"},
		{Pos{f, 2, 1}, "    2 | " + strings.Repeat("a", 120) + "...\n      | ^\n"},
		{Pos{f, 9, 1}, ""}, {Pos{f, 1, 99}, ""}, {Pos{f, 1, 0}, ""}, {Pos{}, ""},
	} {
		if got := d.Quote(Diagnostic{Pos: c.pos}); got != c.want {
			t.Errorf("%v: got\n%q, want\n%q", c.pos, got, c.want)
		}
	}
}
