package cpa

import (
	"cmp"
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
)

// Certificates
//
// The states of the graph that is left at the end, with what the domains know of them, are an invariant as
// those are that the engine ceds visits, and package certify checks both: the initial state is in it, and
// each step from a state of it leads into it and violates nothing. A node that is covered stands in the
// invariant as well; it is checked that what is known of the one that covers it holds of it.
//
// Where a certificate is asked for, the search is without reductions among interleavings, so the invariant
// is closed under the steps of all threads. Any other proof is checked too, within a budget: a solver of
// its own decides anew what the domains, the abstractions and the coverage have concluded; the reductions
// are taken for granted there. Proofs with crowds have no certificate yet, and say so. States that were
// merged are left alone: that one is in the merge of several is a question about values that exist, which
// takes longer than all the rest. Where a certificate is asked for none are merged.

// The budget of the check that was not asked for.
const (
	confirmEffort    = 20_000
	confirmConflicts = 20_000
)

// program returns the program that is explored. A certificate is about the program as it was lowered.
func (e *Engine) program(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if e.cfg.Certify != nil {
		return p, nil
	}
	return multistate.PrepareLoops(ctx, p)
}

// certify checks a proof. That it is none is an error.
func (r *run) certify(ctx context.Context, t engine.Task, res engine.Result) (engine.Result, error) {
	if res.Verdict.Kind != property.True ||
		r.cfg.Certify == nil && (r.cfg.NoConfirm || r.analysis.Merged > 0) {
		return res, nil
	}
	if r.crowds {
		res.Certificate = &proof.Certificate{Reason: "a proof with crowds of threads has no certificate"}
		return res, nil
	}
	cfg := certify.Config{Reduced: &r.steps, Program: r.prog, Effort: confirmEffort,
		Conflicts: confirmConflicts}
	if r.cfg.Certify != nil {
		cfg = *r.cfg.Certify
		cfg.NoTau = r.steps.NoTau
	}
	return r.certificate(cfg, r.analysis.Open).Finish(ctx, t, res)
}

// certificate has the states of the graph as open returns them: those whose steps were made first, by depth,
// so that threads that wait have a state after it in which they do not (see reach.CPA.Opened).
func (r *run) certificate(cfg certify.Config,
	open func(*composite.State) (*multistate.State, bool)) *certify.Certificate {
	c := certify.New(cfg)
	nodes := slices.Collect(r.graph.All())
	slices.SortStableFunc(nodes, func(a, b *node) int {
		if (a.CoveredBy == nil) != (b.CoveredBy == nil) {
			if a.CoveredBy == nil {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.ID, b.ID))
	})
	number := make(map[*node]int, len(nodes))
	for _, n := range nodes {
		if n.State.Stop != nil {
			continue
		}
		st, ok := open(n.State)
		if !ok {
			continue // it has no values
		}
		if by := n.CoveredBy; by == nil {
			c.Add(r.x, st)
		} else if k, ok := number[by]; ok {
			c.Cover(r.x, st, n.State.Order(), k, by.State.Order())
		} else {
			continue
		}
		number[n] = len(number)
	}
	for _, n := range nodes {
		for _, m := range n.Children {
			from, ok1 := number[n]
			to, ok2 := number[m]
			if ok1 && ok2 {
				c.Hint(from, to)
			}
		}
	}
	return c
}
