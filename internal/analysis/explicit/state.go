package explicit

import (
	"cmp"
	"encoding/binary"
	"slices"

	"whittle.dev/internal/analysis/intervals"
	"whittle.dev/internal/cfa"
)

// Word is a place in memory that is used as a lock.
type Word struct{ Addr, Size uint64 }

// Compare orders places.
func (w Word) Compare(v Word) int {
	return cmp.Or(cmp.Compare(w.Addr, v.Addr), cmp.Compare(w.Size, v.Size))
}

// Overlaps reports whether two places share a byte.
func (w Word) Overlaps(v Word) bool { return v.Addr-w.Addr < w.Size || w.Addr-v.Addr < v.Size }

// words is a set of places, ascending. Sets are shared and never changed.
type words []Word

func (s words) has(w Word) bool {
	_, ok := slices.BinarySearchFunc(s, w, Word.Compare)
	return ok
}

func (s words) with(w Word) words {
	i, ok := slices.BinarySearchFunc(s, w, Word.Compare)
	if ok {
		return s
	}
	return slices.Insert(slices.Clone(s), i, w)
}

// without is the set of those that share no byte with a place.
func (s words) without(w Word) words {
	if !slices.ContainsFunc(s, w.Overlaps) {
		return s
	}
	return slices.DeleteFunc(slices.Clone(s), w.Overlaps)
}

// key appends what tells sets apart.
func (s words) key(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	for _, w := range s {
		b = binary.AppendUvarint(binary.AppendUvarint(b, w.Addr), w.Size)
	}
	return b
}

// copied is a register that holds what is in a place, in a section.
type copied struct {
	reg cfa.RegID
	at  Word
}

// state is what is known of a thread.
type state struct {
	loc   cfa.LocID
	regs  intervals.State
	depth int   // of sections
	held  words // locks
	// In a section, copies has the registers that hold what is in memory, and zero are the places where that
	// is zero.
	copies []copied
	zero   words
	// alive are the addresses of the objects that it has made since there are several threads, ascending.
	alive []uint64
}

// key tells states apart.
func (s *state) key(buf []byte) []byte {
	b := binary.AppendUvarint(buf[:0], uint64(s.loc))
	b = binary.AppendUvarint(b, uint64(s.depth))
	b = s.zero.key(s.held.key(b))
	b = binary.AppendUvarint(b, uint64(len(s.copies)))
	for _, c := range s.copies {
		b = binary.AppendUvarint(b, uint64(c.reg))
		b = binary.AppendUvarint(binary.AppendUvarint(b, c.at.Addr), c.at.Size)
	}
	b = binary.AppendUvarint(b, uint64(len(s.alive)))
	for _, a := range s.alive {
		b = binary.AppendUvarint(b, a)
	}
	for r, v := range s.regs.All() {
		b = binary.AppendUvarint(b, uint64(r))
		b = binary.AppendUvarint(binary.AppendUvarint(b, v.Lo), v.Hi)
	}
	return b
}

// forget is for a register that gets another value.
func (s *state) forget(r cfa.RegID) {
	if slices.ContainsFunc(s.copies, func(c copied) bool { return c.reg == r }) {
		s.copies = slices.DeleteFunc(slices.Clone(s.copies), func(c copied) bool { return c.reg == r })
	}
}

// copy notes that a register holds what is in a place.
func (s *state) copy(r cfa.RegID, w Word) {
	s.copies = append(s.copies[:len(s.copies):len(s.copies)], copied{r, w})
}

// overwrite is for a place that gets another value.
func (s *state) overwrite(w Word) {
	s.held, s.zero = s.held.without(w), s.zero.without(w)
	if slices.ContainsFunc(s.copies, func(c copied) bool { return c.at.Overlaps(w) }) {
		s.copies = slices.DeleteFunc(slices.Clone(s.copies), func(c copied) bool { return c.at.Overlaps(w) })
	}
}

// compared notes which places are zero after a condition.
func (s *state) compared() {
	for _, c := range s.copies {
		if v, ok := s.regs.Of(c.reg); ok {
			if n, ok := v.Const(); ok && n == 0 {
				s.zero = s.zero.with(c.at)
			}
		}
	}
}
