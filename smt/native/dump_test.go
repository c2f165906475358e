package native

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
	"whittle.dev/term"
)

// TestDump writes the benchmarks as files for other solvers: the miters as CNF and SMT-LIB, and the small
// queries. With
// -artifacts they are kept.
func TestDump(t *testing.T) {
	if !testflag.Deep() {
		t.Skip("only with -scale")
	}
	dir := t.ArtifactDir()
	write := func(name string, f func(w *bufio.Writer)) {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		w := bufio.NewWriter(file)
		f(w)
		w.Flush()
	}
	for i, m := range miters {
		st := term.NewStore()
		f := m.mk(st)
		write(fmt.Sprintf("miter%02d.smt2", i), func(w *bufio.Writer) {
			fmt.Fprintf(w, "; %s\n(set-logic QF_BV)\n%s", m.name, script(st, []term.Term{f}))
		})
		p := &recorder{}
		s := New(st, Config{SAT: sat.Config{Proof: p}})
		s.Assert(f)
		s.enc.encode()
		write(fmt.Sprintf("miter%02d.cnf", i), func(w *bufio.Writer) {
			fmt.Fprintf(w, "p cnf %d %d\n", s.enc.cnf.sat.NumVars(), len(p.clauses))
			for _, c := range p.clauses {
				for _, l := range c {
					fmt.Fprint(w, l.Dimacs(), " ")
				}
				fmt.Fprintln(w, 0)
			}
		})
	}
	for _, width := range []int{8, 32} {
		write(fmt.Sprintf("small%d.smt2", width), func(w *bufio.Writer) {
			newStream(term.NewStore(), width, 1).print(w, 4000)
		})
	}
}

// recorder keeps the clauses that were added.
type recorder struct{ clauses [][]sat.Lit }

func (r *recorder) Input(c []sat.Lit) { r.clauses = append(r.clauses, append([]sat.Lit(nil), c...)) }
func (r *recorder) Axiom([]sat.Lit)   {}
func (r *recorder) Learn([]sat.Lit)   {}
func (r *recorder) Delete([]sat.Lit)  {}
