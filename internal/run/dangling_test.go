package run_test

import (
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/testflag"
)

// TestDangling compares the engines with the enumeration of all interleavings on random programs, sequential
// and concurrent ones, in which pointers outlive what they point to: variables of blocks, functions and
// threads, what alloca and malloc make. Every fourth program is asked about data races, and two of four about
// these uses themselves.
func TestDangling(t *testing.T) {
	counts := map[string]int{}
	for seed := range testflag.Seeds(12) {
		asked := property.UnreachCall
		switch seed % 4 {
		case 0:
			asked = property.NoDataRace
		case 1, 3:
			asked = property.Join(property.ValidDeref, property.ValidFree)
		}
		d := newDangler(seed)
		src := d.program()
		of := "sequential: "
		if d.threads > 0 {
			of = "concurrent: "
		}
		count := func(what string) { counts[of+what]++ }
		if bad := compareDangling(t, src, asked, count); len(bad) > 0 {
			t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(bad, "\n"), src)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%5d %s", counts[what], what)
	}
}

// compareDangling returns how engines disagree with the enumeration about a program.
func compareDangling(t *testing.T, src string, asked property.Property,
	count func(what string)) (bad []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	prog, diags, err := c.Load(t.Context(), c.Config{Files: []string{file}, DataModel: c.LP64,
		Property: asked})
	if err == nil {
		err = diags.Err()
	}
	if err != nil {
		return []string{err.Error()}
	}
	prog.Terms.Freeze()
	limits := enumerate.Options{MaxStates: 20_000, AllBits: 8, Races: asked == property.NoDataRace}
	truth, err := enumerate.Run(t.Context(), prog, limits)
	if err != nil {
		return []string{err.Error()}
	}
	switch {
	case !truth.Complete:
		count("too large")
		return nil
	case truth.Sampled:
		count("with inputs of which only some values were tried")
		return nil
	case len(truth.Unsupported) > 0:
		count(truth.Unsupported[0].Outcome.String())
		return nil
	}
	invalid := func(f enumerate.Found) bool {
		return f.Outcome.Property != "" && asked.Covers(f.Outcome.Property)
	}
	violated := len(truth.Violations)+len(truth.Races) > 0 || slices.ContainsFunc(truth.Undefined, invalid)
	undefined := slices.ContainsFunc(truth.Undefined, func(f enumerate.Found) bool { return !invalid(f) })
	count("compared")
	count(fmt.Sprintf("compared: violated %t, undefined %t", violated, undefined))
	for _, e := range mainEngines() {
		if e == "auto" {
			continue
		}
		opt := run.Options{Engine: e, Timeout: 5 * time.Second, BugDir: t.TempDir()}
		o, err := run.Check(t.Context(), run.Task{Files: []string{file}, Property: string(asked)},
			opt)
		switch {
		case err != nil:
			bad = append(bad, e+": "+err.Error())
			continue
		case o.Result.Reason == engine.OtherTask:
			continue
		case o.BugReport != "":
			bad = append(bad, e+": "+o.Result.Why)
		case o.Verdict.Kind == property.False && !violated:
			bad = append(bad, e+": violated, which no execution is")
		case o.Verdict.Kind == property.True && violated:
			bad = append(bad, e+": holds, but an execution is violated")
		case o.Verdict.Kind == property.True && undefined && len(o.Result.Assumed) == 0:
			bad = append(bad, e+": holds without a word on undefined behaviour, which occurs")
		case o.Verdict.Kind == property.Unknown && (violated || !undefined):
			count(e + " is undecided")
			t.Logf("%s: undecided: %s\n%s", e, o.Result.Why, src)
		}
		count(fmt.Sprintf("%s says %s", e, o.Verdict.Kind))
	}
	return bad
}

// dangler makes such a program.
type dangler struct {
	*rand.Rand
	text    strings.Builder
	threads int
	names   int
	ints    []string // variables in scope
	loops   int
	depth   int
	locked  bool
	calls   []string // functions that may be called
}

const danglingPointers = 2

// newDangler makes one of six programs sequential; of the others, most have two threads besides main.
func newDangler(seed int64) *dangler {
	d := &dangler{Rand: rand.New(rand.NewSource(seed))}
	d.threads = []int{0, 1, 1, 2, 2, 2}[d.Intn(6)]
	return d
}

func (d *dangler) line(format string, args ...any) {
	fmt.Fprintf(&d.text, "%s"+format+"\n", append([]any{strings.Repeat("\t", d.depth+1)}, args...)...)
}

func (d *dangler) pointer() string { return fmt.Sprintf("p%d", d.Intn(danglingPointers)) }

func (d *dangler) fresh() string {
	d.names++
	return fmt.Sprintf("x%d", d.names)
}

func (d *dangler) pick(list ...string) string { return list[d.Intn(len(list))] }

