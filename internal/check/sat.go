package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
	"whittle.dev/sat/drat"
)

// SATOptions says how SAT decides a formula.
type SATOptions struct {
	// Proof is the file that the DRAT proof of an unsatisfiable formula goes to;
	// empty: none. It comes into being complete, or not at all.
	Proof string
	// Check evaluates the formula under a model, and checks the proof of an
	// unsatisfiable formula (which is then made in the folder for temporary files
	// unless Proof says where). What fails the check is an error, and what was
	// not checked in time is unknown.
	Check   bool
	Timeout time.Duration // wall time; 0: none
	Memory  uint64        // budget of this process in bytes; 0: none
}

// SATResult is the answer about a formula.
type SATResult struct {
	Answer   sat.Status
	Model    []bool   // if satisfiable: the value of variable v is Model[v-1]
	Warnings []string // about the input
	Cause    error    // if unknown: the limit, for example
	Checked  bool     // the answer was checked
	Stats    []engine.Stat
}

// SAT decides the formula in r, which is in DIMACS CNF; name stands in messages.
// The error is one of reading the formula or of writing the proof; or the answer
// failed its check, which is a defect of whittle. When the context or a limit
// ends, the answer is unknown, within a second.
func SAT(ctx context.Context, r io.Reader, name string, opt SATOptions) (SATResult, error) {
	ctx, stop := limit(ctx, Options{Timeout: opt.Timeout, Memory: opt.Memory})
	defer stop()

	type answer struct {
		res SATResult
		err error
	}
	done := make(chan answer, 1)
	go func() {
		p := &satRun{opt: opt, name: name}
		err := p.run(ctx, r)
		done <- answer{p.res, err}
	}()
	var a answer
	select {
	case a = <-done:
	case <-ctx.Done():
		// It may be busy, or wait for input that never comes.
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case a = <-done:
		case <-timer.C:
		}
	}
	if ctx.Err() != nil && a.res.Answer == sat.Unknown &&
		(a.err == nil || errors.Is(a.err, context.Cause(ctx))) {
		a.res.Cause, a.err = context.Cause(ctx), nil
	}
	a.res.Stats = append(a.res.Stats, memoryStats()...)
	return a.res, a.err
}

// satRun is one call of SAT.
type satRun struct {
	opt    SATOptions
	name   string
	res    SATResult
	vars   int
	solver *sat.Solver
	proof  *satProof
	// formula holds the clauses one after the other, each with a 0 behind it, if
	// the answer is to be checked.
	formula []sat.Lit
}

func (p *satRun) run(ctx context.Context, r io.Reader) (err error) {
	var cfg sat.Config
	if p.opt.Proof != "" || p.opt.Check {
		if p.proof, err = newSATProof(p.opt.Proof, p.opt.Check); err != nil {
			return err
		}
		defer p.proof.drop()
		cfg.Proof = p.proof
	}
	p.solver = sat.New(cfg)
	start := time.Now()
	if err := p.read(ctx, r); err != nil {
		return err
	}
	parsed := time.Now()
	answer := p.solver.Solve(ctx)
	solved := time.Now()
	p.stats(parsed.Sub(start), solved.Sub(parsed))
	switch answer {
	case sat.Sat:
		err = p.satisfiable()
	case sat.Unsat:
		err = p.unsatisfiable(ctx)
	default:
		p.res.Cause = errors.New(p.solver.Stopped().String())
		return nil
	}
	if p.opt.Check {
		p.res.Stats = append(p.res.Stats, engine.Seconds("checking", time.Since(solved)))
	}
	if err != nil {
		return err
	}
	p.res.Answer, p.res.Checked = answer, p.opt.Check
	return nil
}

// read gives the formula to the solver.
func (p *satRun) read(ctx context.Context, r io.Reader) error {
	in := dimacs.NewReader(r, p.name)
	h, err := in.Header()
	if err != nil {
		return err
	}
	p.vars = h.Vars
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		clause, err := in.Next()
		if err == io.EOF {
			p.res.Warnings = in.Warnings()
			return nil
		}
		if err != nil {
			return err
		}
		// Variables that no clause names do not come into being.
		for _, l := range clause {
			for p.solver.NumVars() < int(l.Var()) {
				if p.solver.NewVar()%4096 == 0 && ctx.Err() != nil {
					return context.Cause(ctx)
				}
			}
		}
		p.solver.AddClause(clause...)
		if p.opt.Check {
			p.formula = append(append(p.formula, clause...), 0)
		}
	}
}

