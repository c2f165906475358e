package drat

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func random3(r *rand.Rand, vars, clauses int) cnf {
	var f cnf
	for range clauses {
		var c []int
		for _, v := range r.Perm(vars)[:min(3, vars)] {
			if v++; r.Intn(2) == 0 {
				v = -v
			}
			c = append(c, v)
		}
		f = append(f, c)
	}
	return f
}

// pigeons says that n+1 pigeons sit in n holes alone.
func pigeons(n int) cnf {
	var f cnf
	at := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var c []int
		for h := range n {
			c = append(c, at(p, h))
			for q := range p {
				f = append(f, []int{-at(p, h), -at(q, h)})
			}
		}
		f = append(f, c)
	}
	return f
}

// plain is a checker without any cleverness and without deletions. It returns
// the line of the first wrong step, 0 for none.
func plain(f cnf, proof [][]int) int {
	db := append(cnf(nil), f...)
	refuted := func(assume ...int) bool {
		val := map[int]bool{}
		for _, l := range assume {
			if val[-l] {
				return true
			}
			val[l] = true
		}
	again:
		for _, c := range db {
			open, n := 0, 0
			for _, l := range c {
				if val[l] {
					n = 2
					break
				}
				if !val[-l] && l != open {
					open = l
					n++
				}
			}
			switch n {
			case 0:
				return true
			case 1:
				val[open] = true
				goto again
			}
		}
		return false
	}
	negate := func(c []int, except int) (out []int) {
		for _, l := range c {
			if l != except {
				out = append(out, -l)
			}
		}
		return out
	}
	contains := func(c []int, l int) bool {
		for _, x := range c {
			if x == l {
				return true
			}
		}
		return false
	}
	for i, c := range proof {
		if !refuted(negate(c, 0)...) {
			if len(c) == 0 {
				return i + 1
			}
			for _, d := range db {
				if contains(d, -c[0]) && !contains(d, c[0]) &&
					!refuted(append(negate(c, 0), negate(d, -c[0])...)...) {
					return i + 1
				}
			}
		}
		db = append(db, c)
	}
	return 0
}

func text(proof [][]int) string {
	var b strings.Builder
	for _, c := range proof {
		for _, l := range c {
			fmt.Fprint(&b, l, " ")
		}
		b.WriteString("0\n")
	}
	return b.String()
}

// TestAgainstPlain compares with the plain checker on corrupted and on random proofs: forward checking must
// find the same first wrong step, and backward checking must accept what forward checking accepts.
func TestAgainstPlain(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	wrong, right, rat := 0, 0, 0
	for i := range 1500 {
		n := 3 + r.Intn(6)
		f := random3(r, n, n*(3+r.Intn(5)))
		var proof [][]int
		for _, line := range strings.Split(strings.TrimSpace(prove(t, f)), "\n") {
			var c []int
			if line == "" || line[0] == 'd' {
				continue
			}
			for _, w := range strings.Fields(strings.TrimSuffix(line, "0")) {
				var l int
				fmt.Sscan(w, &l)
				c = append(c, l)
			}
			proof = append(proof, c)
			if len(c) == 0 {
				break
			}
		}
		if k := len(proof); k > 0 && i%2 == 0 {
			k = r.Intn(k)
			if c := proof[k]; len(c) > 0 && r.Intn(2) == 0 {
				c[r.Intn(len(c))] *= -1
			} else {
				proof = append(proof[:k:k], proof[k+1:]...)
			}
		} else {
			proof = proof[:0]
			for range r.Intn(12) {
				var c []int
				for range 1 + r.Intn(3) {
					l := 1 + r.Intn(n+2)
					if r.Intn(2) == 0 {
						l = -l
					}
					c = append(c, l)
				}
				proof = append(proof, c)
			}
		}
		if len(proof) == 0 || len(proof[len(proof)-1]) > 0 {
			proof = append(proof, nil)
		}
		want := plain(f, proof)
		got := check(t, f, text(proof), Config{Forward: true})
		switch {
		case want == 0 && !got.Verified, want > 0 && !strings.HasPrefix(got.Why, fmt.Sprintf("p:%d: ", want)):
			t.Fatalf("line %d is wrong, got %+v\nformula %v\nproof:\n%s", want, got, f, text(proof))
		case got.Verified:
			right++
		default:
			wrong++
		}
		rat += got.RATChecks
		back := check(t, f, text(proof), Config{})
		if got.Verified && !back.Verified || back.Verified && prove(t, f) == "" {
			t.Fatalf("forward %+v, backward %+v\nformula %v\nproof:\n%s", got, back, f, text(proof))
		}
	}
	t.Logf("%d right, %d wrong, %d RAT checks", right, wrong, rat)
	if right < 100 || wrong < 100 || rat < 100 {
		t.Errorf("only %d right, %d wrong, %d RAT checks", right, wrong, rat)
	}
}
