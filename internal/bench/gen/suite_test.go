package gen

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/sat/dimacs"
	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// checkSuite looks at what all suites have in common.
func checkSuite(t *testing.T, suite []Instance, read func(t *testing.T, text []byte, want Answer)) {
	t.Helper()
	names := map[string]bool{}
	texts := map[[32]byte]string{}
	good := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, in := range suite {
		if names[in.Name] || !good.MatchString(in.Name) || !strings.HasPrefix(in.Name, in.Family+"-") {
			t.Errorf("the name %q is there twice, or odd", in.Name)
		}
		names[in.Name] = true
		var one, two bytes.Buffer
		if err := in.Write(&one); err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		if err := in.Write(&two); err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s is not the same the second time", in.Name)
		}
		_, body, _ := bytes.Cut(one.Bytes(), []byte("\n"))
		sum := sha256.Sum256(body)
		if other := texts[sum]; other != "" {
			t.Errorf("%s and %s are the same", other, in.Name)
		}
		texts[sum] = in.Name
		read(t, one.Bytes(), in.Want)
	}
}

func TestFormulas(t *testing.T) {
	suite := Formulas()
	if len(suite) < 64 {
		t.Errorf("%d formulas, want at least 64", len(suite))
	}
	answers := map[Answer]int{}
	checkSuite(t, suite, func(t *testing.T, text []byte, want Answer) {
		answers[want]++
		in := dimacs.NewReader(bytes.NewReader(text), "formula")
		for {
			_, err := in.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if w := in.Warnings(); len(w) > 0 {
			t.Error(w)
		}
	})
	if answers[Sat] < len(suite)/3 || answers[Unsat] < len(suite)/3 {
		t.Errorf("answers %v: out of balance", answers)
	}
}

func TestScripts(t *testing.T) {
	suite := Scripts()
	if n := len(suite) + len(Programs()); n < 105 || len(Programs()) < 40 {
		t.Errorf("%d scripts, %d of the engine, want at least 105 and 40", n, len(Programs()))
	}
	checkSuite(t, suite, func(t *testing.T, text []byte, _ Answer) {
		// All but the check must be understood without an error.
		text = bytes.Replace(text, []byte("(check-sat)"), nil, 1)
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
			error) {
			return native.New(st, native.Config{}), nil
		}})
		defer in.Close()
		var out strings.Builder
		if _, err := in.Run(context.Background(), bytes.NewReader(text), &out); err != nil || out.Len() > 0 {
			t.Errorf("%v: %s", err, out.String())
		}
	})
}

func TestPrograms(t *testing.T) {
	names := map[string]bool{}
	for _, q := range append(Programs(), BitPrograms()...) {
		if strings.Contains(q.Source, "$") {
			t.Errorf("%s has an open place:\n%s", q.Name, q.Source)
		}
		names[q.Name] = true
	}
	if len(names) < len(Programs()) {
		t.Error("two programs have one name")
	}
}

func TestWriteAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	suite := Formulas()[:3]
	for range 2 { // the second time files are replaced
		if err := WriteAll(context.Background(), dir, ".cnf", suite); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 3 {
		t.Errorf("%d files, want 3 (%v)", len(files), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := WriteAll(ctx, dir, ".cnf", suite); err == nil {
		t.Error("the context is not looked at")
	}
	if err := WriteAll(context.Background(), filepath.Join(dir, files[0].Name()), ".cnf", suite); err == nil {
		t.Error("a file is taken for a folder")
	}
}

func TestQueries(t *testing.T) {
	for _, width := range []int{8, 32} {
		var texts [2]bytes.Buffer
		for i := range texts {
			st := term.NewStore()
			queries := NewQueries(st, width, 1).Take(300)
			if err := WriteQueries(&texts[i], st, queries); err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				continue
			}
			for _, q := range queries {
				if st.IsConst(st.And(q[:]...)) {
					t.Error("the constructors decide a query")
				}
			}
		}
		if texts[0].String() != texts[1].String() {
			t.Error("two streams of one seed differ")
		}
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
			error) {
			return native.New(st, native.Config{}), nil
		}})
		var out strings.Builder
		if _, err := in.Run(context.Background(), &texts[0], &out); err != nil {
			t.Fatal(err)
		}
		in.Close()
		sat, unsat := strings.Count(out.String(), "sat\n")-strings.Count(out.String(), "unsat\n"),
			strings.Count(out.String(), "unsat\n")
		if sat+unsat != 300 || sat < 100 || unsat < 100 {
			t.Errorf("width %d: %d satisfiable and %d unsatisfiable of 300", width, sat, unsat)
		}
	}
}
