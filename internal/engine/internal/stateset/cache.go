package stateset

import (
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Caching (section 4): what comparisons of slices found is kept for this run by their numbers, and for later
// runs by their texts.

// pair asks whether slice a is a part of slice b.
type pair struct{ a, b int32 }

// answers are what comparisons of slices found.
type answers struct {
	mu    sync.RWMutex
	known map[pair]bool
}

func (st *Store) answer(p pair) (sub, known bool) {
	a := &st.answers[uint32(p.a*31+p.b)%numShards]
	a.mu.RLock()
	defer a.mu.RUnlock()
	sub, known = a.known[p]
	return sub, known
}

func (st *Store) remember(p pair, sub bool) {
	if st.cfg.NoCache {
		return
	}
	a := &st.answers[uint32(p.a*31+p.b)%numShards]
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[p] = sub
}

// The first bytes of answers about inclusion.
const (
	notPart = iota // after it may stand a value of the one slice that is not in the other
	isPart
)

// errAnswer says that an answer is not one to its query.
var errAnswer = errors.New("not an answer to its query")

// query is the question whether a slice is a part of another one, as the cache of the run knows it.
func (s *Set) query(a, b int32) []byte {
	x, y := s.slices.record(a), s.slices.record(b)
	q := binary.AppendUvarint([]byte{querycache.Inclusion}, uint64(x.slots))
	q = binary.AppendUvarint(q, uint64(len(x.text)))
	return append(append(q, x.text...), y.text...)
}

// lookUp asks the cache of the run, whose answers may come from earlier runs, whether slice a is a part of
// slice b. That it is not costs time at most if it is wrong; that it is rests on the query being the same,
// byte by byte.
func (s *Set) lookUp(a, b int32) (smt.Status, []term.Value) {
	c := s.cfg.Queries
	if c == nil {
		return smt.Unknown, nil
	}
	query := s.query(a, b)
	found, ok := c.Get(query)
	s.found = found
	if !ok || found.Earlier && c.Verify() {
		return smt.Unknown, nil
	}
	status, point, err := s.read(found.Bytes, s.load(a))
	if err == nil && found.Foreign {
		if status == smt.Unsat && !c.Believe(found) {
			return smt.Unknown, nil
		}
		c.Keep(query, found)
	}
	if err != nil {
		c.Warn("an answer in the cache is " + err.Error() + " and is ignored")
		c.Reject(query)
		return smt.Unknown, nil
	}
	return status, point
}

func (s *Set) read(answer []byte, sl *slice) (smt.Status, []term.Value, error) {
	switch {
	case slices.Equal(answer, []byte{isPart}):
		return smt.Unsat, nil, nil
	case slices.Equal(answer, []byte{notPart}):
		return smt.Sat, nil, nil
	case len(answer) == 0 || answer[0] != notPart:
		return smt.Unknown, nil, errAnswer
	}
	answer = answer[1:]
	point := make([]term.Value, len(sl.vals))
	for i, t := range sl.vals {
		v, rest, err := portable.ReadValue(answer, s.s.Sort(t))
		if err != nil {
			return smt.Unknown, nil, errAnswer
		}
		point[i], answer = v, rest
	}
	if len(answer) > 0 {
		return smt.Unknown, nil, errAnswer
	}
	return smt.Sat, point, nil
}

// keep gives the cache of the run an answer of the solver.
func (s *Set) keep(a, b int32, status smt.Status, point []term.Value) {
	c := s.cfg.Queries
	if c == nil || status == smt.Unknown {
		return
	}
	answer := []byte{isPart}
	if status == smt.Sat {
		answer[0] = notPart
		for _, v := range point {
			answer = portable.AppendValue(answer, v)
		}
	}
	query := s.query(a, b)
	if s.found.Foreign && s.found.Bytes[0] == isPart && answer[0] != isPart {
		c.Disagree(query, s.found)
	}
	if c.Verify() {
		// An answer of an earlier run was passed over by lookUp.
		if old, ok := c.Get(query); ok && old.Earlier && (len(old.Bytes) == 0 || old.Bytes[0] != answer[0]) {
			c.Warn("the solver disagrees with an answer of an earlier run, which is ignored")
			c.Reject(query)
		}
	}
	c.Put(query, answer)
}
