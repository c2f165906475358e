package report

import (
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// TestOpen checks the sentences about verdicts that are unknown.
func TestOpen(t *testing.T) {
	files := &source.Files{}
	at := source.Pos{File: files.Add("dir/a.c"), Line: 3, Col: 7}
	in := engine.UndefinedBehaviour(at, "invalid access")
	in.In, in.More = "strcmp", 2
	in.Helps = []engine.Help{{Kind: engine.MoreTime, Time: 20 * time.Second}, {Kind: engine.SayMore}}
	stub := engine.Unsupported(at, "sigaction")
	stub.Helps = []engine.Help{{Kind: engine.Define, Name: "sigaction"}}
	rests := engine.Unknown("it rests on this").Because(engine.Inexact)
	rests.Pos, rests.In = at, "strcmp"
	for _, tc := range []struct {
		res  engine.Result
		want string
	}{
		{engine.Unknown("timeout"), "timeout"},
		{stub, "sigaction at a.c:3 is not supported; what helps: a definition of sigaction in the program, " +
			"such as a stub"},
		{in, "undefined behaviour in strcmp at a.c:3 or 2 more places was not excluded: invalid access; " +
			"what helps: more time (--timeout 80s), or an assumption in the program that excludes it"},
		{rests, "a.c:3, in strcmp: it rests on this"},
		{engine.Unfollowed(source.Pos{}, "recursion"), "recursion is not followed by this engine"},
		{engine.Unknown("internal error: edge e64").Because(engine.Failed),
			"whittle failed (internal error)"},
	} {
		if got := (Summary{Result: tc.res, Files: files}).Open(); got != tc.want {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

// TestOpenReasons: each reason of an open verdict has words for the table, and each help has words.
func TestOpenReasons(t *testing.T) {
	for r := engine.Limit; r <= engine.Failed; r++ {
		if openWords[r] == "" {
			t.Errorf("%s has no words", r)
		}
	}
	for k := engine.MoreTime; k <= engine.ReportDefect; k++ {
		if help(engine.Help{Kind: k}) == "" {
			t.Errorf("the help %d has no words", k)
		}
	}
}

// TestReasonsOnce: a reason that several properties share is said once.
func TestReasonsOnce(t *testing.T) {
	part := func(p property.Property, res engine.Result, facts ...string) Summary {
		res.Facts = facts
		return Summary{Property: p, Result: res}
	}
	s := Summary{Several: []Summary{part("a", engine.Unknown("timeout"), "x"),
		part("b", engine.Unknown("too large"), "x", "y"), part("c", engine.Unknown("timeout")),
		part("d", engine.Result{Verdict: property.Holds()}, "z")}}
	var b strings.Builder
	s.undecided(&b)
	s.lines(&b, openFacts, "%s, shown: %s\n")
	want := "2 properties (a, c) undecided: timeout\nb is undecided: too large\n" +
		"a, b, shown: x\nb, shown: y\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
