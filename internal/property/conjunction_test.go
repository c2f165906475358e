package property

import (
	"slices"
	"testing"
)

// TestJoin: a conjunction is written in one way.
func TestJoin(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"no-overflow,unreach-call", "unreach-call,no-overflow"},
		{"no-overflow, no-overflow", "no-overflow"},
		{"valid-free,valid-memtrack,no-overflow,valid-deref", "valid-memsafety,no-overflow"},
		{"valid-memsafety,valid-free", "valid-memsafety"},
		{"valid-memtrack,valid-free", "valid-free,valid-memtrack"},
		{"all", "unreach-call,valid-memsafety,no-deadlock,no-data-race,no-overflow,no-undefined-arithmetic," +
			"no-undefined-behaviour,no-uninitialised-use"},
	} {
		got, err := Parse(c.text)
		if err != nil || string(got) != c.want {
			t.Errorf("Parse(%q) = %q, %v; want %q", c.text, got, err, c.want)
		}
		if again, err := Parse(string(got)); err != nil || again != got || Join(got.Members()...) != got {
			t.Errorf("%q is read as %q, %v", got, again, err)
		}
	}
	for _, bad := range []string{"", "unreach-call,", "bad,no-overflow", "all,no-overflow"} {
		if p, err := Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %q", bad, p)
		}
	}
}

// TestWithout: what is decided is left out, part by part.
func TestWithout(t *testing.T) {
	p := Join(UnreachCall, ValidMemsafety, NoOverflow)
	for _, c := range []struct{ without, want Property }{
		{UnreachCall, "valid-memsafety,no-overflow"},
		{ValidDeref, "unreach-call,valid-free,valid-memtrack,no-overflow"},
		{ValidMemsafety, "unreach-call,no-overflow"},
		{p, ""},
		{NoDataRace, p},
	} {
		if got := p.Without(c.without); got != c.want {
			t.Errorf("without %s: %q, want %q", c.without, got, c.want)
		}
	}
	if !p.Memory() || Join(UnreachCall, NoOverflow).Memory() || p.OfSystems() {
		t.Error("what a conjunction is about")
	}
	if got := p.Parts(); !slices.Equal(got, []Property{UnreachCall, ValidFree, ValidDeref, ValidMemtrack,
		NoOverflow}) {
		t.Errorf("parts %q", got)
	}
}
