package syntax

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"
)

// EachToken visits the tokens of a node, in no particular order.
func EachToken(n cc.Node, visit func(*cc.Token)) {
	var room []*cc.Token
	Walk(n, func(n cc.Node) bool {
		room = appendTokens(room[:0], n)
		for _, t := range room {
			visit(t)
		}
		return true
	})
}

// Tokens lists the tokens of a node in the order of the text.
func Tokens(n cc.Node) []*cc.Token { return tokensIn(nil, n) }

// tokensIn is Tokens in a slice that may have room.
func tokensIn(out []*cc.Token, n cc.Node) []*cc.Token {
	Walk(n, func(n cc.Node) bool {
		out = appendTokens(out, n)
		return true
	})
	slices.SortFunc(out, func(a, b *cc.Token) int { return cmp.Compare(a.Seq(), b.Seq()) })
	return out
}

// LastToken is the last token of a node; the zero token if it has none.
func LastToken(n cc.Node) cc.Token {
	if tokens := Tokens(n); len(tokens) > 0 {
		return *tokens[len(tokens)-1]
	}
	return cc.Token{}
}

// Source is the text of a node, with one space where there is some.
func Source(n cc.Node) string {
	var b strings.Builder
	for i, t := range Tokens(n) {
		if i != 0 && len(t.Sep()) != 0 {
			b.WriteByte(' ')
		}
		b.Write(t.Src())
	}
	return b.String()
}

// Excerpt is the text of a node in one line of at most 80 characters.
func Excerpt(n cc.Node) string {
	const limit = 80
	var tokenRoom [32]*cc.Token
	var textRoom [4 * limit]byte
	out, length := textRoom[:0], 0
	space := false
	for _, t := range tokensIn(tokenRoom[:0], n) {
		space = space || length > 0 && len(t.Sep()) != 0
		for src := t.Src(); len(src) > 0; {
			r, size := utf8.DecodeRune(src)
			src = src[size:]
			if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
				space = length > 0
				continue
			}
			if space {
				out, length = append(out, ' '), length+1
				space = false
			}
			if length >= limit {
				return string(out) + "..."
			}
			out, length = utf8.AppendRune(out, r), length+1
		}
	}
	return string(out)
}

// Place is the text of a short expression that designates an object, as it is written in C; through tells
// whether it follows a pointer. ok is false for expressions that are not names, members and constant indices
// alone: what an index is, the expression does not tell.
func Place(n cc.ExpressionNode) (text string, through, ok bool) {
	switch x := Unparen(n).(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionIdent {
			return x.Token.SrcStr(), false, true
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			base, _, ok := Place(x.CastExpression)
			return "*" + base, true, ok
		}
	case *cc.PostfixExpression:
		base := ""
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionIndex:
			if base, through, ok = Place(x.PostfixExpression); !ok {
				return "", false, false
			}
			if strings.HasPrefix(base, "*") {
				base = "(" + base + ")"
			}
		}
		switch x.Case {
		case cc.PostfixExpressionSelect:
			return base + "." + x.Token2.SrcStr(), through, true
		case cc.PostfixExpressionPSelect:
			return base + "->" + x.Token2.SrcStr(), true, true
		case cc.PostfixExpressionIndex:
			i, ok := Unparen(x.ExpressionList).(*cc.PrimaryExpression)
			if ok && i.Case == cc.PrimaryExpressionInt {
				return base + "[" + i.Token.SrcStr() + "]", through ||
					x.PostfixExpression.Type().Kind() == cc.Ptr, true
			}
		}
	}
	return "", false, false
}
