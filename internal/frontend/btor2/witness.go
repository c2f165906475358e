package btor2

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// maxIndex is the width of the indices of arrays that a witness lists element by element. The default value
// of a larger array stands under [*], which is what btormc writes.
const maxIndex = 10

// WriteWitness prints a path that was replayed in sys, which Read has made of the text, in the witness
// format: the states that the file gives no initial value, in each frame those that it gives no next value,
// and all inputs. The error is one of writing.
func WriteWitness(w io.Writer, sys *transition.System, text []byte, p *transition.Path) error {
	inits, nexts, err := equations(text)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "sat\nb%d\n", sys.Goals[p.Goal].Number)
	for k, state := range p.States {
		var lines []string
		for v, value := range state {
			if !nexts[v] || k == 0 && !inits[v] {
				lines = append(lines, assignments(sys.Terms, v, value, sys.Vars[v].Name, "#", k)...)
			}
		}
		if k == 0 || len(lines) > 0 {
			fmt.Fprintf(out, "#%d\n%s", k, strings.Join(lines, ""))
		}
		fmt.Fprintf(out, "@%d\n", k)
		given := p.Inputs
		if k < len(p.Steps) {
			given = p.Steps[k].Inputs
		}
		for i, x := range sys.Goals[p.Goal].Inputs {
			value, ok := given[x]
			if !ok {
				value = sys.Terms.ZeroValue(sys.Terms.Sort(x))
			}
			for _, line := range assignments(sys.Terms, i, value, sys.Terms.Name(x), "@", k) {
				out.WriteString(line)
			}
		}
	}
	out.WriteString(".\n")
	return out.Flush()
}

// equations says which states of a file have an initial value, and which a next one.
func equations(text []byte) (inits, nexts []bool, err error) {
	r := newReader(&source.Files{}, "")
	if _, err := r.read(text); err != nil {
		return nil, nil, err
	}
	for v := range r.inits {
		inits = append(inits, r.inits[v] != term.None)
		nexts = append(nexts, r.nexts[v] != term.None)
	}
	return inits, nexts, nil
}

// assignments are the lines that give a state or an input its value.
func assignments(st *term.Store, number int, v term.Value, name, mark string, frame int) []string {
	symbol := fmt.Sprintf("%s%s%d", name, mark, frame)
	if !v.Sort().IsArray() {
		return []string{fmt.Sprintf("%d %s %s\n", number, binary(v), symbol)}
	}
	index, _ := st.ArrayParts(v.Sort())
	def, entries := v.Entries()
	elements := map[uint64]term.Value{}
	var out []string
	line := func(index string, e term.Value) {
		out = append(out, fmt.Sprintf("%d [%s] %s %s\n", number, index, binary(e), symbol))
	}
	if index.Width() > maxIndex {
		line("*", def)
		for _, e := range entries {
			line(binary(e.Index), e.Elem)
		}
		return out
	}
	for _, e := range entries {
		elements[e.Index.Uint64()] = e.Elem
	}
	for i := range uint64(1) << index.Width() {
		e, ok := elements[i]
		if !ok {
			e = def
		}
		line(fmt.Sprintf("%0*b", index.Width(), i), e)
	}
	return out
}

// binary is a word as digits, the highest bit first.
func binary(v term.Value) string {
	if v.Sort().IsBool() {
		return fmt.Sprint(v.Uint64())
	}
	return fmt.Sprintf("%0*b", v.Sort().Width(), v.Big())
}
