package races

import (
	"slices"

	"whittle.dev/internal/analysis/explicit"
)

// followLimits bound how far threads are followed with their values.
var followLimits = explicit.Limits{Steps: 40_000, Runs: 64}

// follow looks for what keeps accesses apart where threads are followed one by one, with the values that they
// compute with, from the memory that the initial thread has set up. Where it does, no access is invalid,
// either. Nothing changes if it does not.
func (x *analyser) follow() error {
	found, err := explicit.Follow(x.ctx, x.prog, followLimits)
	if err != nil || found.Why != "" {
		return err
	}
	for _, r := range found.Runs {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		if !x.apartIn(r) {
			return nil
		}
	}
	x.res = &Result{Free: true, Followed: true, Assumed: found.Assumed}
	return nil
}

// apartIn reports whether locks or the order of threads keep all accesses of a run apart.
func (x *analyser) apartIn(r *explicit.Run) bool {
	root := func(thread int) int { // thread 0 is the initial thread, others may run its procedure
		if thread == 0 {
			return 0
		}
		return x.order.byProc[r.Threads[thread].Proc.ID]
	}
	held := make([][]explicit.Word, len(r.Held))
	for i, list := range r.Held {
		held[i] = slices.DeleteFunc(slices.Clone(list), func(w explicit.Word) bool { return !r.Exclusive(w) })
	}
	apart := func(a, b explicit.Access) bool {
		p, q := r.Threads[a.Thread], r.Threads[b.Thread]
		switch {
		case !a.Write && !b.Write, !a.Plain && !b.Plain, a.Thread == b.Thread && !p.Many:
			return true
		case slices.ContainsFunc(held[a.Held], func(w explicit.Word) bool {
			return slices.Contains(held[b.Held], w)
		}):
			return true
		}
		return x.order != nil && !x.order.concurrent(p.Proc.ID, a.Edge, root(a.Thread), q.Proc.ID, b.Edge,
			root(b.Thread))
	}
	list := slices.Clone(r.Accesses)
	slices.SortStableFunc(list, func(a, b explicit.Access) int { return a.At.Compare(b.At) })
	n := 0
	for i, a := range list {
		for _, b := range list[i:] {
			if b.At.Addr-a.At.Addr >= a.At.Size {
				break
			}
			if n++; n > maxPairs || !apart(a, b) {
				return false
			}
		}
	}
	return true
}
