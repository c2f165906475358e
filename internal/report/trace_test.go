package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

func TestTrace(t *testing.T) {
	b := newBuilder()
	b.lost()
	want := `T0 is main
T1 is inc, started by T0 at lost_update.c:9

  T0 lost_update.c:9   pthread_create(&a, 0, inc, 0);  starts T1
> T1 lost_update.c:3   |                       int old = counter;      counter is 0; old := 0
> T0 lost_update.c:10  int mine = counter;             counter is 0; mine := 0
  T0 lost_update.c:11  counter = mine + 1;             counter := 1
> T1 lost_update.c:4   |                       counter = old + 1;      counter := 1
> T0 lost_update.c:12  pthread_join(a, 0);             joins T1
  T0 lost_update.c:13  for (int i = 0; i < 3; i++)     i := 1
  T0 lost_update.c:13  for (int i = 0; i < 3; i++)     i := 2
  T0 lost_update.c:13  for (int i = 0; i < 3; i++)     i := 3
  T0 lost_update.c:15  if (counter != 2) reach_error();  counter is 1 (T1);
                                                         VIOLATION reach_error() is called
`
	if diff := cmp.Diff(want, b.print(Options{})); diff != "" {
		t.Error(diff)
	}
}

func TestTraceColour(t *testing.T) {
	b := newBuilder()
	b.lost()
	if strings.Contains(b.print(Options{}), "\x1b") {
		t.Error("escape sequences without colour")
	}
	if !strings.Contains(b.print(Options{Color: true}), "\x1b[1;31m") {
		t.Error("the violation is not marked")
	}
}

// TestTraceFits prints traces of up to 40 threads at several widths: no line
// is wider, and each line says which thread it is.
func TestTraceFits(t *testing.T) {
	for _, threads := range []int{1, 2, 5, 12, 40} {
		for _, width := range []int{80, 100, 160} {
			b := newBuilder()
			for i := 0; i < threads; i++ {
				b.step(0, int32(i%14+1), trace.KindLoad,
					access(fmt.Sprintf("a_rather_long_object_name.field[%d]", i), 1<<30, 0))
				b.t.Steps[len(b.t.Steps)-1].Thread = i
			}
			for _, l := range strings.Split(b.print(Options{Width: width}), "\n") {
				if n := utf8.RuneCountInString(l); n > width {
					t.Errorf("%d threads at width %d: a line of %d columns:\n%s", threads, width, n, l)
				}
			}
		}
	}
}

func TestTraceWithoutText(t *testing.T) {
	b := newBuilder()
	b.files = nil
	b.step(0, 1, trace.KindLoad, func(s *trace.Step) {
		s.User, s.UserWhere, s.Source, s.Object, s.Value = source.Pos{}, "x/y.c:3:4", "  z =  y;", "y", num(4)
	})
	if got := b.print(Options{}); !strings.Contains(got, "T0 y.c:3  z = y;") ||
		!strings.Contains(got, "y is 4") {
		t.Errorf("got:\n%s", got)
	}
	empty := newBuilder()
	if got := empty.print(Options{}); got != "" {
		t.Errorf("an empty trace prints %q", got)
	}
}

// TestLongEffects looks whether a message that does not fit in its column is there whole.
func TestLongEffects(t *testing.T) {
	message := "assertion failed: " + strings.Repeat("a_rather_long_name <= ", 8) + "1"
	b := newBuilder()
	b.step(0, 3, trace.KindLoad, access("counter", 2, 0))
	b.step(0, 3, trace.KindViolation, func(s *trace.Step) { s.Message = message })
	for _, width := range []int{60, 80, 200} {
		got := b.print(Options{Width: width})
		if flat := strings.Join(strings.Fields(got), " "); !strings.Contains(flat, message) {
			t.Errorf("width %d: the message is cut:\n%s", width, got)
		}
		for _, line := range strings.Split(got, "\n") {
			if len(line) > width {
				t.Errorf("width %d: a line has %d columns: %s", width, len(line), line)
			}
		}
	}
}

func TestSplitPlace(t *testing.T) {
	for _, c := range [][3]string{
		{"a/b.c:3:4", "a/b.c", ":3"}, {"b.c:3", "b.c", ":3"}, {"b.c", "b.c", ""},
		{"c:/x.c:7:1", "c:/x.c", ":7"}, {"", "", ""}, {"-", "-", ""},
	} {
		if f, l := splitPlace(c[0]); f != c[1] || l != c[2] {
			t.Errorf("splitPlace(%q) = %q, %q", c[0], f, l)
		}
	}
}
