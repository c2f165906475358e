package enumerate

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

// naive explores a program without any reduction: every edge of every thread
// is a step of its own, and only atomic sections are run as a whole. It
// returns the violations reached as text, with "deadlock" for a deadlock.
func naive(t *testing.T, p *cfa.Program, limit int) (found map[string]bool, complete bool) {
	m, err := interp.New(p, interp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	x := &explorer{heap: m.HeapStart(), opt: Options{AllBits: 4, Values: []int64{0, 1, 2, -1}}}
	found = make(map[string]bool)
	seen := make(map[string]bool)
	stack := []*interp.Machine{m}
	for len(stack) > 0 {
		m := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		moved, left := false, false
		for i := range m.NumThreads() {
			if m.Finished(i) {
				continue
			}
			left = true
			for ch := x.chooser(); ; {
				c := m.Clone(ch)
				ch.Begin(c)
				ev := interp.Inside
				for ev == interp.Inside {
					ev, _ = c.Step(i)
				}
				if ev != interp.Blocked {
					moved = true
				}
				switch ev {
				case interp.Stopped:
					if o := c.Outcome(); o.Kind == interp.Violated {
						found[fmt.Sprintf("edge %d", o.Edge.ID)] = true
					}
				case interp.Local, interp.Visible:
					if key := string(c.AppendState(nil, nil)); !seen[key] {
						seen[key] = true
						stack = append(stack, c)
					}
				}
				if !ch.Next() {
					break
				}
			}
		}
		if left && !moved {
			found["deadlock"] = true
		}
		if len(seen) > limit {
			return found, false
		}
	}
	return found, true
}

// randomProgram makes two or three threads of a few steps over two variables and two locks.
func randomProgram(b *build.Builder, r *rand.Rand) {
	vars := []uint64{b.Global("x", 4).Addr, b.Global("y", 4).Addr}
	locks := []uint64{b.Global("p", 4).Addr, b.Global("q", 4).Addr}
	ptr := func(list []uint64) term.Term { return b.Ptr(list[r.IntN(len(list))]) }
	body := func(f *build.Procedure, steps int) {
		regs := []cfa.RegID{f.Reg("a", 32), f.Reg("b", 32)}
		value := func() term.Term {
			switch r.IntN(3) {
			case 0:
				return b.BV(32, uint64(r.IntN(3)))
			case 1:
				return b.Sym(regs[r.IntN(2)])
			}
			return b.Terms.BVAnd(b.Terms.BVAdd(b.Sym(regs[r.IntN(2)]), b.BV(32, 1)), b.BV(32, 3))
		}
		cond := func() term.Term {
			c := b.Terms.Eq(b.Sym(regs[r.IntN(2)]), b.BV(32, uint64(r.IntN(3))))
			if r.IntN(2) == 0 {
				c = b.Terms.Not(c)
			}
			return c
		}
		access := func() {
			if r.IntN(2) == 0 {
				f.Do(cfa.Load{Dst: regs[r.IntN(2)], Addr: ptr(vars)})
			} else {
				f.Store(ptr(vars), value())
			}
		}
		for range steps {
			switch r.IntN(10) {
			case 0, 1, 2, 3:
				access()
			case 4: // a section that may abort half-way
				f.Do(cfa.AtomicBegin{})
				access()
				if r.IntN(2) == 0 {
					f.Do(cfa.Assume{Cond: cond()})
				}
				access()
				f.Do(cfa.AtomicEnd{})
			case 5:
				x := f.Reg("c", 0)
				f.Do(cfa.Havoc{Dst: x})
				f.Do(cfa.Assign{Dst: regs[0], Value: b.Terms.Ite(b.Sym(x), value(), value())})
			case 6:
				f.Do(cfa.Assume{Cond: cond()})
			case 7, 9:
				l := ptr(locks)
				f.Lock(l)
				access()
				if r.IntN(4) == 0 {
					f.Lock(ptr(locks))
				}
				if r.IntN(3) > 0 {
					f.Unlock(l)
				}
			case 8: // a loop that waits for something
				head, out := f.Loc(), f.Loc()
				f.To(cfa.Fence{}, head)
				f.At(head).Do(cfa.Load{Dst: regs[0], Addr: ptr(vars)})
				c := cond()
				f.To(cfa.Assume{Cond: c}, head)
				f.To(cfa.Assume{Cond: b.Terms.Not(c)}, out)
				f.At(out)
			}
		}
		if r.IntN(2) == 0 {
			f.Check(cond())
		}
	}
	var threads []*build.Procedure
	for i := range 1 + r.IntN(2) {
		f := b.Procedure(fmt.Sprintf("t%d", i))
		body(f, 1+r.IntN(4))
		f.Ret()
		threads = append(threads, f)
	}
	f := b.Main()
	var ids []cfa.RegID
	for _, g := range threads {
		id, _ := f.Spawn(g)
		ids = append(ids, id)
	}
	body(f, 1+r.IntN(3))
	for _, id := range ids {
		if r.IntN(4) > 0 {
			f.Join(id)
		}
	}
	body(f, 1)
	if r.IntN(4) > 0 {
		f.Do(cfa.Exit{Kind: cfa.ExitThread})
	} else {
		f.Ret()
	}
}

// TestEnumerateLikeNaive compares Enumerate with the naive exploration and
// with random runs, and replays what it finds.
func TestEnumerateLikeNaive(t *testing.T) {
	programs := 400
	if testing.Short() {
		programs = 60
	}
	compared, violated, stuck := 0, 0, 0
	for seed := range uint64(programs) {
		b := build.LP64(t)
		randomProgram(b, rand.New(rand.NewPCG(seed, 5)))
		want, complete := naive(t, b.Program, 6000)
		if !complete {
			continue
		}
		compared++
		res := enumerate(b, Options{})
		got := make(map[string]bool)
		for _, f := range res.Violations {
			violated++
			got[fmt.Sprintf("edge %d", f.Outcome.Edge.ID)] = true
		}
		if len(res.Deadlocks) > 0 {
			stuck++
			got["deadlock"] = true
		}
		if !maps.Equal(got, want) || !res.Complete {
			t.Errorf("seed %d: got %s, want %s, complete %v (%s)", seed, list(got), list(want), res.Complete,
				res.Why)
		}
		for s := range uint64(5) {
			out, _, err := interp.Run(context.Background(), b.Program,
				interp.RunOptions{Seed: s, MaxSteps: 2000})
			name := ""
			switch out.Kind {
			case interp.Violated:
				name = fmt.Sprintf("edge %d", out.Edge.ID)
			case interp.Deadlock:
				name = "deadlock"
			}
			if err != nil || name != "" && !want[name] {
				t.Errorf("seed %d: a run ends in %s, %v", seed, out.String(), err)
			}
		}
	}
	t.Logf("%d programs, %d violations, %d deadlocks", compared, violated, stuck)
	if compared < programs/2 || violated < programs/10 || stuck < programs/40 {
		t.Errorf("the programs are too dull: %d compared, %d violations, %d deadlocks", compared, violated,
			stuck)
	}
}

func list(set map[string]bool) string {
	return strings.Join(slices.Sorted(maps.Keys(set)), ", ")
}
