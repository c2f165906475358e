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
		if err := k.indexShapes(); err != nil {
			return err
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

func (k *checker) indexShapes() error {
	k.shapes = map[[sha256.Size]byte][]int32{}
	for i := range k.states {
		v, err := k.viewOf(int32(i))
		if err != nil {
			return err
		}
		key := sha256.Sum256([]byte(v.Shape))
		k.shapes[key] = append(k.shapes[key], int32(i))
	}
	return nil
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
			k.out.BySolver++
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
			k.out.BySolver++
			k.out.Unions++
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
