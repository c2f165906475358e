package explicit

import (
	"fmt"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// maxValues bounds the values of a register that are told apart because an address depends on them.
const maxValues = 64

// unfollowedError says why a program is not followed.
type unfollowedError struct {
	pos  source.Pos
	what string
}

func (e *unfollowedError) Error() string { return e.what }

func unfollowed(e *cfa.Edge, format string, args ...any) error {
	return &unfollowedError{e.Pos, fmt.Sprintf(format, args...)}
}

// step is what a state may become by an edge. If that depends on a register of which several values are
// possible, it is the state before the edge with each of these.
func (f *follower) step(w world, s *state, e *cfa.Edge) ([]*state, error) {
	if err := f.spend(e); err != nil {
		return nil, err
	}
	n := *s
	n.loc = e.To
	var parts []*state
	var err error
	switch op := e.Op.(type) {
	case cfa.Assume, cfa.Await:
		var ok bool
		if n.regs, ok = f.values.Guard(op, s.regs); !ok {
			return nil, nil
		}
		n.compared()
	case cfa.Assign:
		parts = f.assign(s, &n, e, op)
	case cfa.Havoc:
		f.set(&n, op.Dst, absint.Full(64))
	case cfa.Load:
		parts, err = f.load(w, s, &n, e, op)
	case cfa.Store:
		parts, err = f.store(w, s, &n, e, op)
	case cfa.AtomicBegin:
		n.depth++
	case cfa.AtomicEnd:
		if n.depth = max(n.depth-1, 0); n.depth == 0 {
			n.copies, n.zero = nil, nil
		}
	case cfa.Alloc:
		var size uint64
		if size, parts, err = f.number(s, e, op.Size); err == nil && parts == nil {
			var at uint64
			if at, err = w.alloc(&n, e, op, size); err == nil {
				f.set(&n, op.Dst, absint.Just(f.prog.PtrWidth, at))
			}
		}
	case cfa.Free:
		var at uint64
		if at, parts, err = f.number(s, e, op.Addr); err == nil && parts == nil &&
			!(at == 0 && op.Kind.IsHeap()) {
			err = w.free(&n, e, op, at)
		}
	case cfa.Print:
		parts, err = f.print(w, s, e, op)
	case cfa.Spawn:
		err = w.spawn(s, e, op)
		f.set(&n, op.Dst, absint.Full(64))
	case cfa.Join:
		f.set(&n, op.Dst, absint.Full(64))
	case cfa.Fence:
	case cfa.UB:
		f.undefined(e, op)
		return nil, nil
	case cfa.Return, cfa.Exit, cfa.Violation:
		return nil, nil
	case cfa.Unsupported:
		err = unfollowed(e, "%s", op.What)
	default:
		err = unfollowed(e, "a call that is not copied into its caller")
	}
	if err != nil || parts != nil {
		return parts, err
	}
	n.regs = n.regs.Only(f.live[f.procOf[e.ID]][e.To])
	return []*state{&n}, nil
}

// set gives a register other values; full ones are not known.
func (f *follower) set(s *state, r cfa.RegID, v absint.Interval) {
	if r == cfa.NoReg {
		return
	}
	s.forget(r)
	s.regs = s.regs.With(r, v)
}

// assign is for an Assign. A value that depends on a condition is told apart by it, and an address by what it
// is computed from: what is learnt of a register later says nothing of those that it was computed from.
func (f *follower) assign(s, n *state, e *cfa.Edge, op cfa.Assign) (parts []*state) {
	v := absint.Full(64)
	if width := absint.Width(f.prog.Regs[op.Dst].Sort); width <= 64 {
		if parts = f.cases(s, op.Value); parts != nil {
			return parts
		}
		v = f.values.Eval(s.regs, op.Value).Interval
		if lo, hi := v.Unsigned(); width == f.prog.PtrWidth && lo < hi && f.prog.RegionOf(lo) > 0 &&
			f.prog.RegionOf(lo) == f.prog.RegionOf(hi) {
			if _, parts, _ = f.number(s, e, op.Value); parts != nil {
				return parts
			}
		}
	}
	f.set(n, op.Dst, v)
	if r, ok := f.regs.Reg(op.Value); ok && r != op.Dst {
		for _, c := range s.copies {
			if c.reg == r {
				n.copy(op.Dst, c.at)
			}
		}
	}
	return nil
}

// cases are the parts of a state in which a condition that a value depends on holds, or does not; nil: there
// is none, or these are not told apart.
func (f *follower) cases(s *state, t term.Term) (parts []*state) {
	st := f.prog.Terms
	for st.Op(t) == term.OpZeroExt || st.Op(t) == term.OpSignExt {
		t = st.Arg(t, 0)
	}
	switch {
	case st.Op(t) == term.OpIte:
		t = st.Arg(t, 0)
	case !st.Sort(t).IsBool() || st.Op(t) == term.OpSymbol:
		return nil
	}
	if _, known := f.values.Eval(s.regs, t).Const(); known {
		return nil
	}
	for _, want := range []bool{true, false} {
		part := *s
		var ok bool
		if part.regs, ok = f.values.Assume(s.regs, t, want); !ok {
			continue
		}
		if _, known := f.values.Eval(part.regs, t).Const(); !known {
			return nil
		}
		part.compared()
		parts = append(parts, &part)
	}
	return parts
}

// number is the value of a term, or the parts of a state in which a register has one of few values.
func (f *follower) number(s *state, e *cfa.Edge, t term.Term) (v uint64, parts []*state, err error) {
	if v, ok := f.values.Eval(s.regs, t).Const(); ok {
		return v, nil, nil
	}
	for _, r := range f.regs.Of(t) {
		v, ok := s.regs.Of(r)
		n := (v.Hi - v.Lo) & absint.Mask(v.Width)
		if !ok || n == 0 || n >= maxValues {
			continue
		}
		for i := range n + 1 {
			part := *s
			part.regs = s.regs.With(r, absint.Just(v.Width, v.Lo+i))
			part.compared()
			parts = append(parts, &part)
		}
		return 0, parts, nil
	}
	return 0, nil, unfollowed(e, "an address or a size that is not one of few numbers")
}

func (f *follower) load(w world, s, n *state, e *cfa.Edge, op cfa.Load) ([]*state, error) {
	addr, parts, err := f.number(s, e, op.Addr)
	if err != nil || parts != nil {
		return parts, err
	}
	width := f.prog.Regs[op.Dst].Sort.Width()
	at := Word{addr, uint64(width / 8)}
	v, known, err := w.load(s, e, at, op.Order == cfa.Plain && s.depth == 0)
	if err != nil {
		return nil, err
	}
	content := absint.Full(64)
	if known {
		content = absint.Just(width, v)
	}
	f.set(n, op.Dst, content)
	if s.depth > 0 {
		n.copy(op.Dst, at)
		n.compared()
	}
	return nil, nil
}

func (f *follower) store(w world, s, n *state, e *cfa.Edge, op cfa.Store) ([]*state, error) {
	addr, parts, err := f.number(s, e, op.Addr)
	if err != nil || parts != nil {
		return parts, err
	}
	width := f.prog.Terms.Sort(op.Value).Width()
	at, v := Word{addr, uint64(width / 8)}, absint.Full(min(width, 64))
	if width <= 64 {
		v = f.values.Eval(s.regs, op.Value).Interval
	}
	takes := s.depth > 0 && s.zero.has(at) && width <= 64 && !v.Has(0)
	err = w.store(s, e, at, v, storing{
		plain: op.Order == cfa.Plain && s.depth == 0,
		keeps: takes || s.held.has(at),
	})
	if err != nil {
		return nil, err
	}
	n.overwrite(at)
	if takes {
		n.held = n.held.with(at)
	}
	return nil, nil
}

// print reads strings.
func (f *follower) print(w world, s *state, e *cfa.Edge, op cfa.Print) ([]*state, error) {
	at, parts, err := f.number(s, e, op.Format)
	if err != nil || parts != nil {
		return parts, err
	}
	text, err := w.text(s, e, at)
	if err != nil {
		return nil, err
	}
	for _, i := range op.Form.Strings(text) {
		if i >= len(op.Args) {
			return nil, unfollowed(e, "an output of fewer values than it asks for")
		}
		at, parts, err := f.number(s, e, op.Args[i])
		if err != nil || parts != nil {
			return parts, err
		}
		if _, err := w.text(s, e, at); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// undefined notes that executions may end in undefined behaviour.
func (f *follower) undefined(e *cfa.Edge, op cfa.UB) {
	if !slices.ContainsFunc(f.assumed, func(a invariant.AssumedUB) bool { return a.Edge == e }) {
		f.assumed = append(f.assumed, invariant.AssumedUB{Edge: e, What: op.What})
	}
}
