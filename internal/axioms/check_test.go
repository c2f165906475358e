package axioms

import (
	"errors"
	"math/rand"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/testflag"
)

// graph makes a graph of a text: a line for each thread, with events W.rel x, R.acq x=w where w names a write
// by its thread and number among all events of the thread, or i for the initial one, F.sc, and U.ar x=w for a
// read-modify-write. Writes of a place are in coherence order as they come in the text.
func graph(t *testing.T, text string) *Graph {
	t.Helper()
	g := &Graph{}
	places := map[string]int{}
	place := func(name string) int {
		p, ok := places[name]
		if !ok {
			p = len(places)
			places[name] = p
			g.Writes = append(g.Writes, []int{len(g.Events)})
			g.Events = append(g.Events, Event{Thread: Initial, Kind: Write, Place: p, From: None, Pair: None})
		}
		return p
	}
	orders := map[string]cfa.Order{"": cfa.Plain, "rlx": cfa.Relaxed, "acq": cfa.Acquire, "rel": cfa.Release,
		"ar": cfa.AcqRel, "sc": cfa.SeqCst}
	named := map[string]int{}
	type source struct {
		read int
		name string
	}
	var sources []source
	for thread, line := range strings.Split(text, "\n") {
		for i, word := range strings.Split(line, ";") {
			fields := strings.Fields(word)
			kind, order, _ := strings.Cut(fields[0], ".")
			e := Event{Thread: thread, Order: orders[order], Place: None, From: None, Pair: None}
			var from string
			if len(fields) > 1 {
				var name string
				name, from, _ = strings.Cut(fields[1], "=")
				e.Place = place(name)
			}
			if kind == "F" {
				e.Kind = Fence
				g.Events = append(g.Events, e)
				continue
			}
			if kind == "R" || kind == "U" {
				e.Kind = Read
				sources = append(sources, source{len(g.Events), from})
				g.Events = append(g.Events, e)
			}
			if kind == "W" || kind == "U" {
				e.Kind = Write
				n := len(g.Events)
				if kind == "U" {
					e.Pair, g.Events[n-1].Pair = n-1, n
				}
				g.Events = append(g.Events, e)
				g.Writes[e.Place] = append(g.Writes[e.Place], n)
				named[string(rune('0'+thread))+"."+string(rune('0'+i))] = n
			}
		}
	}
	for _, s := range sources {
		g.Events[s.read].From = g.Writes[g.Events[s.read].Place][0]
		if s.name != "i" {
			from, ok := named[s.name]
			if !ok {
				t.Fatalf("no write %s in %q", s.name, text)
			}
			g.Events[s.read].From = from
		}
	}
	return g
}

// TestCheck has the shapes of the literature.
func TestCheck(t *testing.T) {
	for _, test := range []struct{ name, text, allowed string }{
		{"SB", "W.rlx x;R.rlx y=i\nW.rlx y;R.rlx x=i", "tso pso c11"},
		{"SB with fences", "W.rlx x;F.sc;R.rlx y=i\nW.rlx y;F.sc;R.rlx x=i", ""},
		{"SB with one fence", "W.rlx x;F.sc;R.rlx y=i\nW.rlx y;R.rlx x=i", "tso pso c11"},
		{"SB of seq_cst", "W.sc x;R.sc y=i\nW.sc y;R.sc x=i", ""},
		{"SB of release and acquire", "W.rel x;R.acq y=i\nW.rel y;R.acq x=i", "tso pso c11"},
		{"MP", "W x;W.rlx y\nR.rlx y=0.1;R x=i", "pso c11"},
		{"MP of release and acquire", "W x;W.rel y\nR.acq y=0.1;R x=i", "pso"},
		{"MP with release alone", "W x;W.rel y\nR.rlx y=0.1;R x=i", "pso c11"},
		{"MP with fences", "W x;F.rel;W.rlx y\nR.rlx y=0.2;F.acq;R x=i", ""},
		{"MP through an RMW", "W x;W.rel y\nU.rlx y=0.1\nR.acq y=1.0;R x=i", "pso"},
		{"MP through a write", "W x;W.rel y;W.rlx y\nR.acq y=0.2;R x=i", "pso c11"},
		{"LB", "R.rlx x=1.1;W.rlx y\nR.rlx y=0.1;W.rlx x", ""},
		{"CoRR", "W.rlx x;W.rlx x\nR.rlx x=0.1;R.rlx x=0.0", ""},
		{"CoWR", "W.rlx x;R.rlx x=i", ""},
		{"IRIW", "W.rlx x\nW.rlx y\nR.acq x=0.0;R.acq y=i\nR.acq y=1.0;R.acq x=i", "c11"},
		{"IRIW of seq_cst", "W.sc x\nW.sc y\nR.sc x=0.0;R.sc y=i\nR.sc y=1.0;R.sc x=i", ""},
		{"IRIW with fences", "W.rlx x\nW.rlx y\nR.rlx x=0.0;F.sc;R.rlx y=i\nR.rlx y=1.0;F.sc;R.rlx x=i", ""},
		{"RMWs of one value", "U.rlx x=i\nU.rlx x=i", ""},
		{"RMWs", "U.rlx x=i\nU.rlx x=0.0", "sc tso pso c11"},
		{"locked RMWs order", "W.rlx x;U.rlx a=i;R.rlx y=i\nW.rlx y;U.rlx b=i;R.rlx x=i", "c11"},
	} {
		g := graph(t, test.text)
		for _, m := range Models() {
			err := Check(m, g)
			if want := strings.Contains(" "+test.allowed+" ", " "+string(m)+" "); want != (err == nil) {
				t.Errorf("%s in %s: %v, want allowed %t", test.name, m, err, want)
			}
			if bad := new(Inconsistent); err != nil && (!errors.As(err, &bad) || bad.Axiom == "" ||
				bad.Model != m) {
				t.Errorf("%s in %s: %v", test.name, m, err)
			}
		}
	}
}

