package ltl

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// TestOthers compares automata with those of other translators, where they are installed: no word may have a
// formula by the one and its negation by the other, in either direction, and lassos have one of them.
// Formulas are small, because for larger ones these programs can take hours.
func TestOthers(t *testing.T) {
	for _, other := range []struct {
		name     string
		args     func(f *Formula) (stdin string, args []string)
		read     func(text string, atoms []Atom) (*Automaton, error)
		nextFree bool // it has no X
	}{
		{
			"spin",
			func(f *Formula) (string, []string) { return "", []string{"-f", forSpin(f)} },
			readNeverClaim, true,
		},
		{"lbt", func(f *Formula) (string, []string) { return forLBT(f, f.Atoms()), nil }, readLBT, false},
	} {
		t.Run(other.name, func(t *testing.T) {
			path, err := exec.LookPath(other.name)
			if err != nil {
				t.Skip(err)
			}
			translate := func(f *Formula) *Automaton {
				stdin, args := other.args(f)
				cmd := exec.CommandContext(t.Context(), path, args...)
				cmd.Stdin, cmd.Dir = strings.NewReader(stdin), t.TempDir()
				var out bytes.Buffer
				cmd.Stdout = &out
				if err := cmd.Run(); err != nil {
					t.Fatalf("%s of %s: %v\n%s", other.name, f, err, &out)
				}
				a, err := other.read(out.String(), f.Atoms())
				if err != nil && strings.Contains(err.Error(), "symbols") {
					return nil // the conditions on its edges are too long to be read here
				}
				if err != nil {
					t.Fatalf("%s of %s: %v\n%s", other.name, f, err, &out)
				}
				return a
			}
			for seed := range testflag.Seeds(40) {
				f := randomFormula(seeded(seed, 5), 2, 2)
				if other.nextFree && !f.NextFree() || len(f.Atoms()) == 0 {
					continue
				}
				for _, g := range []*Formula{f, Negation(f)} {
					a, err := Translate(t.Context(), g)
					if err != nil {
						t.Fatal(err)
					}
					b := translate(Negation(g))
					if b == nil {
						continue
					}
					if ok, err := disjoint(t.Context(), a, b, false); !ok || err != nil {
						t.Errorf("seed %d: %s disagrees about %s: %v", seed, other.name, g, err)
					}
					r := seeded(seed, 6)
					for range 20 {
						if w := randomLasso(r, len(a.Atoms)); accepts(a, w) == accepts(b, w) {
							t.Errorf("seed %d: %s disagrees about %s in %v", seed, other.name, g, w)
						}
					}
				}
			}
		})
	}
}

// forSpin writes a formula with the operators that SPIN has.
func forSpin(f *Formula) string {
	switch f.Op {
	case Proposition, True, False:
		return f.String()
	case Not:
		return "!(" + forSpin(f.Left) + ")"
	case Finally:
		return "<>(" + forSpin(f.Left) + ")"
	case Globally:
		return "[](" + forSpin(f.Left) + ")"
	case WeakUntil:
		return fmt.Sprintf("((%[2]s) V ((%[1]s) || (%[2]s)))", forSpin(f.Left), forSpin(f.Right))
	case StrongRelease:
		return fmt.Sprintf("((%[2]s) U ((%[1]s) && (%[2]s)))", forSpin(f.Left), forSpin(f.Right))
	case Release:
		return fmt.Sprintf("((%s) V (%s))", forSpin(f.Left), forSpin(f.Right))
	}
	return fmt.Sprintf("((%s) %s (%s))", forSpin(f.Left), f.Op, forSpin(f.Right))
}

// readNeverClaim reads a never claim of SPIN. Edges out of states whose names begin with "accept" get the
// mark.
func readNeverClaim(text string, atoms []Atom) (*Automaton, error) {
	a := &Automaton{Atoms: atoms, Marks: 1}
	number := map[string]int{}
	state := func(name string) int {
		if _, ok := number[name]; !ok {
			number[name] = len(a.Edges)
			a.Edges = append(a.Edges, nil)
		}
		return number[name]
	}
	var now []string // labels of the state
	fresh := true
	add := func(guard, to string) error {
		cubes, err := readGuard(guard, atoms)
		for _, c := range cubes {
			for _, from := range now {
				e := Edge{Label: c, To: state(to)}
				if strings.Contains(strings.Join(now, " "), "accept") {
					e.Marks = 1
				}
				a.Edges[state(from)] = append(a.Edges[state(from)], e)
			}
		}
		return err
	}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		var err error
		if name, ok := strings.CutSuffix(line, ":"); ok {
			if !fresh {
				now = nil
			}
			now, fresh = append(now, name), true
			state(name)
			continue
		}
		fresh = false
		if guard, ok := strings.CutPrefix(line, ":: atomic {"); ok {
			guard, _, _ = strings.Cut(guard, "-> assert")
			err = add(guard, "accept_all")
		} else if guard, ok := strings.CutPrefix(line, "::"); ok {
			if guard, to, ok := strings.Cut(guard, "-> goto"); ok { // else it is ":: false"
				err = add(guard, strings.TrimSpace(to))
			}
		} else if line == "skip" {
			err = add("true", now[0])
		}
		if err != nil {
			return nil, err
		}
	}
	a.Initial = []int{0}
	return a, nil
}

