package property

import "fmt"

// Fairness says which executions count for a formula of temporal logic.
type Fairness string

// The kinds of fairness. Both are about each thread.
const (
	// Unfair counts all executions, also those in which a thread that could go on never does.
	Unfair Fairness = "none"
	// Weak leaves out executions in which a thread takes no more steps although it could always go on from
	// some moment on.
	Weak Fairness = "weak"
	// Strong leaves out executions in which a thread takes no more steps although it could go on again and
	// again.
	Strong Fairness = "strong"
)

// ParseFairness reads the word for a kind of fairness; empty is the empty Fairness.
func ParseFairness(word string) (Fairness, error) {
	switch f := Fairness(word); f {
	case "", Unfair, Weak, Strong:
		return f, nil
	}
	return "", fmt.Errorf("fairness %q is not known (known: none, weak, strong)", word)
}
