package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

const lostUpdate = `int counter;
void *inc(void *arg) {
    int old = counter;
    counter = old + 1;
    return 0;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, inc, 0);
    int mine = counter;
    counter = mine + 1;
    pthread_join(a, 0);
    for (int i = 0; i < 3; i++)
        ;
    if (counter != 2) reach_error();
}
`

// builder makes replayed traces by hand.
type builder struct {
	t     trace.Trace
	files *source.Files
}

func newBuilder() *builder {
	f := &source.Files{}
	f.SetText(f.Add("dir/lost_update.c"), []byte(lostUpdate))
	names := &cfa.Names{InputPrefix: "__VERIFIER_", Inside: ".__", Made: map[string]bool{"start": true}}
	return &builder{t: trace.Trace{Names: names}, files: f}
}

func (b *builder) step(thread int, line int32, kind trace.Kind, change func(*trace.Step)) {
	pos := source.Pos{Line: line, Col: 5}
	s := trace.Step{Key: trace.Key{Thread: thread}, ThreadName: []string{"main", "inc", "third"}[thread],
		Kind: kind, Pos: pos, User: pos}
	switch kind {
	case trace.KindLoad, trace.KindStore, trace.KindSpawn, trace.KindJoin, trace.KindBegin, trace.KindEnd:
		s.Visible = true
	}
	if change != nil {
		change(&s)
	}
	b.t.Steps = append(b.t.Steps, s)
}

func num(v uint64) *trace.Value { return &trace.Value{Bits: v, Width: 32, Signed: true} }

func access(object string, v uint64, from int) func(*trace.Step) {
	return func(s *trace.Step) { s.Object, s.Value, s.ReadFrom = object, num(v), from }
}

func assign(name string, v uint64) func(*trace.Step) {
	return func(s *trace.Step) {
		s.Assigned = &trace.Assignment{Name: name, Type: "int", Value: *num(v)}
	}
}

func (b *builder) lost() {
	b.step(0, 9, trace.KindCall, nil)
	b.step(0, 9, trace.KindSpawn, func(s *trace.Step) {
		s.Model, s.Depth, s.Child, s.Message = true, 1, 1,
			"inc"
	})
	b.step(0, 9, trace.KindStore, func(s *trace.Step) {
		s.Model, s.Depth = true, 2
		s.Object, s.Value = "a",
			num(77)
	})
	b.step(1, 3, trace.KindLoad, access("counter", 0, 0))
	b.step(1, 3, trace.KindAssign, assign("inc::old", 0))
	b.step(0, 10, trace.KindLoad, access("counter", 0, 0))
	b.step(0, 10, trace.KindAssign, assign("main::mine", 0))
	b.step(0, 11, trace.KindStore, access("counter", 1, 0))
	b.step(1, 4, trace.KindStore, access("counter", 1, 0))
	b.step(0, 12, trace.KindJoin, func(s *trace.Step) { s.Model, s.Child = true, 1 })
	for i := uint64(0); i < 3; i++ {
		b.step(0, 13, trace.KindBranch, nil)
		b.step(0, 14, trace.KindAssign, nil)
		b.step(0, 13, trace.KindAssign, assign("main::i", i+1))
	}
	b.step(0, 15, trace.KindLoad, access("counter", 1, 9))
	b.step(0, 15, trace.KindBranch, nil)
	b.step(0, 15, trace.KindViolation, func(s *trace.Step) { s.Message = "reach_error() is called" })
}

func (b *builder) print(o Options) string {
	var out strings.Builder
	Trace(&out, &b.t, b.files, o)
	return out.String()
}

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
  T0 lost_update.c:13  ... 3 lines that only this thread sees
  T0 lost_update.c:13  for (int i = 0; i < 3; i++)     i := 3
  T0 lost_update.c:15  if (counter != 2) reach_error();  counter is 1 (T1);
                                                         VIOLATION reach_error() is called
