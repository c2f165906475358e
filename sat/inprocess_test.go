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

// circuitTrace uses a solver as an encoder of circuits does: gates over gates, many of them alike, with
// assumptions, blocking clauses and further gates over inner ones after each search.
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

// TestSwitches compares the answers of all configurations with gini, on random clauses and on circuits, in
// incremental use. Models are evaluated on all clauses given, cores solved again, and proofs checked.
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

// TestEverythingHappens makes sure that the rushed traces reach the code they are meant to reach.
func TestEverythingHappens(t *testing.T) {
	count := map[string]int64{}
	for seed := range int64(12) {
		checker := newRUPChecker()
		s := New(Config{rush: true, Proof: checker})
		r := rand.New(rand.NewSource(seed))
		f := randomCNF(r, 70, 270, 3)
		f.clauses = append(f.clauses, randomCNF(r, 70, int(seed), 2).clauses...)
		load(s, f)
		for s.Solve(context.Background()) == Sat && s.Statistics().Solves < 50 {
			var block []Lit
			for v := 1; v <= 30; v++ {
				block = append(block, MkLit(Var(v), s.Value(Var(v).Pos())))
			}
			s.AddClause(block...)
		}
		if checker.err != nil {
			t.Fatal(checker.err)
		}
		st := s.Statistics()
		for name, n := range map[string]int64{
			"conflicts": st.Conflicts, "restarts": st.Restarts, "reductions": st.Reductions,
			"collections": st.Collections, "rephases": st.Rephases, "mode switches": st.ModeSwitches,
			"minimized": st.Minimized, "vivified": st.Vivified, "probed": st.Probed, "walks": st.Walks,
			"subsumed": st.Subsumed,
		} {
			count[name] += n
		}
	}
	for name, n := range count {
		t.Log(name, n)
		if n == 0 {
			t.Errorf("no %s", name)
		}
	}
}
