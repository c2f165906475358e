package cache_test

import (
	"sync"
	"testing"

	"whittle.dev/smt/cache"
)

// TestConcurrentSolvers shares a small cache between solvers of several goroutines; each
// compares its answers with a solver of its own.
func TestConcurrentSolvers(t *testing.T) {
	c := cache.NewCache(100_000)
	var wg sync.WaitGroup
	for i := range uint64(4) {
		wg.Go(func() {
			for seed := range uint64(4) {
				runStream(t, seed+i, c, cache.Config{Verify: i%2 == 0})
			}
		})
	}
	wg.Wait()
	if u := c.Usage(); u.Bytes > 100_000 {
		t.Errorf("%+v", u)
	}
}
