package ctext

import "testing"

// TestRespell spells characters of several letters as numbers, and leaves texts alone.
func TestRespell(t *testing.T) {
	checkRespelled(t, []respelled{
		{"x = 'ab'; @", "x = 24930; @"},
		{"x = 'a' + '\\n'; @", "x = 'a' + '\\n'; @"},
		{"x = '\\377\\377\\377\\377'; @", "x = (0-1); @"},
	})
}
