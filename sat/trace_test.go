package sat

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
)

// A trace is a sequence of calls that can be replayed and shrunk. A step with op 'a' adds a clause, 's'
// solves under assumptions, 'p' sets phases, 'f' freezes, 'r' resets. Its literals are DIMACS numbers;
// variables come into being when a step first names them.
type step struct {
	op   byte
	lits []int
}

type trace []step

func (tr trace) String() string {
	var b strings.Builder
	for _, st := range tr {
		fmt.Fprintf(&b, "\t{%q, %#v},\n", st.op, st.lits)
	}
	return b.String()
}

func randomTrace(r *rand.Rand) trace {
	vars := 3 + r.Intn(40)
	ratio := 1 + r.Float64()*4.5
	var tr trace
	lit := func() int {
		l := 1 + r.Intn(vars)
		if r.Intn(2) == 0 {
			l = -l
		}
		return l
	}
	some := func(n int) []int {
		var c []int
		for range n {
			c = append(c, lit())
		}
		return c
	}
	for range 1 + r.Intn(6) {
		for range r.Intn(int(ratio*float64(vars)/2) + 2) {
			n := 3
			switch r.Intn(10) {
			case 0:
				n = 2
			case 1:
				n = 4 + r.Intn(4)
			case 2:
				if r.Intn(10) == 0 {
					n = 1
				}
			}
			tr = append(tr, step{'a', some(n)})
		}
		if r.Intn(4) == 0 {
			tr = append(tr, step{'p', some(1 + r.Intn(5))})
		}
		if r.Intn(8) == 0 {
			tr = append(tr, step{'r', nil})
		}
		for range 1 + r.Intn(3) {
			tr = append(tr, step{'s', some(r.Intn(6))})
		}
		if r.Intn(3) == 0 {
			vars += r.Intn(10)
		}
	}
	return tr
}

// replay runs a trace on a new solver with a checked proof and compares with
// the oracle. It returns the first difference.
func (tr trace) replay(cfg Config, proof bool) error {
	if !proof {
		return tr.replayOn(New(cfg), witness{}, nil)
	}
	checker := newRUPChecker()
	cfg.Proof = checker
	return tr.replayOn(New(cfg), witness{
		refuted: func(core []Lit) error {
			var clause []Lit
			for _, l := range core {
				clause = append(clause, l^1)
			}
			if !checker.implied(clause) {
				return fmt.Errorf("core %v is not implied by unit propagation", core)
			}
			return nil
		},
		step: func() error { return checker.err },
	}, nil)
}

func (trace) model(s *Solver, f cnf, assume []int) error {
	for _, c := range f.clauses {
		ok := false
		for _, l := range c {
			ok = ok || s.Value(FromDimacs(l))
		}
		if !ok {
			return fmt.Errorf("model breaks clause %v", c)
		}
	}
	for _, l := range assume {
		if !s.Value(FromDimacs(l)) {
			return fmt.Errorf("model breaks assumption %d", l)
		}
	}
	return nil
}

// oracle decides by gini, a solver that shares nothing with this one. It is created anew each time, and gets
// no repeated or complementary literals: its incremental use with those reports internal errors.
func oracle(f cnf, assume []int) Status {
	g := gini.New()
search:
	for _, c := range f.clauses {
		seen := map[int]bool{}
		for _, l := range c {
			if seen[-l] {
				continue search
			}
			seen[l] = true
		}
		for _, l := range c {
			if seen[l] {
				seen[l] = false
				g.Add(z.Dimacs2Lit(l))
			}
		}
		g.Add(z.LitNull)
	}
	for _, l := range assume {
		g.Add(z.Dimacs2Lit(l))
		g.Add(z.LitNull)
	}
	if g.Solve() == 1 {
		return Sat
	}
	return Unsat
}

func (trace) core(s *Solver, f cnf, assume []int) error {
	given := map[int]bool{}
	for _, l := range assume {
		given[l] = true
	}
	var core []int
	for _, l := range s.Failed() {
		if !given[l.Dimacs()] {
			return fmt.Errorf("core has %v, which was not assumed", l)
		}
		core = append(core, l.Dimacs())
	}
	if oracle(f, core) == Sat {
		return fmt.Errorf("core %v is satisfiable", s.Failed())
	}
	return nil
}

// shrink removes steps and literals while the trace still fails.
func (tr trace) shrink(fails func(trace) bool) trace {
	for size := len(tr); size > 0; size /= 2 {
		for i := 0; i+size <= len(tr); {
			shorter := append(append(trace{}, tr[:i]...), tr[i+size:]...)
			if fails(shorter) {
				tr = shorter
			} else {
				i += size
			}
		}
	}
	for i := range tr {
		for j := 0; j < len(tr[i].lits); {
			shorter := append(trace{}, tr...)
			shorter[i].lits = append(append([]int{}, tr[i].lits[:j]...), tr[i].lits[j+1:]...)
			if fails(shorter) {
				tr = shorter
			} else {
				j++
			}
		}
	}
	return tr
}

// traceConfigs are the configurations under which traces run. The rushed ones
// make the rare events of long searches frequent.
func traceConfigs() map[string]Config {
	return map[string]Config{
		"default":  {},
		"rushed":   {rush: true},
		"stable":   {rush: true, NoFocused: true, Phase: true},
		"focused":  {rush: true, NoStable: true},
		"plain":    {NoMinimize: true, NoReduce: true, NoVivify: true, NoProbe: true},
		"noVivify": {rush: true, NoVivify: true},
	}
}

func TestTraces(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 50
	}
	for name, cfg := range traceConfigs() {
		t.Run(name, func(t *testing.T) {
			for seed := range int64(n) {
				tr := randomTrace(rand.New(rand.NewSource(seed)))
				proof := seed%4 == 0
				if err := tr.replay(cfg, proof); err != nil {
					small := tr.shrink(func(tr trace) bool { return tr.replay(cfg, proof) != nil })
					t.Fatalf("seed %d: %v\nshrunk: %v\n%v", seed, err, small.replay(cfg, proof), small)
				}
			}
		})
	}
}
