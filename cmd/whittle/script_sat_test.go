package main

import (
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// pigeons makes a formula that says that n+1 pigeons sit in n holes alone: short
// and, from 11 holes on, out of reach for resolution.
func pigeons(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: pigeons file holes")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	at := func(pigeon, hole int) sat.Var { return sat.Var(pigeon*n + hole + 1) }
	var clauses [][]sat.Lit
	for p := range n + 1 {
		var somewhere []sat.Lit
		for h := range n {
			somewhere = append(somewhere, at(p, h).Pos())
			for q := range p {
				clauses = append(clauses, []sat.Lit{at(p, h).Neg(), at(q, h).Neg()})
			}
		}
		clauses = append(clauses, somewhere)
	}
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	defer f.Close()
	w := dimacs.NewWriter(f)
	w.Header(dimacs.Header{Vars: n * (n + 1), Clauses: len(clauses)})
	for _, c := range clauses {
		w.Clause(c...)
	}
	ts.Check(w.Flush())
}
