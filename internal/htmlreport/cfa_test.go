package htmlreport

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/golden"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// flows prints the drawings without their places.
func (d cfaData) flows(models bool) string {
	var b strings.Builder
	runs := func(list []int) string {
		s := ""
		for i := 0; i+1 < len(list); i += 2 {
			s += fmt.Sprintf(" T%d×%d", list[i], list[i+1])
		}
		return s
	}
	for _, f := range d.Functions {
		if f.Model && !models {
			continue
		}
		fmt.Fprintf(&b, "%s, line %d, %d blocks%s\n", f.Name, f.Line, f.Size, runs(f.Path))
		for i, bl := range f.Blocks {
			kinds := ""
			for k, word := range map[int]string{blockEntry: " entry", blockBad: " bad", blockOdd: " odd",
				blockLoop: " loop"} {
				if bl.Kind == k {
					kinds = word
				}
			}
			end := ""
			if f.Ends == i+1 {
				end = " (the violation)"
			}
			fmt.Fprintf(&b, "  block %d%s%s%s\n", i, kinds, runs(bl.Counts), end)
			for _, r := range bl.Rows {
				fmt.Fprintf(&b, "    %3d %s\n", r.Line, d.Texts[r.Text])
				for _, o := range r.Ops {
					fmt.Fprintf(&b, "          . %s%s\n", d.Texts[o[0]], runs(o[1:]))
				}
			}
			for _, e := range f.Edges {
				if e.From == i {
					back := ""
					if e.Back {
						back = " back"
					}
					fmt.Fprintf(&b, "    -> %d %s%s%s\n", e.To, e.Label, back, runs(e.Counts))
				}
			}
		}
	}
	return b.String()
}

const flowProgram = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static struct node first, *list = &first;
static int table[4], counter, other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
enum { Max = 3 };
static int kind(int x) {
	switch (x) {
	case 1:
	case 2: return 3;
	case 7: x = 5;
	default: break;
	}
	return x << 2;
}
static void *work(void *arg) {
	for (int i = 0; i < Max; i++) {
		pthread_mutex_lock(&m);
		counter++;
		table[i] = counter * 2 - i;
		pthread_mutex_unlock(&m);
	}
	while (other < 0 && list->value != 3 || counter > 100)
		;
	return arg;
}
int main(void) {
	int n = __VERIFIER_nondet_int(), buffer[2] = {0, 1};
	pthread_t t;
	struct node *p = malloc(sizeof *p);
	if (n < 0 || !p)
		return kind(n);
	p->value = buffer[n & 1];
	p->next = list;
	pthread_create(&t, 0, work, p);
	if (kind(n) == 3) {
		list = p;
	}
	goto end;
end:
	pthread_join(t, 0);
	free(p);
	assert(counter == Max + (list == &first));
}
`

// TestFlow compares the drawing of a program with a file that was looked at.
func TestFlow(t *testing.T) {
	r := violated(t, "flow.c", flowProgram)
	golden.File(t, "testdata/cfa.txt", r.cfaData().flows(false))
}

// exampleFiles are some of the programs of the folder of examples, all of them with a scale.
func exampleFiles(t *testing.T) []string {
	t.Helper()
	list := examples.Names(t, "../../examples")
	return testflag.Some(list, (len(list)+1)/2)
}

// TestFlowsOfExamples looks at the drawings of examples, with a random execution of each: every edge that
// can be reached is in one block, and threads that come into a block were in one before.
func TestFlowsOfExamples(t *testing.T) {
	for _, file := range exampleFiles(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		model := "LP64"
		if strings.Contains(string(text), "ILP32") {
			model = "ILP32"
		}
		if model != "LP64" {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			prog := compile(t, file, string(text), property.UnreachCall)
			tr := someViolation(t, prog)
			r := Report{Program: prog}
			if tr != nil {
				r = reportOf(prog, property.UnreachCall, tr, file)
			}
			d := r.cfaData()
			if again := r.cfaData(); d.flows(true) != again.flows(true) {
				t.Error("two drawings of one program differ")
			}
			p := countPasses(prog, tr)
			byName := map[string]cfaFunction{}
			for _, f := range d.Functions {
				byName[f.Name] = f
			}
			for _, proc := range prog.Procs {
				checkBlocks(t, proc)
				if f := byName[proc.Name]; len(proc.Edges) > 0 && (f.Size == 0 || len(f.Blocks) != f.Size) {
					t.Errorf("%s has %d blocks, %d are drawn", proc.Name, f.Size, len(f.Blocks))
				}
				checkCounts(t, p, proc)
			}
			if tr != nil && len(d.At) != len(tr.Steps) {
				t.Errorf("%d steps have blocks, of %d", len(d.At), len(tr.Steps))
			}
			for i, b := range d.At {
				if b < 0 {
					t.Errorf("step %d is in no block", i)
				}
			}
		})
	}
}

// someViolation is an execution that violates unreach-call, nil if it is not found quickly.
func someViolation(t *testing.T, prog *cfa.Program) *trace.Trace {
	t.Helper()
	for seed := range uint64(12) {
		out, tr, err := interp.Run(t.Context(), prog,
			interp.RunOptions{Seed: seed, Record: true, MaxSteps: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == interp.Violated {
			return tr
		}
	}
	return nil
}

// TestFlowTooLarge: a function with very many blocks is named but not drawn.
func TestFlowTooLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int(void);\nint x;\nvoid small(void) { x = 1; }\nvoid " +
		"large(void) {\n")
	for i := range cfaMaxBlocks {
		fmt.Fprintf(&b, "if (__VERIFIER_nondet_int()) x = %d;\n", i)
	}
	b.WriteString("}\nint main(void) { small(); large(); }\n")
	prog := compile(t, "large.c", b.String(), property.UnreachCall)
	r := Report{Program: prog}
	for _, f := range r.cfaData().Functions {
		if drawn := len(f.Blocks) > 0; drawn != (f.Name != "large") || f.Size == 0 {
			t.Errorf("%s: %d blocks, %d drawn", f.Name, f.Size, len(f.Blocks))
		}
	}
}
