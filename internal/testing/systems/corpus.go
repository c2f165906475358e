package systems

import (
	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Case is a system of the corpus.
type Case struct {
	Name string
	Safe bool
	// System makes the system, a new one with each call.
	System func() *transition.System
}

// pair is a system that can be made safe or broken.
type pair struct {
	name string
	make func(m *guarded.Machine, broken bool)
}

// Corpus lists all systems, safe ones followed by their broken twins.
func Corpus() []Case {
	var cases []Case
	for _, group := range [][]pair{loops(), exclusions(), clocks(), buffers(), protocols(), words()} {
		for _, p := range group {
			for _, broken := range []bool{false, true} {
				c := Case{Name: p.name, Safe: !broken, System: func() *transition.System {
					m := guarded.New()
					p.make(m, broken)
					return m.System()
				}}
				if broken {
					c.Name += "_broken"
				}
				cases = append(cases, c)
			}
		}
	}
	return append(cases, families()...)
}

// families are small members of the families that slab is measured with.
func families() []Case {
	return []Case{
		{"elevator", true, slab.Elevator{}.System},
		{"elevator_corrected", true, slab.Elevator{Corrected: true}.System},
		{"elevator_broken", false, slab.Elevator{Broken: true}.System},
		{"deque", true, slab.Deque{Cells: 5}.System},
		{"deque_segments", true, slab.Deque{Cells: 4, Error: slab.TwoSegments}.System},
		{"deque_segments_broken", false, slab.Deque{Cells: 4, Error: slab.TwoSegments, Broken: true}.System},
		{"bakery_atomic", true, slab.Bakery{Processes: 2}.System},
		{"bakery_atomic_broken", false, slab.Bakery{Processes: 2, Broken: true}.System},
		{"bakery_three", true, slab.Bakery{Processes: 3, AllPairs: true}.System},
		{"bakery_requesting", true, slab.Bakery{Processes: 2, Variant: slab.Requesting}.System},
		{"bakery_two_steps", true, slab.Bakery{Processes: 2, Variant: slab.TwoSteps}.System},
		{"bakery_two_steps_broken", false,
			slab.Bakery{Processes: 2, Variant: slab.TwoSteps, Broken: true}.System},
		{"bakery_successor", true, slab.Bakery{Processes: 2, Variant: slab.Successor}.System},
		{"fischer", true, slab.Fischer{Processes: 2}.System},
		{"fischer_broken", false, slab.Fischer{Processes: 2, Broken: true}.System},
		{"fischer_parametric", true, slab.Fischer{Processes: 2, Parametric: true}.System},
		{"fischer_parametric_broken", false,
			slab.Fischer{Processes: 2, Parametric: true, Broken: true}.System},
	}
}

// pick is a if broken holds, else b.
func pick[T any](broken bool, a, b T) T {
	if broken {
		return a
	}
	return b
}

// distance is a - b.
func distance(m *guarded.Machine, a, b guarded.Var) term.Term { return m.IntSub(a.Term, b.Term) }
