package htmlreport

import (
	"testing"

	"whittle.dev/internal/cfa"
)

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
