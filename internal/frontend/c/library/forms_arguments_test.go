package library

import "testing"

// TestChoosable: letters that stand for one option each can be chosen by themselves.
func TestChoosable(t *testing.T) {
	for options, want := range map[string]bool{
		"": true, "ab:c::": true, ":ab": true, "+:ab": true,
		"aba": false, "-ab": false, "ab-": false, "aW;": false,
	} {
		if got := choosable(options); got != want {
			t.Errorf("%q: %v, want %v", options, got, want)
		}
	}
}
