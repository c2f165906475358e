package testflag

import (
	"flag"
	"slices"
	"testing"
)

// set changes a flag for the time of a test.
func set(t *testing.T, name, value string) {
	t.Helper()
	f := flag.Lookup(name)
	old := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if name == "only" {
			*only = nil // its value has no text
			return
		}
		if err := f.Value.Set(old); err != nil {
			t.Error(err)
		}
	})
}

// TestSome: a sample has the size that was asked for, and the samples of all seeds have every member.
func TestSome(t *testing.T) {
	list := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, s := range []string{"1", "3"} {
		set(t, "scale", s)
		for n := range 5 {
			seen := map[int]bool{}
			for _, first := range []string{"-2", "-1", "0", "1", "2", "3", "4", "5", "6", "7"} {
				set(t, "seed", first)
				got := Some(list, n)
				if len(got) != min(Times(n), len(list)) || !slices.IsSorted(got) {
					t.Errorf("scale %s, seed %s: %d of them are %v", s, first, n, got)
				}
				for _, x := range got {
					seen[x] = true
				}
			}
			if n > 0 && len(seen) != len(list) {
				t.Errorf("scale %s: samples of %d leave some out: %v", s, n, seen)
			}
		}
	}
}

func TestSeeds(t *testing.T) {
	set(t, "seed", "5")
	set(t, "scale", "2")
	if got := slices.Collect(Seeds(2)); !slices.Equal(got, []int64{5, 6, 7, 8}) {
		t.Errorf("seeds %v", got)
	}
}

// TestTurn: names get their share, another seed gives another one, and a large scale everything.
func TestTurn(t *testing.T) {
	got := Turn("peterson", 2, 7)
	set(t, "seed", "3")
	if next := Turn("peterson", 2, 7); len(got) != 2 || len(next) != 2 || got[1] == next[1] ||
		got[0] == got[1] {
		t.Errorf("%v, and with another seed %v", got, next)
	}
	set(t, "scale", "9")
	if got := Turn("peterson", 2, 7); len(got) != 7 ||
		len(slices.Compact(slices.Sorted(slices.Values(got)))) != 7 {
		t.Errorf("not all: %v", got)
	}
	if got := Turn("peterson", 2, 0); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

func TestOnly(t *testing.T) {
	if !Only("peterson") || Chosen() {
		t.Error("without the flag not everything is wanted")
	}
	set(t, "only", "^pet|dekker")
	if !Only("peterson") || Only("lamport") || !Chosen() {
		t.Error("-only chooses others")
	}
	if got := Some([]int{1, 2, 3}, 1); len(got) != 3 {
		t.Errorf("a sample in spite of -only: %v", got)
	}
	if err := flag.Lookup("only").Value.Set("("); err == nil {
		t.Error("a wrong expression is no error")
	}
}
