package slab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/term"
)

// Where processes are interchangeable, so are disjuncts of the error condition: what excludes that the
// processes 1 and 2 are in the critical section excludes it, with other names, for 1 and 3. A permutation of
// the processes is guessed from the numbers at the ends of the names of variables, and is then checked: it
// must map the initial condition and the set of transitions to themselves.
//
// Numbers of processes are values too, of the owner of a lock for example: constants to which a variable of
// no process is compared are permuted along. That is a symmetry only of variables that occur in nothing but
// equations with constants, and in those by which they stay: lock <= 2 says something else of other numbers.

// renaming replaces terms by others: symbols, and equations of symbols with constants.
type renaming map[term.Term]term.Term

// symmetries returns renamings that map the system to itself: those of two processes, and of all of them in a
// circle. Their compositions do so too.
func (p *prover) symmetries() []renaming {
	// Bounds may have numbers as well, C1 and C2: what never changes is looked at only if that is needed.
	all, members := p.problem.families(nil)
	some, _ := p.problem.families(p.problem.constants())
	if len(members) < 2 || len(members) > maxPermuted {
		return nil
	}
	var plain []target
	for _, t := range p.targets {
		if t.plain {
			plain = append(plain, t)
		}
	}
	named := p.problem.namedOnly(plain...)
	var out []renaming
	try := func(from, to []int) {
		for _, families := range []map[int]family{some, all} {
			m := p.problem.renaming(families, members, named, from, to)
			if m != nil && p.keeps(m) {
				out = append(out, m)
				return
			}
		}
	}
	for i, a := range members {
		for _, b := range members[:i] {
			try([]int{a, b}, []int{b, a})
		}
	}
	if len(members) > 2 && len(out) < len(members)*(len(members)-1)/2 {
		try(members, append(slices.Clone(members[1:]), members[0]))
	}
	return out
}

// maxPermuted bounds the processes that are permuted.
const maxPermuted = 16

// family is a variable of a process: its name without the number, and that.
type family struct {
	name   string
	number int
}

// families returns the variables that every process has, without some, and the numbers of the processes,
// ascending.
func (p *problem) families(without []bool) (map[int]family, []int) {
	byName := map[string][]int{}
	all := map[int]family{}
	var members []int
	for i, v := range p.vars {
		name := strings.TrimRight(v.Name, "0123456789")
		n, err := strconv.Atoi(v.Name[len(name):])
		if err != nil || without != nil && without[i] {
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

// renaming is that of the permutation that maps each number of from to that of to at the same place, and the
// others in ascending order. Values are renamed of the variables in named. nil: variables of different sorts
// would take each other's place.
func (p *problem) renaming(families map[int]family, members []int, named map[int]bool, from,
	to []int) renaming {
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
			if st.Sort(w.Sym) != st.Sort(v.Sym) {
				return nil
			}
			m[v.Sym], m[v.Next] = w.Sym, w.Next
			continue
		}
		if !named[i] {
			continue
		}
		for n, k := range image {
			for _, sym := range []term.Term{v.Sym, v.Next} {
				switch sort := st.Sort(sym); {
				case n == k:
				case sort == term.Int:
					m[st.Eq(sym, st.Int64(int64(n)))] = st.Eq(sym, st.Int64(int64(k)))
				case sort.Width() > 0 && fits(n, sort.Width()) && fits(k, sort.Width()):
					m[st.Eq(sym, st.BV(sort.Width(), uint64(n)))] = st.Eq(sym,
						st.BV(sort.Width(), uint64(k)))
				}
			}
		}
	}
	return m
}

// fits reports whether n is a value of a bit-vector of this width.
func fits(n, width int) bool { return n >= 0 && (width >= 63 || n < 1<<width) }

// namedOnly are the variables whose values are names in the system and some disjuncts.
func (p *problem) namedOnly(targets ...target) map[int]bool {
	ts := slices.Clone(p.init)
	for _, t := range targets {
		ts = append(ts, t.cond...)
	}
	for i := range p.transitions {
		ts = append(ts, p.conjuncts(&p.transitions[i])...)
	}
	named := map[int]bool{}
	for i := range p.vars {
		named[i] = true
	}
	for i := range p.notNamed(ts) {
		delete(named, i)
	}
	return named
}

// notNamed are the variables that occur otherwise than in equations with constants and in those by which they
// stay.
func (p *problem) notNamed(ts []term.Term) map[int]bool {
	st := p.st
	of := map[term.Term]int{}
	for i, v := range p.vars {
		of[v.Sym], of[v.Next] = i, i
	}
	out := map[int]bool{}
	st.Walk(func(t term.Term) bool {
		if i, ok := of[t]; ok {
			out[i] = true
		}
		if st.Op(t) != term.OpEq {
			return true
		}
		args := st.Args(t)
		i, first := of[args[0]]
		j, second := of[args[1]]
		return !(first && (st.IsConst(args[1]) || second && i == j) || second && st.IsConst(args[0]))
	}, ts...)
	return out
}

// renames reports whether a renaming says what becomes of a formula: what the values of a variable are names
// for it cannot compare otherwise.
func (p *problem) renames(m renaming, t term.Term) bool {
	for i := range p.notNamed([]term.Term{t}) {
		for from := range m {
			if p.st.Op(from) == term.OpEq && slices.Contains(p.st.Args(from), p.vars[i].Sym) {
				return false
			}
		}
	}
	return true
}

// keeps reports whether a renaming maps the system to itself.
func (p *prover) keeps(m renaming) bool {
	pr := p.problem
	sub := term.NewSubstituter(pr.st, m)
	if key(images(sub, pr.init)) != key(pr.init) {
		return false
	}
	count := map[string]int{}
	for i := range pr.transitions {
		conj := pr.conjuncts(&pr.transitions[i])
		count[key(conj)]++
		count[key(images(sub, conj))]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func images(sub *term.Substituter, ts []term.Term) []term.Term {
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = sub.Apply(t)
	}
	return out
}

// key tells sets of terms apart.
func key(ts []term.Term) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(ts)))
	return fmt.Sprint(sorted)
}
