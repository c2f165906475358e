package cpa

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// Explorations in turns.
//
// A program is explored in several ways, which take turns: with a few threads of each procedure, since a
// violation rarely needs many, and with all; and both with abstraction and exactly, as bounded model checking
// does; and with crowds (see multistate). Exact states have no end where loops have none, but a violation
// that rests on inputs, or on many values at once, is met without refinement. A violation is one in any
// exploration. That there is none has to be shown by one that has all threads.

// exploration says what one of the explorations is like.
type exploration struct {
	active int // threads of each procedure that may run; 0: all
	exact  bool
	crowds bool // threads at the same place are any number, which is enough for proofs
}

// values is how many values a variable may show while predicates may follow it instead.
func (x exploration) values() int {
	if x.crowds {
		return 4 // each value divides crowds
	}
	return 100
}

// explorations are those of a configuration, in the order of their turns. There are no crowds where races are
// looked for: of the two threads of a race one may be a member that is not watched.
func (c *Config) explorations(p property.Property) []exploration {
	if parts, _ := c.parts(); parts.bmc {
		return []exploration{{active: 2, exact: true}, {exact: true}}
	}
	list := []exploration{{active: 2}}
	if !c.NoCrowds && !c.NoSymmetry && !p.Covers(property.NoDataRace) {
		list = append(list, exploration{crowds: true})
	}
	if !c.NoExact {
		list = append(list, exploration{active: 2, exact: true})
	}
	list = append(list, exploration{})
	if !c.NoExact {
		list = append(list, exploration{exact: true})
	}
	return list
}

const (
	// firstEffort is the effort of each exploration before the next one has its turn; it grows fourfold.
	firstEffort = 2000
	// exactPart: exact explorations have this part of the effort of those that abstract.
	exactPart = 2
)

// turns are the explorations of a program.
type turns struct {
	e    *Engine
	task engine.Task
	prog *cfa.Program
	list []exploration
	runs []*run // by exploration; nil: it has not begun
}

// takeTurns explores until a violation is found, it is shown that there is none, or nothing is left to do.
func (e *Engine) takeTurns(ctx context.Context, t engine.Task) (r *run, res engine.Result, err error) {
	prog, err := e.program(ctx, t.Program)
	if err != nil {
		return nil, res, err
	}
	all := &turns{e: e, task: t, prog: prog, list: e.cfg.explorations(t.Property)}
	all.runs = make([]*run, len(all.list))
	for until := firstEffort; ; until *= 4 {
		waiting := false
		for i, x := range all.list {
			if all.alike(x) {
				continue
			}
			if r, err = all.begun(ctx, i); err != nil {
				return nil, res, err
			}
			if r.done {
				continue
			}
			r.until = until
			if x.exact && !all.list[0].exact {
				r.until /= exactPart
			}
			r.result, err = r.run()
			r.done = !r.paused
			switch {
			case err != nil:
				return all.main(), res, err
			case r.result.Verdict.Kind == property.False, r.full && !x.crowds, r.done && r.settles(x):
				return r, r.result, nil
			}
			waiting = waiting || !r.done
		}
		if !waiting {
			r = all.main()
			return r, r.result, nil
		}
	}
}

// alike reports whether an exploration with all threads is, so far, the same as one with a few.
func (a *turns) alike(x exploration) bool {
	if x.active > 0 {
		return false
	}
	for i, y := range a.list {
		if y.active > 0 && y.exact == x.exact {
			r := a.runs[i]
			return !r.x.Dormant() && !r.analysis.Bounded
		}
	}
	return false
}

// begun returns the run of exploration i.
func (a *turns) begun(ctx context.Context, i int) (*run, error) {
	if a.runs[i] != nil {
		return a.runs[i], nil
	}
	x, cfg := a.list[i], a.e.cfg
	if x.exact {
		if p, _ := cfg.parts(); !p.bmc {
			cfg.Analysis = "bmc"
		}
		cfg.PrecisionIn = ""
	}
	r, err := newRun(ctx, a.task, cfg, a.prog, x)
	a.runs[i] = r
	return r, err
}

// main is the run of which statistics are given if none has decided: the last one that abstracts, if there is
// one.
func (a *turns) main() (main *run) {
	for i, r := range a.runs {
		if r != nil && (main == nil || a.list[i].exact == a.list[0].exact && !a.list[i].crowds) {
			main = r
		}
	}
	return main
}

// settles reports whether nothing more can be found out than an exploration that has come to its end has: all
// threads have run, no loop was cut off, and no path was left open. One with crowds can only prove.
func (r *run) settles(x exploration) bool {
	if x.crowds {
		return r.result.Verdict.Kind == property.True
	}
	return (x.active == 0 || !r.x.Dormant()) && !r.analysis.Bounded && len(r.open) == 0
}
