package interp

import (
	"errors"

	"whittle.dev/internal/cfa"
)

// print executes a Print, which has an effect only where somebody sees it.
func (m *Machine) print(t *thread, f *frame, e *edgeCode, fr []uint64, op *cfa.Print) Event {
	format, _ := m.value(&e.a, f.proc, fr, t)
	args := make([]uint64, len(e.args))
	for i := range e.args {
		args[i], _ = m.value(&e.args[i], f.proc, fr, t)
	}
	if m.out.w == nil {
		text := ""
		if m.rec != nil {
			b, _ := m.text(nil, op, format, args, m.peekString)
			text = string(b)
		}
		return m.next(t, f, e, info{text: text}, false)
	}
	out := &m.out
	if op.Errors {
		out = &m.errs
	}
	n := len(out.buf)
	buf, err := m.text(out.buf, op, format, args, m.readString)
	if err != nil {
		var undefined cfa.UndefinedError
		if errors.As(err, &undefined) {
			return m.undefined(t, e, op.Name+": "+err.Error())
		}
		return m.stop(Outcome{Kind: Unsupported, What: op.Name + ": " + err.Error()}, t, e.edge)
	}
	if out.buf = buf; out.w == nil {
		out.buf = buf[:n]
	}
	return m.next(t, f, e, info{}, false)
}

// printed reports whether output has left the machine.
func (m *Machine) printed() bool { return m.out.written || m.errs.written }

// text appends what a Print prints.
func (m *Machine) text(dst []byte, op *cfa.Print, format uint64, args []uint64, str cfa.StringReader) ([]byte,
	error) {
	s, bad := str(format, -1)
	if bad != "" {
		return dst, cfa.UndefinedError(bad)
	}
	return op.Form.Format(dst, s, args, str)
}

// readString reads the string at addr, at most limit bytes of it (negative: no
// limit); bad says why that is undefined behaviour.
func (m *Machine) readString(addr uint64, limit int) (s []byte, bad string) {
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

// peekString is readString without choosing bytes: it ends at the first byte
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
