// Package vmt reads transition systems in VMT-LIB 2, which is SMT-LIB 2 with annotations, and writes them.
//
// # Main types
//
//	Read   makes a transition.System of a file
//	Write  prints a transition.System
//
// # Example
//
//	(declare-fun x () Int)
//	(declare-fun x.next () Int)
//	(define-fun .x () Int (! x :next x.next))
//	(define-fun start () Bool (! (= x 0) :init true))
//	(define-fun count () Bool (! (= x.next (+ x 1)) :trans true))
//	(define-fun positive () Bool (! (>= x 0) :invar-property 0))
//
//	sys, err := vmt.Read(&files, "count.vmt", text)
//
// # What is understood
//
// Declarations of constants and definitions of functions, over all sorts and operators of package term. An
// annotation :next x' of a symbol x makes a variable; symbols that are of no variable are inputs, which have
// any value in each step. There are one :init and one :trans formula, and :invar-property formulas with
// numbers of their own: each is a goal, its negation. A formula :predicate true is a hint for engines.
//
// A formula :live-property says that it holds for ever from some state of each infinite run on, F G of it.
// One under :ltl-property has the operators ltl.X, ltl.F, ltl.G, ltl.U and ltl.R; what they are applied to,
// other than truth values joined, are its propositions, which may speak of inputs and of the state after a
// step.
//
// The transition relation becomes several transitions where it is a disjunction, or a conjunction of
// implications whose conditions exclude each other, and equations that determine the next value of a variable
// become updates (transition.System.Parts). A transition and a goal have the name of the definition that is
// their formula, if a person chose it, which does not begin with a dot.
//
// A mistake is a *source.FileError with line and column.
//
// # Source
//
// A. Cimatti, A. Griggio, S. Tonetta, "The VMT-LIB Language and Tools", SMT 2022; https://vmt-lib.fbk.eu.
//
// # Known limits
//
// No operators of temporal logic that speak of the past, functions with parameters that are not defined, or
// sorts beyond those of package term: they are errors that name the construct. Annotations below quantifiers
// or in the bodies of functions with parameters are refused, and so are operators of temporal logic there.
// Annotations with other keys are refused, but those of SMT-LIB for solvers (:pattern, :weight, :qid, ...).
package vmt
