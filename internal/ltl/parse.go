package ltl

import "slices"

// Operators bind as in the following table, the strongest first; Spot has the same order, SPIN wants
// parentheses where it matters:
//
//	! ~ X F G <> []     to the right
//	U W R V M           a U b U c is a U (b U c)
//	&& &
//	|| |
//	-> ==>              a -> b -> c is a -> (b -> c)
//	<->

// Parse reads a formula. Errors are of type *SyntaxError.
func Parse(text string) (*Formula, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: list}
	f, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != atEnd {
		return nil, unexpected(t, "an operator or the end")
	}
	return f, nil
}

// levels are the operators with two operands, the loosest first.
var levels = []struct {
	ops   []Op
	right bool // associates to the right
}{
	{ops: []Op{Iff}},
	{ops: []Op{Implies}, right: true},
	{ops: []Op{Or}},
	{ops: []Op{And}},
	{ops: []Op{Until, WeakUntil, Release, StrongRelease}, right: true},
}

type parser struct {
	tokens []token
	at     int
}

func (p *parser) peek() token { return p.tokens[p.at] }

// binary reads a formula whose operators, outside of parentheses, are those of this level or bind stronger.
func (p *parser) binary(level int) (*Formula, error) {
	if level == len(levels) {
		return p.unary()
	}
	f, err := p.binary(level + 1)
	for err == nil {
		t := p.peek()
		if t.kind != infix || !slices.Contains(levels[level].ops, t.op) {
			return f, nil
		}
		p.at++
		next := level + 1
		if levels[level].right {
			next = level
		}
		var g *Formula
		g, err = p.binary(next)
		f = &Formula{Op: t.op, Left: f, Right: g, Col: t.col}
	}
	return nil, err
}

// unary reads operators with one operand and what they are applied to.
func (p *parser) unary() (*Formula, error) {
	t := p.peek()
	switch t.kind {
	case prefix:
		p.at++
		f, err := p.unary()
		if err != nil {
			return nil, err
		}
		return &Formula{Op: t.op, Left: f, Col: t.col}, nil
	case constant:
		p.at++
		return &Formula{Op: t.op, Col: t.col}, nil
	case proposition:
		p.at++
		return &Formula{Op: Proposition, Atom: t.atom, Col: t.col}, nil
	case open:
		p.at++
		f, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		if c := p.peek(); c.kind != closing {
			return nil, unexpected(c, "an operator or )")
		}
		p.at++
		return f, nil
	}
	return nil, unexpected(t, "a formula")
}

func unexpected(t token, want string) error {
	got := "the end"
	if t.kind != atEnd {
		got = t.text
	}
	return &SyntaxError{Col: t.col, Msg: "expected " + want + ", got " + got}
}
