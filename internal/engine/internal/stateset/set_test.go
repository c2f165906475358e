package stateset

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// sample is a random state with slots of three bits, and the set of values that it stands for.
type sample struct {
	im     multistate.Image
	values []int // ascending; each slot has three bits
}

const (
	bits  = 3
	slots = 3
)

func newSample(r *rand.Rand, st *term.Store, base int) sample {
	sort := term.BitVec(bits)
	syms := make([]term.Term, 3)
	for i := range syms {
		syms[i] = st.Symbol(fmt.Sprint("s", base+i), sort)
	}
	konst := func() term.Term { return st.BV(bits, uint64(r.Intn(1<<bits))) }
	pick := func() term.Term { return syms[r.Intn(len(syms))] }
	value := func() term.Term {
		switch r.Intn(6) {
		case 0:
			return st.BVAdd(pick(), konst())
		case 1:
			return st.BVXor(pick(), pick())
		case 2:
			return st.BVAnd(pick(), konst())
		case 3:
			return st.BVMul(pick(), konst())
		}
		return pick()
	}
	for {
		var s sample
		for range slots {
			s.im.Slots = append(s.im.Slots, value())
		}
		if slices.ContainsFunc(s.im.Slots, st.IsConst) {
			continue
		}
		var conj []term.Term
		for range r.Intn(3) {
			a, b := value(), value()
			c := [...]term.Term{st.BVUlt(a, konst()), st.Eq(a, b), st.Not(st.Eq(a, konst())),
				st.BVUle(a, b)}[r.Intn(4)]
			if !st.IsConst(c) {
				conj = append(conj, c)
			}
		}
		seen := map[int]bool{}
		var model term.Map
		for n := range 1 << (bits * len(syms)) {
			m := term.Map{}
			for i, sym := range syms {
				m[sym] = term.BVValue(bits, uint64(n>>(bits*i)))
			}
			ok := true
			for _, c := range conj {
				v, _ := st.Eval(c, m)
				ok = ok && v.Bool()
			}
			if !ok {
				continue
			}
			if model == nil {
				model = m
			}
			code := 0
			for _, t := range s.im.Slots {
				v, _ := st.Eval(t, m)
				code = code<<bits | int(v.Uint64())
			}
			if !seen[code] {
				seen[code] = true
				s.values = append(s.values, code)
			}
		}
		if model == nil {
			continue
		}
		slices.Sort(s.values)
		s.im.Parts = parts(st, conj, model)
		return s
	}
}

// parts divides conjuncts by the symbols that they share.
func parts(st *term.Store, conj []term.Term, model term.Map) []multistate.Part {
	var out []multistate.Part
	for _, c := range conj {
		p := multistate.Part{Conjuncts: []term.Term{c}, Symbols: st.Symbols(c), Model: model}
		kept := out[:0:0]
		for _, q := range out {
			if slices.ContainsFunc(q.Symbols,
				func(x term.Term) bool { return slices.Contains(p.Symbols, x) }) {
				p.Conjuncts = append(p.Conjuncts, q.Conjuncts...)
				p.Symbols = append(p.Symbols, q.Symbols...)
			} else {
				kept = append(kept, q)
			}
		}
		slices.Sort(p.Symbols)
		p.Symbols = slices.Compact(p.Symbols)
		out = append(kept, p)
	}
	return out
}

// TestRandomSets adds random states and compares what is known with their sets of values.
func TestRandomSets(t *testing.T) {
	configs := []Config{
		{}, {Match: Equal}, {Whole: true}, {Whole: true, Match: Equal}, {NoCache: true},
		{NoModels: true, Match: Equal}, {NoModels: true, NoCache: true},
	}
	known, fresh := 0, 0
	for seed := range int64(4) {
		for _, cfg := range configs {
			r := rand.New(rand.NewSource(seed))
			st := term.NewStore()
			set := New(cfg).View(context.Background(), st)
			var all []sample
			for range 25 {
				s := newSample(r, st, r.Intn(3))
				want := !slices.ContainsFunc(all, func(old sample) bool {
					if cfg.Match == Equal {
						return slices.Equal(old.values, s.values)
					}
					return !slices.ContainsFunc(s.values,
						func(v int) bool { return !slices.Contains(old.values, v) })
				})
				if got := set.Add(s.im); got != want {
					t.Fatalf("seed %d, %+v: new is %v, want %v: %v", seed, cfg, got, want, s.values)
				}
				if want {
					all = append(all, s)
					fresh++
				} else {
					known++
				}
			}
			c := set.Counts()
			if c.Unknown != 0 || open(c) < 0 {
				t.Errorf("seed %d, %+v: counts %+v", seed, cfg, c)
			}
		}
	}
	t.Logf("%d states were known, %d new", known, fresh)
	if known < 50 || fresh < 50 {
		t.Errorf("the states are too one-sided: %d known, %d new", known, fresh)
	}
}

// open is how many comparisons needed no answer, since another slice differed.
func open(c Counts) int64 { return c.Checks - c.Syntactic - c.Cached - c.Model - c.Solver }
