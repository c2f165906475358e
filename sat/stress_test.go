package sat

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// recorder keeps a proof and what it starts from.
type recorder struct {
	clauses [][]Lit
	text    bytes.Buffer
	proof   *ProofWriter
}

func newRecorder() *recorder {
	r := &recorder{}
	r.proof = NewProofWriter(&r.text, false)
	return r
}

func (r *recorder) Input(c []Lit)  { r.clauses = append(r.clauses, append([]Lit(nil), c...)) }
func (r *recorder) Axiom(c []Lit)  { r.Input(c) }
func (r *recorder) Learn(c []Lit)  { r.proof.Learn(c) }
func (r *recorder) Delete(c []Lit) { r.proof.Delete(c) }

// A ProofCheck says why a proof (DRAT text) does not refute the clauses.
type ProofCheck func(clauses [][]Lit, proof string) error

// check has the proof checked for the recorded clauses together with units.
// Clauses that came later in an incremental use count as clauses of the
// beginning, which is sound: a lemma follows from more clauses as well.
func (r *recorder) check(by ProofCheck, units []Lit) error {
	if err := r.proof.Flush(); err != nil {
		return err
	}
	all := r.clauses[:len(r.clauses):len(r.clauses)]
	for _, l := range units {
		all = append(all, []Lit{l})
	}
	return by(all, r.text.String()+"0\n")
}

// witness has each refutation of a replay checked.
func (r *recorder) witness(by ProofCheck) witness {
	return witness{refuted: func(core []Lit) error { return r.check(by, core) }}
}

// stressConfig draws a configuration from the seed: each seed runs under one, and many seeds see all.
func stressConfig(seed int64) (string, Config) {
	cfgs := traceConfigs()
	names := []string{"default", "rushed", "stable", "focused", "plain", "noVivify"}
	n := names[seed%int64(len(names))]
	return n, cfgs[n]
}

// StressFormulas compares the answers for random small formulas with gini,
// evaluates the models, and has each refutation checked.
func StressFormulas(t *testing.T, by ProofCheck) {
	const n = 2000
	unsat := 0
	for seed := range testflag.Seeds(n) {
		r := rand.New(rand.NewSource(seed))
		vars := 3 + r.Intn(60)
		size := []int{0, 3, 3, 3, 2}[r.Intn(5)]
		ratio := map[int]float64{0: 2.6, 2: 1.1, 3: 4.3}[size] * (0.8 + 0.4*r.Float64())
		f := randomCNF(r, vars, int(ratio*float64(vars))+r.Intn(4), size)
		var tr trace
		for _, c := range f.clauses {
			tr = append(tr, step{'a', c})
		}
		tr = append(tr, step{'s', nil})
		name, cfg := stressConfig(seed)
		fails := func(tr trace) error {
			rec := newRecorder()
			cfg := cfg
			cfg.Proof = rec
			return tr.replayOn(New(cfg), rec.witness(by), nil)
		}
		if err := fails(tr); err != nil {
			small := tr.shrink(func(tr trace) bool { return fails(tr) != nil })
			t.Fatalf("seed %d, %s: %v\nshrunk: %v\n%v", seed, name, err, fails(small), small)
		}
		if oracle(f, nil) == Unsat {
			unsat++
		}
	}
	t.Logf("%d formulas, %d unsatisfiable", n, unsat)
	if int64(unsat) < n/5 || int64(unsat) > n*4/5 {
		t.Errorf("%d of %d formulas are unsatisfiable: the generator is lopsided", unsat, n)
	}
}

// StressTraces replays random calls (clauses, theories, phases, freezing, resets, solving under assumptions)
// and compares each answer with gini over the expanded theories; models are evaluated, cores solved again,
// and each refutation is checked.
func StressTraces(t *testing.T, by ProofCheck) {
	for seed := range testflag.Seeds(200) {
		r := rand.New(rand.NewSource(seed + 1<<32))
		tr := withTheories(r, randomTrace(r))
		name, cfg := stressConfig(seed)
		fails := func(tr trace) error {
			rec := newRecorder()
			cfg := cfg
			cfg.Proof = rec
			cfg.Debug = nil
			return tr.replayOn(New(cfg), rec.witness(by), rand.New(rand.NewSource(seed)))
		}
		if err := fails(tr); err != nil {
			small := tr.shrink(func(tr trace) bool { return fails(tr) != nil })
			t.Fatalf("seed %d, %s: %v\nshrunk: %v\n%v", seed, name, err, fails(small), small)
		}
	}
}

