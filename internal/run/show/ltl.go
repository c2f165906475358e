package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/run/settle"
)

// LTLOptions say what ShowLTL prints.
type LTLOptions struct {
	// Negate takes the negation of the formula: its automaton accepts the executions that violate it.
	Negate bool
	// Dot prints a graph in the language of Graphviz instead of text.
	Dot bool
}

// LTL prints the automaton of a formula of linear temporal logic, and what is known of the formula.
func LTL(ctx context.Context, text string, w io.Writer, opt LTLOptions) error {
	f, err := ltl.Parse(text)
	if err != nil {
		return &settle.InputError{Err: quoteFormula(text, err)}
	}
	if opt.Negate {
		f = ltl.Negation(f)
	}
	automaton, err := ltl.Translate(ctx, f)
	if errors.Is(err, ltl.ErrTooLarge) {
		return &settle.InputError{Err: err}
	}
	if err != nil {
		return err
	}
	if opt.Dot {
		return automaton.WriteDOT(w)
	}
	facts, err := formulaFacts(ctx, f, automaton)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "formula    %s\n%sautomaton  %s\n\n", f, facts, automatonSize(automaton))
	return automaton.WriteText(w)
}

// quoteFormula adds to a syntax error the formula with a caret below the place.
func quoteFormula(text string, err error) error {
	var bad *ltl.SyntaxError
	if !errors.As(err, &bad) || strings.ContainsAny(text, "\n\t\r") {
		return fmt.Errorf("formula: %w", err)
	}
	return fmt.Errorf("formula: %w\n  %s\n  %s^", err, text, strings.Repeat(" ", bad.Col-1))
}

// formulaFacts are lines about a formula: whether it can tell how often a state is repeated, and whether a
// finite beginning of an execution decides it.
func formulaFacts(ctx context.Context, f *ltl.Formula, automaton *ltl.Automaton) (string, error) {
	negation, err := ltl.Translate(ctx, ltl.Negation(f))
	if errors.Is(err, ltl.ErrTooLarge) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	invariant, err := ltl.StutterInvariant(ctx, f, automaton, negation)
	lines := "repeating  a state "
	switch {
	case errors.Is(err, ltl.ErrTooLarge):
		lines += "may change its value: there is an X\n"
	case err != nil:
		return "", err
	case !invariant:
		lines += "can change its value\n"
	case f.NextFree():
		lines += "changes nothing: there is no X\n"
	default:
		lines += "changes nothing, although there is an X\n"
	}
	switch {
	case len(automaton.Edges) == 0:
		lines += "verdict    it never holds\n"
	case len(negation.Edges) == 0:
		lines += "verdict    it always holds\n"
	case negation.Terminal():
		lines += "verdict    a finite beginning shows each violation\n"
	case automaton.Terminal():
		lines += "verdict    a finite beginning shows that it holds\n"
	}
	return lines, nil
}

// automatonSize says how large an automaton is and when its runs accept.
func automatonSize(a *ltl.Automaton) string {
	states, edges := a.Size()
	if states == 0 {
		return "no states: nothing is accepted"
	}
	when := "every infinite run accepts"
	switch {
	case a.Marks == 1:
		when = "a run accepts that takes edges with mark 0 infinitely often"
	case a.Marks > 1:
		when = fmt.Sprintf("a run accepts that takes edges with each of %d marks infinitely often", a.Marks)
	}
	return fmt.Sprintf("%s, %s; %s", english.Count(states, "state"), english.Count(edges, "edge"), when)
}
