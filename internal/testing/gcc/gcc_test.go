package gcc_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/testing/gcc"
)

func TestMissing(t *testing.T) {
	if why := gcc.Missing(); why != "" {
		t.Skip(why)
	}
	if why := gcc.Missing("--no-such-flag"); !strings.HasPrefix(why,
		"gcc --no-such-flag builds nothing here: exit status 1\n") {
		t.Errorf("%q", why)
	}
	t.Setenv("PATH", "")
	if why := gcc.Missing(); why != "gcc is not installed" {
		t.Errorf("%q", why)
	}
}
