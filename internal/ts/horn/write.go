package horn

import (
	"bufio"
	"fmt"
	"io"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// All stands for all goals of a system.
const All = -1

// Write writes the clauses of a system: for the goal of this index, or for All of them.
func Write(w io.Writer, s *transition.System, goal int) error {
	if goal != All && (goal < 0 || goal >= len(s.Goals)) {
		return fmt.Errorf("horn: no goal %d", goal)
	}
	c := clauses{st: s.Terms, w: bufio.NewWriter(w)}
	c.before, c.after = make([]term.Term, len(s.Vars)), make([]term.Term, len(s.Vars))
	for i, v := range s.Vars {
		c.before[i], c.after[i] = v.Sym, v.Next
	}
	c.text("(set-logic HORN)\n(declare-fun Reach (")
	for i, v := range c.before {
		if i > 0 {
			c.text(" ")
		}
		c.text(c.st.SortString(c.st.Sort(v)))
	}
	c.text(") Bool)\n")
	c.clause("initial", [][]term.Term{c.before, s.InitInputs}, false, []term.Term{s.Init}, c.before)
	for i := range s.Transitions {
		c.transition(&s.Transitions[i])
	}
	for i, g := range s.Goals {
		if goal == All || goal == i {
			c.clause(g.Name, [][]term.Term{c.before, g.Inputs}, true, []term.Term{g.Cond}, nil)
		}
	}
	c.text("(check-sat)\n")
	if c.err != nil {
		return c.err
	}
	return c.w.Flush()
}

// clauses writes clauses. The first error stays.
type clauses struct {
	st            *term.Store
	w             *bufio.Writer
	before, after []term.Term
	err           error
}

// transition writes a transition. What it assigns is an argument of the state after, so that the symbol of
// the next value occurs only where the value is free.
func (c *clauses) transition(t *transition.Transition) {
	values := map[term.Term]term.Term{}
	after := append([]term.Term(nil), c.after...)
	for _, u := range t.Updates {
		after[u.Var] = u.Value
		values[c.after[u.Var]] = u.Value
	}
	var conds, free []term.Term
	conds = append(conds, t.Guards...)
	for _, r := range t.Relations {
		conds = append(conds, c.st.Substitute(r, values))
	}
	for i, next := range c.after {
		if after[i] == next {
			free = append(free, next)
		}
	}
	c.clause(t.Name, [][]term.Term{c.before, free, t.Inputs}, true, conds, after)
}

// clause writes: for all values of the symbols, if Reach holds before (where from says so) and the conditions
// hold, then Reach holds for the arguments; without arguments it is a contradiction.
func (c *clauses) clause(name string, symbols [][]term.Term, from bool, conds, args []term.Term) {
	c.text("; ")
	c.text(oneLine(name))
	c.text("\n(assert ")
	n := 0
	for _, group := range symbols {
		for _, sym := range group {
			if n++; n == 1 {
				c.text("(forall (")
			} else {
				c.text(" ")
			}
			c.text("(")
			c.term(sym)
			c.text(" ")
			c.text(c.st.SortString(c.st.Sort(sym)))
			c.text(")")
		}
	}
	if n > 0 {
		c.text(")\n  ")
	}
	c.text("(=> (and true")
	if from {
		c.text(" ")
		c.reach(c.before)
	}
	for _, cond := range conds {
		c.text("\n    ")
		c.term(cond)
	}
	c.text(")\n  ")
	if args == nil {
		c.text("false")
	} else {
		c.reach(args)
	}
	c.text(")")
	if n > 0 {
		c.text(")")
	}
	c.text(")\n")
}

// reach writes the atom of the predicate. Without variables it is a constant.
func (c *clauses) reach(args []term.Term) {
	if len(args) == 0 {
		c.text("Reach")
		return
	}
	c.text("(Reach")
	for _, a := range args {
		c.text(" ")
		c.term(a)
	}
	c.text(")")
}

func (c *clauses) term(t term.Term) {
	if c.err == nil {
		c.err = c.st.Write(c.w, t)
	}
}

func (c *clauses) text(s string) { c.w.WriteString(s) }

// oneLine is a name as part of a comment.
func oneLine(name string) string {
	b := []byte(name)
	for i, x := range b {
		if x < ' ' {
			b[i] = ' '
		}
	}
	return string(b)
}
