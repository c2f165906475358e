package gen

import "whittle.dev/internal/bench/gen/program"

// Question is a question that the engine bmc asks a solver about a program: the
// one about violations when all of the program is unrolled.
type Question struct {
	program.Program
	Want Answer
}

// Programs returns the programs whose questions belong to the suite of SMT-LIB 2 scripts.
func Programs() []Question {
	return questions(append(threaded(), sequential()...))
}

// BitPrograms returns the programs whose questions belong, as formulas in CNF, to that suite.
func BitPrograms() []Question {
	return questions([]program.Program{
		program.Growth(4, 0), program.Growth(6, -1), program.LeastUpdate(2, 4, 2),
		program.LeastUpdate(3, 4, 3),
		program.LostUpdate(3, 3, program.Atomic), program.LostUpdate(4, 2, program.Atomic),
		program.Stack(5, false), program.Transfers(3, 4, program.Unlocked),
		program.Divide(9, false), program.Power(6, 6, 61),
	})
}

func questions(programs []program.Program) []Question {
	var out []Question
	for _, p := range programs {
		want := Sat
		if p.Holds {
			want = Unsat
		}
		out = append(out, Question{p, want})
	}
	return out
}

// threaded are programs whose questions are about orders.
func threaded() []program.Program {
	return []program.Program{
		program.LostUpdate(2, 12, program.Unlocked), program.LostUpdate(3, 7, program.Unlocked),
		program.LostUpdate(4, 5, program.Unlocked),
		program.LostUpdate(2, 5, program.Atomic), program.LostUpdate(2, 6, program.Atomic),
		program.LostUpdate(3, 3, program.Atomic),
		program.LeastUpdate(2, 4, 2), program.LeastUpdate(2, 5, 2), program.LeastUpdate(2, 6, 2),
		program.LeastUpdate(2, 7, 3), program.LeastUpdate(2, 8, 3), program.LeastUpdate(3, 4, 3),
		program.Growth(4, 0), program.Growth(5, 0), program.Growth(5, -1), program.Growth(6, -1),
		program.Transfers(4, 4, program.Unlocked),
		program.Stack(5, false), program.Stack(6, false),
	}
}

// sequential are programs whose questions are about data.
func sequential() []program.Program {
	return []program.Program{
		program.Sort(6, false), program.Sort(7, false), program.Insert(7), program.Words(40),
		program.Root(20), program.Root(22), program.Root(24),
		program.Power(6, 6, 61), program.Power(6, 7, 61), program.Power(7, 5, 113), program.Power(5, 9, 89),
		program.Power(7, 6, 101),
		program.Divide(8, false), program.Divide(9, false), program.Divide(10, false),
		program.Divide(11, false),
		program.Divide(12, true), program.Divide(14, true), program.Divide(16, true),
		program.Divide(18, true),
		program.Collatz(24, 40, 20), program.Collatz(26, 48, 24), program.Collatz(28, 56, 27),
		program.Mixing(16, 2, 54321), program.Mixing(16, 2, 12345),
		program.Mixing(14, 2, 1<<22), program.Mixing(15, 2, 1<<23),
		program.Search(4), program.Checksum(4, false),
	}
}
