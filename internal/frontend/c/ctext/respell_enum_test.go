package ctext

import "testing"

// TestRespellEnumerations gives packed enumerations the smallest type that holds their values.
func TestRespellEnumerations(t *testing.T) {
	checkRespelled(t, []respelled{
		{"enum __attribute__((packed)) e { A, B = 255 } @;", "enum  e : unsigned char { A, B = 255 } @;"},
		{"enum { A = -1, B = 128 } __attribute__((packed)) @;",
			"enum : signed short { A = -1, B = 128 }  @;"},
		{"enum e { A } @;", "enum e { A } @;"},
	})
}
