package script

import "fmt"

// JobShop asks for a schedule of jobs that each visit all machines in an order of their own, where a machine
// does one thing at a time, and all is done by the deadline. Durations are random from 1 to 9. Satisfiable
// from the least makespan on. Logic of integer differences.
func JobShop(seed uint64, jobs, machines, deadline int) *Script {
	s := newScript("QF_IDL")
	r := source(seed)
	type visit struct {
		start    string
		duration int
	}
	origin := s.num("origin", "Int")
	visits := make([][]visit, machines) // by machine
	for j := range jobs {
		now := ""
		last := 0
		for _, m := range r.Perm(machines) {
			v := visit{s.num(fmt.Sprintf("s%d_%d", j, m), "Int"), 1 + r.IntN(9)}
			if now == "" {
				s.assert(later(v.start, origin, 0))
			} else {
				s.assert(later(v.start, now, last))
			}
			now, last = v.start, v.duration
			visits[m] = append(visits[m], v)
		}
		s.assert(atMost(minus(now, origin), integer(deadline-last)))
	}
	for _, vs := range visits {
		for i, a := range vs {
			for _, b := range vs[:i] {
				s.assert(either(later(a.start, b.start, b.duration), later(b.start, a.start, a.duration)))
			}
		}
	}
	return s
}

// Workers asks for a schedule of tasks that need so many of the workers for some time, some after others,
// such that no more workers are busy than there are and all is done by the deadline. The busy workers are
// counted where a task starts, by a sum over tasks. Durations are from 1 to 5, needs from 1 to 3. Integers.
func Workers(seed uint64, tasks, workers, deadline int) *Script {
	s := newScript("QF_LIA")
	r := source(seed)
	starts := s.nums("s", tasks, "Int")
	need, duration := make([]int, tasks), make([]int, tasks)
	for i := range tasks {
		need[i], duration[i] = 1+r.IntN(3), 1+r.IntN(5)
		s.assert(app("<=", "0", starts[i], integer(deadline-duration[i])))
		if i > 1 && r.IntN(3) == 0 {
			k := r.IntN(i)
			s.assert(later(starts[i], starts[k], duration[k]))
		}
	}
	for i := range tasks {
		busy := []string{integer(need[i])}
		for k := range tasks {
			if k != i {
				end := plus(starts[k], integer(duration[k]))
				runs := all(atMost(starts[k], starts[i]), less(starts[i], end))
				busy = append(busy, ite(runs, integer(need[k]), "0"))
			}
		}
		s.assert(atMost(plus(busy...), integer(workers)))
	}
	return s
}

// Weighted asks for an order of tasks on one machine such that the weighted sum of their completion times
// does not exceed the bound. Times are Real. Satisfiable from the least such sum on, which by the rule of
// Smith ("Various optimizers for single-stage production", 1956) comes of the order by quotients: the bound
// is slack above it, or below if slack is negative: unsatisfiable.
func Weighted(seed uint64, tasks, slack int) *Script {
	s := newScript("QF_LRA")
	r := source(seed)
	ends := s.nums("c", tasks, "Real")
	weight, duration := make([]int, tasks), make([]int, tasks)
	var order []int
	for i := range tasks {
		weight[i], duration[i] = 1+r.IntN(9), 1+r.IntN(9)
		s.assert(app(">=", ends[i], integer(duration[i])))
		at := 0
		for at < len(order) && weight[order[at]]*duration[i] >= weight[i]*duration[order[at]] {
			at++
		}
		order = append(order[:at], append([]int{i}, order[at:]...)...)
	}
	for i := range tasks {
		for k := range i {
			s.assert(either(later(ends[i], ends[k], duration[i]), later(ends[k], ends[i], duration[k])))
		}
	}
	now, least := 0, 0
	var sum []string
	for _, i := range order {
		now += duration[i]
		least += weight[i] * now
	}
	for i := range tasks {
		sum = append(sum, times(weight[i], ends[i]))
	}
	s.assert(atMost(plus(sum...), integer(least+slack)))
	return s
}
