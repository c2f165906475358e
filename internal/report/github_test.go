package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/golden"
	"whittle.dev/internal/trace"
)

func TestGitHub(t *testing.T) {
	var got txtar.Archive
	for _, a := range answers() {
		var b bytes.Buffer
		if err := GitHubDiagnostics(&b, a.s.Diagnostics, a.err, ""); err != nil {
			t.Fatal(err)
		}
		if a.err == nil {
			if err := GitHub(&b, a.s, Options{}, ""); err != nil {
				t.Fatal(err)
			}
			if want := a.s.Result.Verdict.String(); !strings.HasSuffix(b.String(), "\n"+want+"\n") {
				t.Errorf("%s: the last line is not %s", a.name, want)
			}
		}
		got.Files = append(got.Files, txtar.File{Name: a.name, Data: b.Bytes()})
	}
	golden.Archive(t, "testdata/github.txtar", &got)
}

// TestEscaping reads workflow commands as GitHub does and finds what was put in.
func TestEscaping(t *testing.T) {
	f := &source.Files{}
	for _, s := range []string{"plain", "a%b", "%0A", "a,b:c::d", "one\ntwo\r\nthree", "::error::x", "ä∀",
		"a=b"} {
		name := strings.NewReplacer("\n", "", "\r", "").Replace(s) + ".c"
		file := f.Add(name)
		out := annotation("error", "", f, source.Pos{File: file, Line: 3}, s, s)
		command, message, ok := strings.Cut(strings.TrimSuffix(out, "\n"), " ")
		params, message, ok2 := strings.Cut(message, "::")
		if strings.Count(out, "\n") != 1 || command != "::error" || !ok || !ok2 || unescape(message) != s {
			t.Errorf("%q becomes %q", s, out)
			continue
		}
		values := map[string]string{}
		for _, p := range strings.Split(params, ",") {
			k, v, _ := strings.Cut(p, "=")
			values[k] = unescape(v)
		}
		if len(values) != 3 || values["file"] != name || values["line"] != "3" || values["title"] != s {
			t.Errorf("%q becomes %q, which reads %v", s, out, values)
		}
	}
}

// unescape undoes the escaping of workflow commands.
func unescape(s string) string {
	return strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",").Replace(s)
}

// TestInert: a program cannot put commands into the text.
func TestInert(t *testing.T) {
	for _, evil := range []string{"::set-env name=A::b", "x\n  ::error::y", "say ##[command]",
		"a\r::warning::b"} {
		s := Summary{Property: property.UnreachCall,
			Result: engine.Result{Verdict: property.Holds(), Why: "w", Facts: []string{"f\n" + evil}}}
		var b bytes.Buffer
		if err := GitHub(&b, s, Options{}, ""); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		stop, found := strings.CutPrefix(lines[0], "::stop-commands::")
		n := len(lines)
		if !found || len(stop) != 64 || lines[n-3] != "::"+stop+"::" || lines[n-2] != "true" ||
			strings.Count(b.String(), stop) != 2 {
			t.Errorf("%q becomes\n%s", evil, b.String())
		}
	}
	for _, harmless := range []string{"", "a::b\n", "T0  ::x is fine where it is not first\n", "# [x]\n"} {
		if got := inert(harmless); got != harmless {
			t.Errorf("%q becomes %q", harmless, got)
		}
	}
}

// TestLongAnnotation: of a long trace the end is shown.
func TestLongAnnotation(t *testing.T) {
	b := newBuilder()
	for i := range 200 { // no two blocks of lines are alike
		b.step(0, 10, trace.KindStore, access("counter."+strings.Repeat("a", i), 1, 0))
		b.step(1, 3, trace.KindStore, access("counter", 1, 0))
	}
	b.lost()
	s := Summary{Property: property.UnreachCall, Files: b.files,
		Result: engine.Violated(property.UnreachCall, &b.t)}
	out := s.annotations("")
	if n := strings.Count(out, "%0A"); n > maxAnnotation+5 ||
		!strings.Contains(out, "lines, which -v shows") || !strings.Contains(out, "VIOLATION") {
		t.Errorf("%d lines:\n%s", n, out)
	}
}
