package stateset

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// slice is the set of values that some slots can have together: those of vals for all values of
// the symbols that satisfy conj. It is not empty.
type slice struct {
	vals []term.Term
	conj []term.Term
	syms []term.Term // in the order of their first occurrence

	// Of a slice that is being entered:
	model term.Map     // satisfies conj; nil: none is known
	odd   bool         // a part had no model
	point []term.Value // a value, or nil: that which model gives
	// Of one that was loaded:
	solve  []solution // gives the values of all symbols from those of slots; nil: there is none
	full   bool       // the slots can have all values
	normal *normal    // what normalise found; nil: not asked yet
}

// maxPoints bounds the values that are kept with a slice.
const maxPoints = 8

func (sl *slice) add(p multistate.Part) {
	sl.conj = append(sl.conj, p.Conjuncts...)
	if p.Model == nil {
		sl.odd = true
		return
	}
	if sl.model == nil {
		sl.model = term.Map{}
	}
	for _, sym := range p.Symbols {
		if v, ok := p.Model[sym]; ok {
			sl.model[sym] = v
		}
	}
}

// handles is a key of a slice in the store that its terms are of.
func (sl *slice) handles() string {
	b := make([]byte, 0, 4*(len(sl.vals)+len(sl.conj))+4)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(sl.vals)))
	for _, t := range sl.vals {
		b = binary.LittleEndian.AppendUint32(b, uint32(t))
	}
	for _, t := range sl.conj {
		b = binary.LittleEndian.AppendUint32(b, uint32(t))
	}
	return string(b)
}

// intern gives a slice its number: that of an equal one up to the names of symbols, if there is one.
func (s *Set) intern(sl *slice) int32 {
	slices.Sort(sl.conj)
	sl.conj = slices.Compact(sl.conj)
	key := sl.handles()
	if i, ok := s.number[key]; ok {
		return i
	}
	s.encoder.Sort(sl.conj)
	text := s.encoder.Append(nil, append(slices.Clone(sl.vals), sl.conj...)...)
	i, added := s.slices.enter(text, len(sl.vals))
	s.number[key] = i
	if added {
		if p := s.value(sl); p != nil {
			s.slices.addPoint(i, p)
		}
	}
	return i
}

// value is a value of a slice, or nil.
func (s *Set) value(sl *slice) []term.Value {
	if sl.point != nil || sl.odd {
		return sl.point
	}
	point := make([]term.Value, len(sl.vals))
	eval := term.NewEvaluator(s.s, emptiness.Model{Store: s.s, Values: sl.model})
	for i, t := range sl.vals {
		v, err := eval.Eval(t)
		if err != nil {
			return nil
		}
		point[i] = v
	}
	return point
}

// load returns the slice with a number in terms of this view.
func (s *Set) load(i int32) *slice {
	for int(i) >= len(s.loaded) {
		s.loaded = append(s.loaded, nil)
	}
	if sl := s.loaded[i]; sl != nil {
		return sl
	}
	r := s.slices.record(i)
	sl := &slice{}
	ts, _, err := portable.Decode(s.s, []byte(r.text), func(n int, sort term.Sort) term.Term {
		sym := s.names.Symbol(n, sort)
		sl.syms = append(sl.syms, sym)
		return sym
	})
	if err != nil {
		panic(fmt.Sprintf("stateset: a slice that was written cannot be read: %v", err))
	}
	sl.vals, sl.conj = ts[:r.slots:r.slots], ts[r.slots:]
	sl.solve = s.solutions(sl)
	sl.full = s.isFull(sl)
	s.loaded[i] = sl
	return sl
}

// isFull reports whether the slots are different symbols without a condition.
func (s *Set) isFull(sl *slice) bool {
	if len(sl.conj) > 0 {
		return false
	}
	seen := map[term.Term]bool{}
	for _, t := range sl.vals {
		if s.s.Op(t) != term.OpSymbol || seen[t] {
			return false
		}
		seen[t] = true
	}
	return true
}

// record is a slice as all goroutines see it.
type record struct {
	text   string // the slots, then the conjuncts, by package portable
	slots  int
	points [][]term.Value // some of the values, by slot; guarded by sliceTable.mu
}

// sliceTable holds the slices, each once.
type sliceTable struct {
	mu      sync.RWMutex
	byText  map[string]int32 // by the number of slots and the text
	records []*record
}

func (t *sliceTable) len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.records)
}

// enter returns the number of a slice, and whether it is new. The text alone does not name it: a slot that is
// a truth value reads like a conjunct.
func (t *sliceTable) enter(text []byte, slots int) (int32, bool) {
	head := binary.AppendUvarint(nil, uint64(slots))
	key := string(append(head, text...))
	t.mu.Lock()
	defer t.mu.Unlock()
	if i, ok := t.byText[key]; ok {
		return i, false
	}
	i := int32(len(t.records))
	t.records = append(t.records, &record{text: key[len(head):], slots: slots})
	t.byText[key] = i
	return i, true
}

func (t *sliceTable) record(i int32) *record {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.records[i]
}

// points returns the values that are kept with a slice.
func (t *sliceTable) points(i int32) [][]term.Value {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.records[i].points
}

// addPoint keeps a value with a slice, unless it has enough.
func (t *sliceTable) addPoint(i int32, p []term.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.records[i]; len(r.points) < maxPoints {
		r.points = append(r.points[:len(r.points):len(r.points)], p)
	}
}
