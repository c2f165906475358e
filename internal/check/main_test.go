package check

import (
	"os"
	"testing"
)

// TestMain runs the tests in the folder of the module, where the examples are.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
