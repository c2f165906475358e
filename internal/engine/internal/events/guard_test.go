package events

import (
	"math/rand"
	"testing"

	"whittle.dev/term"
)

func TestGuardsOfBranchesMeetAgain(t *testing.T) {
	s := term.NewStore()
	gs := newGuards(s)
	a, b := s.Symbol("a", term.Bool), s.Symbol("b", term.Bool)
	and := func(g Guard, c term.Term) Guard {
		h, ok := gs.And(g, c)
		if !ok {
			t.Fatal("a guard that holds was refused")
		}
		return h
	}
	ga, gna := and(Always, a), and(Always, s.Not(a))
	gab, ganb := and(ga, b), and(ga, s.Not(b))
	if g := gs.Or(gab, ganb); g != ga {
		t.Errorf("the two branches on b do not meet in a")
	}
	if g := gs.Or(gs.Or(gab, gna), ganb); g != Always {
		t.Errorf("three branches that are everything are not Always")
	}
	if !gs.Implies(gab, ga) || gs.Implies(ga, gab) || gs.Implies(gab, gna) {
		t.Error("Implies is wrong")
	}
	if _, ok := gs.And(ga, s.False()); ok {
		t.Error("a false guard was made")
	}
}

// TestGuardsMeanWhatTheySay compares guards made at random with formulas under all assignments: terms with
// their definitions, and implications that are claimed.
func TestGuardsMeanWhatTheySay(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		s := term.NewStore()
		gs := newGuards(s)
		vars := make([]term.Term, 4)
		for i := range vars {
			vars[i] = s.Fresh("v", term.Bool)
		}
		meaning := map[Guard]term.Term{Always: s.True()}
		all := map[Guard][]term.Term{} // formulas that were made into the same guard
		list := []Guard{Always}
		for range 25 {
			g := list[r.Intn(len(list))]
			var h Guard
			var m term.Term
			if r.Intn(2) == 0 {
				c := vars[r.Intn(len(vars))]
				if r.Intn(2) == 0 {
					c = s.Not(c)
				}
				var ok bool
				if h, ok = gs.And(g, c); !ok {
					continue
				}
				m = s.And(meaning[g], c)
			} else {
				o := list[r.Intn(len(list))]
				h = gs.Or(g, o)
				m = s.Or(meaning[g], meaning[o])
			}
			all[h] = append(all[h], m)
			if _, ok := meaning[h]; !ok {
				meaning[h] = m
				list = append(list, h)
			}
		}
		for bits := range 1 << len(vars) {
			env := assignment{}
			for i, v := range vars {
				env[v] = term.BoolValue(bits>>i&1 == 1)
			}
			value := map[Guard]bool{}
			for g := range Guard(gs.Len()) {
				def := gs.Definition(g)
				if def == term.None {
					def = gs.Term(g)
				}
				v, err := s.Eval(def, env)
				if err != nil {
					t.Fatal(err)
				}
				value[g] = v.Bool()
				if gs.Definition(g) != term.None {
					env[gs.Term(g)] = v
				}
			}
			for g, ms := range all {
				for _, m := range ms {
					v, err := s.Eval(m, env)
					if err != nil {
						t.Fatal(err)
					}
					if v.Bool() != value[g] {
						t.Fatalf("seed %d: guard %d is %v, its meaning %v", seed, g, value[g], v.Bool())
					}
				}
			}
			for g := range value {
				for h := range value {
					if gs.Implies(g, h) && value[g] && !value[h] {
						t.Fatalf("seed %d: guard %d is said to imply %d and does not", seed, g, h)
					}
				}
			}
		}
	}
}

type assignment map[term.Term]term.Value

func (a assignment) Value(sym term.Term) (term.Value, bool) {
	v, ok := a[sym]
	return v, ok
}