// readGuard reads a propositional formula as a disjunction of cubes.
func readGuard(text string, atoms []Atom) ([]Cube, error) {
	f, err := Parse(text)
	if err != nil {
		return nil, err
	}
	var out []Cube
	for letter := range uint64(1) << len(atoms) {
		if holds(f, atoms, lasso{nil, []uint64{letter}}) {
			out = append(out, Cube{letter, 1<<len(atoms) - 1 - letter})
		}
	}
	return out, nil
}

// forLBT writes a formula in prefix notation, its propositions as p0, p1, ...
func forLBT(f *Formula, atoms []Atom) string {
	switch f.Op {
	case True:
		return "t"
	case False:
		return "f"
	case Proposition:
		for i, a := range atoms {
			if a == f.Atom {
				return fmt.Sprintf("p%d", i)
			}
		}
	case WeakUntil:
		or := &Formula{Op: Or, Left: f.Left, Right: f.Right}
		return forLBT(&Formula{Op: Release, Left: f.Right, Right: or}, atoms)
	case StrongRelease:
		and := &Formula{Op: And, Left: f.Left, Right: f.Right}
		return forLBT(&Formula{Op: Until, Left: f.Right, Right: and}, atoms)
	}
	sign := map[Op]string{Not: "!", Next: "X", Finally: "F", Globally: "G", And: "&", Or: "|", Implies: "i",
		Iff: "e", Until: "U", Release: "V"}[f.Op]
	out := sign + " " + forLBT(f.Left, atoms)
	if f.Right != nil {
		out += " " + forLBT(f.Right, atoms)
	}
	return out
}

// readLBT reads an automaton as lbt writes it: the numbers of states and acceptance sets; for each state its
// number, whether it is initial, its acceptance sets, -1, and its edges, each a target and a condition, -1.
func readLBT(text string, atoms []Atom) (*Automaton, error) {
	r := &lbtReader{words: strings.Fields(text), atoms: atoms}
	a := &Automaton{Atoms: atoms}
	n := r.number()
	a.Marks = r.number()
	a.Edges = make([][]Edge, n)
	for range n {
		v := r.number()
		if r.number() == 1 {
			a.Initial = append(a.Initial, v)
		}
		var marks uint64
		for i := r.number(); i >= 0; i = r.number() {
			marks |= 1 << i
		}
		for to := r.number(); to >= 0; to = r.number() {
			guard := r.guard()
			for letter := range uint64(1) << len(atoms) {
				if guard(letter) {
					e := Edge{Cube{letter, 1<<len(atoms) - 1 - letter}, marks, to}
					a.Edges[v] = append(a.Edges[v], e)
				}
			}
		}
	}
	return a, r.err
}

type lbtReader struct {
	words []string
	atoms []Atom
	err   error
}

func (r *lbtReader) word() string {
	if len(r.words) == 0 {
		r.err = fmt.Errorf("the automaton ends too early")
		return "-1"
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

func (r *lbtReader) number() int {
	var n int
	if _, err := fmt.Sscan(r.word(), &n); err != nil {
		r.err = err
		return -1
	}
	return n
}

// guard reads a condition in prefix notation.
func (r *lbtReader) guard() func(letter uint64) bool {
	switch w := r.word(); w {
	case "t":
		return func(uint64) bool { return true }
	case "f":
		return func(uint64) bool { return false }
	case "!":
		g := r.guard()
		return func(x uint64) bool { return !g(x) }
	case "&", "|":
		g, h := r.guard(), r.guard()
		return func(x uint64) bool { return g(x) && h(x) || w == "|" && (g(x) || h(x)) }
	default:
		var i int
		if _, err := fmt.Sscanf(w, "p%d", &i); err != nil {
			r.err = fmt.Errorf("condition %q: %w", w, err)
		}
		return func(x uint64) bool { return x>>i&1 != 0 }
	}
}
