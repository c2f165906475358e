package vmt

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Write prints a system: declarations of its variables, of the symbols of their next values and of inputs;
// the initial condition; each transition, and the negation of each goal, as a definition under its name, as
// far as that is free. Read makes a system of the text that has the same runs.
func Write(w io.Writer, s *transition.System) error {
	p := &printer{s: s, lib: lib.NewWriter(s.Terms, false), taken: map[string]bool{}}
	p.declarations()
	p.goals() // these first, because a formula has the first of its names
	p.temporals()
	init, _ := s.PlainInit()
	p.annotation(".init", p.lib.Inline(init), ":init true")
	p.transitions()
	for i, h := range s.Hints {
		p.annotation(fmt.Sprintf(".hint%d", i), p.lib.Inline(h), ":predicate true")
	}
	_, err := io.WriteString(w, p.lib.Take())
	return err
}

// printer writes a system.
type printer struct {
	s     *transition.System
	lib   *lib.Writer
	taken map[string]bool // names of symbols and definitions, as text
}

// declarations declares all symbols that occur, those of variables first, in their order.
func (p *printer) declarations() {
	for _, v := range p.s.Vars {
		p.declare(v.Sym)
		p.declare(v.Next)
	}
	all := []term.Term{p.s.Init}
	for i := range p.s.Transitions {
		all = append(all, p.s.Relation(&p.s.Transitions[i]))
	}
	for _, g := range p.s.Goals {
		all = append(all, g.Cond)
	}
	for _, f := range p.s.Temporals {
		all = append(append(all, f.Atoms...), f.Fair...)
	}
	for _, x := range p.s.Terms.Symbols(append(all, p.s.Hints...)...) {
		p.declare(x)
	}
	for i, v := range p.s.Vars {
		sort := p.s.Terms.SortString(p.s.Terms.Sort(v.Sym))
		p.lib.Raw(fmt.Sprintf("(define-fun .var%d () %s (! %s :next %s))\n", i, sort, p.lib.Ref(v.Sym),
			p.lib.Ref(v.Next)))
	}
}

func (p *printer) declare(x term.Term) { p.taken[p.lib.Ref(x)] = true }

// annotation defines a formula that is annotated.
func (p *printer) annotation(name, formula, annotation string) {
	p.lib.Raw("(define-fun " + name + " () Bool (! " + formula + " " + annotation + "))\n")
}

// name is a name that is free: the wanted one, perhaps with a number, which is not of those that begin with a
// dot. These are of definitions that stand for nothing that has a name.
func (p *printer) name(wanted, otherwise string) string {
	if wanted == "" || strings.HasPrefix(wanted, ".") {
		wanted = otherwise
	}
	name := term.Quote(wanted)
	for n := 2; p.taken[name] || n == 2 && lib.Taken(wanted); n++ {
		name = term.Quote(wanted + " " + strconv.Itoa(n))
	}
	p.taken[name] = true
	return name
}

// transitions writes each transition as a conjunction, a conjunct on a line.
func (p *printer) transitions() {
	var names []string
	for i := range p.s.Transitions {
		t := &p.s.Transitions[i]
		parts := []string{"(and true"}
		for _, c := range p.s.Conjuncts(t) {
			parts = append(parts, p.lib.Inline(c))
		}
		name := p.name(t.Name, fmt.Sprintf("step %d", i+1))
		p.lib.Raw("(define-fun " + name + " () Bool\n  " + strings.Join(parts, "\n    ") + "))\n")
		names = append(names, name)
	}
	p.annotation(".trans", "(or false "+strings.Join(names, " ")+")", ":trans true")
}

// goals writes the negations of the goals as properties. They keep their numbers if these differ.
func (p *printer) goals() {
	if len(p.s.Goals)+len(p.s.Temporals) == 0 { // the language wants a property
		p.annotation(".goal", "true", ":invar-property 0")
	}
	numbered := map[int]bool{}
	for _, g := range p.s.Goals {
		numbered[g.Number] = true
	}
	for i, g := range p.s.Goals {
		number := i
		if len(numbered) == len(p.s.Goals) {
			number = g.Number
		}
		name := p.name(g.Name, fmt.Sprintf("goal %d", i+1))
		p.annotation(name, p.lib.Inline(p.s.Terms.Not(g.Cond)), fmt.Sprintf(":invar-property %d", number))
	}
}
