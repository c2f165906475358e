package lib_test

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// silent is a solver that knows nothing, and checks that levels are used properly.
type silent struct {
	t      testing.TB
	st     *term.Store
	levels int
}

func (s *silent) Assert(t term.Term) error {
	if !s.st.Sort(t).IsBool() {
		s.t.Error("assertion of another sort")
	}
	return nil
}
func (s *silent) Push() { s.levels++ }
func (s *silent) Pop() {
	if s.levels--; s.levels < 0 {
		s.t.Error("pop without push")
	}
}
func (s *silent) Check(context.Context, ...term.Term) smt.Result { return smt.Result{Status: smt.Sat} }
func (s *silent) Value(x term.Term) (term.Value, bool) {
	return s.st.ZeroValue(s.st.Sort(x)), true
}
func (s *silent) Failed() []term.Term { return nil }

// FuzzScript looks for scripts that break the interpreter, and for replies that are no S-expressions.
func FuzzScript(f *testing.F) {
	names, _ := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	for _, name := range names {
		if ar, err := txtar.ParseFile(name); err == nil {
			f.Add(string(ar.Files[0].Data))
		}
	}
	f.Add("(define-fun f ((x Real)) Real (/ x 2))(assert (> (f 3) 1 (- 2)))(check-sat)(get-value ((f 1)))")
	f.Add("(assert ((_ repeat 3)))((_ repeat))(assert (=> true))(assert ((_ int2bv 0) 3))")
	f.Fuzz(func(t *testing.T, script string) {
		if len(script) > 1<<12 {
			return
		}
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver, error) {
			left := 1 << 26
			st.SetBudget(func(n int) error {
				if left -= n; left < 0 {
					return errors.New("enough")
				}
				return nil
			})
			return &silent{t: t, st: st}, nil
		}})
		defer in.Close()
		var out strings.Builder
		if _, err := in.Run(context.Background(), strings.NewReader(script), &out); err != nil {
			t.Fatal(err)
		}
		rd := lib.NewReader(strings.NewReader(out.String()))
		for {
			n, err := rd.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatalf("%v in the replies %q", err, out.String())
			}
			again, err := lib.NewReader(strings.NewReader(n.String())).Next()
			if err != nil || again.String() != n.String() {
				t.Fatalf("%q is read as %q (%v)", n.String(), again.String(), err)
			}
		}
	})
}
