package property

import (
	"strings"
	"testing"
)

// TestSpecification: the text that is written for a property is read as that property.
func TestSpecification(t *testing.T) {
	for _, p := range append(All(), Default(), Join(NoOverflow, ValidFree, UnreachCall)) {
		got, err := ParsePRP(p.Specification("start"))
		if err != nil || got.Property != p || got.Entry != "start" {
			t.Errorf("%s: %+v, %v", p, got, err)
		}
		if w := p.Words(); w.Violated == "" || w.Meaning == "" || w.Advice == "" {
			t.Errorf("%s has no words: %+v", p, w)
		}
	}
}

func TestParsePRP(t *testing.T) {
	for _, c := range []struct {
		name, text string
		prop       Property
		entry      string
		err        string // substring; empty: no error
	}{
		{"reach", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", UnreachCall, "main", ""},
		{"old reach", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", UnreachCall, "main", ""},
		{"race", "\n\nCHECK(init(main()),LTL(G ! data-race))\n\n", NoDataRace, "main", ""},
		{"overflow", "CHECK( init(start()), LTL(G ! overflow) )", NoOverflow, "start", ""},
		{"termination", "CHECK( init(main()), LTL(F end) )", Termination, "main", ""},
		{"memsafety", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) " +
			")\nCHECK( init(main()), LTL(G valid-memtrack) )\n", ValidMemsafety, "main", ""},
		{"empty", "\n", "", "", "no property"},
		{"cover", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "", "", "line 1: coverage"},
		{"formula", "CHECK( init(main()), LTL(G def-behavior) )", "", "",
			"LTL(G def-behavior) is not supported"},
		{"temporal", "CHECK( init(main()), LTL([] (a -> <> AP(x > 0))) )", LTL, "main", ""},
		{"temporal with others", "CHECK( init(main()), LTL(F AP(x)) )\n" +
			"CHECK( init(main()), LTL(G ! overflow) )", "", "",
			"line 2: a formula of temporal logic is checked alone"},
		{"blanks", "  CHECK (init ( main ( ) ) , LTL (G!call( reach_error() ) ) )\r", UnreachCall, "main",
			""},
		{"garbage", "hello\n", "", "", "line 1: expected CHECK"},
		{"two", "CHECK( init(main()), LTL(F end) )\nCHECK( init(main()), LTL(G ! overflow) )",
			"no-overflow,termination", "main", ""},
		{"entries", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(f()), LTL(G valid-deref) )", "",
			"", "contradicts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParsePRP(c.text)
			p, entry := got.Property, got.Entry
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error %v, want one with %q", err, c.err)
				}
				return
			}
			if err != nil || p != c.prop || entry != c.entry {
				t.Fatalf("got %q, %q, %v; want %q, %q", p, entry, err, c.prop, c.entry)
			}
		})
	}
}

func FuzzParsePRP(f *testing.F) {
	f.Add("CHECK( init(main()), LTL(G ! call(reach_error())) )")
	f.Add("CHECK(init(()),LTL(")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParsePRP(text)
		p, entry := got.Property, got.Entry
		if (err == nil) != (p != "" && entry != "") {
			t.Errorf("ParsePRP(%q) = %q, %q, %v", text, p, entry, err)
		}
	})
}
