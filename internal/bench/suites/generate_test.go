package suites

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/bench/gen"
	"whittle.dev/internal/bench/gen/program"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// smallPrograms has programs of every family.
func smallPrograms() []program.Program {
	return []program.Program{
		program.LostUpdate(2, 2, program.Unlocked), program.LostUpdate(2, 2, program.Locked),
		program.LostUpdate(2, 2, program.Atomic),
		program.LeastUpdate(2, 2, 2), program.LeastUpdate(2, 2, 3), program.Growth(2, 0),
		program.Growth(2, -1),
		program.Transfers(2, 2, program.Unlocked),
		program.Stack(2, false), program.Stack(3, true),
		program.Sort(3, false), program.Sort(4, true), program.Insert(3), program.Search(2),
		program.Checksum(2, true),
		program.Root(6), program.Power(4, 3, 13), program.Divide(5, false), program.Divide(7, true),
		program.Collatz(8, 6, 3),
		program.Mixing(8, 1, 77), program.Mixing(8, 2, 1<<20), program.Words(4),
	}
}

// TestPrograms compares the verdicts about small programs with what the families
// promise, and the scripts of all questions with what z3 says to them.
func TestPrograms(t *testing.T) {
	z3, _ := exec.LookPath("z3")
	asked := 0
	for _, p := range smallPrograms() {
		t.Run(p.Name, func(t *testing.T) {
			dir := t.TempDir()
			source := filepath.Join(dir, "p.c")
			if err := os.WriteFile(source, []byte(p.Source), 0o644); err != nil {
				t.Fatal(err)
			}
			scripts := filepath.Join(dir, "scripts")
			out, err := run.Check(context.Background(),
				run.Task{Files: []string{source}, Property: string(property.UnreachCall)},
				run.Options{MaxUnwind: 16, DumpSMT2: scripts})
			if err != nil {
				t.Fatal(err)
			}
			want := property.False
			if p.Holds {
				want = property.True
			}
			if out.Verdict.Kind != want {
				t.Errorf("the verdict is %v (%s)\n%s", out.Verdict, out.Result.Why, p.Source)
			}
			if z3 == "" {
				return
			}
			names, err := filepath.Glob(filepath.Join(scripts, "*.smt2"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				said, _ := exec.Command(z3, "-T:2", name).CombinedOutput()
				answer := strings.TrimSpace(string(said))
				if answer == "timeout" {
					continue
				}
				// The limit may be hit between the answer and the end of z3.
				answer = strings.TrimSuffix(answer, "\ntimeout")
				asked++
				if !bytes.Contains(text, []byte("(set-info :status "+answer+")")) {
					t.Errorf("%s: z3 says %s", filepath.Base(name), answer)
				}
			}
		})
	}
	if z3 != "" && asked < len(smallPrograms()) {
		t.Errorf("only %d scripts were compared", asked)
	}
}

// TestBitLevel decides formulas made of the engine's questions.
func TestBitLevel(t *testing.T) {
	for _, p := range []program.Program{program.LostUpdate(2, 2, program.Unlocked),
		program.LeastUpdate(2, 2, 2), program.Sort(3, false), program.Divide(7, true)} {
		q := gen.Question{Program: p, Want: gen.Sat}
		want := sat.Sat
		if p.Holds {
			q.Want, want = gen.Unsat, sat.Unsat
		}
		in := bitLevel(question(context.Background(), q))
		var one, two bytes.Buffer
		if err := in.Write(&one); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if err := in.Write(&two); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s is not the same the second time", p.Name)
		}
		s := sat.New(sat.Config{})
		r := dimacs.NewReader(&one, p.Name)
		h, err := r.Header()
		if err != nil {
			t.Fatal(err)
		}
		for range h.Vars {
			s.NewVar()
		}
		for range h.Clauses {
			clause, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			s.AddClause(clause...)
		}
		if got := s.Solve(context.Background()); got != want {
			t.Errorf("%s: %v, want %v", p.Name, got, want)
		}
	}
}
