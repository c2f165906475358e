package digest_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/digest"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

const text = `#include <pthread.h>
#include <assert.h>
struct box { int n; struct box *next; };
static int total = 3;
static struct box first;
static const char name[] = "first";
static int twice(int k) { return k * 2; }
static void *work(void *arg) { first.n = twice(total); return arg; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	total += name[0];
	pthread_join(t, 0);
	assert(first.n != 7);
	return 0;
}
`

func load(t *testing.T, name, text string) *cfa.Program {
	t.Helper()
	read := func(string) ([]byte, error) { return []byte(text), nil }
	prog, diags, err := c.Load(context.Background(), c.Config{Files: []string{name}, Read: read,
		Property: property.UnreachCall})
	if err != nil || diags.HasErrors() {
		t.Fatalf("%v %v", err, diags)
	}
	return prog
}

func of(t *testing.T, p *cfa.Program) digest.Digest {
	t.Helper()
	d, err := digest.Of(p)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestEdits changes a program: the digest is another one if, and only if, the program is.
func TestEdits(t *testing.T) {
	base := load(t, "a.c", text)
	want := of(t, base)
	for _, e := range []struct {
		what, old, new string
		same           bool
	}{
		{"nothing", "int", "int", true},
		{"a comment", "static int twice", "/* two\n   lines */ static int twice", true},
		{"blank lines", "\tpthread_t t;", "\n\n\tpthread_t t;", true},
		{"a comment before main", "int main", "// main\nint main", true},
		{"a function that nothing calls", "static int twice",
			"int thrice(int k) { return 3 * k; }\nstatic int twice", true},
		{"a global that nothing uses", "static int total", "int unused = 4;\nstatic int total", true},
		{"a macro that nothing uses", "struct box {", "#define LIMIT 3\nstruct box {", true},
		{"a constant", "k * 2", "k * 3", false},
		{"an operator", "!= 7", "> 7", false},
		{"an initial value", "total = 3", "total = 4", false},
		{"a text", `"first"`, `"fjrst"`, false},
		{"the text of a step", "first.n", "first . n", false},
		{"a type", "static int total", "static unsigned total", false},
		{"the order of members", "int n; struct box *next;", "struct box *next; int n;", false},
		{"the order of statements", "\ttotal += name[0];\n\tpthread_join(t, 0);",
			"\tpthread_join(t, 0);\n\ttotal += name[0];", false},
		{"a statement less", "\ttotal += name[0];\n", "", false},
		{"qualifiers", "static int total", "static volatile int total", false},
	} {
		got := of(t, load(t, "b.c", strings.Replace(text, e.old, e.new, 1)))
		if (got.Sum == want.Sum) != e.same {
			t.Errorf("%s: the digest is the same: %v", e.what, got.Sum == want.Sum)
		}
		if e.same && len(got.Places) != len(want.Places) {
			t.Errorf("%s: %d places, and %d", e.what, len(got.Places), len(want.Places))
		}
	}
}

// TestPlaces has each place of a program move by as much as the text does.
func TestPlaces(t *testing.T) {
	before := load(t, "a.c", text)
	after := load(t, "b.c", "\n\n\n"+text)
	old, now := of(t, before), of(t, after)
	if old.Sum != now.Sum {
		t.Fatal("blank lines change the digest")
	}
	for i, p := range old.Places {
		q := now.Places[i]
		moved := int32(3)
		if before.Files.Name(p.File) != "a.c" {
			moved = 0
		}
		if q.Line != p.Line+moved || q.Col != p.Col {
			t.Errorf("%s is %s now", before.Files.Format(p), after.Files.Format(q))
		}
	}
}

// TestParts changes single fields of a program that no text above changes.
func TestParts(t *testing.T) {
	want := of(t, load(t, "a.c", text))
	for what, change := range map[string]func(*cfa.Program){
		"a flag of an operation": func(p *cfa.Program) {
			for _, c := range p.Procs {
				for _, e := range c.Edges {
					if op, ok := e.Op.(cfa.Load); ok {
						op.Disputed = true
						e.Op = op
						return
					}
				}
			}
		},
		"the target of an edge": func(p *cfa.Program) { p.Procs[0].Edges[0].To++ },
		"a file of a place":     func(p *cfa.Program) { p.Procs[0].Edges[0].Pos.Col++ },
		"an undefined function": func(p *cfa.Program) {
			p.Undefined = append(p.Undefined, cfa.UndefinedFunction{Name: "f"})
		},
		"an order":       func(p *cfa.Program) { p.Procs[0].Edges[0].Op = cfa.Fence{Order: cfa.SeqCst} },
		"no places":      func(p *cfa.Program) { p.Retyped = append(p.Retyped, p.Procs[0].Pos) },
		"the layout":     func(p *cfa.Program) { p.OffsetBits++ },
		"a name":         func(p *cfa.Program) { p.Procs[0].Failures = map[uint64]string{1: "EBUSY"} },
		"what is behind": func(p *cfa.Program) { p.Behind = 1 },
	} {
		p := load(t, "a.c", text)
		change(p)
		if of(t, p).Sum == want.Sum {
			t.Errorf("%s makes no difference", what)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	read := func(string) ([]byte, error) { return []byte(text), nil }
	p, _, err := c.Load(context.Background(), c.Config{Files: []string{"a.c"}, Read: read,
		Property: property.UnreachCall})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := digest.Of(p); err != nil {
			b.Fatal(err)
		}
	}
}
