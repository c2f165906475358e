package slab

import (
	"fmt"

	"whittle.dev/internal/ts/transition"
)

// Row is a line of a table: a system, what is known of it, and what the paper measured.
type Row struct {
	// Name is that of the paper where it has one, with what distinguishes our variants: "Bakery 3 A pair".
	Name   string
	Family string
	// Size is the number of cells or processes.
	Size int
	Safe bool
	// Paper is what table 2 says of the system, Paper.Iterations is 0 where it says nothing. Of our variants
	// of a benchmark each stands beside its figures.
	Paper Figures
	// System makes the system, a new one with each call.
	System func() *transition.System
}

// Figures are those of a line of table 2. Seconds are -1 for a timeout and 0 where the tool is not
// applicable.
type Figures struct {
	Iterations        int
	Slab, ARMC, Blast float64 // seconds
}

// table2 are the figures of the paper, by family and size.
var table2 = map[string]Figures{
	"Deque 5": {6, 1.34, 3.80, 2.23}, "Deque 6": {6, 1.92, 27.65, 5.64}, "Deque 7": {8, 2.70, 255.63, 13.64},
	"Deque 8": {8, 3.15, 1277.85, 36.63}, "Deque 9": {10, 4.80, -1, 90.17},
	"Bakery 2": {29, 6.30, 2.56, 9.26}, "Bakery 3": {47, 33.53, 24.97, 1943.17},
	"Bakery 4": {71, 128.53, 988.69, -1}, "Bakery 5": {96, 376.56, -1, -1},
	"Fischer 2": {42, 9.26, 3.37, 0}, "Fischer 3": {335, 126.05, 339.21, 0},
	"Fischer 4": {2832, 2605.85, -1, 0},
}

// Table2 are the benchmarks of table 2 in all variants.
func Table2() []Row {
	var rows []Row
	for n := 5; n <= 9; n++ {
		rows = append(rows, deques(n)...)
	}
	for n := 2; n <= 5; n++ {
		rows = append(rows, bakeries(n)...)
	}
	for n := 2; n <= 4; n++ {
		rows = append(rows, fischers(n)...)
	}
	return rows
}

// Larger are the sizes beyond the paper's.
func Larger() []Row {
	rows := deques(16)
	rows = append(rows, bakeries(7)...)
	return append(rows, fischers(6)...)
}

// Elevators are the elevator as printed and corrected.
func Elevators() []Row {
	return []Row{
		row("Elevator", 0, "printed", true, Elevator{}),
		row("Elevator", 0, "corrected", true, Elevator{Corrected: true}),
	}
}

// Broken are small systems of each family that reach their error.
func Broken() []Row {
	rows := []Row{
		row("Elevator", 0, "broken", false, Elevator{Broken: true}),
		row("Deque", 5, "two segments broken", false, Deque{Cells: 5, Error: TwoSegments, Broken: true}),
		row("Deque", 6, "full broken", false, Deque{Cells: 6, Broken: true}),
	}
	for _, v := range bakeryVariants {
		rows = append(rows, row("Bakery", 2, v.letter+" pair broken", false,
			Bakery{Processes: 2, Variant: v.variant, Broken: true}))
	}
	return append(rows,
		row("Bakery", 3, "A broken", false, Bakery{Processes: 3, AllPairs: true, Broken: true}),
		row("Fischer", 2, "pair broken", false, Fischer{Processes: 2, Broken: true}),
		row("Fischer", 3, "all parametric broken", false,
			Fischer{Processes: 3, Parametric: true, AllPairs: true, Broken: true}))
}

func deques(n int) []Row {
	return []Row{
		row("Deque", n, "", true, Deque{Cells: n}),
		row("Deque", n, "two segments", true, Deque{Cells: n, Error: TwoSegments}),
	}
}

var bakeryVariants = []struct {
	letter  string
	variant BakeryVariant
}{{"A", Atomic}, {"B", Requesting}, {"C", TwoSteps}, {"D", Successor}}

func bakeries(n int) []Row {
	var rows []Row
	for _, v := range bakeryVariants {
		pair := Bakery{Processes: n, Variant: v.variant}
		rows = append(rows, row("Bakery", n, v.letter+" pair", true, pair))
		if n > 2 {
			rows = append(rows, row("Bakery", n, v.letter, true,
				Bakery{Processes: n, Variant: v.variant, AllPairs: true}))
		}
	}
	return rows
}

func fischers(n int) []Row {
	var rows []Row
	for _, parametric := range []bool{false, true} {
		what := ""
		if parametric {
			what = " parametric"
		}
		pair := Fischer{Processes: n, Parametric: parametric}
		rows = append(rows, row("Fischer", n, "pair"+what, true, pair))
		if n > 2 {
			rows = append(rows, row("Fischer", n, "all"+what, true,
				Fischer{Processes: n, Parametric: parametric, AllPairs: true}))
		}
	}
	return rows
}

// row makes a row. A family without a size has size 0.
func row(family string, n int, what string, safe bool, s interface{ System() *transition.System }) Row {
	r := Row{Name: family, Family: family, Size: n, Safe: safe, System: s.System}
	if n > 0 {
		r.Name = fmt.Sprintf("%s %d", family, n)
	}
	if safe {
		r.Paper = table2[r.Name]
	}
	if what != "" {
		r.Name += " " + what
	}
	return r
}
