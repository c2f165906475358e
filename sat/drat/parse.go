package drat

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"whittle.dev/sat"
	"whittle.dev/sat/dimacs"
)

// Format is how a proof is written down.
type Format uint8

// The formats.
const (
	Auto   Format = iota // recognised by the beginning of the proof
	Text                 // lines of literals
	Binary               // bytes
)

// place is where a step begins: a line of a text, a byte of a binary proof.
type place int64

// parser reads the steps of a proof.
type parser interface {
	// next reads a step into buf; io.EOF at the end.
	next(buf []sat.Lit) (lits []sat.Lit, deletion bool, at place, err error)
	// show names a place.
	show(at place) string
}

// sniff is how much is looked at to recognise the format.
const sniff = 1 << 16

func newParser(r io.Reader, name string, format Format) parser {
	br := bufio.NewReaderSize(r, sniff)
	if format == Auto {
		format = Text
		// Each binary step ends with a zero byte, which no text contains. A
		// first step longer than what is seen is an addition.
		head, _ := br.Peek(sniff)
		if bytes.IndexByte(head, 0) >= 0 || len(head) > 0 && head[0] == 'a' {
			format = Binary
		}
	}
	if format == Binary {
		return &binaryParser{r: br, name: name}
	}
	return &textParser{s: dimacs.NewScanner(br, name), name: name}
}

type textParser struct {
	s    *dimacs.Scanner
	name string
}

func (p *textParser) show(at place) string { return fmt.Sprintf("%s:%d", p.name, at) }

func (p *textParser) next(buf []sat.Lit) (lits []sat.Lit, deletion bool, at place, err error) {
	b := p.s.Peek()
	if b < 0 {
		if err := p.s.Err(); err != nil {
			return nil, false, 0, err
		}
		return nil, false, 0, io.EOF
	}
	at = place(p.s.Line())
	if b == 'd' {
		if word := p.s.Word(); string(word) != "d" {
			return nil, false, at, p.s.Errorf("want a literal, 0 or d, found %q", word)
		}
		deletion = true
	}
	for {
		if p.s.Peek() < 0 {
			return nil, false, at, p.s.Errorf("the last step, which begins on line %d, is not ended by 0", at)
		}
		n, err := p.s.Literal("a literal or 0")
		if err != nil {
			return nil, false, at, err
		}
		if n == 0 {
			return buf, deletion, at, nil
		}
		buf = append(buf, sat.FromDimacs(n))
	}
}

type binaryParser struct {
	r      *bufio.Reader
	name   string
	offset place
}

func (p *binaryParser) show(at place) string { return fmt.Sprintf("%s: byte %d", p.name, at) }

func (p *binaryParser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %s", p.show(p.offset), fmt.Sprintf(format, args...))
}

// byte reads a byte that must be there.
func (p *binaryParser) byte() (byte, error) {
	b, err := p.r.ReadByte()
	if err == io.EOF {
		return 0, p.errorf("the proof ends within a step")
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", p.name, err)
	}
	p.offset++
	return b, nil
}

func (p *binaryParser) next(buf []sat.Lit) (lits []sat.Lit, deletion bool, at place, err error) {
	at = p.offset
	if _, err := p.r.Peek(1); err == io.EOF {
		return nil, false, at, io.EOF
	}
	kind, err := p.byte()
	if err != nil {
		return nil, false, at, err
	}
	if kind != 'a' && kind != 'd' {
		p.offset--
		return nil, false, at, p.errorf("a step begins with 'a' or 'd', found %q", kind)
	}
	for {
		l, err := p.number()
		if err != nil {
			return nil, false, at, err
		}
		if l == 0 {
			return buf, kind == 'd', at, nil
		}
		if l < 2 || l > 2*dimacs.MaxVar+1 {
			return nil, false, at, p.errorf("%d is no literal", l)
		}
		buf = append(buf, sat.Lit(l))
	}
}

func (p *binaryParser) number() (uint64, error) {
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		b, err := p.byte()
		if err != nil {
			return 0, err
		}
		if shift > 28 {
			return 0, p.errorf("a literal has more than five bytes")
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n, nil
		}
	}
}
