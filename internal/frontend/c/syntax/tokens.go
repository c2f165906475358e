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

// Excerpt is the text of a node in one line of at most 80 characters, after all macros were expanded.
func Excerpt(n cc.Node) string { return ExcerptAs(n, nil) }

// MacroPart says of a token which of those it is that the definition of a macro has.
type MacroPart struct {
	Macro  string
	At, Of int // number At of so many; Of is 0 for all tokens that come from no macro
	// Text is, of the first token, what stands in the source for the whole; empty: that is not known.
	Text string
}

// ExcerptAs is Excerpt with the names of macros in the place of all that they stand for.
func ExcerptAs(n cc.Node, part func(*cc.Token) MacroPart) string {
	const limit = 80
	var tokenRoom [32]*cc.Token
	var textRoom [4 * limit]byte
	out, length := textRoom[:0], 0
	space := false
	tokens := tokensIn(tokenRoom[:0], n)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		space = space || length > 0 && len(t.Sep()) != 0
		src := t.Src()
		if name, n := macroAt(tokens[i:], part); n > 0 {
			src = []byte(name)
			i += n - 1
		}
		for len(src) > 0 {
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

// macroAt is what stands in the source for the first n tokens, which are all that a macro stands for; n is 0
// if there is no such thing.
func macroAt(tokens []*cc.Token, part func(*cc.Token) MacroPart) (text string, n int) {
	if part == nil {
		return "", 0
	}
	first := part(tokens[0])
	if first.Of == 0 || first.At != 0 || first.Text == "" {
		return "", 0
	}
	use, at := tokens[0].Position(), 0
	for k, t := range tokens {
		p := part(t)
		switch {
		case t.Position() != use:
			return "", 0
		case p.Macro != first.Macro: // an argument, or from a macro inside
		case p.At < at:
			return "", 0
		default:
			if at = p.At; at == p.Of-1 {
				return first.Text, k + 1
			}
		}
	}
	return "", 0
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

// TokenNode lets a token stand where a node is wanted for its position.
type TokenNode struct{ cc.Token }
