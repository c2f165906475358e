package certify

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt"
)

// contained finds a successor of a state in the invariant.
func (k *checker) contained(from int32, st *multistate.State) error {
	v := st.View()
	k.ask.note = fmt.Sprintf("the values of a successor of state %d that are not in one or several others "+
		"of the invariant", from)
	if from < 0 {
		k.ask.note = "the values of the initial state that are not in one or several of the invariant"
	}
	if done, err := k.hinted(from, &v); done || err != nil {
		return err
	}
	var list []int32
	for _, i := range k.exact[k.key(&v)] {
		if !k.allowed(from, i) {
			continue
		}
		if k.known[i].view == nil {
			return nil // the same constants
		}
		list = append(list, i)
	}
	done, sure, err := k.among(&v, list)
	if done || err != nil {
		return err
	}
	// Perhaps what is constant here is one of several values there, or the other way round.
	if k.shapes == nil {
		k.shapes = map[[sha256.Size]byte][]int32{}
		for i := range k.known {
			k.shapes[k.known[i].shape] = append(k.shapes[k.known[i].shape], int32(i))
		}
	}
	var more []int32
	for _, i := range k.shapes[sha256.Sum256([]byte(v.Shape))] {
		if k.allowed(from, i) {
			more = append(more, i)
		}
	}
	done, sure2, err := k.among(&v, more)
	switch {
	case done || err != nil:
		return err
	case !sure || !sure2:
		return &inconclusive{"the solver gave up on an inclusion"}
	}
	return fmt.Errorf("its successor is not in the invariant")
}

// hinted reports whether a successor of a state is in one of those in which it is said to be.
func (k *checker) hinted(from int32, v *multistate.View) (bool, error) {
	shape := sha256.Sum256([]byte(v.Shape))
	for _, i := range k.cert.hints[from] {
		if i < 0 || int(i) >= len(k.known) || k.known[i].shape != shape || !k.allowed(from, i) {
			continue
		}
		w, err := k.viewOf(i)
		if err != nil {
			return false, err
		}
		if k.ask.differ(v, w) {
			continue
		}
		if k.ask.covers(w, v) {
			return true, nil
		}
		if status, _ := k.ask.inside(v, w); status == smt.Unsat {
			k.found.BySolver++
			return true, nil
		}
		if err := k.ctx.Err(); err != nil {
			return false, err
		}
	}
	return false, nil
}

// covered checks that all values of a state are values of the one that stands for it, up to the numbers of
// threads.
func (k *checker) covered(i int32) error {
	cover := k.cert.covered[i]
	a, err := k.reordered(i, cover.order)
	if err != nil {
		return err
	}
	b, err := k.reordered(cover.by, cover.byOrder)
	if err != nil {
		return err
	}
	k.ask.note = fmt.Sprintf("the values of state %d that are not in state %d", i, cover.by)
	if a.Shape == b.Shape && !k.ask.differ(a, b) {
		if k.ask.covers(b, a) {
			return nil
		}
		status, _ := k.ask.inside(a, b)
		if err := k.ctx.Err(); err != nil {
			return err
		}
		switch status {
		case smt.Unsat:
			k.found.BySolver++
			return nil
		case smt.Unknown:
			return &inconclusive{"the solver gave up on an inclusion"}
		}
	}
	return fmt.Errorf("state %d is not covered by state %d", i, cover.by)
}

// reordered is the view of a state of the invariant with its threads in an order.
func (k *checker) reordered(i int32, order []int) (*multistate.View, error) {
	st, err := k.x.Decode(k.states[i])
	if err != nil {
		return nil, err
	}
	v, ok := k.x.Reordered(st, order)
	if !ok {
		return nil, fmt.Errorf("the threads of state %d have no other order", i)
	}
	return &v, nil
}

// viewOf is the view of a state of the invariant.
func (k *checker) viewOf(i int32) (*multistate.View, error) {
	if v := k.known[i].view; v != nil {
		return v, nil
	}
	st, err := k.x.Decode(k.states[i])
	if err != nil {
		return nil, err
	}
	v := st.View()
	return &v, nil
}

// among reports whether a state is contained in one of a list, or in several together. sure is set if
// a value of it is known to be in none.
func (k *checker) among(v *multistate.View, list []int32) (done, sure bool, err error) {
	var cands []*multistate.View
	for _, i := range list {
		w, err := k.viewOf(i)
		if err != nil {
			return false, false, err
		}
		if !k.ask.differ(v, w) {
			cands = append(cands, w)
		}
	}
	for _, w := range slices.Backward(cands) {
		if k.ask.covers(w, v) {
			return true, true, nil
		}
	}
	// Single ones that have all values that were met so far.
	var points []point
	sure = true
next:
	for _, w := range slices.Backward(cands) {
		for _, p := range points {
			switch k.ask.has(w, p) {
			case smt.Unsat:
				continue next
			case smt.Unknown:
				sure = false
			}
		}
		status, p := k.ask.inside(v, w)
		if err := k.ctx.Err(); err != nil {
			return false, false, err
		}
		switch status {
		case smt.Unsat:
			k.found.BySolver++
			return true, true, nil
		case smt.Unknown:
			sure = false
		default:
			points = append(points, p)
		}
	}
	// Several together.
	var chosen []*multistate.View
	for {
		if err := k.ctx.Err(); err != nil {
			return false, false, err
		}
		status, p := k.ask.insideAll(v, chosen)
		switch status {
		case smt.Unsat:
			k.found.BySolver++
			k.found.Unions++
			return true, true, nil
		case smt.Unknown:
			return false, false, nil
		}
		i := slices.IndexFunc(cands, func(w *multistate.View) bool {
			s := k.ask.has(w, p)
			if s == smt.Unknown {
				sure = false
			}
			return s == smt.Sat && !slices.Contains(chosen, w)
		})
		if i < 0 {
			return false, sure, nil
		}
		chosen = append(chosen, cands[i])
	}
}
