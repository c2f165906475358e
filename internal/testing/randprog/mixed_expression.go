package randprog

import (
	"fmt"
)

// small is a constant that conditions compare with.
func (p *mixed) small() string { return fmt.Sprint(p.Intn(3)) }

// index is a number from 0 to n-1, often one that is not constant.
func (p *mixed) index(n int) string {
	if p.Intn(2) == 0 {
		return fmt.Sprint(p.Intn(n))
	}
	if n == 3 {
		return fmt.Sprintf("(%s & 3) %% 3", p.one("x", "y", "g0"))
	}
	return fmt.Sprintf("%s & %d", p.one("x", "y", "g1"), n-1)
}

// maxPlaces is how many places a program mostly uses, so that its threads meet.
const maxPlaces = 6

// place is an lvalue.
func (p *mixed) place() string {
	if len(p.places) == maxPlaces && p.Intn(6) > 0 {
		return p.one(p.places...)
	}
	s := p.newPlace()
	if len(p.places) < maxPlaces {
		p.places = append(p.places, s)
	}
	return s
}

func (p *mixed) newPlace() string {
	xs := []string{"g0", "g1", "x", "y"}
	if p.has(useByte) {
		xs = append(xs, "c0", "s0", "un.u",
			"bf.a", "bf.b", "bf.c", "bo", "t3.c[1]", fmt.Sprintf("t4.c[%s]", p.index(3)), "ll",
			"((int *)&ll)[1]",
			fmt.Sprintf("un.b[%s]", p.index(4)), fmt.Sprintf("un.h[%s]", p.index(2)),
			fmt.Sprintf("((unsigned char *)&g0)[%s]", p.index(4)),
			fmt.Sprintf("*(short *)((char *)&st.a + 2 * (%s))", p.index(2)),
			fmt.Sprintf("*(unsigned short *)((char *)&un + (%s))", p.index(2)))
	}
	if p.has(usePointer) {
		xs = append(xs, "*gp", "*lp", "**gpp", fmt.Sprintf("arr[%s]", p.index(3)))
	}
	if p.has(useStruct) {
		xs = append(xs, "st.a", "st.b", "gsp->a", "gsp->b", "*gsp->p", fmt.Sprintf("gsp->c[%s]", p.index(2)))
	}
	if p.has(useHeap) {
		xs = append(xs, "h[0]", fmt.Sprintf("h[%s]", p.index(2)), "*gp", "gsp->a")
	}
	if p.has(useLocal) {
		xs = append(xs, "own", "*lp", "tl", "la[1]", fmt.Sprintf("la[%s]", p.index(2)))
	}
	if p.has(useUneven) {
		at := p.index(4)
		xs = append(xs, fmt.Sprintf("buf[%s]", at), fmt.Sprintf("*(int *)(buf + (%s))", at),
			fmt.Sprintf("*(short *)(buf + 2 * (%s))", at),
			"*(int *)(buf + 6)", "buf[6]", "buf[9]", "*(short *)(buf + 7)", "*(long *)(buf + 2)",
			fmt.Sprintf("pk[%s].b", p.index(2)), fmt.Sprintf("pk[%s].a", p.index(2)), "pk[1].b", "pk[0].c",
			"*(short *)((char *)&pk[1].b + 2)")
	}
	return p.one(xs...)
}

// target is a place that is written to.
func (p *mixed) target() string {
	if !p.has(useOwners) || p.Intn(8) == 0 {
		return p.place()
	}
	for len(p.places) < maxPlaces {
		p.places = append(p.places, p.newPlace())
	}
	return p.places[p.thread*maxPlaces/3+p.Intn(maxPlaces/3)]
}

// value is an rvalue of small range, mostly.
func (p *mixed) value() string {
	switch p.Intn(6) {
	case 0, 1:
		return p.small()
	case 2:
		return p.one("x", "y", "own")
	case 3:
		return fmt.Sprintf("(%s ^ 1)", p.place())
	case 4:
		if p.uninit && p.Intn(2) == 0 {
			return "__VERIFIER_nondet_bool()"
		}
		return fmt.Sprintf("(%s + 1 & 3)", p.place())
	}
	return p.place()
}

// pointer is a valid pointer to int.
func (p *mixed) pointer() string {
	xs := []string{"&g0", "&g1", "&st.a", "gp", "st.p", "gsp->p", "&gsp->a",
		fmt.Sprintf("&arr[%s]", p.index(3)), "*gpp"}
	if p.has(useHeap) {
		xs = append(xs, "h", "h + 1", "&fresh(1)->a")
	}
	if p.main && p.has(useLocal) {
		// Locals of workers would dangle.
		xs = append(xs, "&own")
	}
	a := p.one(xs...)
	switch p.Intn(8) {
	case 0:
		return fmt.Sprintf("(%s ? %s : %s)", p.cond(), a, p.one(xs...))
	case 1:
		if p.has(useCall) {
			return fmt.Sprintf("pick(%s, %s, %s)", p.cond(), a, p.one(xs...))
		}
	}
	return a
}

func (p *mixed) cond() string {
	c := fmt.Sprintf("%s %s %s", p.one("x", "y", p.place()), p.one("==", "!=", "<"), p.small())
	switch p.Intn(7) {
	case 0:
		return fmt.Sprintf("(%s && %s)", c, p.cond())
	case 1:
		return fmt.Sprintf("(%s || %s)", c, p.cond())
	case 2:
		if p.has(usePointer) {
			return fmt.Sprintf("gp == %s", p.one("&g0", "lp", "&st.a", "st.p"))
		}
	}
	return c
}

func (p *mixed) assert() { p.line(checkMark) }
