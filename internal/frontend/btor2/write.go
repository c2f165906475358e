package btor2

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A system in BTOR2 is a function of the state and the inputs. So that it has the paths of one with several
// transitions, an input chooses the transition, or that the state stays as it is, which adds no reachable
// state. The guard of the transition that is chosen is a constraint, and where no transition is possible the
// state can stay. Variables that a transition leaves open, or restricts by a relation alone, get their next
// values from inputs. An initial condition that is not about the values of single variables is a constraint
// of the first moment, for which there is a state of its own.

// Write prints a system over Bool, bit-vectors and arrays of these, in which the goals are bad states in the
// same order. title is a line for people. Terms are made in the store of the system. The error is an
// ErrNoWords that names what BTOR2 has not, or one of writing.
func Write(w io.Writer, s *transition.System, title string) error {
	p := &printer{st: s.Terms, sorts: map[term.Sort]int{}, nodes: map[term.Term]int{},
		used: map[string]bool{}, keywords: keywords()}
	p.text("; " + strings.Join(strings.Fields(title), " "))
	if len(s.Temporals) > 0 {
		return errors.New("btor2: properties of infinite runs are not written, as a run may stay where it is")
	}
	f := newFunctional(s)
	p.system(f)
	if p.err != nil {
		return p.err
	}
	out := bufio.NewWriter(w)
	for _, line := range p.lines {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("btor2: %w", err)
	}
	return nil
}

// functional is a system as BTOR2 has it. States come after those of variables.
type functional struct {
	s           *transition.System
	inits       []term.Term // by variable: a constant, or None
	nexts       []term.Term // by variable
	constraints []term.Term
	// begun is a state that is false in the first moment and then true; None: there is none.
	begun term.Term
}

func newFunctional(s *transition.System) *functional {
	f := &functional{s: s, inits: make([]term.Term, len(s.Vars)), nexts: make([]term.Term, len(s.Vars))}
	f.initial()
	f.steps()
	return f
}

// initial takes the initial condition apart.
func (f *functional) initial() {
	st := f.s.Terms
	index := map[term.Term]int{}
	for i, v := range f.s.Vars {
		index[v.Sym] = i
	}
	init, _ := f.s.PlainInit()
	conj := []term.Term{init}
	if st.Op(init) == term.OpAnd {
		conj = st.Args(init)
	}
	for _, c := range conj {
		x, value := constantOf(st, c)
		if i, ok := index[x]; ok && f.inits[i] == term.None {
			f.inits[i] = value
		} else if c != st.True() {
			if f.begun == term.None {
				f.begun = f.s.Fresh("begun", term.Bool)
			}
			f.constraints = append(f.constraints, st.Or(f.begun, c))
		}
	}
}

// constantOf returns x and e if c says that the symbol x is the constant e, or the array of a constant.
func constantOf(st *term.Store, c term.Term) (x, e term.Term) {
	switch st.Op(c) {
	case term.OpSymbol:
		return c, st.True()
	case term.OpNot:
		if st.Op(st.Arg(c, 0)) == term.OpSymbol {
			return st.Arg(c, 0), st.False()
		}
	case term.OpEq:
		for i := range 2 {
			a, b := st.Arg(c, i), st.Arg(c, 1-i)
			if st.Op(b) == term.OpConstArray && st.IsConst(st.Arg(b, 0)) || st.IsConst(b) {
				if st.Op(a) == term.OpSymbol {
					return a, b
				}
			}
		}
	}
	return term.None, term.None
}

// steps makes one function of all transitions.
func (f *functional) steps() {
	s, st := f.s, f.s.Terms
	values := make([][]term.Term, len(s.Transitions)) // by transition and variable
	enabled := make([]term.Term, len(s.Transitions))
	open := make([]term.Term, len(s.Vars)) // inputs that are next values
	for i := range s.Transitions {
		t := &s.Transitions[i]
		values[i] = make([]term.Term, len(s.Vars))
		for _, u := range t.Updates {
			values[i][u.Var] = u.Value
		}
		after := map[term.Term]term.Term{}
		for v, value := range values[i] {
			if value == term.None {
				if open[v] == term.None {
					open[v] = s.Fresh("next "+s.Vars[v].Name, st.Sort(s.Vars[v].Sym))
				}
				values[i][v] = open[v]
			}
			after[s.Vars[v].Next] = values[i][v]
		}
		enabled[i] = st.And(append([]term.Term{st.True()}, t.Guards...)...)
		for _, r := range t.Relations {
			enabled[i] = st.And(enabled[i], st.Substitute(r, after))
		}
	}
	if len(enabled) == 1 && enabled[0] == st.True() {
		f.nexts = values[0]
		return
	}
	width := max(1, bits.Len(uint(len(enabled))))
	choice := s.Fresh("transition", term.BitVec(width))
	for v := range s.Vars {
		f.nexts[v] = s.Vars[v].Sym // the state stays
	}
	for i, guard := range slices.Backward(enabled) {
		taken := st.Eq(choice, st.BV(width, uint64(i)))
		f.constraints = append(f.constraints, st.Implies(taken, guard))
		for v := range s.Vars {
			f.nexts[v] = st.Ite(taken, values[i][v], f.nexts[v])
		}
	}
}
