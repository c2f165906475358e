package ltl

import "context"

// A formula is stutter-invariant if it has the same value in words that differ only in how often letters are
// repeated. Then reductions may merge or split steps that change no proposition. Formulas without X are,
// after L. Lamport ("What good is temporal logic?", 1983), but so are some with X, such as F (a && X (!a &&
// b)) in place of F (a && (a U (!a && b))). T. Michaud and A. Duret-Lutz ("Practical stutter-invariance
// checks for ω-regular languages", SPIN 2015) decide it on automata: repeat letters in the words of the
// formula, and look for a word of the negation among them; and the same the other way round, which is as
// good as taking letters away.

// StutterInvariant reports whether a formula is stutter-invariant, given its automaton and that of its
// negation. The error is that of ctx, or wraps ErrTooLarge if it is not known.
func StutterInvariant(ctx context.Context, f *Formula, automaton, negation *Automaton) (bool, error) {
	if f.NextFree() {
		return true, nil
	}
	out, err := disjoint(ctx, automaton, negation, true)
	if !out || err != nil {
		return false, err
	}
	return disjoint(ctx, negation, automaton, true)
}
