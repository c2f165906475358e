package interp

import "io"

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
