package interp

import (
	"errors"

	"whittle.dev/internal/cfa"
)

// print executes a Print. Without an output only its result matters, which is
// then an input.
func (m *Machine) print(t *thread, f *frame, e *edgeCode, fr []uint64, op *cfa.Print) Event {
	format, _ := m.value(&e.a, f.proc, fr, t)
	args := make([]printfArg, len(e.args))
	for i := range e.args {
		v, _ := m.value(&e.args[i], f.proc, fr, t)
		args[i] = printfArg{bits: v, width: int(e.args[i].width)}
	}
	if m.out.w == nil {
		text := ""
		if m.rec != nil {
			b, _, _ := m.text(nil, op.Func, format, args, m.peekString)
			text = string(b)
		}
		lo, hi := m.havoc(t, e)
		t.set(fr, e.dst, lo, hi)
		return m.next(t, f, e, info{lo: lo, hi: hi, text: text}, false)
	}
	out := &m.out
	if toStderr(op.Func) {
		out = &m.errs
	}
	n := len(out.buf)
	buf, result, err := m.text(out.buf, op.Func, format, args, m.cString)
	if err != nil {
		var pe *printfError
		if errors.As(err, &pe) && pe.undefined {
			return m.undefined(t, e, op.Func+": "+pe.what)
		}
		return m.stop(Outcome{Kind: Unsupported, What: op.Func + ": " + err.Error()}, t, e.edge)
	}
	if out.buf = buf; out.w == nil {
		out.buf = buf[:n]
	}
	lo, hi := e.dst.fit(result, 0)
	t.set(fr, e.dst, lo, hi)
	return m.next(t, f, e, info{lo: lo, hi: hi}, false)
}

// printed reports whether output has left the machine.
func (m *Machine) printed() bool { return m.out.written || m.errs.written }

// toStderr tells the functions whose Print goes to standard error.
func toStderr(name string) bool {
	switch name {
	case "fprintf", "vfprintf", "fputs", "fputc", "perror":
		return true
	}
	return false
}

// text appends what a print function prints, and gives its result. Functions
// other than those for strings and characters take a format.
func (m *Machine) text(dst []byte, name string, format uint64, args []printfArg, str func(uint64, int) ([]byte, string)) ([]byte, uint64, error) {
	switch name {
	case "putchar", "putc", "fputc":
		c := format
		if len(args) > 0 {
			c = args[0].bits
		}
		return append(dst, byte(c)), uint64(byte(c)), nil
	}
	s, bad := str(format, -1)
	if bad != "" {
		return dst, 0, &printfError{bad, true}
	}
	switch name {
	case "puts", "perror":
		return append(append(dst, s...), '\n'), uint64(len(s) + 1), nil
	case "fputs":
		return append(dst, s...), 1, nil
	}
	n := len(dst)
	f := formatter{ptrWidth: m.code.prog.PtrWidth, str: str}
	dst, err := f.format(dst, s, args)
	return dst, uint64(len(dst) - n), err
}

// cString reads the C string at addr, at most limit bytes of it (negative: no
// limit); bad says why that is undefined behaviour.
func (m *Machine) cString(addr uint64, limit int) (s []byte, bad string) {
	for limit < 0 || len(s) < limit {
		o, off, bad := m.locate(addr+uint64(len(s)), 1, false)
		if o == nil {
			return nil, bad
		}
		c := byte(m.read(o, off, 1))
		if c == 0 {
			break
		}
		s = append(s, c)
	}
	return s, ""
}

// peekString is cString without choosing bytes: it ends at the first byte
// that is not known.
func (m *Machine) peekString(addr uint64, limit int) (s []byte, bad string) {
	for limit < 0 || len(s) < limit {
		c, ok := m.peekByte(addr + uint64(len(s)))
		if !ok || c == 0 {
			break
		}
		s = append(s, c)
	}
	return s, ""
}
