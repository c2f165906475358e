package lib

import (
	"context"
	"fmt"
	"strings"

	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/term"
)

// check executes check-sat, and check-sat-assuming if list is not nil.
func (in *Interpreter) check(ctx context.Context, list *Node) error {
	in.started = true
	var assumed []term.Term
	var texts []string
	if list != nil {
		if list.Kind != List {
			return errorf(list.Pos, "expected a list of assumptions, found %s", abbreviate(list))
		}
		for i := range list.List {
			t, err := in.p.formula(&list.List[i])
			if err != nil {
				return err
			}
			assumed = append(assumed, t)
			texts = append(texts, list.List[i].String())
		}
	}
	s, err := in.solver()
	if err != nil {
		return err
	}
	for _, t := range assumed {
		if err := in.assume(t); err != nil {
			return err
		}
	}
	for _, c := range in.p.consistency() {
		if err := in.claim(c); err != nil {
			return err
		}
	}
	if err := in.explainOperands(s); err != nil {
		return err
	}
	var all []term.Term
	undecided, err := in.decideClosed(ctx)
	if err != nil {
		return err
	}
	refused, tooHard := "", undecided
	in.frames(func(f *frame) {
		for _, a := range f.named {
			all = append(all, a.t)
		}
		if refused == "" {
			refused = f.refused
		}
		if tooHard == "" {
			tooHard = f.tooHard
		}
	})
	all = append(all, assumed...)
	r, failed := in.decide(ctx, s, all)
	if r.Status == smt.Sat && refused != "" {
		r = smt.Result{Status: smt.Unknown, Reason: "the error at " + refused}
	}
	if r.Status == smt.Sat && tooHard != "" {
		r = smt.Result{Status: smt.Unknown, Reason: tooHard}
	}
	in.last = lastCheck{done: true, result: r, failed: failed, assumed: assumed, texts: texts,
		encoded: map[*function]int{}, tables: map[*function]bool{}}
	for _, f := range in.p.scope.fns {
		in.last.encoded[f] = f.encoded
		in.last.tables[f] = f.table != term.None
	}
	in.sum.Checks++
	if r.Status == smt.Unknown {
		in.sum.Unknowns++
	}
	in.reply(r.Status.String())
	return nil
}

// decide decides the assertions under assumptions. If they cannot hold, failed are those
// that suffice for it, and none of them can be left out if :minimal-unsat-cores is on.
func (in *Interpreter) decide(ctx context.Context, s *exists.Solver, assumptions []term.Term) (r smt.Result,
	failed []term.Term) {
	if in.options["minimal-unsat-cores"] != "true" {
		if r = s.Check(ctx, assumptions...); r.Status == smt.Unsat {
			failed = s.Failed()
		}
		return r, failed
	}
	var core smt.Core
	if c, ok := s.Unwrap().(smt.Cores); ok && !s.Quantified() {
		core, r = c.MinimalCore(ctx, smt.CoreOptions{}, assumptions...)
	} else {
		core, r = smt.MinimalCore(ctx, s, smt.CoreOptions{}, assumptions...)
	}
	return r, core.Terms
}

// after returns an error unless the last check was answered so and nothing was asserted since.
func (in *Interpreter) after(status smt.Status, command string) error {
	if !in.last.done || in.last.result.Status != status {
		return fmt.Errorf("%s needs a check that was answered %v, and no assertion since", command, status)
	}
	return nil
}

// getCore executes get-unsat-core: the names of the assertions that suffice. Those
// without a name always belong to a core.
func (in *Interpreter) getCore() error {
	if in.options["produce-unsat-cores"] != "true" {
		return fmt.Errorf("get-unsat-core needs (set-option :produce-unsat-cores true)")
	}
	if err := in.after(smt.Unsat, "get-unsat-core"); err != nil {
		return err
	}
	failed := map[term.Term]bool{}
	for _, t := range in.last.failed {
		failed[t] = true
	}
	var names []string
	in.frames(func(f *frame) {
		for _, a := range f.named {
			if failed[a.t] {
				names = append(names, term.Quote(a.name))
				delete(failed, a.t) // of equal assertions one suffices
			}
		}
	})
	in.reply("(" + strings.Join(names, " ") + ")")
	return nil
}

// getFailed executes get-unsat-assumptions.
func (in *Interpreter) getFailed() error {
	if err := in.after(smt.Unsat, "get-unsat-assumptions"); err != nil {
		return err
	}
	failed := map[term.Term]bool{}
	for _, t := range in.last.failed {
		failed[t] = true
	}
	// What is asserted by name holds anyway.
	var texts []string
	for i, t := range in.last.assumed {
		if failed[t] {
			texts = append(texts, in.last.texts[i])
			delete(failed, t)
		}
	}
	in.reply("(" + strings.Join(texts, " ") + ")")
	return nil
}
