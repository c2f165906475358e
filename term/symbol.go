package term

import (
	"strconv"
	"unsafe"
)

// Symbol returns the free constant with this name and sort: the same name and sort give the same term. The
// same name with another sort is a programmer's error, and Symbol panics.
func (s *Store) Symbol(name string, sort Sort) Term {
	t := s.Lookup(name)
	if t == None {
		return s.newSymbol(name, sort)
	}
	if s.node(t).sort() != sort {
		panic("term: symbol " + name + " of sort " + s.SortString(sort) +
			" has the sort " + s.SortString(s.node(t).sort()))
	}
	return t
}

// Lookup returns the symbol with this name, or None. It may be called on a frozen store from many goroutines.
func (s *Store) Lookup(name string) Term {
	hash := hashName(name)
	for _, base := range s.bases {
		if t := base.tab.findName(s, hash, name); t != None {
			return t
		}
	}
	return s.tab.findName(s, hash, name)
}

func (s *Store) newSymbol(name string, sort Sort) Term {
	s.mustBeOpen()
	if sort == 0 {
		panic("term: symbol " + name + " of no sort")
	}
	to, chunk, offset := s.names.room(s, len(name), nameChunk, 1)
	copy(to, name)
	return s.add(hashName(name), node{head(OpSymbol, sort) | spillFlag,
		[3]Term{chunk, offset, Term(len(name))}})
}

// Fresh returns a symbol that did not exist, named prefix!n for the next free number n of the store. It never
// is a symbol that was made before; do not make symbols of such names by [Store.Symbol] afterwards.
func (s *Store) Fresh(prefix string, sort Sort) Term {
	for {
		s.fresh++
		name := prefix + "!" + strconv.Itoa(s.fresh)
		if s.Lookup(name) == None {
			return s.newSymbol(name, sort)
		}
	}
}

// Name returns the name of a symbol, or "" if t is none.
func (s *Store) Name(t Term) string {
	n := s.node(t)
	if n.op() != OpSymbol || n.arg[2] == 0 {
		return ""
	}
	// The bytes of a name are never written again, so the string may share them.
	b := s.names.at(n)
	return unsafe.String(unsafe.SliceData(b), len(b))
}
