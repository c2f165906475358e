package ts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"whittle.dev/term"
)

// Projection is a path in which each step writes to a variable of a set F, or to
// something that a later step reads (definition 2 of the paper).
type Projection struct {
	Steps []Step
	// States are the states before, between and after the steps.
	States []*State
}

// ErrTooMany says that there are too many paths to list their projections.
var ErrTooMany = errors.New("ts: too many paths to list the projections")

// maxListed bounds the paths that Projections looks at.
const maxListed = 2_000_000

// Projections lists the projections on the variables f of all paths of at most depth
// steps, shortest first, one for each class of paths that differ in the order of independent
// steps only. Inputs of instructions take the values of Choices.
func (s *System) Projections(ctx context.Context, f []int, depth int) ([]Projection, error) {
	x := &lister{sys: s, ctx: ctx, inF: map[int]bool{}, depth: depth, seen: map[string]bool{}}
	for _, v := range f {
		x.inF[v] = true
	}
	complete := true
	for _, m := range s.Choices(s.InitialInputs(), &complete) {
		first, err := s.Initial(m)
		if err != nil {
			return nil, err
		}
		x.states = []*State{first}
		if err := x.visit(); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(x.found, func(a, b Projection) int { return len(a.Steps) - len(b.Steps) })
	return x.found, nil
}

// lister walks all paths.
type lister struct {
	sys    *System
	ctx    context.Context
	inF    map[int]bool
	depth  int
	steps  []Step
	states []*State
	what   []effect
	seen   map[string]bool
	found  []Projection
	paths  int
}

// cell is a variable, or an element of an array.
type cell struct {
	v     int
	index uint64
}

// effect is what a transition reads and writes.
type effect struct{ reads, writes map[cell]bool }

func (x *lister) visit() error {
	if x.paths++; x.paths > maxListed {
		return ErrTooMany
	}
	if err := x.ctx.Err(); err != nil {
		return err
	}
	if x.projected() {
		if k := x.class(); !x.seen[k] {
			x.seen[k] = true
			x.found = append(x.found, Projection{slices.Clone(x.steps), slices.Clone(x.states)})
		}
	}
	if len(x.steps) == x.depth {
		return nil
	}
	state := x.states[len(x.states)-1]
	complete := true
	for l := range x.sys.Instructions {
		in := &x.sys.Instructions[l]
		for _, m := range x.sys.Choices(in.Inputs, &complete) {
			next, err := state.Next(in, m)
			if err != nil {
				return err
			}
			if next == nil {
				continue
			}
			e, err := x.effect(state, in, m)
			if err != nil {
				return err
			}
			// Of two independent neighbours the smaller process goes first.
			if n := len(x.steps); n > 0 {
				last := x.sys.Instructions[x.steps[n-1].Instruction].Process
				if last > in.Process && !dependent(x.what[n-1], e) {
					continue
				}
			}
			x.steps, x.states, x.what = append(x.steps, Step{l, m}), append(x.states, next), append(x.what, e)
			if err := x.visit(); err != nil {
				return err
			}
			n := len(x.steps) - 1
			x.steps, x.states, x.what = x.steps[:n], x.states[:n+1], x.what[:n]
		}
	}
	return nil
}

// effect finds what an instruction reads and writes in a state.
func (x *lister) effect(state *State, in *Instruction, m term.Map) (effect, error) {
	e := effect{map[cell]bool{}, map[cell]bool{}}
	pc := x.sys.Processes[in.Process].PC
	e.reads[cell{v: pc}] = true
	if in.From != in.To {
		e.writes[cell{v: pc}] = true
	}
	for _, v := range in.Reads {
		e.reads[cell{v: v}] = true
	}
	for _, v := range in.Writes {
		e.writes[cell{v: v}] = true
	}
	add := func(list []Element, to map[cell]bool) error {
		for _, el := range list {
			i, err := state.Eval(el.Index, m)
			if err != nil {
				return err
			}
			to[cell{el.Var, i.Uint64()}] = true
		}
		return nil
	}
	if err := add(in.ElemReads, e.reads); err != nil {
		return e, err
	}
	return e, add(in.ElemWrites, e.writes)
}

func meets(a, b map[cell]bool) bool {
	for c := range a {
		if b[c] {
			return true
		}
	}
	return false
}

// dependent reports whether the order of two transitions matters.
func dependent(a, b effect) bool {
	return meets(a.writes, b.reads) || meets(a.reads, b.writes) || meets(a.writes, b.writes)
}

// projected reports whether the present path is its own projection.
func (x *lister) projected() bool {
	for i := range x.what {
		needed := false
		for c := range x.what[i].writes {
			needed = needed || x.inF[c.v]
		}
		for j := i + 1; j < len(x.what) && !needed; j++ {
			needed = meets(x.what[i].writes, x.what[j].reads)
		}
		if !needed {
			return false
		}
	}
	return true
}

// class names the class of the present path: its steps, each with those before it that it depends on.
func (x *lister) class() string {
	count := map[int]int{}
	names := make([]string, len(x.steps))
	for i, s := range x.steps {
		p := x.sys.Instructions[s.Instruction].Process
		names[i] = fmt.Sprintf("%d.%d.%d", p, count[p], s.Instruction)
		for _, sym := range x.sys.Instructions[s.Instruction].Inputs {
			names[i] += " " + s.Inputs[sym].String()
		}
		count[p]++
	}
	rows := make([]string, len(names))
	for i := range names {
		var before []string
		for j := range i {
			if dependent(x.what[j], x.what[i]) {
				before = append(before, names[j])
			}
		}
		slices.Sort(before)
		rows[i] = names[i] + " after " + strings.Join(before, ",")
	}
	slices.Sort(rows)
	return x.states[0].Key() + strings.Join(rows, ";")
}

// FprintProjections prints the projections on the variables with these names.
func FprintProjections(ctx context.Context, w io.Writer, s *System, names []string, depth int) error {
	var f []int
	for _, name := range names {
		v := slices.IndexFunc(s.Vars, func(x Var) bool { return x.Name == name })
		if v < 0 {
			return fmt.Errorf("there is no variable %s that matters to the property (there are %s)", name,
				s.varNames(s.allVars()))
		}
		f = append(f, v)
	}
	list, err := s.Projections(ctx, f, depth)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d projections on {%s} of the paths of at most %d steps\n", len(list),
		strings.Join(names, ", "), depth)
	for n, p := range list {
		last := p.States[len(p.States)-1]
		var values []string
		for _, v := range f {
			values = append(values, s.Vars[v].Name+" = "+s.number(v, last.Values[v]))
		}
		fmt.Fprintf(w, "\n%d. %s\n", n+1, strings.Join(values, ", "))
		if len(p.Steps) == 0 {
			fmt.Fprintln(w, "   (no step)")
		}
		for i, step := range p.Steps {
			in := &s.Instructions[step.Instruction]
			var sets []string
			for _, u := range in.Updates {
				sets = append(sets, s.change(u, p.States[i], p.States[i+1])...)
			}
			if len(sets) == 0 {
				sets = []string{"goes on"}
			}
			fmt.Fprintf(w, "   %-12s line %-4d %s\n", s.Processes[in.Process].Name, in.Pos.Line,
				strings.Join(sets, ", "))
		}
	}
	return nil
}

