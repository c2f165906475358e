package term

import (
	"fmt"
	"slices"
)

// A function symbol is a symbol whose sort is that of a function: it is found by its name, is among the
// Symbols of a term that applies it, gets its value from an Assignment, and is imported and substituted as
// every other symbol is. It stands in one place only, the first operand of OpApply: functions are not
// compared, chosen by ite, stored in arrays or passed to functions.

type funcSort struct {
	params []Sort
	result Sort
}

// FuncSort returns the sort of functions from params to result; without params it is result. It panics if one
// of them is the sort of a function.
func (s *Store) FuncSort(params []Sort, result Sort) Sort {
	if len(params) == 0 {
		return result
	}
	for i, f := range s.funcSorts {
		if f.result == result && slices.Equal(f.params, params) {
			return funcFlag | Sort(i)
		}
	}
	s.mustBeOpen()
	for _, p := range append(params[:len(params):len(params)], result) {
		if p == 0 || p.IsFunc() {
			panic("term: function sort over " + s.SortString(p))
		}
	}
	if len(s.funcSorts) > maxFuncSort {
		panic("term: too many function sorts")
	}
	s.funcSorts = append(s.funcSorts, funcSort{slices.Clone(params), result})
	return funcFlag | Sort(len(s.funcSorts)-1)
}

// FuncParts returns the sorts of the operands and of the result of a function sort of this store. The slice
// must not be written. FuncParts panics if sort is no function sort of the store.
func (s *Store) FuncParts(sort Sort) (params []Sort, result Sort) {
	if !sort.IsFunc() || int(sort&^funcFlag) >= len(s.funcSorts) {
		panic("term: " + sort.String() + " is no function sort of this store")
	}
	f := s.funcSorts[sort&^funcFlag]
	return f.params, f.result
}

// Func returns the uninterpreted function with this name; without params it is the free constant. As for
// [Store.Symbol], the same name with other sorts is a programmer's error.
func (s *Store) Func(name string, params []Sort, result Sort) Term {
	return s.Symbol(name, s.FuncSort(params, result))
}

// Apply returns f(args...), and f itself if there are no args. It panics if the operands do not have the
// sorts that f takes.
func (s *Store) Apply(f Term, args ...Term) Term {
	if len(args) == 0 && !s.Sort(f).IsFunc() {
		return f
	}
	all := append(make([]Term, 0, 8), f)
	all = append(all, args...)
	sort, err := s.sortOfApply(all)
	if err != nil {
		panic("term: " + err.Error())
	}
	return s.internArgs(OpApply, sort, all)
}

// sortOfApply returns the sort of a function's application to operands, of which the function is the first.
func (s *Store) sortOfApply(args []Term) (Sort, error) {
	f := s.Sort(args[0])
	if !f.IsFunc() {
		return 0, fmt.Errorf("%s of sort %s is no function", s.Name(args[0]), s.SortString(f))
	}
	params, result := s.FuncParts(f)
	if len(params) != len(args)-1 {
		return 0, fmt.Errorf("%s takes %d operands, not %d", s.Name(args[0]), len(params), len(args)-1)
	}
	for i, p := range params {
		if got := s.Sort(args[i+1]); got != p {
			return 0, fmt.Errorf("operand %d of %s has sort %s, want %s", i+1, s.Name(args[0]),
				s.SortString(got), s.SortString(p))
		}
	}
	return result, nil
}

// BodyOf returns the term that a function value has for the operands args: comparisons with the entries of
// its table, and its default. For the values of this store or a base of it.
func (s *Store) BodyOf(v Value, args ...Term) Term {
	def, entries := v.Table()
	body := s.FromValue(def)
	for _, e := range slices.Backward(entries) {
		same := make([]Term, len(args))
		for i, a := range args {
			same[i] = s.Eq(a, s.FromValue(e.Args[i]))
		}
		body = s.Ite(s.And(same...), s.FromValue(e.Result), body)
	}
	return body
}
