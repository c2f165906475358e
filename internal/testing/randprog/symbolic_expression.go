package randprog

import "fmt"

// place is an lvalue of eight bits or less.
func (p *symbolic) place() string {
	xs := []string{"x", "y", "g0", "g1", "g2"}
	more := func(f int, ys ...string) {
		if p.has(f) {
			xs = append(xs, p.one(ys...), p.one(ys...), p.one(ys...))
		}
	}
	more(symIndex, "arr[x & 3]", "arr[y & 3]", "arr[g0 & 3]", "arr[1]", "mat[x & 1][y & 1]", "*gp",
		"arr[(x + y) & 3]", "arr[arr[x & 3] & 3]")
	more(symBytes, "un.b[0]", "un.b[1]", "un.s[2]", "un.b[x & 3]", "st.a", "st.b", "st.d[1]", "st2.a",
		"st.d[y & 1]", "((u8 *)&un.h[1])[1]")
	more(symHeap, "hp[0]", "*hp")
	if p.main {
		more(symLocal, "own")
	} else {
		more(symSame, "tl")
	}
	if p.has(symUndefined) && p.Intn(8) == 0 {
		return p.one("arr[x]", "arr[y]", "*(arr + x)")
	}
	return p.one(xs...)
}

// value is a value of few bits.
func (p *symbolic) value() string {
	v := p.place()
	switch p.Intn(9) {
	case 0, 1:
		return p.small()
	case 2:
		return fmt.Sprintf("(%s + %s) & 7", v, p.one("1", "2", "x", "y"))
	case 3:
		return fmt.Sprintf("(%s ^ %s) & 7", v, p.one("1", "3", "x"))
	case 4:
		return fmt.Sprintf("%s ? %s : %s", p.cond(), p.one("x", "y"), p.small())
	case 5:
		if p.has(symSigned) {
			return p.one("(u8)-x & 7", "((signed char)x >> 1) & 7", "(x * y) & 7", "~y & 3",
				"(x << (y & 1)) & 7", "((signed char)(x - y) < 0)", "(unsigned short)(x * 129) >> 8",
				"x / (y + 1u)", "(x - y) % 3 & 7")
		}
		return "x & y"
	case 6:
		return p.input()
	}
	return v
}

func (p *symbolic) cond() string {
	c := fmt.Sprintf("%s %s %s", p.one("x", "y", p.place()), p.one("==", "!=", "<", ">", "<="),
		p.one(p.small(), "x", "y", p.small()))
	switch p.Intn(8) {
	case 0:
		return fmt.Sprintf("(%s && %s)", c, p.cond())
	case 1:
		return fmt.Sprintf("(%s | (%s))", "("+c+")", p.cond())
	case 2:
		if p.inputs > 0 && p.section == 0 {
			p.inputs--
			return "BIT"
		}
	}
	return c
}