// satisfiable takes the model.
func (p *satRun) satisfiable() error {
	model := make([]bool, p.vars)
	for v := 1; v <= p.solver.NumVars(); v++ {
		model[v-1] = p.solver.Value(sat.Var(v).Pos())
	}
	if p.opt.Check {
		n, holds := 1, false
		for _, l := range p.formula {
			switch {
			case l != 0:
				holds = holds || model[l.Var()-1] != l.Negated()
			case !holds:
				return fmt.Errorf("internal error: %s: clause %d is false in the model", p.name, n)
			default:
				n, holds = n+1, false
			}
		}
	}
	p.res.Model = model
	return nil
}

// unsatisfiable completes the proof and checks it.
func (p *satRun) unsatisfiable(ctx context.Context) error {
	if p.proof == nil {
		return nil
	}
	if err := p.proof.finish(p.opt.Proof); err != nil || !p.opt.Check {
		return err
	}
	checker := drat.New(drat.Config{Format: drat.Text})
	from := 0
	for i, l := range p.formula {
		if l == 0 {
			checker.Add(p.formula[from:i]...)
			from = i + 1
		}
	}
	f, err := os.Open(p.proof.file.Name())
	if p.opt.Proof != "" {
		f, err = os.Open(p.opt.Proof)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	res, err := checker.Check(ctx, f, f.Name())
	if err != nil {
		return err
	}
	p.res.Stats = append(p.res.Stats, engine.Count("proof lemmas", res.Lemmas),
		engine.Count("proof lemmas checked", res.Checked))
	if !res.Verified {
		return fmt.Errorf("internal error: the proof is wrong: %s", res.Why)
	}
	return nil
}

func (p *satRun) stats(parsing, solving time.Duration) {
	st := p.solver.Statistics()
	p.res.Stats = append(p.res.Stats,
		engine.Seconds("parsing", parsing), engine.Seconds("solving", solving),
		engine.Count("variables", p.vars), engine.Count("conflicts", st.Conflicts),
		engine.Count("decisions", st.Decisions),
		engine.Count("propagations", st.Propagations), engine.Count("restarts", st.Restarts),
		engine.Count("reductions", st.Reductions),
		engine.Count("learnt clauses", st.Learnt), engine.Count("fixed variables", st.Fixed))
}

// satProof writes a proof to a file that gets its name when it is complete.
type satProof struct {
	*sat.ProofWriter
	file *os.File
	// complete says that the empty clause was derived.
	complete bool
	placed   bool // the file has its name
}

// newSATProof makes a file beside the one that it shall become, or a temporary
// file if that is empty. A device or a pipe is written to as it is.
func newSATProof(name string, check bool) (*satProof, error) {
	dir, pattern := "", "whittle-*.drat"
	if name != "" {
		dir, pattern = filepath.Dir(name), "."+filepath.Base(name)+".*"
		if fi, err := os.Stat(name); err == nil && !fi.Mode().IsRegular() {
			if check {
				return nil, fmt.Errorf("proof: %s is no regular file, so the proof could not be checked",
					name)
			}
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return nil, fmt.Errorf("proof: %w", err)
			}
			return &satProof{ProofWriter: sat.NewProofWriter(f, false), file: f, placed: true}, nil
		}
	}
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return &satProof{ProofWriter: sat.NewProofWriter(f, false), file: f}, nil
}

// Learn implements sat.Proof.
func (p *satProof) Learn(clause []sat.Lit) {
	if !p.complete {
		p.ProofWriter.Learn(clause)
		p.complete = len(clause) == 0
	}
}

// finish ends the proof with the empty clause and gives the file its name.
func (p *satProof) finish(name string) error {
	p.Learn(nil) // a conflict by propagation alone may have no lemma
	err := p.Flush()
	rename := name != "" && !p.placed
	if rename && err == nil {
		err = p.file.Chmod(0o644)
	}
	if e := p.file.Close(); err == nil {
		err = e
	}
	if rename && err == nil {
		err = os.Rename(p.file.Name(), name)
		p.placed = err == nil
	}
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// drop closes the file and removes it if it did not get its name.
func (p *satProof) drop() {
	p.file.Close()
	if !p.placed {
		os.Remove(p.file.Name())
	}
}
