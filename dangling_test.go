package whittle_test

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

var (
	danglingPrograms = flag.Int("dangling", 0, "how many random programs with dangling pointers are compared; 0: a few")
	danglingSeed     = flag.Int64("dangling.seed", 1, "the first seed of these programs")
)

// TestDangling compares the engines with the enumeration of all interleavings on random programs, sequential and
// concurrent ones, in which pointers outlive what they point to: variables of blocks, functions and threads, what
// alloca and malloc make.
func TestDangling(t *testing.T) {
	n := *danglingPrograms
	if n == 0 {
		n = 24
	}
	counts := map[string]int{}
	for i := range n {
		seed := *danglingSeed + int64(i)
		src := newDangler(seed).program()
		if bad := compareDangling(t, src, counts); len(bad) > 0 {
			t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(bad, "\n"), src)
		}
	}
	t.Log(counts)
}

func compareDangling(t *testing.T, src string, counts map[string]int) (bad []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	prog, diags, err := c.Load(t.Context(), c.Config{Files: []string{file}, DataModel: c.LP64, Property: "unreach-call"})
	if err == nil {
		err = diags.Err()
	}
	if err != nil {
		return []string{err.Error()}
	}
	prog.Terms.Freeze()
	truth, err := interp.Enumerate(t.Context(), prog, interp.EnumOptions{MaxStates: 8_000, AllBits: 8})
	if err != nil {
		return []string{err.Error()}
	}
	if !truth.Complete || truth.Sampled || len(truth.Unsupported) > 0 {
		counts["too large"]++
		return nil
	}
	violated, undefined := len(truth.Violations) > 0, len(truth.Undefined) > 0
	counts[fmt.Sprintf("violated %t, undefined %t", violated, undefined)]++
	for _, e := range mainEngines() {
		if e == "auto" {
			continue
		}
		opt := whittle.Options{Engine: e, Timeout: 5 * time.Second, BugDir: t.TempDir()}
		o, err := whittle.Check(t.Context(), whittle.Task{Files: []string{file}}, opt)
		switch {
		case err != nil:
			bad = append(bad, e+": "+err.Error())
		case o.BugReport != "":
			bad = append(bad, e+": "+o.Result.Why)
		case o.Verdict.Kind == property.False && !violated:
			bad = append(bad, e+": violated, which no execution is")
		case o.Verdict.Kind == property.True && violated:
			bad = append(bad, e+": holds, but an execution is violated")
		case o.Verdict.Kind == property.True && undefined && len(o.Result.Assumed) == 0:
			bad = append(bad, e+": holds without a word on undefined behaviour, which occurs")
		case o.Verdict.Kind == property.Unknown && (violated || !undefined):
			counts[e+" undecided"]++
			t.Logf("%s: undecided: %s\n%s", e, o.Result.Why, src)
		}
	}
	return bad
}

// dangler makes such a program.
type dangler struct {
	*rand.Rand
	text  strings.Builder
	names int
	ints  []string // variables in scope
	loops int
	depth int
	calls []string // functions that may be called
}

const danglingPointers = 2

func newDangler(seed int64) *dangler { return &dangler{Rand: rand.New(rand.NewSource(seed))} }

func (d *dangler) line(format string, args ...any) {
	fmt.Fprintf(&d.text, "%s"+format+"\n", append([]any{strings.Repeat("\t", d.depth+1)}, args...)...)
}

func (d *dangler) pointer() string { return fmt.Sprintf("p%d", d.Intn(danglingPointers)) }

func (d *dangler) fresh() string {
	d.names++
	return fmt.Sprintf("x%d", d.names)
}

func (d *dangler) pick(list []string) string { return list[d.Intn(len(list))] }

