package report

import (
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/source"
)

// TestAssumes checks the line about what proofs take for granted.
func TestAssumes(t *testing.T) {
	files := &source.Files{}
	f := files.Add("dir/a.c")
	at := []source.Pos{{File: f, Line: 3}, {File: f, Line: 5}, {File: f, Line: 6}}
	for _, tc := range []struct {
		taken []engine.Premise
		want  string
	}{
		{nil, ""},
		{[]engine.Premise{{Kind: engine.AllocationSucceeds, Places: at}},
			"assumes: allocation succeeds (--may-fail)\n"},
		{[]engine.Premise{{Kind: engine.AllocationSucceeds}, {Kind: engine.ThreadsStart},
			{Kind: engine.SequentialConsistency, Places: at}},
			"assumes: allocation succeeds and threads can be created (--may-fail), sequential consistency " +
				"(weaker orders at a.c:3 and 2 more places)\n"},
		{[]engine.Premise{{Kind: engine.SequentialConsistency, Places: at[:1]}},
			"assumes: sequential consistency (weaker orders at a.c:3)\n"},
		{[]engine.Premise{{Kind: engine.SequentialConsistency, Places: at[:2]}},
			"assumes: sequential consistency (weaker orders at a.c:3 and a.c:5)\n"},
		{[]engine.Premise{{Kind: engine.ArgumentsUnwritten, Functions: []string{"f", "g"}},
			{Kind: engine.NothingElseWritten, Functions: []string{"h"}},
			{Kind: engine.PointersValid, Functions: []string{"a", "b", "c", "d"}},
			{Kind: engine.WrittenValid, Functions: []string{"f"}},
			{Kind: engine.WrittenValidOrNull, Functions: []string{"f", "g"}}},
			"assumes: f and g without a definition write nothing (--extern-writes), h without a definition " +
				"has no effect but its result, a, b and 2 more return no null pointer but one to an object " +
				"of its own and f writes no null pointers but ones to objects of their own " +
				"(--may-fail), f and g write pointers that are null or lead to objects of their own\n"},
	} {
		var b strings.Builder
		Summary{Taken: tc.taken, Files: files}.scope(&b)
		if b.String() != tc.want {
			t.Errorf("got %q, want %q", b.String(), tc.want)
		}
	}
}