// program returns the text of a program. The more threads it has, the less each of them does: the
// interleavings are enumerated.
func (d *dangler) program() string {
	d.text.WriteString("#include <alloca.h>\n#include <pthread.h>\n#include <stdlib.h>\n" +
		"extern void reach_error(void);\nextern _Bool __VERIFIER_nondet_bool(void);\n" +
		"int g, s, *p0, *p1;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	for i := range 1 + d.Intn(2) {
		name := fmt.Sprintf("f%d", i)
		fmt.Fprintf(&d.text, "static int *%s(int n)\n{\n", name)
		d.ints = []string{"n"}
		d.statements(1 + d.Intn(4-d.threads))
		d.end(d.pick("return p0;", "return &n;"))
		d.calls = append(d.calls, name)
	}
	for i := range d.threads {
		fmt.Fprintf(&d.text, "static void *t%d(void *a)\n{\n\tint n = 1;\n", i)
		d.line("%s", d.pick("", "if (a) *(int *)a = n;", "if (a) g = *(int *)a;", d.pointer()+" = a;"))
		d.ints = []string{"n"}
		d.statements(1 + d.Intn(4-d.threads))
		d.end(d.pick("return 0;", "return 0;", "return 0;", "pthread_exit(0);"))
	}
	d.text.WriteString("int main(void)\n{\n\tint n = 2;\n\tpthread_t t[2];\n")
	d.ints = []string{"n"}
	for i := range d.threads {
		d.line("pthread_create(&t[%d], 0, t%d, %s);", i, i, d.pick("0", "0", "&n"))
		if i == 0 {
			d.statements(d.Intn(2))
		}
	}
	d.statements(1 + d.Intn(4-d.threads))
	for i := range d.threads {
		if d.Intn(3) > 0 {
			d.line("pthread_join(t[%d], 0);", i)
		}
	}
	d.statements(d.Intn(2))
	d.check()
	d.end("return 0;")
	return d.text.String()
}

func (d *dangler) end(how string) {
	d.line("%s", how)
	d.text.WriteString("}\n")
}

func (d *dangler) statements(n int) {
	for range n {
		d.statement()
	}
}

// block writes statements in braces after a head.
func (d *dangler) block(head string) {
	d.line("%s{", head)
	d.depth++
	outer := len(d.ints)
	d.statements(1 + d.Intn(4-d.threads))
	d.ints = d.ints[:outer]
	d.depth--
	d.line("}")
}

// critical writes statements between lock and unlock, none of which leaves them.
func (d *dangler) critical() {
	d.locked = true
	d.line("pthread_mutex_lock(&m);")
	d.statements(1 + d.Intn(4-d.threads))
	d.line("pthread_mutex_unlock(&m);")
	d.locked = false
}

func (d *dangler) statement() {
	p := d.pointer()
	deepest := 3 - d.threads/2
	switch k := d.Intn(22); {
	case k == 0 && d.depth < deepest:
		d.block("")
	case k == 1 && d.depth < deepest:
		d.block("if (__VERIFIER_nondet_bool()) ")
	case k == 2 && d.depth < 2 && d.loops < 1 && d.Intn(1+d.threads) == 0:
		d.loops++
		i := d.fresh()
		d.block(fmt.Sprintf("for (int %s = 0; %s < 2; %s++) ", i, i, i))
		d.loops--
	case k == 3 && d.loops > 0 && !d.locked:
		d.line("if (g == %d) %s;", d.Intn(3), d.pick("break", "continue"))
	case k == 4 && len(d.calls) > 0:
		d.line("%s = %s(%d);", p, d.pick(d.calls...), d.Intn(3))
	case k == 5:
		d.line("{ int *h = malloc(4); *h = %d; %s = h; }", d.Intn(3), p)
	case k == 6:
		d.line("{ int *h = malloc(4); *h = %d; %s = h; if (__VERIFIER_nondet_bool()) %sfree(h); }", d.Intn(3),
			p,
			d.pick("", p+" = 0, "))
	case k == 7:
		d.line("%s = alloca(4); *%s = %d;", p, p, d.Intn(3))
	case k == 8:
		d.line("{ int v[n > 0 ? n : 1]; v[0] = %d; %s = v; %s}", d.Intn(3), p,
			d.pick("", "g = *"+p+"; ", p+" = 0; "))
	case k <= 10:
		x := d.fresh()
		d.line("int %s = %d;", x, d.Intn(3))
		d.ints = append(d.ints, x)
		if d.Intn(2) == 0 {
			d.line("%s = &%s;", p, x)
		}
	case k == 11:
		d.line("%s = &%s;", p, d.pick(append(d.ints, "s")...))
	case k == 12:
		d.line("if (%s) *%s = %d;", p, p, d.Intn(3))
	case k == 13:
		d.line("if (%s) g = *%s;", p, p)
	case k == 14:
		d.line("if (%s && *%s == %d) reach_error();", p, p, d.Intn(4))
	case k == 15:
		d.line("free(%s);", p)
	case k <= 17 && d.threads > 0 && !d.locked && d.depth < deepest:
		d.critical()
	case k == 18:
		d.line("%s = 0;", p)
	case k == 19:
		d.line("%s = %d;", d.pick("g", "s"), d.Intn(3))
	default:
		d.check()
	}
}

// check writes an assertion; what is never stored is seldom asked for.
func (d *dangler) check() {
	d.line("if (%s == %d) reach_error();", d.pick("g", "g", "s"), 1+d.Intn(5)/2)
}
