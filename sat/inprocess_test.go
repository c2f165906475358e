package sat

import (
	"context"
	"math/rand"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// switchConfigs turn techniques off one by one, and leave one alone. They
// inprocess every few conflicts and before every other search.
func switchConfigs() []struct {
	name string
	cfg  Config
} {
	type entry = struct {
		name string
		cfg  Config
	}
	return []entry{
		{"all", Config{rush: true}},
		{"noSubsume", Config{rush: true, NoSubsume: true}},
		{"noEquate", Config{rush: true, NoEquate: true}},
		{"noEliminate", Config{rush: true, NoEliminate: true}},
		{"noProbe", Config{rush: true, NoProbe: true}},
		{"onlySubsume", Config{rush: true, NoEquate: true, NoEliminate: true, NoVivify: true, NoProbe: true}},
		{"onlyEquate", Config{rush: true, NoSubsume: true, NoEliminate: true, NoVivify: true, NoProbe: true}},
		{"onlyEliminate", Config{rush: true, NoSubsume: true, NoEquate: true, NoVivify: true, NoProbe: true}},
		{"none", Config{rush: true, NoSubsume: true, NoEquate: true, NoEliminate: true, NoVivify: true,
			NoProbe: true}},
	}
}

// circuitTrace uses a solver as an encoder of circuits does: gates over gates,
// many of them alike, with assumptions, blocking clauses and further gates over
// inner ones after each search.
func circuitTrace(r *rand.Rand) trace {
	c := &circuit{}
	var nets []int
	for range 2 + r.Intn(6) {
		nets = append(nets, c.input())
	}
	net := func() int {
		l := nets[r.Intn(len(nets))]
		if r.Intn(3) == 0 {
			l = nets[len(nets)-1-r.Intn(min(4, len(nets)))]
		}
		if r.Intn(2) == 0 {
			l = -l
		}
		return l
	}
	gate := func() {
		var x int
		switch a, b, d := net(), net(), net(); r.Intn(8) {
		case 0, 1, 2:
			x = c.and(a, b)
			if r.Intn(3) == 0 {
				nets = append(nets, c.and(b, a)) // equal, with its own variable
			}
		case 3, 4:
			x = c.xor(a, b)
		case 5:
			x = c.input() // a choice
			c.clause(-a, -b, x)
			c.clause(-a, b, -x)
			c.clause(a, -d, x)
			c.clause(a, d, -x)
		case 6:
			x = c.input() // a copy
			c.clause(-x, a)
			c.clause(x, -a)
		case 7:
			x = c.input() // a wide conjunction
			c.clause(x, -a, -b, -d)
			c.clause(-x, a)
			c.clause(-x, b)
			c.clause(-x, d)
		}
		nets = append(nets, x)
	}
	var tr trace
	for range 2 + r.Intn(6) {
		for range 1 + r.Intn(12) {
			gate()
		}
		if r.Intn(3) > 0 {
			c.clause(net(), net())
		}
		if r.Intn(3) > 0 {
			c.clause(net(), net(), net())
		}
		for _, cl := range c.clauses {
			tr = append(tr, step{'a', cl})
		}
		c.clauses = nil
		for range 1 + r.Intn(4) {
			var assume []int
			for range r.Intn(4) {
				assume = append(assume, net())
			}
			tr = append(tr, step{'s', assume})
			switch r.Intn(6) {
			case 0:
				tr = append(tr, step{'p', []int{net(), net()}})
			case 1:
				tr = append(tr, step{'f', []int{max(1, net())}})
			case 2:
				tr = append(tr, step{'a', []int{net(), net()}})
			}
		}
	}
	return tr
}

// TestSwitches compares the answers of all configurations with gini, on random
// clauses and on circuits, in incremental use. Models are evaluated on all clauses
// given, cores solved again, and proofs checked.
func TestSwitches(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 30
	}
	for _, c := range switchConfigs() {
		t.Run(c.name, func(t *testing.T) {
			for seed := range testflag.Seeds(n) {
				r := rand.New(rand.NewSource(seed + 77))
				tr := circuitTrace(r)
				if seed%3 == 0 {
					tr = randomTrace(r)
				}
				proof := seed%3 == 1
				if err := tr.replay(c.cfg, proof); err != nil {
					small := tr.shrink(func(tr trace) bool { return tr.replay(c.cfg, proof) != nil })
					t.Fatalf("seed %d: %v\nshrunk: %v\n%v", seed, err, small.replay(c.cfg, proof), small)
				}
			}
		})
	}
}

