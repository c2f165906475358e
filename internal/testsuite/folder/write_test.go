package folder

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/harness"
	"whittle.dev/internal/testing/browser"
	"whittle.dev/internal/testsuite"
	"whittle.dev/internal/testsuite/testcomp"
)

const program = `extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int check(int x)
{
	if (x > 99 && x < 99)
		return 1;
	return x < 3 ? 2 : 3;
}
int main(void)
{
	int x = __VERIFIER_nondet_uchar();
	if (check(x) == 1)
		return x;
	if (x == 255)
		reach_error();
	return 0;
}
`

// written writes the suite of the program, of which everything that is not covered is dead.
func written(t *testing.T) (folder string) {
	t.Helper()
	src, _, err := c.LoadInstrumented(t.Context(), c.Config{Files: []string{"a b.c"}, Tests: true,
		Property: "unreach-call", Read: func(string) ([]byte, error) { return []byte(program), nil }})
	if err != nil {
		t.Fatal(err)
	}
	src.Program().Terms.Freeze()
	s, err := testsuite.Make(t.Context(), src.Program(), testsuite.Config{Criterion: cover.Branches,
		Ask: func(context.Context, *cfa.Program, int) (testsuite.Answer, error) {
			return testsuite.Answer{Holds: true, Why: "<proved>", Pruned: 0.5}, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	folder = filepath.Join(t.TempDir(), "tests")
	notes, err := Write(folder, Input{Suite: s, Source: src,
		Head: harness.Head{Files: []string{"a b.c"}, Version: "1"},
		Meta: testcomp.Meta{Producer: "whittle 1", File: "a b.c", Hash: "0", Entry: "main", Bits: 64}})
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	return folder
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFolder looks at what the files say about one program.
func TestFolder(t *testing.T) {
	folder := written(t)

	const want = `SF:a b.c
FN:3,check
FN:9,main
FNDA:2,check
FNDA:2,main
FNF:2
FNH:2
BRDA:5,3,0,0
BRDA:5,3,1,2
BRDA:7,4,0,1
BRDA:7,4,1,1
BRDA:12,1,0,0
BRDA:12,1,1,2
BRDA:14,2,0,1
BRDA:14,2,1,1
BRF:8
BRH:6
DA:5,2
DA:6,0
DA:7,2
DA:11,2
DA:12,2
DA:13,0
DA:14,2
DA:15,1
DA:16,1
LF:9
LH:7
end_of_record
`
	got := read(t, folder, "coverage.info")
	got = got[strings.Index(got, "SF:"):]
	if got != want {
		t.Errorf("lcov:\n%s\nwant\n%s", got, want)
	}

	var x index
	if err := json.Unmarshal([]byte(read(t, folder, "suite.json")), &x); err != nil {
		t.Fatal(err)
	}
	if x.Summary != (summary{Goals: 8, Covered: 6, Dead: 2}) || len(x.Goals) != 8 || len(x.Tests) != 2 {
		t.Errorf("index: %+v, %d goals, %d tests", x.Summary, len(x.Goals), len(x.Tests))
	}
	fails := 0
	for i, y := range x.Tests {
		var in struct {
			Error  string `xml:"coversError,attr"`
			Inputs []struct {
				Type  string `xml:"type,attr"`
				Value string `xml:",chardata"`
			} `xml:"input"`
		}
		text := read(t, folder, "test-suite", "testcase-"+string(rune('1'+i))+".xml")
		if err := xml.Unmarshal([]byte(text), &in); err != nil {
			t.Fatal(err)
		}
		if len(in.Inputs) != 1 || in.Inputs[0].Type != "unsigned char" ||
			in.Inputs[0].Value != y.Inputs[0].Value || (in.Error == "true") != (y.End == "violation") {
			t.Errorf("%s: %+v in Test-Comp's format", y.Name, in)
		}
		if y.End == "violation" {
			fails++
			if y.Inputs[0].Value != "255" || y.Status != 134 || y.Where != "a b.c:15:3" {
				t.Errorf("the test that fails: %+v", y)
			}
		}
		if !strings.Contains(read(t, folder, y.File), "__VERIFIER_nondet_uchar() at a b.c:11:10: "+
			y.Inputs[0].Value) {
			t.Errorf("%s does not say its inputs", y.File)
		}
	}
	if fails != 1 {
		t.Errorf("%d tests fail", fails)
	}
	if make := read(t, folder, "Makefile"); !strings.Contains(make, "TESTS = test_001 test_002\n") ||
		!strings.Contains(make, "SOURCES = \n") { // make cannot name the file
		t.Errorf("the Makefile:\n%s", make)
	}
}

// TestPage looks at the page in a browser: colours of lines, dead outcomes, and the lines of one test.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it drives a browser")
	}
	p := browser.Start(t).For(t).Open(filepath.Join(written(t), "coverage.html"))
	var got string
	p.Eval(`[...document.querySelectorAll("table.source tr")].map(r => r.className || "-").join(" ")`, &got)
	want := "- - - - partial dead hit - - - hit partial dead hit hit hit -"
	if got != want {
		t.Errorf("lines are coloured\n%s\nwant\n%s", got, want)
	}
	if n := p.Count(".goal.covered"); n != 6 || p.Count(".goal.dead") != 2 {
		t.Errorf("%d outcomes are covered", n)
	}
	if text := p.Text("tbody"); !strings.Contains(text, "<proved>") {
		t.Errorf("the table of what is not covered: %s", text)
	}
	p.Eval(`{const s=document.getElementById("test");s.value="0";s.dispatchEvent(new Event("change"))}`, nil)
	if p.Count("tr.off.hit") == 0 || p.Count("tr.hit:not(.off)") == 0 {
		t.Error("a single test changes no line, or all")
	}
	p.NoErrors()
}
