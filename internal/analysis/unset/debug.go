package unset

import "fmt"

func (r *Result) Debug() {
	for _, proc := range r.prog.Procs {
		for _, e := range proc.Edges {
			if r.uses[e] || r.args[e] {
				fmt.Println("   use", r.prog.Files.Format(e.Pos), e.Text, r.prog.OpString(e.Op))
			}
			if r.loads[e] {
				fmt.Println("   load", r.prog.Files.Format(e.Pos), e.Text, r.prog.OpString(e.Op))
			}
		}
	}
}