// StressCircuits is StressTraces for circuits.
func StressCircuits(t *testing.T, by ProofCheck) {
	cfgs := switchConfigs()
	for seed := range testflag.Seeds(200) {
		r := rand.New(rand.NewSource(seed + 1<<33))
		tr := withTheories(r, circuitTrace(r))
		c := cfgs[seed%int64(len(cfgs))]
		fails := func(tr trace) error {
			rec := newRecorder()
			cfg := c.cfg
			cfg.Proof = rec
			return tr.replayOn(New(cfg), rec.witness(by), rand.New(rand.NewSource(seed)))
		}
		if err := fails(tr); err != nil {
			small := tr.shrink(func(tr trace) bool { return fails(tr) != nil })
			t.Fatalf("seed %d, %s: %v\nshrunk: %v\n%v", seed, c.name, err, fails(small), small)
		}
	}
}

// TestTechniquesHappen shows that the random tests reach what they test.
func TestTechniquesHappen(t *testing.T) {
	var sum Stats
	for seed := range int64(100) {
		tr := circuitTrace(rand.New(rand.NewSource(seed)))
		s := New(Config{rush: true})
		for _, st := range tr {
			for _, l := range st.lits {
				for s.NumVars() < max(l, -l) {
					s.NewVar()
				}
			}
			switch st.op {
			case 'a':
				s.AddClause(toLits(st.lits)...)
			case 's':
				s.Solve(context.Background(), toLits(st.lits)...)
			}
		}
		st := s.Statistics()
		sum.Subsumed += st.Subsumed
		sum.Strengthened += st.Strengthened
		sum.Duplicates += st.Duplicates
		sum.Substituted += st.Substituted
		sum.Eliminated += st.Eliminated
		sum.Restored += st.Restored
	}
	for name, n := range map[string]int64{
		"subsumed": sum.Subsumed, "strengthened": sum.Strengthened, "duplicates": sum.Duplicates,
		"substituted": sum.Substituted, "eliminated": sum.Eliminated, "restored": sum.Restored,
	} {
		if n < 20 {
			t.Errorf("%s: %d", name, n)
		}
	}
}

// A variable with a definition may be replaced by more clauses, others not.
func TestGrowthNeedsDefinition(t *testing.T) {
	for _, defined := range []bool{false, true} {
		s := New(Config{NoEquate: true, NoSubsume: true})
		lit := func() Lit {
			v := s.NewVar()
			s.Freeze(v)
			return v.Pos()
		}
		v := s.NewVar()
		a, b, c := lit(), lit(), lit()
		if defined { // v is the conjunction of a, b and c
			s.AddClause(v.Neg(), a)
			s.AddClause(v.Neg(), b)
			s.AddClause(v.Neg(), c)
			s.AddClause(v.Pos(), a^1, b^1, c^1)
		}
		for range 4 {
			s.AddClause(v.Pos(), lit())
			s.AddClause(v.Neg(), lit())
		}
		s.condense.growth = len(growths) - 1
		if !s.condense.condense(1 << 30) {
			t.Fatal("unsatisfiable")
		}
		if s.ext.eliminated(v) != defined {
			t.Errorf("defined %v, eliminated %v", defined, s.ext.eliminated(v))
		}
	}
}

// BenchmarkUnroll deepens a bounded model check step by step in one solver: a
// random circuit with a state, whose target is assumed at each depth. Frozen
// variables are those that the next step names.
func BenchmarkUnroll(b *testing.B) {
	for _, mode := range []string{"eliminate", "frozen", "keep"} {
		b.Run(mode, func(b *testing.B) {
			for b.Loop() {
				r := rand.New(rand.NewSource(3))
				s := New(Config{NoEliminate: mode == "keep"})
				c := &circuit{}
				const bits = 32
				var state []int
				for range bits {
					state = append(state, c.input())
				}
				wiring := make([]int, 6*bits)
				for i := range wiring {
					wiring[i] = r.Intn(1 << 20)
				}
				for range 14 {
					in := []int{c.input(), c.input(), c.input(), c.input()}
					nets := append(append([]int{}, state...), in...)
					for _, w := range wiring {
						n := len(nets)
						x, y := nets[n-1-w%min(n, 50)], nets[n-1-w/1024%min(n, 70)]
						if w&1 == 0 {
							nets = append(nets, c.xor(x, y))
						} else {
							nets = append(nets, c.and(x, -y))
						}
					}
					state = nets[len(nets)-bits:]
					load(s, c.cnf)
					c.clauses = nil
					if mode == "frozen" {
						for _, l := range state {
							s.Freeze(Var(l))
						}
					}
					s.Solve(context.Background(), toLits(state[:24])...)
					for i := range 8 {
						s.Solve(context.Background(), FromDimacs(state[i]), FromDimacs(state[i+9]),
							FromDimacs(-state[i+4]))
					}
				}
				st := s.Statistics()
				b.ReportMetric(float64(st.Conflicts), "conflicts")
				b.ReportMetric(float64(st.Eliminated), "eliminated")
				b.ReportMetric(float64(st.Restored), "restored")
			}
		})
	}
}
