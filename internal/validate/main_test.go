package validate_test

import (
	"os"
	"runtime/debug"
	"testing"
	"time"
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

const (
	// hang is far from what anything here takes, since other tests may run at the same time.
	hang = time.Minute
	// someUnwind ends the search where no verdict is wanted.
	someUnwind = 2
)
