package events

import (
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// printing notes an output operation that reads strings which other threads
// may change meanwhile. These reads are no events.
func (u *unroller) printing(e *cfa.Edge, op cfa.Print, st *state) {
	if !u.opts.Prints || !st.spawned {
		return
	}
	format := u.regs.eval(op.Format, st)
	read := []term.Term{format}
	text, known := u.stringAt(format)
	for i, a := range op.Args {
		if !known || slices.Contains(op.Form.Strings(text), i) {
			read = append(read, u.regs.eval(a, st))
		}
	}
	for _, addr := range read {
		if u.sharedString(addr, st) {
			u.b.goal(UnsupportedGoal, st, e, -1, "printing a string that other threads may change")
			return
		}
	}
}

// sharedString reports whether an address may be in an object that another thread can write.
func (u *unroller) sharedString(addr term.Term, st *state) bool {
	l := u.g.Leaves(addr)
	if l.Top || len(l.Symbols) > 0 || len(l.Regions) == 0 {
		return true
	}
	for _, r := range l.Regions {
		if !u.objects.private(r, st.spawned) {
			return true
		}
	}
	return false
}

// stringAt is the constant string at an address; ok is false if it is none.
func (u *unroller) stringAt(addr term.Term) (text string, ok bool) {
	a, constant := u.s.ConstUint64(addr)
	o := u.g.staticAt(a)
	if !constant || o == nil || !o.ReadOnly || o.Undefined || a < o.Addr {
		return "", false
	}
	var b strings.Builder
	for off := a - o.Addr; off < o.Size; off++ {
		c, ok := u.s.ConstUint64(u.g.InitialContent(o, o.Addr+off, 1))
		switch {
		case !ok:
			return "", false
		case c == 0:
			return b.String(), true
		}
		b.WriteByte(byte(c))
	}
	return "", false
}
