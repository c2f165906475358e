// Package ceds is the control-explicit, data-symbolic model checker: the engine "ceds".
//
// Check explores the multi-states of a program (package multistate): threads, frames and memory are explicit,
// as in an explicit-state model checker, while data that depends on inputs is symbolic. A state that was
// visited before (package stateset) is not explored again; when none is left and no violation was found the
// property holds, whatever the loops. So, unlike the engine bmc, it proves programs whose loops have no small
// bound if they have finitely many multi-states.
//
// # Main types
//
//	Engine   implements engine.Engine
//	Config   the kind of store, matching, the order of the search, switches
//
// # Example
//
//	res, err := ceds.New(ceds.Config{Store: "sliced", Match: "subsume"}).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
//
// # What is assumed
//
// An invalid access that can be reached makes the answer unknown, unless a violation is found. Other
// undefined behaviour ends its path and is listed in Result.Assumed. What is not supported ends its path,
// too, and the answer is then unknown with the construct and its place, unless a violation is found. A limit
// of the search is unknown.
//
// # Evidence
//
// Of each state the state before it, the thread and a script of the step are kept. From these the execution
// that violates the property is made again with all its inputs, in a store of its own, and the solver finds
// values of the inputs.
//
// # Certificates
//
// With Config.Certify the states are kept, and if the property holds package certify checks that they are an
// inductive invariant.
//
// # Sources
//
// Mrázek, Jonáš, Barnat, "SMT queries decomposition and caching in semi-symbolic model checking", 2017, whose
// four configurations are the stores "whole" and "sliced" with and without the cache.
//
// # Known limits
//
// Properties of finite prefixes (a violation is a reachable point, or a data race) and deadlocks. There are
// the limits of package multistate, whose deadlock.go has the argument for no-deadlock.
package ceds
