package randprog

import (
	"fmt"
	"strings"
)

// checkMark stands for the place of a check until one is filled in.
const checkMark = "/*check*/"

// Outcomes is how many values of x and y a check tells apart.
const Outcomes = 16

// Check keeps one of the places of checks in a program and fills it with a check for each outcome, or, if
// only is not negative, for that outcome alone. Each check stands on a line of its own, the first on the line
// that is returned.
func Check(src string, choice, only int) (string, int) {
	return checkFor(src, choice, only, func(k int) string {
		return fmt.Sprintf("(x & 3) == %d && (y & 3) == %d", k/4, k%4)
	})
}

// SmallCheck is Check with conditions of several kinds.
func SmallCheck(src string, choice, only int) (string, int) {
	forms := []func(a, b int) string{
		func(a, b int) string { return fmt.Sprintf("(x & 3) == %d && (y & 3) == %d", a, b) },
		func(a, b int) string { return fmt.Sprintf("x == %d && y == %d", a, b) },
		func(a, b int) string { return fmt.Sprintf("x > %d && y < %d", a, b) },
		func(a, b int) string { return fmt.Sprintf("x - y == %d && x != %d", a-1, b) },
	}
	form := forms[choice>>8%len(forms)]
	return checkFor(src, choice, only, func(k int) string { return form(k/4, k%4) })
}

func checkFor(src string, choice, only int, outcome func(k int) string) (string, int) {
	n := choice % strings.Count(src, checkMark)
	parts := strings.Split(src, checkMark)
	before, after := strings.Join(parts[:n+1], ";"), strings.Join(parts[n+1:], ";")
	var b strings.Builder
	for k := range Outcomes {
		if only < 0 || k == only {
			fmt.Fprintf(&b, "\nif (%s) reach_error();", outcome(k))
		}
	}
	b.WriteByte('\n')
	return before + b.String() + after, strings.Count(before, "\n") + 2
}