`
	if diff := cmp.Diff(want, b.print(Options{})); diff != "" {
		t.Error(diff)
	}
}

// TestTails: what a thread still does on the source line it was on before
// others ran stands there, as there is no telling the difference.
func TestTails(t *testing.T) {
	b := newBuilder()
	b.step(0, 10, trace.KindLoad, access("counter", 0, 0))
	b.step(1, 3, trace.KindLoad, access("counter", 0, 0))
	b.step(0, 10, trace.KindAssign, assign("main::mine", 0))
	b.step(0, 11, trace.KindStore, access("counter", 1, 0))
	b.step(1, 3, trace.KindStore, access("counter", 1, 0)) // not local: stays
	got := b.print(Options{})
	if !strings.Contains(got, "counter is 0; mine := 0\n> T1") || strings.Count(got, "\n> T") != 3 {
		t.Errorf("got:\n%s", got)
	}
}

// TestNames: the thread is called after the function of the program it runs,
// and an address after the object that is there.
func TestNames(t *testing.T) {
	b := newBuilder()
	b.step(0, 9, trace.KindAlloc, func(s *trace.Step) {
		s.ThreadName, s.Object, s.Addr = "start", "node",
			1<<30
	})
	b.step(0, 10, trace.KindStore, func(s *trace.Step) {
		s.ThreadName, s.Proc, s.Depth, s.Object = "start", "worker", 1, "head"
		s.Value = &trace.Value{Bits: 1 << 30, Width: 64}
	})
	got := b.print(Options{})
	if !strings.Contains(got, "T0 is worker") || !strings.Contains(got, "head := &node") {
		t.Errorf("got:\n%s", got)
	}
}

func TestTraceVerboseFoldsNothing(t *testing.T) {
	b := newBuilder()
	b.lost()
	if got := b.print(Options{Verbose: true}); strings.Contains(got, "lines that only") ||
		strings.Count(got, "i++") != 4 {
		t.Errorf("verbose output:\n%s", got)
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

func TestSections(t *testing.T) {
	b := newBuilder()
	b.step(0, 3, trace.KindBegin, func(s *trace.Step) {
		s.Model, s.Sync = true, &trace.SyncNote{Kind: "lock", Object: "m"}
	})
	b.step(0, 3, trace.KindLoad, func(s *trace.Step) {
		s.Model = true
		s.Object, s.Value = "m.owner",
			num(0)
	})
	b.step(0, 3, trace.KindStore, func(s *trace.Step) {
		s.Model = true
		s.Object, s.Value = "m.owner",
			num(1)
	})
	b.step(0, 3, trace.KindEnd, func(s *trace.Step) { s.Model = true })
	b.step(0, 4, trace.KindBegin, nil)
	b.step(0, 4, trace.KindStore, access("counter", 5, 0))
	b.step(0, 4, trace.KindEnd, nil)
	got := b.print(Options{})
	if !strings.Contains(got, "takes m\n") || !strings.Contains(got, "atomic { counter := 5 }") {
		t.Errorf("got:\n%s", got)
	}
}

// TestLibraryOperations looks at what is said of locks and of what the library does for itself.
func TestLibraryOperations(t *testing.T) {
	operation := func(kind cfa.SyncKind, stores bool) string {
		b := newBuilder()
		b.step(0, 3, trace.KindInput, func(s *trace.Step) {
			s.Model, s.Value = true, num(7)
			s.Inputs = []trace.InputNote{{Kind: trace.Havoc, What: "uninitialised n"}}
		})
		b.step(0, 3, trace.KindBegin, func(s *trace.Step) {
			s.Model, s.Sync = true,
				&trace.SyncNote{Kind: kind, Object: "m"}
		})
		if stores {
			b.step(0, 3, trace.KindStore, func(s *trace.Step) {
				s.Model, s.Object, s.Value = true, "m",
					num(1)
			})
		}
		b.step(0, 3, trace.KindEnd, func(s *trace.Step) { s.Model = true })
		return b.print(Options{})
	}
	for _, c := range []struct {
		kind   cfa.SyncKind
		stores bool
		want   string
	}{
		{"lock", true, "takes m"}, {"trylock", true, "takes m"}, {"trylock", false, "does not get m"},
		{"rdlock", false, "does not get m for reading"}, {"wrlock", true, "takes m for writing"},
		{"unlock", true, "releases m"}, {"sem-post", true, "raises m"}, {"once", true, "once m"},
	} {
		got := operation(c.kind, c.stores)
		if !strings.Contains(got, "  "+c.want+"\n") || strings.Contains(got, "uninitialised") {
			t.Errorf("%s, stores %v: want %q:\n%s", c.kind, c.stores, c.want, got)
		}
	}
	b := newBuilder()
	b.step(0, 3, trace.KindLoad, access("a", 2, 0))
	b.step(0, 3, trace.KindJoin, func(s *trace.Step) { s.Model, s.Child = true, 1 })
	b.step(0, 4, trace.KindLoad, access("x", 2, 0))
	if got := b.print(Options{}); strings.Contains(got, "a is 2") || !strings.Contains(got, "joins T1") ||
		!strings.Contains(got, "x is 2") {
		t.Errorf("got:\n%s", got)
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