// program returns the text of a program.
func (d *dangler) program() string {
	threads := d.Intn(3)
	d.text.WriteString("#include <alloca.h>\n#include <pthread.h>\n#include <stdlib.h>\n" +
		"extern void reach_error(void);\nextern _Bool __VERIFIER_nondet_bool(void);\nint g, *p0, *p1;\n")
	for i := range 1 + d.Intn(2) {
		name := fmt.Sprintf("f%d", i)
		fmt.Fprintf(&d.text, "static int *%s(int n)\n{\n", name)
		d.body(2+d.Intn(3), "return "+d.result()+";")
		d.calls = append(d.calls, name)
	}
	for i := range threads {
		fmt.Fprintf(&d.text, "static void *t%d(void *a)\n{\n\tint n = 1;\n\tif (a) *(int *)a = n;\n", i)
		end := "return 0;"
		if d.Intn(4) == 0 {
			end = "pthread_exit(0);"
		}
		d.body(1+d.Intn(3), end)
	}
	d.text.WriteString("int main(void)\n{\n\tint n = 2;\n\tpthread_t t[2];\n")
	d.ints = nil
	for i := range threads {
		arg := "0"
		if d.Intn(3) == 0 {
			arg = "&n"
		}
		d.line("pthread_create(&t[%d], 0, t%d, %s);", i, i, arg)
	}
	d.body(2+d.Intn(3), "")
	return d.text.String()
}

// body writes the statements of a function whose text has begun, and its end.
func (d *dangler) body(statements int, end string) {
	d.ints = []string{"n"}
	for range statements {
		d.statement()
	}
	if end == "" {
		for i := range strings.Count(d.text.String(), "pthread_create(") {
			if d.Intn(3) > 0 {
				d.line("pthread_join(t[%d], 0);", i)
			}
		}
		d.statement()
		end = "return 0;"
	}
	d.line("%s", end)
	d.text.WriteString("}\n")
}

func (d *dangler) result() string {
	if d.Intn(2) == 0 {
		return "p0"
	}
	return "&n"
}

// block writes statements in braces behind a head.
func (d *dangler) block(head string) {
	d.line("%s{", head)
	d.depth++
	outer := len(d.ints)
	for range 1 + d.Intn(3) {
		d.statement()
	}
	d.ints = d.ints[:outer]
	d.depth--
	d.line("}")
}

func (d *dangler) statement() {
	p := d.pointer()
	switch k := d.Intn(16); {
	case k == 0 && d.depth < 3:
		d.block("")
	case k == 1 && d.depth < 3:
		d.block("if (__VERIFIER_nondet_bool()) ")
	case k == 2 && d.depth < 2 && d.loops < 1:
		d.loops++
		i := d.fresh()
		d.block(fmt.Sprintf("for (int %s = 0; %s < 2; %s++) ", i, i, i))
		d.loops--
	case k == 3 && d.loops > 0:
		d.line("if (g == %d) %s;", d.Intn(3), d.pick([]string{"break", "continue"}))
	case k == 4 && len(d.calls) > 0:
		d.line("%s = %s(%d);", p, d.pick(d.calls), d.Intn(3))
	case k == 5:
		d.line("{ int *h = malloc(4); *h = %d; %s = h; }", d.Intn(3), p)
	case k == 6:
		d.line("{ int *h = malloc(4); *h = %d; %s = h; if (__VERIFIER_nondet_bool()) free(h); }", d.Intn(3), p)
	case k == 7:
		d.line("%s = alloca(4); *%s = %d;", p, p, d.Intn(3))
	case k == 8:
		d.line("{ int v[n > 0 ? n : 1]; v[0] = %d; %s = v; %s}", d.Intn(3), p, d.pick([]string{"", "g = *" + p + "; "}))
	case k <= 10:
		x := d.fresh()
		d.line("int %s = %d;", x, d.Intn(3))
		d.ints = append(d.ints, x)
		if d.Intn(2) == 0 {
			d.line("%s = &%s;", p, x)
		}
	case k == 11:
		d.line("%s = &%s;", p, d.pick(d.ints))
	case k == 12:
		d.line("if (%s) *%s = %d;", p, p, d.Intn(3))
	case k == 13:
		d.line("if (%s) g = *%s;", p, p)
	case k == 14:
		d.line("if (%s && *%s == %d) reach_error();", p, p, d.Intn(4))
	default:
		d.line("if (g == %d) reach_error();", 1+d.Intn(3))
	}
}