// withTheories puts steps that attach theories into a trace: op 't', at most one of the literals is true (or
// two, if there are more than four), and steps that freeze ('f') and melt ('m').
func withTheories(r *rand.Rand, tr trace) trace {
	if r.Intn(3) == 0 {
		return tr
	}
	vars := 3
	for _, st := range tr {
		for _, l := range st.lits {
			vars = max(vars, l, -l)
		}
	}
	put := func(st step) {
		i := r.Intn(len(tr) + 1)
		tr = append(tr[:i:i], append(trace{st}, tr[i:]...)...)
	}
	for range r.Intn(3) {
		var lits []int
		for v := 1; v <= vars && len(lits) < 7; v++ {
			if r.Intn(vars) < 5 {
				lits = append(lits, v*(1-2*r.Intn(2)))
			}
		}
		put(step{'t', lits})
	}
	for range r.Intn(3) {
		put(step{"fm"[r.Intn(2)], []int{1 + r.Intn(vars)}})
	}
	return tr
}

// witness is what else looks at a solver during a trace; its parts may be nil.
type witness struct {
	refuted func(core []Lit) error // asked when a core was found
	step    func() error           // asked after each step
}

// replayOn runs a trace on a new solver and compares with the oracle. It
// returns the first difference. r decides what theories do.
func (tr trace) replayOn(s *Solver, w witness, r *rand.Rand) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	lit := func(l int) Lit {
		x := FromDimacs(l)
		for s.NumVars() < int(x.Var()) {
			s.NewVar()
		}
		return x
	}
	var f cnf
	var broken error
	frozen := map[int]int{}
	if slices.ContainsFunc(tr, func(st step) bool { return st.op == 't' }) {
		// Variables that theories make while they search lie beyond those of the
		// trace, so that they never meet.
		for _, st := range tr {
			for _, l := range st.lits {
				lit(l)
			}
		}
	}
	for i, st := range tr {
		var lits []Lit
		for _, l := range st.lits {
			lits = append(lits, lit(l))
		}
		switch st.op {
		case 'a':
			f.clauses = append(f.clauses, st.lits)
			s.AddClause(lits...)
		case 'r':
			s.Reset()
		case 'f':
			for j, l := range lits {
				frozen[st.lits[j]]++
				s.Freeze(l.Var())
			}
		case 'm':
			for j, l := range lits {
				if frozen[st.lits[j]] > 0 {
					frozen[st.lits[j]]--
					s.Melt(l.Var())
				}
			}
		case 't':
			if len(lits) == 0 {
				continue
			}
			a := &atMost{r: r, k: 1 + len(lits)/5, eager: r.Intn(3) > 0, lits: lits, told: map[Lit]bool{},
				fail: func(format string, args ...any) { broken = fmt.Errorf(format, args...) }}
			s.AddTheory(a)
			for _, l := range lits {
				s.Observe(a, l.Var())
			}
			f.clauses = append(f.clauses, atMostClauses(st.lits, a.k)...)
		case 's':
			want := oracle(f, st.lits)
			got := s.Solve(context.Background(), lits...)
			if got != want {
				return fmt.Errorf("step %d: %v, want %v", i, got, want)
			}
			if got == Sat {
				err = tr.model(s, f, st.lits)
			} else if err = tr.core(s, f, st.lits); err == nil && w.refuted != nil {
				err = w.refuted(s.Failed())
			}
			if err != nil {
				return fmt.Errorf("step %d: %w", i, err)
			}
		}
		if broken != nil {
			return fmt.Errorf("step %d: theory: %w", i, broken)
		}
		if w.step != nil {
			if err := w.step(); err != nil {
				return fmt.Errorf("step %d: proof: %w", i, err)
			}
		}
	}
	return nil
}

// atMostClauses expands "at most k of lits" into clauses.
func atMostClauses(lits []int, k int) [][]int {
	var out [][]int
	for m := range 1 << len(lits) {
		var c []int
		for i, l := range lits {
			if m>>i&1 == 1 {
				c = append(c, -l)
			}
		}
		if len(c) == k+1 {
			out = append(out, c)
		}
	}
	return out
}
