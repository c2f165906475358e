package dpr_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// classes counts the classes of what is read from where in the executions of a program without inputs: a
// reduction that is optimal for this equivalence makes as many executions.
type classes struct {
	t    *testing.T
	seen map[string]bool
	ends map[string]bool
}

// state is an execution so far: for each thread what it has read from where, and who wrote each byte last.
type state struct {
	m      *interp.Machine
	read   []string
	last   map[uint64]string
	counts []int
}

const mostStates = 20_000

// countClasses counts the classes of a program; ok is false if it has too many states, or inputs.
func countClasses(t *testing.T, p *cfa.Program) (n int, ok bool) {
	x := &classes{t: t, seen: map[string]bool{}, ends: map[string]bool{}}
	m, err := interp.New(p, interp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ok = x.explore(&state{m: m, last: map[uint64]string{}})
	return len(x.ends), ok
}

func (x *classes) explore(s *state) bool {
	key := fmt.Sprint(s.read, s.last)
	if x.seen[key] {
		return true
	}
	if x.seen[key] = true; len(x.seen) > mostStates {
		return false
	}
	moved := false
	for t := range s.m.NumThreads() {
		if s.m.Finished(t) {
			continue
		}
		d := &decider{}
		n := &state{m: s.m.Clone(d), read: slices.Clone(s.read), last: map[uint64]string{},
			counts: slices.Clone(s.counts)}
		d.m = n.m
		for k, v := range s.last {
			n.last[k] = v
		}
		for len(n.read) < n.m.NumThreads() {
			n.read, n.counts = append(n.read, ""), append(n.counts, 0)
		}
		written := map[uint64]string{}
		n.m.Watch(func(a interp.Access) {
			for b := a.Addr; b < a.Addr+a.Size; b++ {
				if a.Write {
					written[b] = fmt.Sprintf("%d.%d", t, n.counts[t])
				} else if written[b] == "" {
					n.read[t] += n.last[b] + ","
				}
			}
		})
		if n.m.Ends(t) {
			continue
		}
		ev, err := n.m.StepVisible(x.t.Context(), t)
		if err != nil {
			x.t.Fatal(err)
		}
		if d.taken {
			return false
		}
		if ev == interp.Blocked {
			continue
		}
		moved = true
		n.counts[t]++
		n.read[t] += ";"
		for b, w := range written {
			n.last[b] = w
		}
		if ev == interp.Stopped {
			if n.m.Outcome().Kind != interp.Exited {
				return false
			}
			x.ends[strings.Join(n.read, "|")] = true
			continue
		}
		if !x.explore(n) {
			return false
		}
	}
	if !moved {
		x.ends[strings.Join(s.read, "|")] = true
	}
	return true
}

// decider gives objects addresses that depend on their thread, and notes inputs.
type decider struct {
	interp.Zero
	m     *interp.Machine
	taken bool
}

// Havoc implements interp.Decider.
func (d *decider) Havoc(trace.Key, int) (lo, hi uint64) {
	d.taken = true
	return 0, 0
}

// TestSchedulesAgainstClasses checks that 30 programs in which there is no violation, or some of them, need
// no more executions than there are classes of what is read from where.
func TestSchedulesAgainstClasses(t *testing.T) {
	executions, all := 0, 0
	seeds := []int64{2, 3, 16, 28, 33, 36, 69, 77}
	if testflag.Deep() {
		seeds = append(seeds, 1, 5, 8, 9, 14, 17, 19, 20, 21, 23, 25, 29, 37, 40, 41, 44, 46, 49, 53, 55, 60,
			65)
	}
	for _, seed := range seeds {
		r := rand.New(rand.NewSource(seed))
		src, _ := randprog.NewSmall(seed)
		text, _ := randprog.SmallCheck(src, r.Int(), r.Intn(randprog.Outcomes))
		p := load(t, text)
		n, ok := countClasses(t, p)
		res, err := dpr.New(dpr.Config{Hunt: 1}).Check(t.Context(), engine.Task{Program: p,
			Property: property.UnreachCall})
		if err != nil || !ok || res.Verdict.Kind != property.True {
			t.Errorf("seed %d: %v, %v, %v", seed, ok, res.Why, err)
			continue
		}
		all += n
		for _, s := range res.Stats {
			if s.Name == "executions" {
				if executions += int(s.Value); int(s.Value) > n {
					t.Errorf("seed %d: %v executions, %d classes\n%s", seed, s.Value, n, text)
				}
			}
		}
	}
	t.Logf("%d executions, %d classes", executions, all)
}
