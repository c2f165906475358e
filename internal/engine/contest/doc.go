// Package contest has several strategies of an engine tried on the same question in processes elsewhere,
// beside the engine itself. It is for engines whose search cannot be cut into parts: each piece is the whole
// question.
//
// The process that asks is the host, those that help are guests. A guest says by a digest which program it
// has read, since its headers or its compiler may be others, and is given a strategy only if the host's
// program is the same. The first definite answer is that of the contest, whoever has it, and ends the others:
//
//   - A violation counts when the host has replayed it.
//   - That the property holds is believed of a guest, so whoever carries the messages keeps strangers out.
//   - A guest that has no answer, or is silent, changes nothing.
//
// # Main types
//
//	Host      implements engine.Engine: an engine, beside its guests
//	Guest     implements engine.Engine in a process that helps
//	Strategy  values of settings of the engine
//
// # Known limits
//
// Questions about transition systems and temporal formulas, and proofs that are to be certified, are the
// engine's alone. A proof by a guest comes without the evidence that an engine has of it.
package contest
