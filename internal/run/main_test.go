package run

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain runs the tests in the folder of the module, where the examples are. The heap may grow to 17
// times what is live, up to a limit: the tests make many small heaps, and would collect them all the time.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	debug.SetGCPercent(1600)
	debug.SetMemoryLimit(1 << 30)
	os.Exit(m.Run())
}
