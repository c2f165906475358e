package value_test

import (
	"testing"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/cpa/value"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// path has bytes in memory, one after the other.
type path struct {
	st    *term.Store
	slots []multistate.Slot
}

func newPath(names ...string) *path {
	p := &path{st: term.NewStore()}
	for i, n := range names {
		p.slots = append(p.slots, multistate.Slot{Sym: p.st.Symbol(n, term.BitVec(8)),
			Place: multistate.Place{Thread: -1, Frame: -1, Reg: -1, Object: int32(i), Width: 8}})
	}
	return p
}

func (p *path) v(i int) term.Term    { return p.slots[i].Sym }
func (p *path) n(n uint64) term.Term { return p.st.BV(8, n) }
func (p *path) first(next ...term.Term) *domain.Step {
	return &domain.Step{Terms: p.st, Target: p.slots, Next: next}
}
func (p *path) then(guard term.Term, next ...term.Term) *domain.Step {
	return &domain.Step{Terms: p.st, Source: p.slots, Guard: []term.Term{guard}, Target: p.slots, Next: next}
}
func (p *path) last(guard term.Term) *domain.Step {
	return &domain.Step{Terms: p.st, Source: p.slots, Guard: []term.Term{guard}}
}

// TestRefine: of three variables those are followed that the contradiction needs.
func TestRefine(t *testing.T) {
	for _, c := range []struct {
		name   string
		blocks func(*path) []*domain.Step
		ok     bool
		follow int
	}{
		{"one value contradicts", func(p *path) []*domain.Step {
			return []*domain.Step{p.first(p.n(1), p.n(2), p.n(3)),
				p.then(p.st.Eq(p.v(0), p.n(1)), p.v(0), p.v(1), p.v(2)), p.last(p.st.Eq(p.v(1), p.n(5)))}
		}, true, 1},
		{"a value from another", func(p *path) []*domain.Step {
			return []*domain.Step{p.first(p.n(1), p.n(2), p.n(3)),
				p.then(p.st.True(), p.v(0), p.st.BVAdd(p.v(0), p.n(1)), p.v(2)),
				p.last(p.st.Eq(p.v(1), p.n(5)))}
		}, true, 2},
		{"an input", func(p *path) []*domain.Step {
			in := p.st.Symbol("in", term.BitVec(8))
			return []*domain.Step{p.first(in, p.n(2), p.n(3)), p.last(p.st.Eq(p.v(0), p.n(5)))}
		}, false, 0},
		{"an execution takes it", func(p *path) []*domain.Step {
			return []*domain.Step{p.first(p.n(5), p.n(2), p.n(3)), p.last(p.st.Eq(p.v(0), p.n(5)))}
		}, false, 0},
		{"one of too many values", func(p *path) []*domain.Step {
			last := p.last(p.st.True())
			last.Term = p.v(2)
			return []*domain.Step{p.first(p.n(1), p.n(2), p.n(3)), last}
		}, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPath("a", "b", "c")
			pi := value.NewPrecision(false)
			first, ok := pi.Refine(t.Context(), c.blocks(p), native.New(p.st, native.Config{}))
			if ok != c.ok || pi.Len() != c.follow || ok && first != 1 {
				t.Errorf("refined %v from state %d, %d variables are followed; want %v, %d", ok, first,
					pi.Len(), c.ok, c.follow)
			}
			if again, ok := pi.Refine(t.Context(), c.blocks(newPath("a", "b", "c")),
				native.New(p.st, native.Config{})); ok {
				t.Errorf("refined again, from state %d", again)
			}
		})
	}
}

// TestRefineAll: with all values followed there is nothing to refine.
func TestRefineAll(t *testing.T) {
	p := newPath("a")
	blocks := []*domain.Step{p.first(p.n(1)), p.last(p.st.Eq(p.v(0), p.n(2)))}
	if _, ok := value.NewPrecision(true).Refine(t.Context(), blocks, native.New(p.st, native.Config{})); ok {
		t.Error("refined")
	}
}

// TestOutdated: a path that the values that are followed refute goes through a state that has not got them.
func TestOutdated(t *testing.T) {
	p := newPath("a", "b")
	blocks := []*domain.Step{p.first(p.n(1), p.n(2)), p.then(p.st.True(), p.v(0), p.v(1)),
		p.last(p.st.Eq(p.v(1), p.n(5)))}
	pi := value.NewPrecision(false)
	solver := native.New(p.st, native.Config{})
	pi.Follow(p.slots[0].Place)
	if _, ok := pi.Outdated(t.Context(), blocks, solver); ok {
		t.Error("the path is refuted by a variable that does not matter")
	}
	pi.Follow(p.slots[1].Place)
	if first, ok := pi.Outdated(t.Context(), blocks, solver); !ok || first != 1 {
		t.Errorf("outdated from state %d: %v", first, ok)
	}
}
