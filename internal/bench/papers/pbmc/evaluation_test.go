package pbmc

import (
	"testing"
)

func TestRows(t *testing.T) {
	if n := len(Table1(10)); n != 17 {
		t.Errorf("table 1 has %d rows, want 17", n)
	}
}
