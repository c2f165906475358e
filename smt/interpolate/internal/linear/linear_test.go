package linear

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
)

// difference is the row x - y <= c.
func difference(x, y Var, c int64) Row {
	r := Row{Sum: []Mono{{x, rational.Of(1)}, {y, rational.Of(-1)}}, Const: rational.Of(-c)}
	slices.SortFunc(r.Sum, func(a, b Mono) int { return int(a.Var - b.Var) })
	return r
}

func randomRow(r *rand.Rand, vars int) Row {
	row := Row{Rel: Rel(r.IntN(5) / 2), Const: rational.Of(int64(r.IntN(9)) - 4)}
	for v := range vars {
		if c := int64(r.IntN(5)) - 2; c != 0 && r.IntN(3) > 0 {
			row.Sum = append(row.Sum, Mono{Var(v), rational.Of(c)})
		}
	}
	return row
}

func never(Var) bool  { return false }
func always(Var) bool { return true }

// feasible decides rows by the simplex method and checks what it says.
func feasible(t *testing.T, rows []Row) bool {
	t.Helper()
	tab := NewTableau()
	for _, r := range rows {
		tab.Add(r)
	}
	yes, known := tab.Check(context.Background())
	if !known {
		t.Fatal("not decided")
	}
	if !yes {
		sum := tab.Sum(tab.Proof(), func(int) bool { return true })
		if !sum.Absurd() {
			t.Fatalf("the proof of %v adds up to %v", rows, sum)
		}
		for _, p := range tab.Proof() {
			if tab.Row(p.Row).Rel != Eq && p.Factor.Sign() <= 0 {
				t.Fatalf("factor %v of row %v", p.Factor, tab.Row(p.Row))
			}
		}
		return false
	}
	at := tab.Point()
	for _, r := range rows {
		s := r.Eval(at).Sign()
		if s > 0 || s == 0 && r.Rel == Lt || s < 0 && r.Rel == Eq {
			t.Fatalf("%v is not satisfied by the point", r)
		}
	}
	return true
}

// TestProject: a point over the variables that are kept satisfies the projection exactly if the rows, with
// these values, have a solution.
func TestProject(t *testing.T) {
	inside, outside := 0, 0
	for seed := range testflag.Seeds(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		var rows []Row
		for range 2 + r.IntN(7) {
			rows = append(rows, randomRow(r, 5))
		}
		keep := func(v Var) bool { return v < 2 }
		got, ok := Project(context.Background(), rows, keep, never, 500)
		if !ok {
			continue
		}
		for range 12 {
			half := func() rational.Rat { return rational.Frac(int64(r.IntN(17))-8, 2) }
			values := []rational.Rat{half(), half()}
			at := func(v Var) rational.Rat { return values[v] }
			in := true
			for _, g := range got {
				for _, m := range g.Sum {
					if !keep(m.Var) {
						t.Fatalf("%v of the projection of %v", g, rows)
					}
				}
				s := g.Eval(at).Sign()
				in = in && (s < 0 && g.Rel != Eq || s == 0 && g.Rel != Lt)
			}
			fixed := append([]Row{}, rows...)
			for v, c := range values {
				fixed = append(fixed, Row{Sum: []Mono{{Var(v), rational.Of(1)}}, Const: c.Neg(), Rel: Eq})
			}
			if want := feasible(t, fixed); in != want {
				t.Fatalf("seed %d: %v in the projection %v of %v: %v, want %v", seed, values, got, rows,
					in, want)
			}
			if in {
				inside++
			} else {
				outside++
			}
		}
	}
	if inside < 50 || outside < 50 {
		t.Errorf("%d points inside, %d outside", inside, outside)
	}
}

// TestProjectIntegers: no integer solution is lost, and a limit makes it fail.
func TestProjectIntegers(t *testing.T) {
	for seed := range testflag.Seeds(200) {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		var rows []Row
		for range 2 + r.IntN(5) {
			rows = append(rows, randomRow(r, 3))
		}
		got, ok := Project(context.Background(), rows, func(v Var) bool { return v < 1 }, always, 500)
		if !ok {
			t.Fatalf("no projection of %v", rows)
		}
		for n := range 1000 {
			values := []rational.Rat{rational.Of(int64(n%10) - 5), rational.Of(int64(n/10%10) - 5),
				rational.Of(int64(n/100) - 5)}
			if holds(rows, values) && !holds(got, values) {
				t.Fatalf("seed %d: %v is lost in the projection %v of %v", seed, values, got, rows)
			}
		}
	}
	rows := []Row{difference(0, 1, 1), difference(0, 2, 1), difference(3, 0, 1), difference(4, 0, 1)}
	if _, ok := Project(context.Background(), rows, func(v Var) bool { return v > 0 }, always, 3); ok {
		t.Error("the limit has no effect")
	}
}

