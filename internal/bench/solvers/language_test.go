package solvers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/bench/process"
)

func TestLanguage(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("x", 1<<17)
	writeFiles(t, dir, map[string]string{
		"a.cnf": "c a\nc status unsat\np cnf 0 0\n", "b.cnf": "p cnf 0 0\nc status unsat\n",
		"a.smt2": "; " + long + "(set-info :status unsat)\n(set-info :status sat)\n(assert " +
			"true)\n(check-sat)\n(exit)\n",
		"b.smt2": "(check-sat)\n(set-info :status sat)\n(check-sat-assuming (p))\n",
		"c.smt2": "(check-sat)\n",
	})
	for name, want := range map[string]string{"a.cnf": "unsat", "b.cnf": "", "a.smt2": "sat",
		"b.smt2": "unknown sat", "c.smt2": ""} {
		l := DIMACS
		if filepath.Ext(name) == ".smt2" {
			l = SMTLIB
		}
		if got, err := l.expected(filepath.Join(dir, name)); got != want || err != nil {
			t.Errorf("%s: expected %q (%v), want %q", name, got, err, want)
		}
	}
	for _, c := range []struct {
		l      Language
		u      process.Usage
		answer string
	}{
		{DIMACS, process.Usage{Exit: 10}, "sat"}, {DIMACS, process.Usage{Exit: 20}, "unsat"},
		{DIMACS, process.Usage{Exit: 0}, "unknown"}, {DIMACS, process.Usage{Exit: 1}, "unknown"},
		{SMTLIB, process.Usage{Stdout: []byte("sat\n(model)\nunsat\n")}, "sat unsat"},
		{SMTLIB, process.Usage{Stdout: []byte("(error \"x\")\nsat\n")}, "unknown"},
		{SMTLIB, process.Usage{Stdout: []byte("timeout\n")}, "unknown"},
		{SMTLIB, process.Usage{Exit: 1, Stdout: []byte("unsat\n")}, "unsat"},
	} {
		if got, _ := c.l.answer(c.u); got != c.answer {
			t.Errorf("%v %+v: %q, want %q", c.l, c.u, got, c.answer)
		}
	}
	if _, err := DIMACS.Contender("no-such-solver"); err == nil {
		t.Error("a solver that is not there")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, err := DIMACS.Contender("me=" + exe + " -x --y=z")
	if err != nil || got.Name != "me" || strings.Join(got.Command[1:], " ") != "-x --y=z" {
		t.Errorf("got %+v (%v)", got, err)
	}
	got, err = DIMACS.Contender(exe + " --y=z")
	if err != nil || got.Name != exe {
		t.Errorf("got %+v (%v)", got, err)
	}
	if _, err := ParseLanguage("qbf"); err == nil {
		t.Error("a language that does not exist")
	}
	c := Race{}
	if _, err := c.Files([]string{dir, dir}); err == nil {
		t.Error("two files of one name are taken")
	}
}
