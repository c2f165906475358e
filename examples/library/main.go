package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func main() {
	script := flag.Bool("script", false, "print a script")
	flag.Parse()
	if err := run(os.Stdout, *script, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "library:", err)
		os.Exit(2)
	}
}

// maxBytes bounds what the terms may take.
const maxBytes = 1 << 28

func run(w io.Writer, script bool, args []string) (err error) {
	defer term.Recover(&err) // a formula can be much larger than its text
	st := term.NewStore()
	left := maxBytes
	st.SetBudget(func(bytes int) error {
		if left -= bytes; left < 0 {
			return errors.New("the formula is too large")
		}
		return nil
	})
	formula, err := read(st, args)
	if err != nil {
		return err
	}
	if script {
		return lib.WriteScript(w, st, "ALL", formula)
	}
	return decide(w, st, formula)
}

// read declares symbols and returns the conjunction of the formulas.
func read(st *term.Store, args []string) (term.Term, error) {
	formula := st.True()
	for _, arg := range args {
		name, text, declares := strings.Cut(arg, "=")
		declares = declares && !strings.ContainsAny(name, "( ")
		if !declares {
			text = arg
		}
		n, err := lib.NewReader(strings.NewReader(text)).Next()
		if err != nil {
			return term.None, err
		}
		if declares {
			sort, err := lib.ParseSort(st, n)
			if err != nil {
				return term.None, err
			}
			st.Symbol(name, sort)
			continue
		}
		t, err := lib.ParseTerm(st, n)
		if err != nil {
			return term.None, err
		}
		if !st.Sort(t).IsBool() {
			return term.None, fmt.Errorf("%s is not of sort Bool", text)
		}
		formula = st.And(formula, t)
	}
	return formula, nil
}

// decide prints the answer of the solver, and a model.
func decide(w io.Writer, st *term.Store, formula term.Term) error {
	s := native.New(st, native.Config{})
	if err := s.Assert(formula); err != nil {
		return err
	}
	r := s.Check(context.Background())
	fmt.Fprintln(w, r)
	if r.Status != smt.Sat {
		return nil
	}
	for _, x := range st.Symbols(formula) {
		if v, ok := s.Value(x); ok {
			fmt.Fprintf(w, "%s = %v\n", st.Name(x), v)
		}
	}
	return nil
}
