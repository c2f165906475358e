package script

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// family is an instance of a family whose answer is known from its definition.
type family struct {
	name, want string
	make       func() *Script
}

// checkFamilies compares known answers with those of our solver and, where it is there, z3.
func checkFamilies(t *testing.T, small []family) {
	t.Helper()
	z3, _ := exec.LookPath("z3")
	for _, c := range small {
		t.Run(c.name, func(t *testing.T) {
			var text, again bytes.Buffer
			if err := c.make().Write(&text, c.want); err != nil {
				t.Fatal(err)
			}
			if err := c.make().Write(&again, c.want); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(text.Bytes(), again.Bytes()) {
				t.Error("two scripts of the same parameters differ")
			}
			in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
				error) {
				return native.New(st, native.Config{}), nil
			}})
			defer in.Close()
			var out strings.Builder
			if _, err := in.Run(context.Background(), &again, &out); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(out.String()); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if z3 == "" {
				return
			}
			file := filepath.Join(t.TempDir(), "f.smt2")
			if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			said, _ := exec.Command(z3, "-T:20", file).CombinedOutput()
			if got := strings.TrimSpace(string(said)); got != c.want {
				t.Errorf("z3 says %s, want %s", got, c.want)
			}
		})
	}
}
