package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/trace"
)

// counting is a trace in which a thread goes through a loop n times and then does what the change of the last
// step says.
func counting(n uint64) *builder {
	b := newBuilder()
	for i := range n {
		b.step(0, 9, trace.KindAssign, assign("main::i", i))
		b.step(0, 10, trace.KindStore, access("counter", 2*i+1, 0))
		b.step(0, 11, trace.KindLoad, access("limit", (i*5)%7, 0))
	}
	b.step(0, 15, trace.KindViolation, func(s *trace.Step) { s.Message = "done" })
	return b
}

func TestRepeats(t *testing.T) {
	want := `T0 is main

  T0 lost_update.c:9   pthread_create(&a, 0, inc, 0);  i := 0
  T0 lost_update.c:10  int mine = counter;             counter := 1
  T0 lost_update.c:11  counter = mine + 1;             limit is 0
  T0 lost_update.c:9   ... lines 9-11, 298 more times; i from 1 to 298; counter from 3 to 597;
                       limit between 0 and 6
  T0 lost_update.c:9   pthread_create(&a, 0, inc, 0);  i := 299
  T0 lost_update.c:10  int mine = counter;             counter := 599
  T0 lost_update.c:11  counter = mine + 1;             limit is 4
  T0 lost_update.c:15  if (counter != 2) reach_error();  VIOLATION done
`
	if diff := cmp.Diff(want, counting(300).print(Options{})); diff != "" {
		t.Error(diff)
	}
	if got := counting(300).print(Options{Verbose: true}); strings.Count(got, "counter := ") != 300 {
		t.Errorf("with -v not all is shown:\n%s", got)
	}
	if got := counting(3).print(Options{}); strings.Contains(got, "more times") {
		t.Errorf("three times are folded:\n%s", got)
	}
}

// TestRepeatsOfThreads folds a pattern of two threads, but not across a line that says something else.
func TestRepeatsOfThreads(t *testing.T) {
	b := newBuilder()
	for i := range uint64(12) {
		value := access("counter", i, 0)
		if i == 6 {
			value = access("other", i, 0)
		}
		b.step(0, 10, trace.KindStore, value)
		b.step(1, 3, trace.KindLoad, access("flag", 0, 0))
	}
	got := b.print(Options{})
	for _, want := range []string{"... lines 10 of T0 and 3 of T1, 4 more times; counter from 1 to 4",
		"other := 6",
		"> T0 lost_update.c:10  int mine = counter;             counter := 11"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "more times"); n != 2 {
		t.Errorf("%d folds, want 2:\n%s", n, got)
	}
	rows := Rows(&b.t, b.files)
	for i := range rows {
		if folded := rows[i].Repeat != nil; folded != rows[i].Minor {
			t.Errorf("row %d: repeats %v, minor %v", i, folded, rows[i].Minor)
		}
	}
}

// TestNestedRepeats: in the turns of a loop that are shown, those of an inner loop are folded.
func TestNestedRepeats(t *testing.T) {
	b := newBuilder()
	for i := range uint64(5) {
		b.step(0, 9, trace.KindStore, access("outer", i, 0))
		for j := range uint64(10) {
			b.step(0, 10, trace.KindStore, access("inner", j, 0))
			b.step(0, 11, trace.KindLoad, access("inner", j, 0))
		}
	}
	got := b.print(Options{})
	if n := strings.Count(got, "lines 10-11, 8 more times; inner from 1 to 8"); n != 2 ||
		strings.Count(got, "lines 9-11, 3 more times; outer from 1 to 3") != 1 {
		t.Errorf("got:\n%s", got)
	}
}
