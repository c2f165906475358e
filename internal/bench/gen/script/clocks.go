package script

import "fmt"

// Fischer asks whether two of the processes can be in the critical section together within so many steps of
// Fischer's protocol (Lamport, "A fast mutual exclusion algorithm", 1987): a process that sees the lock free
// writes its number within the delay write, waits longer than the delay wait after that, and enters if the
// number is still its own. A step lets time pass or moves one process. Unsatisfiable if write is less than
// wait; else satisfiable from about twelve steps on. Logic of real differences: for each process the time of
// its last step.
func Fischer(processes, steps, write, wait int) *Script {
	s := newScript("QF_RDL")
	const free = 0
	type state struct {
		now    string
		stamp  []string
		at     [][]string // by process: idle, wants, waits, critical
		number []string   // who is in the lock: one of these is true
	}
	fresh := func(k int) state {
		st := state{now: s.num(fmt.Sprintf("now%d", k), "Real"),
			stamp: s.nums(fmt.Sprintf("x%d_", k), processes, "Real")}
		for i := range processes {
			// Two bits are four places.
			b := s.bools(fmt.Sprintf("at%d_%d_", k, i), 2)
			st.at = append(st.at, []string{all(not(b[0]), not(b[1])), all(b[0], not(b[1])),
				all(not(b[0]), b[1]), all(b[0], b[1])})
		}
		st.number = s.bools(fmt.Sprintf("lock%d_", k), processes+1)
		for i, a := range st.number {
			for _, b := range st.number[:i] {
				s.assert(either(not(a), not(b)))
			}
		}
		s.assert(either(st.number...))
		return st
	}
	same := func(a, b []string) string {
		var ts []string
		for i := range a {
			ts = append(ts, eq(a[i], b[i]))
		}
		return all(ts...)
	}
	old := fresh(0)
	s.assert(old.number[free])
	for i := range processes {
		s.assert(all(old.at[i][0], eq(old.stamp[i], old.now)))
	}
	var bad []string
	for k := range steps {
		new := fresh(k + 1)
		keep := same(old.number, new.number)
		moves := []string{all(less(old.now, new.now), keep, same(old.stamp, new.stamp),
			samePlaces(old.at, new.at, -1))}
		for i := range processes {
			who := i + 1
			step := func(from, to int, guard, lock string) string {
				return all(old.at[i][from], new.at[i][to], guard, lock, eq(new.now, old.now),
					eq(new.stamp[i], old.now), same(without(old.stamp, i), without(new.stamp, i)),
					samePlaces(old.at, new.at, i))
			}
			moves = append(moves,
				step(0, 1, old.number[free], keep),
				step(1, 2, atMost(minus(old.now, old.stamp[i]), integer(write)), new.number[who]),
				step(2, 3, all(old.number[who], app(">", minus(old.now, old.stamp[i]), integer(wait))), keep),
				step(2, 0, not(old.number[who]), keep),
				step(3, 0, "true", new.number[free]))
		}
		s.assert(either(moves...))
		for i := range processes { // a process that wants the lock writes in time
			s.assert(either(not(new.at[i][1]), atMost(minus(new.now, new.stamp[i]), integer(write))))
			for j := range i {
				bad = append(bad, all(new.at[i][3], new.at[j][3]))
			}
		}
		old = new
	}
	s.assert(either(bad...))
	return s
}

func samePlaces(a, b [][]string, but int) string {
	var ts []string
	for i := range a {
		if i == but {
			continue
		}
		for p := range a[i] {
			ts = append(ts, eq(a[i][p], b[i][p]))
		}
	}
	return all(ts...)
}

func without(list []string, i int) []string {
	return append(list[:i:i], list[i+1:]...)
}

// Tanks asks whether one of the tanks can run dry within so many steps of a controller that fills one tank at
// a time, the lowest: a step lasts at most the time longest, in which that tank rises and the others fall
// with rates of their own, as much in all as rises. In the beginning there is from 30 to 60 in each.
// Unsatisfiable if longest is 1, and satisfiable if it is 20. Real numbers.
func Tanks(tanks, steps, longest int) *Script {
	s := newScript("QF_LRA")
	rates := 0
	out := func(i int) int { return 2 + i%3 }
	level := s.nums("h0_", tanks, "Real")
	for i := range tanks {
		rates += out(i)
		s.assert(app("<=", "30", level[i], "60"))
	}
	var bad []string
	for k := range steps {
		time := s.num(fmt.Sprintf("t%d", k), "Real")
		s.assert(all(less("0", time), atMost(time, integer(longest))))
		next := s.nums(fmt.Sprintf("h%d_", k+1), tanks, "Real")
		filled := s.bools(fmt.Sprintf("f%d_", k), tanks)
		s.assert(either(filled...))
		for i := range tanks {
			for j := range tanks {
				if i != j {
					s.assert(either(not(filled[i]), all(not(filled[j]), atMost(level[i], level[j]))))
				}
			}
			rise, fall := times(rates-out(i), time), times(out(i), time)
			s.assert(eq(next[i], ite(filled[i], plus(level[i], rise), minus(level[i], fall))))
			bad = append(bad, less(next[i], "0"))
		}
		level = next
	}
	s.assert(either(bad...))
	return s
}
