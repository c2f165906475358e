package term

import (
	"slices"
	"strconv"
)

// Sort is the sort of a term: a packed code that is comparable with ==.
//
// Bool, Int, Real and bit-vector sorts are the same in every store. The code of an array, function or
// uninterpreted sort is an index into a table of the store that made it (and of the forks of that store);
// [Importer] translates it between unrelated stores.
type Sort uint32

// The sorts that take no parameter. The zero Sort is no sort.
const (
	Bool Sort = 1
	Int  Sort = 2
	Real Sort = 3
)

// A sort fits in 24 bits, so that it shares a word with the operator of a node.
const (
	sortBits     = 24
	bitVecFlag   = 1 << 23
	arrayFlag    = 1 << 22
	funcFlag     = 1 << 21
	namedFlag    = 1 << 20
	sortMask     = 1<<sortBits - 1
	maxArraySort = arrayFlag - 1
	maxFuncSort  = funcFlag - 1
	maxNamedSort = namedFlag - 1
)

// MaxWidth is the largest width of a bit-vector, in bits.
const MaxWidth = arrayFlag - 1

// BitVec returns the sort of bit-vectors of the given width in bits. It panics unless 1 <= width <= MaxWidth.
func BitVec(width int) Sort {
	if width < 1 || width > MaxWidth {
		panic("term: bit-vector width " + strconv.Itoa(width) + " out of range")
	}
	return bitVecFlag | Sort(width)
}

// IsBool reports whether s is Bool.
func (s Sort) IsBool() bool { return s == Bool }

// IsInt reports whether s is Int.
func (s Sort) IsInt() bool { return s == Int }

// IsReal reports whether s is Real.
func (s Sort) IsReal() bool { return s == Real }

// IsBitVec reports whether s is a bit-vector sort.
func (s Sort) IsBitVec() bool { return s&bitVecFlag != 0 }

// IsArray reports whether s is an array sort.
func (s Sort) IsArray() bool { return s&(bitVecFlag|arrayFlag) == arrayFlag }

// Width returns the width in bits of a bit-vector sort, else 0.
func (s Sort) Width() int {
	if s&bitVecFlag == 0 {
		return 0
	}
	return int(s &^ bitVecFlag)
}

// IsFunc reports whether s is the sort of a function symbol; see [Store.Func].
func (s Sort) IsFunc() bool { return s&(bitVecFlag|arrayFlag|funcFlag) == funcFlag }

// IsUninterpreted reports whether s was made by [Store.SortSymbol].
func (s Sort) IsUninterpreted() bool { return s&(bitVecFlag|arrayFlag|funcFlag|namedFlag) == namedFlag }

// String returns the SMT-LIB text of the sort. The sort of an array or a function and an uninterpreted sort
// need their store for that ([Store.SortString]); here they are printed by their numbers.
func (s Sort) String() string {
	switch {
	case s == Bool:
		return "Bool"
	case s == Int:
		return "Int"
	case s == Real:
		return "Real"
	case s.IsBitVec():
		return "(_ BitVec " + strconv.Itoa(s.Width()) + ")"
	case s.IsArray():
		return "(Array #" + strconv.Itoa(int(s&^arrayFlag)) + ")"
	case s.IsFunc():
		return "(-> #" + strconv.Itoa(int(s&^funcFlag)) + ")"
	case s.IsUninterpreted():
		return "sort#" + strconv.Itoa(int(s&^namedFlag))
	}
	return "none"
}

type arraySort struct{ index, elem Sort }

// ArraySort returns the sort of arrays from index to elem.
func (s *Store) ArraySort(index, elem Sort) Sort {
	key := arraySort{index, elem}
	for i, a := range s.arraySorts {
		if a == key {
			return arrayFlag | Sort(i)
		}
	}
	s.mustBeOpen()
	if index == 0 || elem == 0 || index.IsFunc() || elem.IsFunc() {
		panic("term: array sort over no sort")
	}
	if len(s.arraySorts) > maxArraySort {
		panic("term: too many array sorts")
	}
	s.arraySorts = append(s.arraySorts, key)
	return arrayFlag | Sort(len(s.arraySorts)-1)
}

// ArrayParts returns the index and element sorts of an array sort of this store.
// It panics if sort is no array sort of the store.
func (s *Store) ArrayParts(sort Sort) (index, elem Sort) {
	if !sort.IsArray() || int(sort&^arrayFlag) >= len(s.arraySorts) {
		panic("term: " + sort.String() + " is no array sort of this store")
	}
	a := s.arraySorts[sort&^arrayFlag]
	return a.index, a.elem
}

// SortString returns the SMT-LIB text of a sort of this store.
func (s *Store) SortString(sort Sort) string {
	switch {
	case sort.IsArray():
		index, elem := s.ArrayParts(sort)
		return "(Array " + s.SortString(index) + " " + s.SortString(elem) + ")"
	case sort.IsFunc():
		params, result := s.FuncParts(sort)
		text := "(->"
		for _, p := range params {
			text += " " + s.SortString(p)
		}
		return text + " " + s.SortString(result) + ")"
	case sort.IsUninterpreted():
		return Quote(s.SortName(sort))
	}
	return sort.String()
}

// SortSymbol returns the uninterpreted sort with this name: a set of which nothing is known but that it has
// an element. The same name gives the same sort. It is compared by = and distinct, indexes arrays, and is
// taken and returned by functions.
func (s *Store) SortSymbol(name string) Sort {
	if i := slices.Index(s.sortNames, name); i >= 0 {
		return namedFlag | Sort(i)
	}
	s.mustBeOpen()
	if len(s.sortNames) > maxNamedSort {
		panic("term: too many uninterpreted sorts")
	}
	s.sortNames = append(s.sortNames, name)
	return namedFlag | Sort(len(s.sortNames)-1)
}

// SortName returns the name of an uninterpreted sort of this store. It panics if sort is none.
func (s *Store) SortName(sort Sort) string {
	if !sort.IsUninterpreted() || int(sort&^namedFlag) >= len(s.sortNames) {
		panic("term: " + sort.String() + " is no uninterpreted sort of this store")
	}
	return s.sortNames[sort&^namedFlag]
}
