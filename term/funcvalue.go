package term

import (
	"fmt"
	"slices"
	"strings"
)

// The value of a function symbol is a default and a finite table of exceptions, sorted by operands.

type funcValue struct {
	store   *Store // has the names of sorts
	params  []Sort
	def     Value
	entries []FuncEntry // no result is def
}

// FuncEntry is an exception of a function value: what it returns for these operands.
type FuncEntry struct {
	Args   []Value
	Result Value
}

// FuncValue returns the function of the given sort of the store that is def but for the entries; of entries
// with the same operands the last counts. It panics if the sorts do not fit.
func (s *Store) FuncValue(sort Sort, def Value, entries ...FuncEntry) Value {
	params, result := s.FuncParts(sort)
	if def.sort != result {
		panic("term: function default of sort " + def.sort.String())
	}
	f := &funcValue{store: s, params: params, def: def, entries: slices.Clone(entries)}
	for _, e := range entries {
		fits := len(e.Args) == len(params) && e.Result.sort == result
		for i := 0; fits && i < len(params); i++ {
			fits = e.Args[i].sort == params[i]
		}
		if !fits {
			panic("term: function entry of other sorts than " + s.SortString(sort))
		}
	}
	slices.SortStableFunc(f.entries, func(a, b FuncEntry) int { return compareArgs(a.Args, b.Args) })
	kept := f.entries[:0]
	for i, e := range f.entries {
		if i+1 < len(f.entries) && compareArgs(e.Args, f.entries[i+1].Args) == 0 {
			continue // a later one counts
		}
		if !e.Result.Equal(def) {
			kept = append(kept, e)
		}
	}
	f.entries = kept
	return Value{sort: sort, ref: f}
}

func compareArgs(a, b []Value) int { return slices.CompareFunc(a, b, Value.compare) }

// Call returns what a function value returns for args, which must have the sorts that it takes. It panics if
// v is no function.
func (v Value) Call(args ...Value) Value {
	f := v.ref.(*funcValue)
	i, found := slices.BinarySearchFunc(f.entries, args,
		func(e FuncEntry, args []Value) int { return compareArgs(e.Args, args) })
	if found {
		return f.entries[i].Result
	}
	return f.def
}

// Table returns the default of a function value and its exceptions, by operands. It panics if v is no
// function.
func (v Value) Table() (def Value, entries []FuncEntry) {
	f := v.ref.(*funcValue)
	return f.def, slices.Clone(f.entries)
}

// equal compares as functions: over finite sorts the exceptions may cover all operands, and then the defaults
// do not matter.
func (f *funcValue) equal(g *funcValue) bool {
	x, y := Value{ref: f}, Value{ref: g}
	covered := len(f.entries)
	for _, e := range f.entries {
		if !e.Result.Equal(y.Call(e.Args...)) {
			return false
		}
	}
	for _, e := range g.entries {
		r := x.Call(e.Args...)
		if !e.Result.Equal(r) {
			return false
		}
		if r.Equal(f.def) {
			covered++ // operands that are not among those of f
		}
	}
	return f.def.Equal(g.def) || covers(f.params, covered)
}

// covers reports whether n different operands are all that functions over params have.
func covers(params []Sort, n int) bool {
	total := 1
	for _, p := range params {
		w := p.Width()
		switch {
		case p == Bool:
			total *= 2
		case w > 0 && w < 40 && total < 1<<20:
			total <<= w
		default:
			return false
		}
		if total > n {
			return false
		}
	}
	return total == n
}

// text returns the function as a lambda of SMT-LIB 2.7.
func (f *funcValue) text() string {
	var b strings.Builder
	b.WriteString("(lambda (")
	for i, p := range f.params {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "(x!%d %s)", i+1, f.store.SortString(p))
	}
	b.WriteString(") ")
	for _, e := range f.entries {
		b.WriteString("(ite ")
		if len(e.Args) > 1 {
			b.WriteString("(and ")
		}
		for i, a := range e.Args {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "(= x!%d %v)", i+1, a)
		}
		if len(e.Args) > 1 {
			b.WriteByte(')')
		}
		fmt.Fprintf(&b, " %v ", e.Result)
	}
	b.WriteString(f.def.String())
	b.WriteString(strings.Repeat(")", len(f.entries)+1))
	return b.String()
}

// sortName is the name of the sort of an element, for its text.
type sortName string

// ElementValue returns element n of an uninterpreted sort of the store. Different elements differ. It panics
// if sort is no uninterpreted sort of the store.
func (s *Store) ElementValue(sort Sort, n uint64) Value {
	return Value{sort: sort, bits: n, ref: sortName(s.SortName(sort))}
}

// elementText names an element as the models of other solvers do.
func elementText(v Value) string {
	return fmt.Sprintf("(as @%d %s)", v.bits, Quote(string(v.ref.(sortName))))
}
