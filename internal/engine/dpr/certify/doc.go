// Package certify checks the certificate of a program of which dynamic path reduction has explained all
// paths: the reasons, and a proof that they leave no oracle.
//
// A reason is a set of choices. One about violations is checked by an execution of its own with abstract
// values (package abstract), in which these choices are made and all others are open: no violation may be
// reached. Where sets and intervals do not suffice, as with inputs that are compared with each other, the
// solver is asked about the formula of the execution that the reason was learnt from (package formula). One
// about inputs, for a combination of outcomes that none has, is a conjunction of conditions: the solver is
// asked for it anew. That no oracle is left is a proof in the format DRAT, which package drat checks.
//
//	c := certify.New(cfg)
//	space := oracle.NewSpace(order, seed, c.Proof(), nil)
//	c.Add(certify.Reason{...})          // each that is learnt
//	cert, err := c.Check(ctx)           // when no oracle is left
//
// The check shares with the search the names of choices, what is known of branches (package scope) and the
// code that executes, but nothing that was found by executing.
//
// # Known limits
//
// That the conditions of a reason about inputs belong to its choices is not checked again.
package certify
