package pass_test

import (
	"runtime/debug"
	"testing"
)

// TestMain lets the heap grow to five times what is live: the tests make many small heaps, and would collect
// them all the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
