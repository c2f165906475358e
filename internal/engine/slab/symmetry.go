package slab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Where processes are interchangeable, so are disjuncts of the error condition: what excludes that the
// processes 1 and 2 are in the critical section excludes it, with other names, for 1 and 3. A permutation of
// the processes is guessed from the numbers at the ends of the names of variables, and is then checked: it
// must map the initial condition and the set of transitions to themselves, and one disjunct to the other.
//
// Numbers of processes are values too, of the owner of a lock for example: constants to which a variable of
// no process is compared are permuted along.

// renaming replaces terms by others: symbols, and equations of symbols with constants.
type renaming map[term.Term]term.Term

// symmetric returns a renaming that maps the disjunct from to the disjunct to, and the system to itself; nil:
// none was found.
func (p *prover) symmetric(from, to target) renaming {
	if len(from.cond) != len(to.cond) || len(from.transitions) != len(to.transitions) {
		return nil
	}
	families, members := p.problem.families()
	a, b := p.problem.numbers(from.cond, families), p.problem.numbers(to.cond, families)
	if len(a) != len(b) || len(a) == 0 || len(a) > maxPermuted {
		return nil
	}
	for _, image := range permutations(b) {
		m := p.problem.renaming(families, members, a, image)
		if p.keeps(m, from, to) {
			return m
		}
	}
	return nil
}

// maxPermuted bounds the processes that a disjunct is about.
const maxPermuted = 4

// family is a variable of a process: its name without the number, and that.
type family struct {
	name   string
	number int
}

// families returns the variables that every process has, and the numbers of the processes, ascending.
func (p *problem) families() (map[int]family, []int) {
	byName := map[string][]int{}
	all := map[int]family{}
	var members []int
	for i, v := range p.vars {
		name := strings.TrimRight(v.Name, "0123456789")
		n, err := strconv.Atoi(v.Name[len(name):])
		if err != nil {
			continue
		}
		all[i] = family{name, n}
		byName[name] = append(byName[name], n)
		if len(byName[name]) > len(members) {
			members = byName[name]
		}
	}
	members = slices.Sorted(slices.Values(members))
	for i, f := range all {
		if !slices.Equal(slices.Sorted(slices.Values(byName[f.name])), members) {
			delete(all, i)
		}
	}
	return all, members
}

// numbers are the processes that a condition is about, ascending.
func (p *problem) numbers(cond []term.Term, families map[int]family) []int {
	var out []int
	for _, sym := range p.st.Symbols(cond...) {
		i := slices.IndexFunc(p.vars, func(v transition.Var) bool { return v.Sym == sym })
		if f, ok := families[i]; ok && !slices.Contains(out, f.number) {
			out = append(out, f.number)
		}
	}
	slices.Sort(out)
	return out
}

func permutations(list []int) [][]int {
	if len(list) < 2 {
		return [][]int{list}
	}
	var out [][]int
	for i, x := range list {
		for _, rest := range permutations(slices.Concat(list[:i], list[i+1:])) {
			out = append(out, append([]int{x}, rest...))
		}
	}
	return out
}

// renaming is that of the permutation that maps each number of from to that of to at the same place, and the
// others in ascending order.
func (p *problem) renaming(families map[int]family, members, from, to []int) renaming {
	image := map[int]int{}
	for i, n := range from {
		image[n] = to[i]
	}
	rest := slices.DeleteFunc(slices.Clone(members), func(n int) bool { return slices.Contains(to, n) })
	for _, n := range members {
		if _, ok := image[n]; !ok {
			image[n], rest = rest[0], rest[1:]
		}
	}
	byFamily := map[family]int{}
	for i, f := range families {
		byFamily[f] = i
	}
	m := renaming{}
	st := p.st
	for i, v := range p.vars {
		f, ok := families[i]
		if ok {
			w := p.vars[byFamily[family{f.name, image[f.number]}]]
			m[v.Sym], m[v.Next] = w.Sym, w.Next
			continue
		}
		for n, k := range image {
			for _, sym := range []term.Term{v.Sym, v.Next} {
				switch sort := st.Sort(sym); {
				case n == k:
				case sort == term.Int:
					m[st.Eq(sym, st.Int64(int64(n)))] = st.Eq(sym, st.Int64(int64(k)))
				case sort.Width() > 0:
					m[st.Eq(sym, st.BV(sort.Width(), uint64(n)))] = st.Eq(sym,
						st.BV(sort.Width(), uint64(k)))
				}
			}
		}
	}
	return m
}

// keeps reports whether a renaming maps the system to itself and one disjunct to the other.
func (p *prover) keeps(m renaming, from, to target) bool {
	st := p.problem.st
	sub := term.NewSubstituter(st, m)
	image := func(ts []term.Term) []term.Term {
		out := make([]term.Term, len(ts))
		for i, t := range ts {
			out[i] = sub.Apply(t)
		}
		return out
	}
	if key(image(p.problem.init)) != key(p.problem.init) || key(image(from.cond)) != key(to.cond) {
		return false
	}
	count := map[string]int{}
	for i := range to.transitions {
		count[key(p.problem.conjuncts(&to.transitions[i]))]++
	}
	for i := range from.transitions {
		k := key(image(p.problem.conjuncts(&from.transitions[i])))
		if count[k]--; count[k] < 0 {
			return false
		}
	}
	return true
}

// key tells sets of terms apart.
func key(ts []term.Term) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(ts)))
	return fmt.Sprint(sorted)
}
