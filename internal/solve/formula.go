package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/limits"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
	"whittle.dev/sat/drat"
)

// FormulaOptions says how Formula decides a formula.
type FormulaOptions struct {
	// Proof is the file that the DRAT proof of an unsatisfiable formula goes to;
	// empty: none. It comes into being complete, or not at all.
	Proof string
	// Check evaluates the formula under a model, and checks the proof of an unsatisfiable formula (which is
	// then made in the folder for temporary files unless Proof says where). What fails the check is an error,
	// and what was not checked in time is unknown.
	Check  bool
	Limits limits.Limits
}

// FormulaAnswer is the answer about a formula.
type FormulaAnswer struct {
	Answer   sat.Status
	Model    []bool   // if satisfiable: the value of variable v is Model[v-1]
	Warnings []string // about the input
	Cause    error    // if unknown: the limit, for example
	Checked  bool     // the answer was checked
	Stats    []engine.Stat
}

// Formula decides the formula in r, which is in DIMACS CNF; name stands in messages. The error is one of
// reading the formula or of writing the proof; or the answer failed its check, which is a defect of whittle.
// When the context or a limit ends, the answer is unknown, within a second.
func Formula(ctx context.Context, r io.Reader, name string, opt FormulaOptions) (FormulaAnswer, error) {
	ctx, stop := opt.Limits.Start(ctx)
	defer stop()

	type answer struct {
		res FormulaAnswer
		err error
	}
	// It may be busy when a limit is hit, or wait for input that never comes.
	a, _ := limits.Within(ctx, func() answer {
		p := &formulaRun{opt: opt, name: name}
		err := p.run(ctx, r)
		return answer{p.res, err}
	})
	if ctx.Err() != nil && a.res.Answer == sat.Unknown &&
		(a.err == nil || errors.Is(a.err, context.Cause(ctx))) {
		a.res.Cause, a.err = context.Cause(ctx), nil
	}
	a.res.Stats = append(a.res.Stats, limits.Stats()...)
	return a.res, a.err
}

// formulaRun is one call of Formula.
type formulaRun struct {
	opt    FormulaOptions
	name   string
	res    FormulaAnswer
	vars   int
	solver *sat.Solver
	proof  *proofFile
	// formula holds the clauses one after the other, each with a 0 after it, if the answer is to be checked.
	formula []sat.Lit
}

func (p *formulaRun) run(ctx context.Context, r io.Reader) (err error) {
	var cfg sat.Config
	if p.opt.Proof != "" || p.opt.Check {
		if p.proof, err = newProofFile(p.opt.Proof, p.opt.Check); err != nil {
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
func (p *formulaRun) read(ctx context.Context, r io.Reader) error {
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
func (p *formulaRun) satisfiable() error {
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
func (p *formulaRun) unsatisfiable(ctx context.Context) error {
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

func (p *formulaRun) stats(parsing, solving time.Duration) {
	st := p.solver.Statistics()
	p.res.Stats = append(p.res.Stats,
		engine.Seconds("parsing", parsing), engine.Seconds("solving", solving),
		engine.Count("variables", p.vars), engine.Count("conflicts", st.Conflicts),
		engine.Count("decisions", st.Decisions),
		engine.Count("propagations", st.Propagations), engine.Count("restarts", st.Restarts),
		engine.Count("reductions", st.Reductions),
		engine.Count("learnt clauses", st.Learnt), engine.Count("fixed variables", st.Fixed))
}
