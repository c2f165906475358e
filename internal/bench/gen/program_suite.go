package gen

import "whittle.dev/internal/bench/gen/program"

// Question is one of the questions that the engine bmc asks a solver about a
// program.
type Question struct {
	program.Program
	Check int // its number, from 1
	Want  Answer
}

// Programs returns the questions about programs that belong to the suite of SMT-LIB 2
// scripts.
func Programs() []Question {
	var out []Question
	for _, p := range []program.Program{
		program.LostUpdate(2, 4, program.Unlocked), program.LostUpdate(2, 6, program.Unlocked), program.LostUpdate(3, 3, program.Unlocked),
		program.LostUpdate(2, 3, program.Locked), program.LostUpdate(2, 4, program.Locked), program.LostUpdate(3, 2, program.Locked),
		program.LostUpdate(3, 1, program.Locked), program.LostUpdate(2, 3, program.Atomic), program.LostUpdate(2, 4, program.Atomic), program.LostUpdate(3, 2, program.Atomic), program.LostUpdate(4, 1, program.Atomic),
		program.LeastUpdate(2, 3, 2), program.LeastUpdate(2, 4, 2), program.LeastUpdate(3, 2, 2), program.LeastUpdate(2, 4, 3), program.LeastUpdate(3, 3, 3),
		program.Growth(2, 0), program.Growth(3, 0), program.Growth(4, 0), program.Growth(3, -1), program.Growth(4, -1), program.Growth(5, -1),
		program.Transfers(2, 2, program.Locked), program.Transfers(2, 4, program.Locked), program.Transfers(3, 2, program.Locked), program.Transfers(2, 3, program.Unlocked), program.Transfers(3, 4, program.Unlocked),
		program.Ring(2, 3, false), program.Ring(2, 4, false), program.Ring(4, 6, false), program.Ring(2, 4, true), program.Ring(4, 8, true),
		program.Turns(1, false), program.Turns(2, false), program.Turns(3, false), program.Turns(2, true), program.Turns(4, true),
		program.Stack(3, false), program.Stack(4, false), program.Stack(3, true), program.Stack(5, true),
		program.Sort(4, false), program.Sort(5, false), program.Sort(6, true), program.Insert(4), program.Insert(5),
		program.Search(3), program.Search(4), program.Checksum(4, false), program.Checksum(8, false), program.Checksum(8, true),
		program.Root(10), program.Root(12), program.Power(5, 5, 97), program.Power(6, 6, 61), program.Divide(8, false), program.Divide(10, false), program.Divide(14, true),
		program.Collatz(16, 24, 12), program.Collatz(20, 32, 16), program.Mixing(16, 2, 54321), program.Mixing(18, 3, 123456), program.Mixing(12, 2, 1<<20),
		program.Reverse(3), program.Reverse(4), program.Permute(4), program.Permute(5), program.Words(12), program.Words(20),
	} {
		want := Sat
		if p.Holds {
			want = Unsat
		}
		out = append(out, Question{p, 1, want})
	}
	return out
}
