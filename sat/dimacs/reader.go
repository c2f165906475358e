package dimacs

import (
	"fmt"
	"io"

	"whittle.dev/sat"
)

// Header is what the line "p cnf VARIABLES CLAUSES" says.
type Header struct {
	Vars    int
	Clauses int
}

// Reader reads a formula clause by clause.
type Reader struct {
	s        *Scanner
	header   Header
	started  bool
	err      error // ends the reading; io.EOF after the last clause
	read     int   // clauses so far
	clause   []sat.Lit
	warnings []string
}

// NewReader returns a reader of the formula in r; name stands in messages.
func NewReader(r io.Reader, name string) *Reader { return &Reader{s: NewScanner(r, name)} }

// Header reads the text up to its header, if that has not been done.
func (r *Reader) Header() (Header, error) {
	if !r.started {
		r.started = true
		r.err = r.readHeader()
	}
	if r.err != nil && r.err != io.EOF {
		return Header{}, r.err
	}
	return r.header, nil
}

func (r *Reader) readHeader() error {
	if word := r.s.Word(); string(word) != "p" {
		return r.s.Errorf("want the header \"p cnf VARIABLES CLAUSES\", found %s", shown(word))
	}
	line := r.s.Line()
	if word := r.s.Word(); string(word) != "cnf" {
		return r.s.Errorf("want \"cnf\" in the header, found %s", shown(word))
	}
	for _, part := range []struct {
		n    *int
		what string
	}{{&r.header.Vars, "the number of variables"}, {&r.header.Clauses, "the number of clauses"}} {
		n, err := r.s.Literal(part.what)
		switch {
		case err != nil:
			return err
		case n < 0:
			return r.s.Errorf("%s is negative: %d", part.what, n)
		case r.s.Line() != line:
			return r.s.Errorf("%s is not on the line of the header", part.what)
		}
		*part.n = n
	}
	if r.s.Peek() >= 0 && r.s.Line() == line {
		return r.s.Errorf("want the end of the line after the header, found %s", shown(r.s.Word()))
	}
	return nil
}

func shown(word []byte) string {
	if len(word) == 0 {
		return "the end"
	}
	return fmt.Sprintf("%q", word)
}

// Next returns the next clause as it stands in the text. After the last one it
// returns io.EOF; other errors are [*Error] or those of the underlying reader.
// The slice is valid until the next call. After an error, Next repeats it.
func (r *Reader) Next() ([]sat.Lit, error) {
	if _, err := r.Header(); err != nil {
		return nil, err
	}
	if r.err == nil {
		r.err = r.readClause()
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.clause, nil
}

func (r *Reader) readClause() error {
	if r.s.Peek() < 0 {
		if err := r.s.Err(); err != nil {
			return err
		}
		if r.read != r.header.Clauses {
			r.warn("the header declares %d clauses, found %d", r.header.Clauses, r.read)
		}
		return io.EOF
	}
	line := r.s.Line()
	r.clause = r.clause[:0]
	for {
		if r.s.Peek() < 0 {
			return r.s.Errorf("the last clause, which begins on line %d, is not ended by 0", line)
		}
		n, err := r.s.Literal("a literal or 0")
		switch {
		case err != nil:
			return err
		case n == 0:
			r.read++
			return nil
		case n > r.header.Vars, -n > r.header.Vars:
			return r.s.Errorf("literal %d is out of range: the header declares %d variables", n,
				r.header.Vars)
		}
		r.clause = append(r.clause, sat.FromDimacs(n))
	}
}

func (r *Reader) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf("%s: %s", r.s.name, fmt.Sprintf(format, args...)))
}

// Warnings are the oddities found so far, complete after io.EOF.
func (r *Reader) Warnings() []string { return r.warnings }
