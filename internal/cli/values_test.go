package cli

import (
	"testing"
	"time"
)

// TestDurations: a number without a unit is one of seconds; what is negative or too large for a duration is
// refused.
func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{"60s": time.Minute, "90": 90 * time.Second,
		"0.5": time.Second / 2, "1m30s": 90 * time.Second, "0": 0} {
		var d Duration
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("%q is %v, %v, want %v", text, time.Duration(d), err, want)
		}
	}
	for _, text := range []string{"", "-1", "-5s", "5 minutes", "1e30", "NaN", "Inf"} {
		d := Duration(7)
		if err := d.Set(text); err == nil || d != 7 {
			t.Errorf("%q is %v, %v", text, time.Duration(d), err)
		}
	}
}

// TestSizes: units of thousands and of 1024 differ, their case does not matter.
func TestSizes(t *testing.T) {
	for text, want := range map[string]Size{"4GB": 4e9, "4gib": 4 << 30, "2g": 2 << 30, "512 MiB": 512 << 20,
		"1.5kb": 1500, "7": 7, "7b": 7, "0": 0, " 3k ": 3 << 10} {
		var s Size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%q is %d, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "GB", "-1GB", "4GBB", "NaN", "inf", "9e30", "8388608tib"} {
		s := Size(7)
		if err := s.Set(text); err == nil || s != 7 {
			t.Errorf("%q is %d, %v", text, s, err)
		}
	}
}
