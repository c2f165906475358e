package slab

import (
	"context"
	"encoding/binary"
	"slices"
)

// errorPath is a shortest path from an initial to a bad node; ok is false if there is none. A node that is
// both is a path without edges, and stands in lone.
func (a *abstraction) errorPath() (path []*edge, lone *node, ok bool) {
	var end *node
	for _, n := range a.bad {
		if n.fromInit.d != unreachable && (end == nil || n.fromInit.d < end.fromInit.d) {
			end = n
		}
	}
	if end == nil {
		return nil, nil, false
	}
	for n := end; n.fromInit.via != nil; n = n.fromInit.via.from {
		path = append(path, n.fromInit.via)
	}
	slices.Reverse(path)
	if len(path) == 0 {
		lone = end
	}
	return path, lone, true
}

// window is a sub-path, of the edges from to to (excluded) of a path.
type window []*edge

// minimal returns a minimal spurious sub-path (section 6.2): it is not concretizable, but without its first
// or its last edge it is. nil: the whole path is concretizable.
func (x *refinement) minimal(ctx context.Context, path []*edge) (window, error) {
	switch x.strategy.window {
	case shortestWindow:
		return x.shortestSpurious(ctx, path)
	case firstWindow:
		return x.firstSpurious(ctx, path)
	}
	return x.lastSpurious(ctx, path)
}

// shortestSpurious looks at all sub-paths of a length before longer ones, so that the first spurious one is
// minimal.
func (x *refinement) shortestSpurious(ctx context.Context, path []*edge) (window, error) {
	for length := 1; length <= len(path); length++ {
		for from := 0; from+length <= len(path); from++ {
			w := window(path[from : from+length])
			if ok, err := x.concretizable(ctx, w); err != nil || !ok {
				return w, err
			}
		}
	}
	return nil, nil
}

// firstSpurious cuts off the path at the end as early as possible, and then at the beginning as late as
// possible.
func (x *refinement) firstSpurious(ctx context.Context, path []*edge) (window, error) {
	end := 1
	for ; ; end++ {
		if end > len(path) {
			return nil, nil
		}
		ok, err := x.concretizable(ctx, path[:end])
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
	}
	for from := end - 1; from > 0; from-- {
		if ok, err := x.concretizable(ctx, path[from:end]); err != nil || !ok {
			return path[from:end], err
		}
	}
	return path[:end], nil
}

// lastSpurious cuts off the path at the beginning as late as possible, and then at the end as early as
// possible.
func (x *refinement) lastSpurious(ctx context.Context, path []*edge) (window, error) {
	from := len(path) - 1
	for ; ; from-- {
		if from < 0 {
			return nil, nil
		}
		ok, err := x.concretizable(ctx, path[from:])
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
	}
	for end := from + 1; end < len(path); end++ {
		if ok, err := x.concretizable(ctx, path[from:end]); err != nil || !ok {
			return path[from:end], err
		}
	}
	return path[from:], nil
}

// concretizable decides whether the states of a sub-path can be filled in. Answers are remembered by the
// edges of the sub-path: a split makes new ones.
func (x *refinement) concretizable(ctx context.Context, w window) (bool, error) {
	if len(w) == 1 && w[0].model != nil {
		return true, nil
	}
	key := make([]byte, 0, 4*len(w))
	for _, e := range w {
		key = binary.LittleEndian.AppendUint32(key, uint32(e.id))
	}
	if ok, known := x.windows[string(key)]; known && !x.cfg.NoMemo {
		return ok, nil
	}
	x.count.Paths++
	ans, err := x.ask(ctx, w.parts(nil), 0)
	if err == nil {
		x.windows[string(key)] = ans.sat
	}
	return ans.sat, err
}

// parts are those of the formula that the sub-path is concretizable.
func (w window) parts(parts []part) []part {
	for i, e := range w {
		parts = labelParts(parts, e.from, i)
		parts = stepParts(parts, e.step, i)
	}
	return labelParts(parts, w[len(w)-1].to, len(w))
}

// halves are the formulas Gamma_1 and Gamma_2 of a minimal sub-path: all but its last edge, and that edge
// with the label after it. They share the state at.
func (w window) halves() (first, second []part, at int) {
	at = len(w) - 1
	for i, e := range w[:at] {
		first = labelParts(first, e.from, i)
		first = stepParts(first, e.step, i)
	}
	last := w[at]
	first = labelParts(first, last.from, at)
	second = labelParts(stepParts(nil, last.step, at), last.to, at+1)
	return first, second, at
}
