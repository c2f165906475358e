package lib

import (
	"errors"

	"whittle.dev/term"
)

// annotation reads the attributes of (! term ...).
func (p *parser) annotation(n *Node, t term.Term) error {
	attrs := n.List[2:]
	for i := 0; i < len(attrs); i++ {
		key := &attrs[i]
		if key.Kind != Keyword {
			return errorf(key.Pos, "expected a keyword, found %s", abbreviate(key))
		}
		var value *Node
		if i+1 < len(attrs) && attrs[i+1].Kind != Keyword {
			i++
			value = &attrs[i]
		}
		if key.Text != "named" {
			a := Attribute{Term: t, Node: &n.List[1], Key: key.Text, Pos: key.Pos, Value: value,
				Open: p.template != nil || p.binders > 0}
			if err := p.attributed(a); err != nil {
				return err
			}
			continue
		}
		if value == nil || value.Kind != Symbol {
			return errorf(key.Pos, "expected a name after :named")
		}
		if p.named == nil || p.template != nil || len(p.lets) > 0 {
			return errorf(key.Pos, "a term with variables or outside of assertions cannot be named")
		}
		if err := p.named(n, value.Text, t); err != nil {
			return errorf(value.Pos, "%v", err)
		}
	}
	return nil
}

// attributed hands an attribute to whoever wants to know.
func (p *parser) attributed(a Attribute) error {
	if p.attribute == nil {
		return nil
	}
	if err := p.unquantified(a.Term); err != nil {
		return err
	}
	err := p.attribute(a)
	var at *Error
	if err != nil && !errors.As(err, &at) {
		return errorf(a.Pos, "%v", err)
	}
	return err
}

// unquantified returns an error if t has quantifiers.
func (p *parser) unquantified(t term.Term) error {
	if ms := p.marks(t); len(ms) > 0 {
		q := p.quants[ms[0]]
		return errorf(q.pos, "terms have no quantifiers, and this is %s", q.kind())
	}
	return nil
}
