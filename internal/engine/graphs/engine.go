package graphs

import (
	"context"
	"fmt"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/property"
)

// Config bounds the search.
type Config struct {
	// MaxGraphs is the number of graphs after which the answer is unknown; 0: 100,000.
	MaxGraphs int
}

// Engine explores execution graphs.
type Engine struct{ cfg Config }

// New returns an engine.
func New(cfg Config) *Engine { return &Engine{cfg} }

// Name is "graphs".
func (*Engine) Name() string { return "graphs" }

// Check explores the program in the model of the task.
func (g *Engine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	switch races := t.Property.Covers(property.NoDataRace); {
	case t.System != nil:
		return engine.NoSystems(g.Name()), nil
	case t.Property.Without(property.NoDataRace) != "" &&
		!t.Property.Without(property.NoDataRace).OfOperations() && t.Property != property.NoDeadlock:
		un := engine.Unknown("the engine graphs does not check %s", t.Property)
		return un.Because(engine.OtherTask), nil
	case races && t.MemoryModel() != axioms.RC11:
		un := engine.Unknown("data races are those of the memory model c11")
		return un.Because(engine.OtherTask), nil
	}
	opt := graphs.Options{Model: t.MemoryModel(), MaxGraphs: g.cfg.MaxGraphs, First: true,
		Races: t.Property.Covers(property.NoDataRace), Ends: func(o interp.Outcome) bool {
			return o.Property != "" && t.Property.Covers(o.Property)
		}}
	if opt.MaxGraphs == 0 {
		opt.MaxGraphs = 100_000
	}
	r, err := graphs.Run(ctx, t.Program, opt, nil)
	if err != nil {
		return engine.Unknown("%v", err).Because(engine.OtherTask), nil
	}
	return g.result(ctx, t, r), nil
}

func (g *Engine) result(ctx context.Context, t engine.Task, r *graphs.Result) engine.Result {
	explored := english.Count(r.Graphs, "execution graph")
	for _, list := range [][]*graphs.Execution{r.Violations, r.Undefined} {
		for _, x := range list {
			if p := x.Outcome.Property; p != "" && t.Property.Covers(p) {
				res := engine.Violated(p, x.Trace(t.MemoryModel(), p))
				res.Why = fmt.Sprintf("found after %s", explored)
				return res
			}
		}
	}
	if len(r.Races) > 0 {
		res := engine.Violated(property.NoDataRace, r.Races[0].Trace(t.MemoryModel(), property.NoDataRace))
		res.Why = fmt.Sprintf("found after %s", explored)
		return res
	}
	switch {
	case ctx.Err() != nil:
		return engine.Unknown("%s", engine.StopReason(ctx))
	case !r.Complete:
		return engine.Unknown("%s", r.Why)
	case len(r.Undefined) > 0:
		o := r.Undefined[0].Outcome
		return engine.UndefinedBehaviour(o.Pos, o.What)
	case t.Property == property.NoDeadlock && r.Blocked > 0:
		return engine.Unknown("%s in which all threads that are left are disabled",
			english.Count(r.Blocked, "execution"))
	case t.Property == property.NoDeadlock && r.Idle:
		return engine.Unknown("threads that wait in loops are not told from others that go on")
	case r.Sampled:
		return engine.Unknown("inputs of many values")
	case t.Property.Memory() && frees(t.Program):
		return engine.Unknown("when memory is freed is looked at in one order of the events alone")
	}
	return engine.Holds(engine.ByPaths, "all %s were explored", explored)
}

// frees reports whether an object of a program may end while another thread runs.
func frees(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Free); ok {
				return true
			}
		}
	}
	return false
}