func holds(rows []Row, values []rational.Rat) bool {
	for _, r := range rows {
		s := r.Eval(func(v Var) rational.Rat { return values[v] }).Sign()
		if !(s < 0 && r.Rel != Eq || s == 0 && r.Rel != Lt) {
			return false
		}
	}
	return true
}

func equation(c int64, coefs ...int64) Row {
	r := Row{Rel: Eq, Const: rational.Of(c)}
	for v, k := range coefs {
		if k != 0 {
			r.Sum = append(r.Sum, Mono{Var(v), rational.Of(k)})
		}
	}
	return r
}

func TestParity(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []Row
		none bool // no integer solution
	}{
		{"even and odd", []Row{equation(0, 1, -2), equation(-1, 1, 0, -2)}, true},
		{"even", []Row{equation(0, 1, -2), equation(-4, 1)}, false},
		{"three and six", []Row{equation(-3, 6, 9), equation(1, 0, 3, 6)}, true},
		{"by combination", []Row{equation(0, 1, 1, -2), equation(-1, 1, -1, 0, -2)}, true},
		{"repeated", []Row{equation(0, 1, -2), equation(0, 1, -2), equation(-1, 1, 0, -2)}, true},
		{"nothing", nil, false},
	} {
		mults := Parity(c.rows)
		if (mults != nil) != c.none {
			t.Errorf("%s: multipliers %v", c.name, mults)
		}
		checkParity(t, c.rows, mults)
	}
}

// checkParity: the multipliers prove what they are to prove.
func checkParity(t *testing.T, rows []Row, mults []rational.Rat) {
	t.Helper()
	if mults == nil {
		return
	}
	sum := Row{Rel: Eq}
	for i, r := range rows {
		if !mults[i].IsZero() {
			sum = Combine(sum, mults[i], r)
		}
	}
	for _, m := range sum.Sum {
		if !m.Coef.IsInt() {
			t.Fatalf("%v with %v is %v", rows, mults, sum)
		}
	}
	if sum.Const.IsInt() {
		t.Fatalf("%v with %v is %v", rows, mults, sum)
	}
}

// TestParityRandom: equations have no solution in a box if there are multipliers, and no multipliers if
// there is one.
func TestParityRandom(t *testing.T) {
	found := 0
	for seed := range testflag.Seeds(400) {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		var rows []Row
		for range 1 + r.IntN(3) {
			row := equation(int64(r.IntN(7))-3, int64(r.IntN(9))-4, int64(r.IntN(9))-4, int64(r.IntN(9))-4)
			if len(row.Sum) > 0 {
				rows = append(rows, row.Normal(always))
			}
		}
		mults := Parity(rows)
		checkParity(t, rows, mults)
		if mults == nil {
			continue
		}
		found++
		for n := range 1000 {
			if holds(rows, []rational.Rat{rational.Of(int64(n%10) - 5), rational.Of(int64(n/10%10) - 5),
				rational.Of(int64(n/100) - 5)}) {
				t.Fatalf("seed %d: %v has a solution", seed, rows)
			}
		}
	}
	if found == 0 {
		t.Error("no system without integer solution")
	}
}

// TestTableauBacktrack: rows that were taken back count no more, also if they were contradictory.
func TestTableauBacktrack(t *testing.T) {
	ctx := context.Background()
	tab := NewTableau()
	tab.Add(difference(0, 1, 3))
	m := tab.Mark()
	if tab.Add(difference(1, 0, -4)) {
		if yes, _ := tab.Check(ctx); yes {
			t.Error("x - y <= 3 and y - x <= -4 have a solution")
		}
	}
	if sum := tab.Sum(tab.Proof(), func(int) bool { return true }); !sum.Absurd() {
		t.Errorf("the proof adds up to %v", sum)
	}
	tab.Backtrack(m)
	if yes, known := tab.Check(ctx); !yes || !known || tab.Len() != 1 {
		t.Error("a row that was taken back counts")
	}
	tab.Add(Row{Const: rational.Of(1)})
	if yes, _ := tab.Check(ctx); yes {
		t.Error("1 <= 0")
	}
	tab.Backtrack(m)
	if yes, _ := tab.Check(ctx); !yes {
		t.Error("an absurd row that was taken back counts")
	}
}
