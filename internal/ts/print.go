package ts

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/source"
)

// Fprint prints a system for people: variables, then the instructions of each process, then the goals.
func Fprint(w io.Writer, s *System) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%d variables, %d processes, %d instructions, %d goals\n", len(s.Vars), len(s.Processes),
		len(s.Instructions), len(s.Goals))
	for v := range s.Vars {
		x := &s.Vars[v]
		owner := "shared"
		if x.Owner != Shared {
			owner = "of " + s.Processes[x.Owner].Name
		}
		fmt.Fprintf(b, "var %s %s %s = %s\n", x.Name, s.Terms.SortString(s.Terms.Sort(x.Sym)), owner,
			s.Terms.String(x.Init))
	}
	for p := range s.Processes {
		fmt.Fprintf(b, "process %s\n", s.Processes[p].Name)
		for i := range s.Instructions {
			if in := &s.Instructions[i]; in.Process == p {
				s.printInstruction(b, i, in)
			}
		}
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		fmt.Fprintf(b, "goal %s %s at %s.%d when %s%s\n", g.Kind, quoted(g.What), s.Processes[g.Process].Name,
			g.At, s.Terms.String(g.Guard), s.where(g.Pos))
		fmt.Fprintf(b, "    over %s\n", s.varNames(s.GoalVars(g)))
	}
	return b.Flush()
}

func (s *System) printInstruction(w io.Writer, i int, in *Instruction) {
	fmt.Fprintf(w, "  l%d: %d -> %d", i, in.From, in.To)
	if in.Text != "" {
		fmt.Fprintf(w, " %s", in.Text)
	}
	fmt.Fprintf(w, "%s\n", s.where(in.Pos))
	if !s.Terms.IsTrue(in.Guard) {
		fmt.Fprintf(w, "      when %s\n", s.Terms.String(in.Guard))
	}
	for _, u := range in.Updates {
		fmt.Fprintf(w, "      %s := %s\n", s.Vars[u.Var].Name, s.Terms.String(u.Value))
	}
	if r := append(s.names(in.Reads), s.elements(in.ElemReads)...); len(r) > 0 {
		fmt.Fprintf(w, "      reads %s\n", strings.Join(r, ", "))
	}
	if r := append(s.names(in.Writes), s.elements(in.ElemWrites)...); len(r) > 0 {
		fmt.Fprintf(w, "      writes %s\n", strings.Join(r, ", "))
	}
}

func (s *System) names(vars []int) []string {
	var out []string
	for _, v := range vars {
		out = append(out, s.Vars[v].Name)
	}
	return out
}

func (s *System) varNames(vars []int) string { return strings.Join(s.names(vars), ", ") }

func (s *System) elements(list []Element) []string {
	var out []string
	for _, e := range list {
		out = append(out, s.Vars[e.Var].Name+"["+s.Terms.String(e.Index)+"]")
	}
	return out
}

func (s *System) where(p source.Pos) string {
	if !p.IsValid() || s.Files == nil {
		return ""
	}
	return " ; " + s.Files.Format(p)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf("%q", s)
}

// InstructionName names an instruction by its process and line: "look_up:28".
func (s *System) InstructionName(in *Instruction) string {
	return fmt.Sprintf("%s:%d", s.Processes[in.Process].Name, in.Pos.Line)
}
