package htmlreport

import (
	"testing"

	"whittle.dev/internal/cfa"
)

// TestPasses counts an execution both by replaying it and, where that is not possible, by its steps.
func TestPasses(t *testing.T) {
	r := violated(t, "flow.c", flowProgram)
	tr := r.Summary.Result.Trace
	replayed := countPasses(r.Program, tr)
	for _, proc := range r.Program.Procs {
		checkCounts(t, replayed, proc)
	}
	broken := *tr
	broken.Schedule = nil
	steps := countPasses(r.Program, &broken)
	if steps.Threads != replayed.Threads {
		t.Errorf("%d threads by steps, %d by replay", steps.Threads, replayed.Threads)
	}
	for e, counts := range steps.Count {
		for thread, n := range counts {
			if n > 0 && (len(replayed.Count[e]) <= thread || replayed.Count[e][thread] == 0) {
				t.Errorf("T%d executes edge e%d in a step, but not in the replay", thread, e)
			}
		}
	}
	if none := countPasses(r.Program, nil); none.Threads != 0 || len(none.Count) != 0 {
		t.Errorf("without a trace: %+v", none)
	}
}

// checkCounts: as often as threads come to a block, other than from outside, they leave another one for it.
func checkCounts(t *testing.T, p passes, proc *cfa.Proc) {
	t.Helper()
	blocks := blocksOf(proc)
	in := make([][]int32, len(blocks))
	for i := range in {
		in[i] = make([]int32, p.Threads)
	}
	for i := range blocks {
		for _, h := range blocks[i].next {
			for th, n := range p.hop(&blocks[i], h, &blocks[h.to]) {
				in[h.to][th] += n
			}
		}
	}
	for i := range blocks {
		if i == 0 {
			continue
		}
		for th, n := range p.block(&blocks[i]) {
			// A thread may have come to a block and not have gone on.
			if d := in[i][th] - n; d < 0 || d > 1 {
				t.Errorf("%s, block %d: T%d comes %d times and is there %d times", proc.Name, i, th,
					in[i][th], n)
			}
		}
	}
}
