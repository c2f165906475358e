package term

import (
	"fmt"
	"math/rand/v2"
)

// truth evaluates terms under many assignments at once, each term as the column of its values.
type truth struct {
	s       *Store
	rows    int
	columns map[Term][]uint64
}

func newTruth(s *Store, rows int) *truth {
	return &truth{s: s, rows: rows, columns: map[Term][]uint64{}}
}

func (u *truth) column(t Term) []uint64 {
	if c, ok := u.columns[t]; ok {
		return c
	}
	s := u.s
	col := make([]uint64, u.rows)
	if v, ok := s.ConstUint64(t); ok {
		for i := range col {
			col[i] = v
		}
		u.columns[t] = col
		return col
	}
	args := s.Args(t)
	if len(args) == 0 {
		panic("no column for " + s.String(t))
	}
	cols := make([][]uint64, len(args))
	for i, a := range args {
		cols[i] = u.column(a)
	}
	p, q := s.Params(t)
	w, w2 := s.Sort(args[0]).Width(), 0
	if len(args) > 1 {
		w2 = s.Sort(args[1]).Width()
	}
	v := make([]uint64, len(args))
	op := s.Op(t)
	for i := range col {
		for j := range cols {
			v[j] = cols[j][i]
		}
		col[i] = refOp(op, p, q, w, w2, v)
	}
	u.columns[t] = col
	return col
}

// differ compares two terms and describes the first row where they differ.
func (u *truth) differ(raw, built Term, vars []Term) string {
	a, b := u.column(raw), u.column(built)
	for i := range a {
		if a[i] != b[i] {
			at := ""
			for _, x := range vars {
				at += fmt.Sprintf(" %s=%d", u.s.Name(x), u.columns[x][i])
			}
			return fmt.Sprintf("%s\n  was built as %s\n  at%s: want %d, got %d",
				u.s.String(raw), u.s.String(built), at, a[i], b[i])
		}
	}
	return ""
}

// exhaust gives the variables all combinations of values. Sorts are Bool or
// bit-vectors with few bits in total.
func exhaust(s *Store, vars ...Term) *truth {
	bits := 0
	size := func(x Term) int { return max(1, s.Sort(x).Width()) }
	for _, x := range vars {
		bits += size(x)
	}
	u := newTruth(s, 1<<bits)
	shift := 0
	for _, x := range vars {
		col := make([]uint64, u.rows)
		for i := range col {
			col[i] = uint64(i) >> shift % (1 << size(x))
		}
		u.columns[x] = col
		shift += size(x)
	}
	return u
}

// sample gives the variables random values, often the same or extreme ones.
func sample(s *Store, rng *rand.Rand, rows int, vars []Term) *truth {
	u := newTruth(s, rows)
	for _, x := range vars {
		u.columns[x] = make([]uint64, rows)
	}
	for i := range rows {
		last := uint64(0)
		for _, x := range vars {
			m := uint64(1)<<max(1, s.Sort(x).Width()) - 1
			v := rng.Uint64()
			switch rng.IntN(6) {
			case 0:
				v = last
			case 1:
				v = last + uint64(rng.IntN(3)) - 1
			case 2:
				v = uint64(rng.IntN(3)) - 1
			case 3:
				v = (m+1)/2 + uint64(rng.IntN(3)) - 1
			}
			last = v & m
			u.columns[x][i] = last
		}
	}
	return u
}
