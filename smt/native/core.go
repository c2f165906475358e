package native

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/term"
)

var _ smt.Cores = (*Solver)(nil)

// MinimalCore implements smt.Cores.
func (s *Solver) MinimalCore(ctx context.Context, opt smt.CoreOptions, assumptions ...term.Term) (smt.Core,
	smt.Result) {
	return smt.MinimalCore(ctx, s, s.coreOptions(opt), assumptions...)
}

// SmallestCore implements smt.Cores.
func (s *Solver) SmallestCore(ctx context.Context, opt smt.CoreOptions, assumptions ...term.Term) (smt.Core,
	smt.Result) {
	return smt.SmallestCore(ctx, s, s.coreOptions(opt), assumptions...)
}

// rotationSize bounds the number of assertions that are evaluated for each change of a model.
const rotationSize = 256

// coreOptions adds the evaluation of the assertions, if they are few and say all that is asserted.
func (s *Solver) coreOptions(opt smt.CoreOptions) smt.CoreOptions {
	if opt.Holds != nil || s.order != nil {
		return opt
	}
	s.flush() // what waits for words is asserted too
	s.prep.settle()
	if len(s.asserts.list) > rotationSize {
		return opt
	}
	opt.Store = s.st
	opt.Holds = func(a term.Assignment) bool {
		e := term.NewEvaluator(s.st, a)
		for i := range s.asserts.list {
			if v, err := e.Eval(s.asserts.list[i].t); err != nil || !v.Bool() {
				return false
			}
		}
		return true
	}
	return opt
}
