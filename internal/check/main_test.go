package check

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain runs the tests in the folder of the module, where the examples are. The heap may grow to five
// times what is live: the tests make many small heaps, and would collect them all the time.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
