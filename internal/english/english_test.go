package english

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0 threads", 1: "1 thread", 2: "2 threads",
		1 << 40: "1099511627776 threads"} {
		if got := Count(n, "thread"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for n, want := range map[int]string{-1: "", 2: "\u00e4b", 4: "\u00e4...", 5: "\u00e4bcde",
		6: "\u00e4bcde"} {
		if got := Clip("\u00e4bcde", n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
