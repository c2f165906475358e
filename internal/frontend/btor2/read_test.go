package btor2_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/btor2"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// TestMalformed: the error of each file in testdata is the one beside it.
func TestMalformed(t *testing.T) { systems.Malformed(t, btor2.Read) }

// fifo writes words into a memory and reads them back; the input may not be 3. Whether it is full is a bad
// state, and so is a word 3 at the front.
const fifo = `; a queue
1 sort bitvec 1
2 sort bitvec 2 ; addresses
3 sort array 2 2
4 zero 2
5 state 3 mem
6 init 3 5 4
7 state 2 tail
8 init 2 7 4
9 input 2 data
10 input 1
11 constd 2 3
12 eq 1 9 11
13 constraint -12
14 write 3 5 7 9
15 next 3 5 14
16 one 2
17 add 2 7 16
18 ite 2 10 17 7
19 next 2 7 18
20 read 2 5 4
21 state 1 loose
22 eq 1 20 11
23 bad 22
24 eq 1 7 11
25 bad 24 full ; after three steps
26 output 24
27 bad 21 full
28 eq 1 7 9
29 constraint -28
`

// witness is that of the path in TestRead.
const witness = `sat
b1
#0
2 1 loose#0
@0
0 01 data@0
1 1 input10@0
#1
2 0 loose#1
@1
0 10 data@1
1 1 input10@1
#2
2 1 loose#2
@2
0 01 data@2
1 1 input10@2
#3
2 1 loose#3
@3
0 00 data@3
1 1 input10@3
.
`

// TestRead looks at all parts of a system.
func TestRead(t *testing.T) {
	s := read(t, fifo)
	st := s.Terms
	v := func(n uint64) term.Value { return term.BVValue(2, n) }
	mem := func(entries ...term.ArrayEntry) term.Value {
		return st.ArrayValue(st.Sort(s.Vars[0].Sym), v(0), entries...)
	}
	if len(s.Vars) != 3 || s.Vars[2].Name != "loose" || st.Sort(s.Vars[2].Sym) != term.Bool ||
		len(s.Transitions) != 1 || len(s.Transitions[0].Guards) != 2 || len(s.Transitions[0].Updates) != 2 ||
		len(s.Transitions[0].Inputs) != 2 || len(s.Goals) != 3 {
		t.Fatalf("got %+v", s)
	}
	for i, want := range []string{"b0", "full", "b2"} {
		if g := s.Goals[i]; g.Name != want || g.Number != i || len(g.Inputs) != 2 || !g.Pos.IsValid() {
			t.Errorf("goal %d is %+v", i, g)
		}
	}
	// Three words are written; which value the state without equations has does not matter.
	data, up := s.Transitions[0].Inputs[0], s.Transitions[0].Inputs[1]
	in := func(d uint64) term.Map { return term.Map{data: v(d), up: term.BoolValue(true)} }
	entry := func(i, e uint64) term.ArrayEntry { return term.ArrayEntry{Index: v(i), Elem: v(e)} }
	path := func() *transition.Path {
		return &transition.Path{Goal: 1, Inputs: in(0),
			Steps: []transition.Step{{Inputs: in(1)}, {Inputs: in(2)}, {Inputs: in(1)}},
			States: []transition.State{{mem(), v(0), term.BoolValue(true)},
				{mem(entry(0, 1)), v(1), term.BoolValue(false)},
				{mem(entry(0, 1), entry(1, 2)), v(2), term.BoolValue(true)},
				{mem(entry(0, 1), entry(1, 2), entry(2, 1)), v(3), term.BoolValue(true)}}}
	}
	if err := s.Replay(path()); err != nil {
		t.Error(err)
	}
	var out strings.Builder
	if err := btor2.WriteWitness(&out, s, []byte(fifo), path()); err != nil || out.String() != witness {
		t.Errorf("%v, the witness is\n%s", err, out.String())
	}
	for what, spoil := range map[string]func(*transition.Path){
		"a constraint in a step":   func(p *transition.Path) { p.Steps[1].Inputs = in(3) },
		"a constraint at the goal": func(p *transition.Path) { p.Inputs = in(3) },
		"an initial array":         func(p *transition.Path) { p.States[0][0] = mem(entry(3, 3)) },
		"another goal":             func(p *transition.Path) { p.Goal = 0 },
	} {
		p := path()
		if spoil(p); s.Replay(p) == nil {
			t.Errorf("a path with %s that is wrong replays", what)
		}
	}
}

// TestWitnessOfArrays: a state that is an array without an initial value is listed element by element.
func TestWitnessOfArrays(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{{1, "0 [0] 11 a#0\n0 [1] 01 a#0\n"},
		{30, "0 [*] 11 a#0\n0 [" + strings.Repeat("0", 29) + "1] 01 a#0\n"}} {
		text := fmt.Sprintf("1 sort bitvec %d\n2 sort bitvec 2\n3 sort array 1 2\n4 state 3 a\n"+
			"5 next 3 4 4\n6 sort bitvec 1\n7 one 6\n8 bad 7\n", c.width)
		s := read(t, text)
		v := func(w int, n uint64) term.Value { return term.BVValue(w, n) }
		a := s.Terms.ArrayValue(s.Terms.Sort(s.Vars[0].Sym), v(2, 3),
			term.ArrayEntry{Index: v(c.width, 1), Elem: v(2, 1)})
		p := &transition.Path{States: []transition.State{{a}}}
		var out strings.Builder
		if err := btor2.WriteWitness(&out, s, []byte(text), p); err != nil ||
			out.String() != "sat\nb0\n#0\n"+c.want+"@0\n.\n" {
			t.Errorf("%v, the witness is\n%s", err, out.String())
		}
	}
}

// TestBenchmarks reads files of other tools.
func TestBenchmarks(t *testing.T) {
	files, err := filepath.Glob("../../../../shared/benchmarks/systems/btor2/*.btor2")
	if err != nil || len(files) == 0 {
		t.Skip("no benchmarks here")
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := btor2.Read(&source.Files{}, f, text); err != nil {
			t.Error(err)
		}
	}
}

func FuzzRead(f *testing.F) { systems.FuzzReader(f, btor2.Read, fifo) }
