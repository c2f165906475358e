package value

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Refine follows the variables that show that a path does not exist: with their values some block cannot be
// taken, or what had too many values has one. It returns the first state of the path that changes for that
// reason, by its index among the sources of the blocks; false: values alone do not show it.
//
// This is the interpolation of the paper (section 4): of the values that are known along the path those that
// the contradiction does not need are dropped, here variable by variable for the whole path.
func (p *Precision) Refine(ctx context.Context, blocks []*domain.Step, solver smt.Solver) (first int,
	ok bool) {
	if p.All {
		return 0, false
	}
	w := walk{ctx: ctx, st: blocks[0].Terms, blocks: blocks, solver: solver, known: p}
	var all []Variable
	seen := map[Variable]bool{}
	for _, b := range blocks {
		for _, slot := range b.Target {
			if v := of(slot.Place); !seen[v] && !p.tracked[v] && !p.many[v] {
				seen[v] = true
				all = append(all, v)
			}
		}
	}
	use := map[Variable]bool{}
	for _, v := range all {
		use[v] = true
	}
	if len(all) == 0 || !w.contradicts(use) {
		return 0, false
	}
	// Halves first, then single variables.
	for size := (len(all) + 1) / 2; size >= 1; size /= 2 {
		for chunk := range slices.Chunk(slices.Clone(all), size) {
			for _, v := range chunk {
				delete(use, v)
			}
			if ctx.Err() == nil && w.contradicts(use) {
				all = slices.DeleteFunc(all, func(v Variable) bool { return slices.Contains(chunk, v) })
				continue
			}
			for _, v := range chunk {
				use[v] = true
			}
		}
	}
	for v := range use {
		p.tracked[v] = true
	}
	for i := 1; i < len(blocks); i++ {
		if slices.ContainsFunc(blocks[i].Source, func(s multistate.Slot) bool { return use[of(s.Place)] }) {
			return i, true
		}
	}
	return 1, len(use) > 0
}

// Outdated returns the first state of a path that does not have the value of a variable that is followed, by
// its index among the sources of the blocks, if the values that are followed are enough to show that the path
// does not exist: the state was made before the variable was followed, and is to be made again.
func (p *Precision) Outdated(ctx context.Context, blocks []*domain.Step, solver smt.Solver) (first int,
	ok bool) {
	if p.All || len(p.tracked) == 0 {
		return 0, false
	}
	w := walk{ctx: ctx, st: blocks[0].Terms, blocks: blocks, solver: solver, known: p}
	ok = w.contradicts(nil)
	return w.first, ok && w.first > 0
}

// walk follows a path with the values of some variables.
type walk struct {
	ctx    context.Context
	st     *term.Store
	blocks []*domain.Step
	solver smt.Solver
	known  *Precision
	first  int // the first source of a block of which contradicts knew a value; 0: there was none
}

// contradicts reports whether the path is seen not to exist if the variables in use are followed; it is not
// once the context has ended.
func (w *walk) contradicts(use map[Variable]bool) bool {
	env := map[term.Term]term.Term{} // slots of the source of a block with a known value
	w.first = 0
	for at, b := range w.blocks {
		if w.first == 0 && len(env) > 0 {
			w.first = at
		}
		if w.ctx.Err() != nil {
			return false
		}
		sub := term.NewSubstituter(w.st, env)
		guard := make([]term.Term, len(b.Guard))
		for i, g := range b.Guard {
			guard[i] = sub.Apply(g)
			if w.st.IsFalse(guard[i]) {
				return true
			}
		}
		if !w.st.IsTrue(w.st.And(guard...)) && w.solver.Check(w.ctx, guard...).Status == smt.Unsat {
			return true
		}
		if b.Term != term.None && w.st.IsConst(sub.Apply(b.Term)) {
			return true
		}
		next := map[term.Term]term.Term{}
		for i, slot := range b.Target {
			if v := of(slot.Place); !use[v] && !w.known.tracked[v] {
				continue
			}
			if b.Next[i] == term.None {
				continue
			}
			if v := sub.Apply(b.Next[i]); w.st.IsConst(v) {
				next[slot.Sym] = v
			}
		}
		env = next
	}
	return false
}