func (s *System) allVars() []int {
	var out []int
	for v := range s.Vars {
		if !s.Vars[v].Counter {
			out = append(out, v)
		}
	}
	return out
}

// change describes what an update does.
func (s *System) change(u Update, before, after *State) []string {
	x := &s.Vars[u.Var]
	if x.Len == 0 {
		return []string{x.Name + " := " + s.number(u.Var, after.Values[u.Var])}
	}
	var out []string
	for t := u.Value; s.Terms.Op(t) == term.OpStore; t = s.Terms.Arg(t, 0) {
		i, err := s.Terms.Eval(s.Terms.Arg(t, 1), before)
		if err != nil {
			continue
		}
		v, err := s.Terms.Eval(s.Terms.Select(s.Terms.FromValue(after.Values[u.Var]), s.Terms.FromValue(i)),
			term.Map{})
		if err == nil {
			out = append(out, fmt.Sprintf("%s[%d] := %s", x.Name, i.Uint64(), s.number(u.Var, v)))
		}
	}
	return out
}

// number is a value of a variable for people.
func (s *System) number(x int, v term.Value) string {
	if s.Vars[x].Unsigned {
		return fmt.Sprint(v.Uint64())
	}
	if w := v.Sort().Width(); w > 0 && w <= 64 {
		return fmt.Sprint(v.Int64())
	}
	return v.String()
}
