// Package witness holds SV-COMP verification witnesses: files that say why a
// verdict is what it is, so that another tool can check it.
//
// A violation witness is a sequence of segments, each with waypoints that an execution passes or avoids, up
// to the target, where the property is violated. A correctness witness is a set of invariants. Both are
// YAML; the formats 2.0, 2.1 and 2.2 are read.
//
// # Main types
//
//	Witness    one file: its entries
//	Entry      a violation_sequence or an invariant_set, with its Metadata
//	Waypoint   a requirement at a Location: assumption, branching, target, ...
//	Invariant  a C expression that holds at a Location
//	Error      what is wrong with a file, with line and column
//	Execution  a replayed trace with its program: Violation and ViolationGraph
//	           make witnesses of it
//	Proof      a program that keeps its property: Correctness looks for invariants
//
// # Example
//
//	w, err := witness.Read("w.yml", text)
//	for _, s := range w.Entries[0].Segments {
//		for _, p := range s.Waypoints {
//			fmt.Println(p.Type, p.Location.Line, p.Constraint)
//		}
//	}
//
// Reading is strict: unknown and repeated keys, wrong types, values that the format does not have and
// segments of a wrong shape are errors, and every error is an *Error.
//
// A waypoint of a written witness is the first evaluation of its place, by its thread, after the waypoint
// before; package c says where places are, and what is in scope there (c.FindPlaces).
//
//	e, err := witness.Violation(witness.Execution{Trace: t, Program: p, Places: places, Property: property.UnreachCall})
//	e.Metadata.Task = ...
//	err = witness.Write(w, e)
//
// # Sources
//
// Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: Software Verification Witnesses 2.0 (SPIN 2024),
// and the schemas at https://gitlab.com/sosy-lab/benchmarking/sv-witnesses. For executions that do not end:
// Ádám, Ayaziová, Bajczi, Beyer, Jankola, Lingsch-Rosenfeld, Strejček: Non-termination Witnesses and Their
// Validation (ASE 2025). For what format 2.2 says about threads:
// https://github.com/ftsrg/ConcurrentWitness2Test.
//
// # Known limits
//
// Function contracts, transition invariants and ghost variables are read, and Entry.Unsupported lists them;
// nothing here gives them a meaning. Inputs in macros, of structs and of floating-point numbers are left out
// of violation witnesses; invariants are bounds on single integer variables. YAML anchors, aliases and tags
// are refused.
package witness
