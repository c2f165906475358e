package exists_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/exists"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// six are queries of state coverage after one, two and three rounds at 8, 16 and 32 bits: the runs with one
// more round of the first program are covered, those of the second with one round less are not.
var six = []struct {
	program   program
	w, k1, k2 int
	want      smt.Status
}{
	{programs[4], 8, 2, 1, smt.Unsat},
	{programs[4], 16, 3, 2, smt.Unsat},
	{programs[4], 32, 4, 3, smt.Unsat},
	{programs[1], 8, 1, 2, smt.Sat},
	{programs[1], 16, 2, 3, smt.Sat},
	{programs[1], 32, 3, 4, smt.Sat},
}

// decide asks q in a solver of its own.
func decide(t testing.TB, st *term.Store, q query) smt.Result {
	t.Helper()
	s := newSolver(t, st, exists.Config{})
	defer s.Close()
	for _, g := range q.ground {
		if err := s.Assert(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AssertForAll(q.bound, q.body); err != nil {
		t.Fatal(err)
	}
	return s.Check(context.Background())
}

// TestSix prints what the six queries take, and with -scale what other solvers take.
func TestSix(t *testing.T) {
	others := [][]string{{"z3", "-in", "-smt2"}, {"cvc5", "--lang", "smt2"}}
	for _, x := range six {
		st := term.NewStore()
		q := x.program.query(st, x.w, x.k1, x.k2)
		start := time.Now()
		r := decide(t, st, q)
		line := fmt.Sprintf("%-32s %-6v %6.3f s", q.name, r, time.Since(start).Seconds())
		if r.Status != x.want {
			t.Errorf("%s: %v, want %v", q.name, r, x.want)
		}
		for _, command := range others {
			if testflag.Deep() {
				answer, took := ask(t, script(st, q), command)
				line += fmt.Sprintf("   %s: %s %.3f s", command[0], answer, took.Seconds())
				if answer != "no answer" && answer != x.want.String() {
					t.Errorf("%s: %s says %s", q.name, command[0], answer)
				}
			}
		}
		t.Log(line)
	}
}

// script returns q as SMT-LIB commands.
func script(st *term.Store, q query) string {
	w := lib.NewWriter(st, false)
	w.Raw("(set-logic BV)\n")
	for _, g := range q.ground {
		w.Assert(g)
	}
	w.AssertForAll(q.bound, q.body)
	w.Raw("(check-sat)\n")
	return w.Take()
}

// ask runs another solver for at most 20 seconds, and returns its time of CPU.
func ask(t *testing.T, script string, command []string) (string, time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip(command[0] + " is not installed")
	}
	answer := strings.TrimSpace(string(out))
	if answer != "sat" && answer != "unsat" {
		answer = "no answer"
	}
	return answer, cmd.ProcessState.UserTime()
}

// BenchmarkSix decides the six queries.
func BenchmarkSix(b *testing.B) {
	for _, x := range six {
		b.Run(fmt.Sprintf("%s/%d-bits/%d-in-%d", x.program.name, x.w, x.k1, x.k2), func(b *testing.B) {
			for range b.N {
				st := term.NewStore()
				if r := decide(b, st, x.program.query(st, x.w, x.k1, x.k2)); r.Status != x.want {
					b.Fatal(r)
				}
			}
		})
	}
}
