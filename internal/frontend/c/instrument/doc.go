// Package instrument writes programs as C with hooks where threads take visible steps, so that an execution
// that was found can be run on the machine.
//
//	s := instrument.New(lowering)
//	text, missing := s.Print(number) // number[i] is that of the hook at s.Sites()[i], 0 for none
//
// A site is a part of the program that edges stem from; which kind it is decides on the form of its hook.
// Expressions are written so that their operands are evaluated from left to right, as the lowering does. What
// the text uses is defined by the runtime that package harness puts around it.
package instrument
