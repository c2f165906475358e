package native_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/testing/randscript"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestLogics compares random scripts of each logic, with levels and assumptions, with z3 and cvc5: no answer
// may contradict theirs, every model satisfies what is asserted and every core is one.
func TestLogics(t *testing.T) {
	for _, l := range randscript.Logics() {
		t.Run(l.Name, func(t *testing.T) {
			var scripts []*scripted
			for seed := range testflag.Seeds(6) {
				s := &scripted{seed: seed, text: randscript.New(l, rand.New(rand.NewPCG(uint64(seed), 17)))}
				scripts = append(scripts, s)
				s.answers = answers(solve(t, s.text))
				for _, a := range s.answers {
					if strings.HasPrefix(a, "(error") {
						s.fail(t, l, a)
					}
				}
			}
			compare(t, l, oracle{"z3", "(set-option :timeout 500)\n", []string{"-in"}}, scripts)
			compare(t, l, oracle{"cvc5", "", []string{"--lang=smt2", "--tlimit-per=300", "-i"}}, scripts)
			sat, unsat, unknown := 0, 0, 0
			for _, s := range scripts {
				for _, a := range s.answers {
					switch a {
					case "sat":
						sat++
					case "unsat":
						unsat++
					default:
						unknown++
						t.Logf("seed %d: %s", s.seed, a)
					}
				}
			}
			t.Logf("%d scripts: %d sat, %d unsat, %d unknown", len(scripts), sat, unsat, unknown)
			if sat == 0 || unsat == 0 {
				t.Error("the test shows nothing")
			}
		})
	}
}

// solve returns the replies to a script. Models and cores are checked.
func solve(t *testing.T, text string) string {
	in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver, error) {
		s := audit.New(st, native.New(st, native.Config{}), audit.Config{
			Report: func(err error) { t.Errorf("%v\n%s", err, text) }})
		return hurried{s}, nil
	}})
	defer in.Close()
	var out strings.Builder
	if _, err := in.Run(context.Background(), strings.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// hurried is a solver that gives up after a while. What it would have answered is not compared.
type hurried struct{ smt.Solver }

func (h hurried) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return h.Solver.Check(ctx, assumptions...)
}

// oracle is another solver.
type oracle struct {
	name, options string
	args          []string
}

// run returns the answers to scripts, by one process for all of them. If it dies they are fewer.
func (o oracle) run(scripts []*scripted) [][]string {
	var input bytes.Buffer
	for _, s := range scripts {
		fmt.Fprintf(&input, "(reset)\n%s%s(echo \"next\")\n", o.options, s.text)
	}
	cmd := exec.Command(o.name, o.args...)
	cmd.Stdin = &input
	out, _ := cmd.Output() // how it ends says nothing about the answers before
	replies := strings.Split(strings.ReplaceAll(string(out), `"next"`, "next"), "next\n")
	var all [][]string
	for _, reply := range replies[:min(len(replies)-1, len(scripts))] {
		all = append(all, answers(reply))
	}
	return all
}

// compare asks another solver about all scripts. Old versions of cvc5 crash, or take what was said before
// (reset) into account: what contradicts us is asked again by itself.
func compare(t *testing.T, l randscript.Logic, o oracle, scripts []*scripted) {
	if _, err := exec.LookPath(o.name); err != nil {
		t.Log(err)
		return
	}
	crashes := 0
	for len(scripts) > 0 {
		batch := scripts[:min(50, len(scripts))]
		theirs := o.run(batch)
		for i, a := range theirs {
			if batch[i].contradiction(a) == "" {
				continue
			}
			if again := o.run(batch[i : i+1]); len(again) == 1 && batch[i].contradiction(again[0]) != "" {
				batch[i].fail(t, l, o.name+": "+batch[i].contradiction(again[0]))
			}
		}
		if len(theirs) < len(batch) { // it died of the script that follows
			crashes++
			theirs = append(theirs, nil)
		}
		scripts = scripts[len(theirs):]
	}
	if crashes > 0 {
		t.Logf("%s crashed %d times", o.name, crashes)
	}
}

// answers returns the answers and errors among replies.
func answers(reply string) []string {
	var out []string
	for line := range strings.Lines(reply) {
		line = strings.TrimSpace(line)
		if line == "sat" || line == "unsat" || line == "unknown" || strings.HasPrefix(line, "(error") {
			out = append(out, line)
		}
	}
	return out
}

// scripted is a script with our answers.
type scripted struct {
	seed    int64
	text    string
	answers []string
}

// contradiction says where the answers of another solver contradict ours, or nothing.
func (s *scripted) contradiction(theirs []string) string {
	if len(theirs) != len(s.answers) {
		return fmt.Sprintf("%v, and we say %v", theirs, s.answers)
	}
	for k, a := range s.answers {
		if b := theirs[k]; a != b && a != "unknown" && b != "unknown" {
			return fmt.Sprintf("%s to check %d, and we say %s", b, k+1, a)
		}
	}
	return ""
}

// fail reports a script, and keeps it.
func (s *scripted) fail(t *testing.T, l randscript.Logic, what string) {
	t.Helper()
	file := filepath.Join(os.TempDir(), fmt.Sprintf("whittle-%s-%d.smt2", l.Name, s.seed))
	if err := os.WriteFile(file, []byte(s.text), 0o644); err != nil {
		t.Log(err)
	}
	t.Errorf("seed %d: %s (%s)", s.seed, what, file)
}
