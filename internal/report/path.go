package report

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"whittle.dev/internal/english"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// PathTable is a path of a transition system as a table: a row for each state, with what has changed there.
type PathTable struct {
	// Columns are the variables and, after them, the inputs of the step that leaves a state.
	Columns []string
	// Inputs is the number of columns of inputs.
	Inputs int
	Rows   []PathRow
}

// PathRow is a state of a path.
type PathRow struct {
	// Cells are values by column; empty: the variable is as before, or the step has no such input.
	Cells []string
	// Then is the transition that leaves the state, in the last row the goal that it reaches, or from where
	// on all is repeated.
	Then string
}

// PathTitle says what a path of a transition system is.
func PathTitle(sys *transition.System, p *transition.Path) string {
	if p.Loop == nil {
		return fmt.Sprintf("%s from an initial state to the goal %s", english.Count(len(p.Steps), "step"),
			sys.Goals[p.Goal].Name)
	}
	text := english.Count(len(p.Steps)-p.Loop.Back, "step") + " that can be repeated for ever"
	if p.Loop.Back > 0 {
		text = english.Count(p.Loop.Back, "step") + " from an initial state, then " + text
	}
	return text + ", against " + sys.Temporals[p.Goal].Name
}

// pathEnd is what stands in the last row.
func pathEnd(sys *transition.System, p *transition.Path) string {
	switch {
	case p.Loop == nil:
		return "goal: " + sys.Goals[p.Goal].Name
	case p.Loop.Recurs == term.None:
		return fmt.Sprintf("again as from state %d on", p.Loop.Back)
	}
	return fmt.Sprintf("the same steps as from state %d on, as %s again", p.Loop.Back,
		p.Loop.Terms.String(p.Loop.Recurs))
}

// NewPathTable lays out a path that was replayed.
func NewPathTable(sys *transition.System, p *transition.Path) PathTable {
	var t PathTable
	for _, v := range sys.Vars {
		t.Columns = append(t.Columns, v.Name)
	}
	column := map[term.Term]int{} // of inputs
	for i := range p.States {
		for _, in := range pathInputs(sys, p, i) {
			if _, ok := column[in.sym]; !ok {
				column[in.sym] = len(t.Columns)
				t.Columns = append(t.Columns, sys.Terms.Name(in.sym))
				t.Inputs++
			}
		}
	}
	for i, state := range p.States {
		row := PathRow{Cells: make([]string, len(t.Columns)), Then: pathEnd(sys, p)}
		if i < len(p.Steps) {
			row.Then = sys.Transitions[p.Steps[i].Transition].Name
		}
		if p.Loop != nil && i == p.Loop.Back {
			row.Then += ", from here on again and again"
		}
		for v, value := range state {
			if i == 0 || !value.Equal(p.States[i-1][v]) {
				row.Cells[v] = valueText(value)
			}
		}
		for _, in := range pathInputs(sys, p, i) {
			row.Cells[column[in.sym]] = valueText(in.value)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// pathInput is the value of an input.
type pathInput struct {
	sym   term.Term
	value term.Value
}

// pathInputs are the inputs of the step that leaves state i, or of the goal. Those that only say what the
// next value of a variable is are left out.
func pathInputs(sys *transition.System, p *transition.Path, i int) []pathInput {
	syms, values := inputsOf(sys, p, i)
	var out []pathInput
	for _, x := range syms {
		if _, ok := sys.Chosen[x]; ok {
			continue
		}
		v, ok := values[x]
		if !ok {
			v = sys.Terms.ZeroValue(sys.Terms.Sort(x))
		}
		out = append(out, pathInput{x, v})
	}
	return out
}

// inputsOf are the inputs of the step that leaves state i of a path, or of the goal, and their values. What
// the property of an infinite run speaks of is among them.
func inputsOf(sys *transition.System, p *transition.Path, i int) ([]term.Term, term.Map) {
	switch {
	case i == len(p.Steps) && p.Loop != nil:
		return nil, nil
	case i == len(p.Steps):
		return sys.Goals[p.Goal].Inputs, p.Inputs
	case p.Loop == nil:
		return sys.Transitions[p.Steps[i].Transition].Inputs, p.Steps[i].Inputs
	}
	t := &sys.Transitions[p.Steps[i].Transition]
	states := map[term.Term]bool{}
	for _, v := range sys.Vars {
		states[v.Sym], states[v.Next] = true, true
	}
	syms := sys.Terms.Symbols(sys.SpokenOf(t, &sys.Temporals[p.Goal])...)
	return slices.DeleteFunc(syms, func(x term.Term) bool { return states[x] }), p.Steps[i].Inputs
}

// valueText is a value for people: bit-vectors of at most 64 bits are unsigned numbers, longer ones
// hexadecimal; an array lists its elements.
func valueText(v term.Value) string {
	switch sort := v.Sort(); {
	case sort.IsBitVec() && sort.Width() <= 64:
		return fmt.Sprint(v.Uint64())
	case sort.IsBitVec():
		return fmt.Sprintf("0x%x", v.Big())
	case sort.IsInt():
		return v.Big().String()
	case sort.IsReal():
		if r := v.Rat(); !r.IsInt() {
			return r.String()
		}
		return new(big.Int).Set(v.Rat().Num()).String()
	case sort.IsArray():
		def, entries := v.Entries()
		var b strings.Builder
		b.WriteByte('[')
		for _, e := range entries {
			fmt.Fprintf(&b, "%s: %s, ", valueText(e.Index), valueText(e.Elem))
		}
		fmt.Fprintf(&b, "else %s]", valueText(def))
		return b.String()
	}
	return v.String()
}

// Path prints a path: as a table with a row for each state where that fits, else as a list of changes.
func Path(b *strings.Builder, sys *transition.System, p *transition.Path, o Options) {
	t := NewPathTable(sys, p)
	width := o.Width
	if width <= 0 {
		width = 100
	}
	b.WriteString(PathTitle(sys, p) + ":\n\n")
	text := t.wide()
	if longest(text) > width {
		text = t.list()
	}
	b.WriteString(text)
}

// longest is the number of characters of the longest line.
func longest(text string) int {
	n := 0
	for _, line := range strings.Split(text, "\n") {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// wide prints a column for each variable and input.
func (t *PathTable) wide() string {
	head := append(append([]string{"state"}, t.Columns...), "then")
	lines := [][]string{head}
	for i, r := range t.Rows {
		lines = append(lines, append(append([]string{fmt.Sprint(i)}, r.Cells...), r.Then))
	}
	return aligned(lines, func(column int) bool { return column < len(head)-1 })
}

// list prints a line for each change.
func (t *PathTable) list() string {
	var lines [][]string
	for i, r := range t.Rows {
		first := fmt.Sprintf("state %d", i)
		for c, cell := range r.Cells {
			if cell == "" {
				continue
			}
			name := t.Columns[c]
			if c >= len(t.Columns)-t.Inputs {
				name = "input " + name
			}
			lines = append(lines, []string{first, name, cell})
			first = ""
		}
		lines = append(lines, []string{first, "then", r.Then})
	}
	return aligned(lines, func(int) bool { return false })
}

// aligned prints cells in columns. Those of columns that right reports stand at the right.
func aligned(lines [][]string, right func(column int) bool) string {
	var width []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		var row strings.Builder
		for i, cell := range line {
			blank := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if right(i) {
				row.WriteString(blank + cell + "  ")
			} else {
				row.WriteString(cell + blank + "  ")
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return b.String()
}
