package emptiness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// asker asks questions about emptiness in a store of its own.
type asker struct {
	st *term.Store
	e  Checker
}

func newAsker(c *querycache.Cache) *asker {
	st := term.NewStore()
	return &asker{st, New(context.Background(), st, Config{Queries: c, NoModels: true})}
}

// ask decides conjuncts and checks a model.
func (a *asker) ask(t *testing.T, conj ...term.Term) smt.Status {
	t.Helper()
	p := &Part{Conj: slices.Sorted(slices.Values(conj)), Syms: a.st.Symbols(conj...)}
	status := a.e.Check(p, nil, a.st.And(conj...))
	if status == smt.Sat {
		for _, c := range conj {
			if v, err := a.st.Eval(c, Model{a.st, p.Model}); err != nil || !v.Bool() {
				t.Errorf("%s is %v in the model (%v)", a.st.String(c), v, err)
			}
		}
	}
	return status
}

// question makes conjuncts over symbols with a prefix: those with the same number are the same but for names.
func (a *asker) question(prefix string, n int) []term.Term {
	st := a.st
	x, y := st.Symbol(prefix+"x", term.BitVec(8)), st.Symbol(prefix+"y", term.BitVec(8))
	return []term.Term{
		st.BVUlt(st.BV(8, uint64(n%50)), x), st.Eq(st.BVMul(x, y), st.BV(8, uint64(n))),
		st.BVUlt(y, st.BV(8, uint64(n/2))),
	}
}

// TestSharedAnswers: what one store asked, others need not ask, whatever their names and the order of their
// terms.
func TestSharedAnswers(t *testing.T) {
	c := querycache.Open(context.Background(), querycache.Config{})
	first, second := newAsker(c), newAsker(c)
	for k := range 100 {
		second.st.Symbol(fmt.Sprint("other", k), term.BitVec(8))
	}
	var want []smt.Status
	for n := range 100 {
		want = append(want, first.ask(t, first.question("", n)...))
	}
	if !slices.Contains(want, smt.Sat) || !slices.Contains(want, smt.Unsat) {
		t.Fatalf("one kind of answer only: %v", want)
	}
	for _, n := range rand.New(rand.NewPCG(1, 1)).Perm(100) {
		q := second.question(fmt.Sprint("z", n%7), n)
		slices.Reverse(q)
		if got := second.ask(t, q...); got != want[n] {
			t.Errorf("question %d: %v, want %v", n, got, want[n])
		}
	}
	if n := second.e.Counts; n.Solver != 0 || n.Shared != 100 || n.Cached != 100 {
		t.Errorf("%+v", n)
	}
}

// TestForgedAnswers: an answer that is none, or whose model is wrong, is not believed and gets replaced.
func TestForgedAnswers(t *testing.T) {
	for name, forged := range map[string][]byte{
		"nothing known": {byte(smt.Unknown)},
		"no status":     {77},
		"wrong model":   {byte(smt.Sat), 1, 1},
		"cut off":       {byte(smt.Sat), 7},
		"too long":      {byte(smt.Sat), 60, 1, 1},
		"too long none": {byte(smt.Unsat), 1},
		"no number":     {byte(smt.Sat), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		t.Run(name, func(t *testing.T) {
			var warnings []string
			c := querycache.Open(context.Background(),
				querycache.Config{Warn: func(w string) { warnings = append(warnings, w) }})
			a := newAsker(c)
			q := a.question("", 60)
			c.Put(queryOf(a.st, q), forged)
			if got := a.ask(t, q...); got != smt.Sat {
				t.Errorf("%v", got)
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0], "not an answer to its query") {
				t.Errorf("%q", warnings)
			}
			b := newAsker(c)
			if got := b.ask(t, b.question("", 60)...); got != smt.Sat || b.e.Counts.Solver != 0 ||
				a.e.Counts.Solver != 1 {
				t.Errorf("%v, %+v", got, b.e.Counts)
			}
		})
	}
}

func queryOf(st *term.Store, conj []term.Term) []byte {
	conj = slices.Sorted(slices.Values(conj))
	enc := portable.NewEncoder(st)
	enc.Sort(conj)
	return enc.Append([]byte{querycache.Emptiness}, conj...)
}

// TestVerifiedAnswers: with Verify, a wrong "unsat" of an earlier run is found.
func TestVerifiedAnswers(t *testing.T) {
	dir := t.TempDir()
	var warnings []string
	open := func(verify bool) *querycache.Cache {
		return querycache.Open(context.Background(),
			querycache.Config{Dir: dir, Verify: verify,
				Warn: func(w string) { warnings = append(warnings, w) }})
	}
	c := open(false)
	a := newAsker(c)
	c.Put(queryOf(a.st, a.question("", 60)), []byte{byte(smt.Unsat)})
	right := a.ask(t, a.question("", 61)...)
	c.Close(context.Background())

	c = open(true)
	b := newAsker(c)
	if got := b.ask(t, b.question("", 60)...); got != smt.Sat || len(warnings) != 1 ||
		!strings.Contains(warnings[0], "disagrees") {
		t.Errorf("%v, %q", got, warnings)
	}
	if got := b.ask(t, b.question("", 61)...); got != right || len(warnings) != 1 {
		t.Errorf("%v, %q", got, warnings)
	}
	if b.e.Counts.Solver != 2 || b.e.Counts.Shared != 0 {
		t.Errorf("%+v", b.e.Counts)
	}
	c.Close(context.Background())

	c = open(false)
	d := newAsker(c)
	if got := d.ask(t, d.question("", 60)...); got != smt.Sat || d.e.Counts.Solver != 0 ||
		len(warnings) != 1 {
		t.Errorf("%v, %+v, %q", got, d.e.Counts, warnings)
	}
	c.Close(context.Background())
}
