package dimacs

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"whittle.dev/sat"
)

// Writer writes a formula. The caller writes the header first and as many
// clauses as it says. Call [Writer.Flush] at the end.
type Writer struct {
	w   *bufio.Writer
	buf []byte
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 1<<16)} }

// Comment writes comment lines, one for each line of text.
func (w *Writer) Comment(text string) {
	for _, line := range strings.Split(text, "\n") {
		w.w.WriteString("c " + line + "\n") // errors stick and are reported by Flush
	}
}

// Header writes the header.
func (w *Writer) Header(h Header) { fmt.Fprintf(w.w, "p cnf %d %d\n", h.Vars, h.Clauses) }

// Clause writes a clause on a line of its own.
func (w *Writer) Clause(lits ...sat.Lit) {
	w.buf = w.buf[:0]
	for _, l := range lits {
		w.buf = strconv.AppendInt(w.buf, int64(l.Dimacs()), 10)
		w.buf = append(w.buf, ' ')
	}
	w.w.Write(append(w.buf, '0', '\n'))
}

// Flush writes what is buffered and returns the first error.
func (w *Writer) Flush() error { return w.w.Flush() }
