package fixpoint

import (
	"fmt"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// Copies renames locals of templates, so that formulas can be about several threads at once: thread 0 has the
// symbols of the template itself.
type Copies struct {
	st     *term.Store
	locals [][]model.Var // by template
	subs   map[[2]int]*term.Substituter
	syms   map[copyKey]term.Term
}

type copyKey struct {
	sym    term.Term
	thread int
}

// NewCopies makes the copies of a system.
func NewCopies(sys *model.System) *Copies {
	c := &Copies{st: sys.Terms, subs: map[[2]int]*term.Substituter{}, syms: map[copyKey]term.Term{}}
	for i := range sys.Templates {
		c.locals = append(c.locals, sys.Templates[i].Locals)
	}
	return c
}

// Sym is the symbol of a local, or of an input, in a thread.
func (c *Copies) Sym(sym term.Term, thread int) term.Term {
	if thread == 0 {
		return sym
	}
	k := copyKey{sym, thread}
	if c.syms[k] == term.None {
		name := fmt.Sprintf("%s@%d", c.st.Name(sym), thread)
		c.syms[k] = c.st.Symbol(name, c.st.Sort(sym))
	}
	return c.syms[k]
}

// Of is a term over the locals of a template as one about a thread.
func (c *Copies) Of(t term.Term, template, thread int) term.Term {
	if thread == 0 {
		return t
	}
	k := [2]int{template, thread}
	if c.subs[k] == nil {
		m := map[term.Term]term.Term{}
		for _, v := range c.locals[template] {
			m[v.Sym] = c.Sym(v.Sym, thread)
		}
		c.subs[k] = term.NewSubstituter(c.st, m)
	}
	return c.subs[k].Apply(t)
}
