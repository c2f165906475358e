package unset

import "maps"

// maxCases bounds the states that are told apart at a location.
const maxCases = 6

// cases are the states at a location. Those in which different memory has been written are kept apart with
// the constants that go along with them, until the next head of a loop: a function that fails says so by its
// result, and has left unwritten what it writes otherwise.
type cases struct {
	list  []*state
	fresh []bool // not followed yet
}

// take returns the states that are to be followed. If they are not kept they belong to the caller.
func (c *cases) take(drop bool) (out []*state) {
	for i, s := range c.list {
		if c.fresh[i] {
			out = append(out, s)
			c.fresh[i] = false
		}
	}
	if drop {
		*c = cases{}
	}
	return out
}

// add adds a state, which belongs to the cases from then on, and reports whether there is more than before.
func (c *cases) add(s *state, joined bool) bool {
	at := len(c.list) - 1
	if !joined {
		at = -1
		for i, x := range c.list {
			if x.writtenAs(s) || x.within(s) {
				at = i
				break
			}
		}
		if at < 0 && len(c.list) == maxCases {
			at = maxCases - 1
		}
	}
	if at < 0 {
		c.list, c.fresh = append(c.list, s), append(c.fresh, true)
		return true
	}
	more := c.list[at].join(s)
	c.fresh[at] = c.fresh[at] || more
	return more
}

// writtenAs reports whether the same memory and the same registers have been written in both states.
func (s *state) writtenAs(t *state) bool {
	return maps.Equal(s.masks, t.masks) && len(s.objs) == len(t.objs) && s.lacks(t)
}

// within reports whether t is a case of the same kind in which more may be unwritten.
func (s *state) within(t *state) bool {
	for r, n := range t.consts {
		if m, ok := s.consts[r]; !ok || m != n {
			return false
		}
	}
	for r, m := range s.masks {
		if m&^t.masks[r] != 0 {
			return false
		}
	}
	for o, x := range s.objs {
		y, ok := t.objs[o]
		if !ok {
			return false
		}
		if _, more := y.join(x.content); more {
			return false
		}
	}
	return true
}

// lacks reports whether the objects of two states have the same contents.
func (s *state) lacks(t *state) bool {
	for o, x := range s.objs {
		y, ok := t.objs[o]
		if !ok || x.escaped != y.escaped {
			return false
		}
		if _, more := x.join(y.content); more {
			return false
		}
		if _, more := y.join(x.content); more {
			return false
		}
	}
	return true
}
