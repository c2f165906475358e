package interp

import (
	"errors"
	"io"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
)

// print executes a Print, which has an effect only where somebody sees it.
func (m *Machine) print(t *thread, f *frame, e *bytecode.Edge, fr []uint64, op *cfa.Print) Event {
	format, _ := m.code.Value(&e.A, f.proc, fr, t.regs)
	args := make([]uint64, len(e.Args))
	for i := range e.Args {
		args[i], _ = m.code.Value(&e.Args[i], f.proc, fr, t.regs)
	}
	if m.out.w == nil {
		text := ""
		if m.rec != nil {
			b, _ := formatted(nil, op, format, args, m.peekString)
			text = string(b)
		}
		return m.next(t, f, e, info{text: text}, false)
	}
	out := &m.out
	if op.Errors {
		out = &m.errs
	}
	n := len(out.buf)
	buf, err := formatted(out.buf, op, format, args,
		func(addr uint64, limit int) ([]byte, string) { return m.readString(t, addr, limit) })
	if err != nil {
		var undefined cfa.UndefinedError
		if errors.As(err, &undefined) {
			return m.undefined(t, e, op.Name+": "+err.Error())
		}
		return m.stop(Outcome{Kind: Unsupported, What: op.Name + ": " + err.Error()}, t, e.CFA)
	}
	if out.buf = buf; out.w == nil {
		out.buf = buf[:n]
	}
	return m.next(t, f, e, info{}, false)
}

// formatted appends what a Print prints.
func formatted(dst []byte, op *cfa.Print, format uint64, args []uint64, str cfa.StringReader) ([]byte,
	error) {
	s, bad := str(format, -1)
	if bad != "" {
		return dst, cfa.UndefinedError(bad)
	}
	return op.Form.Format(dst, s, args, str)
}

// readString reads the string at addr, at most limit bytes of it (negative: no
// limit); bad says why that is undefined behaviour.
func (m *Machine) readString(t *thread, addr uint64, limit int) (s []byte, bad string) {
	for limit < 0 || len(s) < limit {
		at := addr + uint64(len(s))
		o, off, ok := m.mem.Locate(at, 1, false)
		if !ok {
			return nil, m.names.badAccess(t, o, at, 1, false)
		}
		v, _ := m.mem.Read(o, off, 1)
		c := byte(v)
		if c == 0 {
			break
		}
		s = append(s, c)
	}
	return s, ""
}

// peekString is readString without choosing bytes: it ends at the first byte that is not known.
func (m *Machine) peekString(addr uint64, limit int) (s []byte, bad string) {
	for limit < 0 || len(s) < limit {
		c, ok := m.mem.Peek(addr + uint64(len(s)))
		if !ok || c == 0 {
			break
		}
		s = append(s, c)
	}
	return s, ""
}

// output buffers what the program prints. What is printed inside an atomic
// section can be taken back until the section ends.
type output struct {
	w   io.Writer
	buf []byte
	err error
	// written is set once something has been written that somebody sees.
	written bool
}

type outputMark int

func (o *output) mark() outputMark { return outputMark(len(o.buf)) }

func (o *output) rollback(m outputMark) { o.buf = o.buf[:m] }

func (o *output) flush() error {
	if len(o.buf) > 0 && o.w != nil && o.err == nil {
		o.written = o.w != io.Discard
		_, o.err = o.w.Write(o.buf)
	}
	o.buf = o.buf[:0]
	return o.err
}
