package ltl

import (
	"bytes"
	"testing"
)

// TestWrite: an automaton as text and as a graph.
func TestWrite(t *testing.T) {
	f, err := Parse(`G (a -> F {s == "\n"})`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Translate(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	var text, dot bytes.Buffer
	if err := a.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := a.WriteDOT(&dot); err != nil {
		t.Fatal(err)
	}
	if got, want := text.String(), `state 0, initial
  !a             -> 0  {0}
  AP(s == "\n")  -> 0  {0}
  true           -> 1
state 1
  AP(s == "\n")  -> 0  {0}
  true           -> 1
`; got != want {
		t.Errorf("text:\n%s\nwant:\n%s", got, want)
	}
	if got, want := dot.String(), `digraph automaton {
	rankdir=LR;
	node [shape=circle, fontsize=10];
	edge [fontsize=9, fontname=monospace];
	begin0 [shape=point, style=invis];
	begin0 -> 0;
	0;
	0 -> 0 [label="!a\n{0}", color=blue];
	0 -> 0 [label="AP(s == \"\\n\")\n{0}", color=blue];
	0 -> 1 [label="true"];
	1;
	1 -> 0 [label="AP(s == \"\\n\")\n{0}", color=blue];
	1 -> 1 [label="true"];
}
`; got != want {
		t.Errorf("graph:\n%s\nwant:\n%s", got, want)
	}
}
