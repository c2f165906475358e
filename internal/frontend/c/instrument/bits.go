package instrument

import (
	"fmt"

	"modernc.org/cc/v4"
)

// Bit-fields have no address: the hooks get that of the structure. Writing one is reading the bytes that
// contain it and writing them back, and its neighbours with it.

// bitBase is the address of the structure of a bit-field; ok is false for other expressions.
func (p *printer) bitBase(n cc.ExpressionNode) (base string, ok bool) {
	if p.s.low.BitFields[n] == nil {
		return "", false
	}
	x, ok := n.(*cc.PostfixExpression)
	if !ok {
		return "", false
	}
	switch x.Case {
	case cc.PostfixExpressionSelect:
		return "&(" + p.place(x.PostfixExpression).text + ")", true
	case cc.PostfixExpressionPSelect:
		return p.text(x.PostfixExpression), true
	}
	return "", false
}

// bitName is the name of the member.
func (p *printer) bitName(n cc.ExpressionNode) string {
	return p.name(n.(*cc.PostfixExpression).Token2.SrcStr())
}

// storeBits writes the assignment of a bit-field.
func (p *printer) storeBits(n cc.ExpressionNode, load, store int, base, value string) {
	b := p.s.low.BitFields[n]
	p.effects++
	p.write(fmt.Sprintf("W_STORE_BITS(%d, %d, %s, %s, %s, %d, %d)", load, store, base, p.bitName(n), value,
		b.At, b.Container/8))
}

// updateBits writes the update of a bit-field, which reads it twice.
func (p *printer) updateBits(n cc.ExpressionNode, load, store int, base, op, value, result string) {
	b := p.s.low.BitFields[n]
	again := load
	if b.Width == b.Container {
		again = 0
	}
	p.effects++
	p.write(fmt.Sprintf("W_UPDATE_BITS(%d, %d, %d, %s, %s, %s, %s, %d, %d, %s)", load, again, store, base,
		p.bitName(n), op, value, b.At, b.Container/8, result))
}
