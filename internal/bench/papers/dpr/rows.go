package dpr

import (
	"fmt"

	programs "whittle.dev/internal/bench/gen/dpr"
)

// Row is a program of the evaluation.
type Row struct {
	// Name is "E 9" of MAX-3SAT, with the form and the number of variables, or "NFA 13 valid".
	Name     string
	Text     string
	Violated bool
	// Choices is the number of choices: there are 2^Choices paths.
	Choices int
	// Paper is the number of paths that the paper explores, or 0.
	Paper int
}

// published are the numbers of paths in table 1 of the paper, from 9 variables on.
var published = []int{44, 264, 140, 261, 1038, 965, 337, 2369, 2024, 1344, 669}

// Table1 lists MAX-3SAT in the given forms with 9 variables to so many, for each seed.
func Table1(forms []programs.Form, variables, seeds int) []Row {
	const first = 9
	var rows []Row
	for _, f := range forms {
		for n := first; n <= variables; n++ {
			for seed := range seeds {
				r := Row{Name: fmt.Sprintf("%s %d", f, n), Choices: n,
					Text: programs.MaxSat(f, n, uint64(seed+1))}
				if n-first < len(published) {
					r.Paper = published[n-first]
				}
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// accepted are the numbers of paths in table 2 of the paper.
var accepted = []int{22, 28, 39, 29, 26, 15, 13, 8, 28}

// Table2 lists the automaton with each sentence.
func Table2() []Row {
	var rows []Row
	for i, s := range programs.Sentences() {
		word := "invalid"
		if s.Valid {
			word = "valid"
		}
		r := Row{Name: fmt.Sprintf("NFA %d %s", len(s.Text), word), Text: programs.Automaton(s.Text),
			Violated: s.Valid, Choices: len(s.Text)}
		if i < len(accepted) {
			r.Paper = accepted[i]
		}
		rows = append(rows, r)
	}
	return rows
}