// TestRaces asks for the races of C11.
func TestRaces(t *testing.T) {
	for _, test := range []struct {
		name, text string
		races      int
	}{
		{"plain accesses", "W x\nR x=i", 1},
		{"one plain access", "W x\nR.rlx x=i", 1},
		{"atomic accesses", "W.rlx x\nR.rlx x=i", 0},
		{"reads", "R x=i\nR x=i", 0},
		{"MP", "W x;W.rel y\nR.acq y=0.1;R x=0.0", 0},
		{"MP, relaxed", "W x;W.rlx y\nR.acq y=0.1;R x=0.0", 1},
		{"MP, not read", "W x;W.rel y\nR.acq y=i;R x=i", 1},
	} {
		if got := Races(graph(t, test.text)); len(got) != test.races {
			t.Errorf("%s: %d races, want %d", test.name, len(got), test.races)
		}
	}
}

// TestStrength checks on random graphs that what a stronger model allows, weaker ones allow as well, and that
// what is allowed stays so without its last events.
func TestStrength(t *testing.T) {
	allowed := map[Model]int{}
	for seed := range testflag.Seeds(3000) {
		g := random(rand.New(rand.NewSource(seed)))
		ok := map[Model]bool{}
		for _, m := range Models() {
			ok[m] = Check(m, g) == nil
			if ok[m] {
				allowed[m]++
				if less := shorter(g); Check(m, less) != nil {
					t.Errorf("seed %d: %s allows it, but not without its last event", seed, m)
				}
			}
		}
		if ok[SC] && !ok[TSO] || ok[TSO] && !ok[PSO] || ok[SC] && !ok[RC11] {
			t.Errorf("seed %d: allowed by %v", seed, ok)
		}
	}
	if !(allowed[SC] < allowed[TSO] && allowed[TSO] < allowed[PSO] && allowed[SC] < allowed[RC11]) {
		t.Errorf("the graphs do not tell the models apart: %v", allowed)
	}
	t.Log(allowed)
}

// random makes a graph of three threads, with sources before their reads.
func random(r *rand.Rand) *Graph {
	g := &Graph{}
	const places, threads = 2, 3
	for p := range places {
		g.Writes = append(g.Writes, []int{p})
		g.Events = append(g.Events, Event{Thread: Initial, Kind: Write, Place: p, From: None, Pair: None})
	}
	orders := []cfa.Order{cfa.Relaxed, cfa.Acquire, cfa.Release, cfa.SeqCst, cfa.Plain}
	for range 8 {
		n := len(g.Events)
		e := Event{Thread: r.Intn(threads), Kind: Kind(r.Intn(3)), Order: orders[r.Intn(len(orders))],
			Place: r.Intn(places), From: None, Pair: None}
		ws := g.Writes[e.Place]
		switch e.Kind {
		case Read:
			e.From = ws[r.Intn(len(ws))]
			if r.Intn(4) == 0 {
				e.Pair = n + 1
			}
		case Write:
			at := 1 + r.Intn(len(ws))
			g.Writes[e.Place] = append(append(append([]int(nil), ws[:at]...), n), ws[at:]...)
		default:
			e.Place = None
		}
		g.Events = append(g.Events, e)
		if e.Pair != None {
			w := Event{Thread: e.Thread, Kind: Write, Order: e.Order, Place: e.Place, From: None, Pair: n}
			for i, x := range ws {
				if x == e.From {
					g.Writes[e.Place] = append(append(append([]int(nil), ws[:i+1]...), n+1), ws[i+1:]...)
				}
			}
			g.Events = append(g.Events, w)
		}
	}
	return g
}

// shorter leaves out the last event that is not half of a read-modify-write.
func shorter(g *Graph) *Graph {
	n := len(g.Events) - 1
	if g.Events[n].Pair != None {
		return g
	}
	s := &Graph{Events: g.Events[:n]}
	for _, ws := range g.Writes {
		var kept []int
		for _, w := range ws {
			if w != n {
				kept = append(kept, w)
			}
		}
		s.Writes = append(s.Writes, kept)
	}
	return s
}
