package parse

import (
	"bytes"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// The parser gives all that a macro expands to the place of its use. Where in the macro's definition a
// statement stands is found by its tokens: those that come from there still have the definition's text, the
// very same bytes.

// macroBodies are the places of the tokens in the definitions of a unit's macros, by their texts.
type macroBodies struct {
	names  map[string]bool
	places map[*byte]token.Position
}

// bodies collects the macros that are more than a name for a value and are defined in files of the user.
func (u *Unit) bodies() *macroBodies {
	b := &macroBodies{names: map[string]bool{}, places: map[*byte]token.Position{}}
	for name, m := range u.AST.Macros {
		if u.Texts[m.Name.Position().Filename] == nil {
			continue
		}
		b.names[name] = true
		tokens := m.ReplacementList()
		code := m.IsFnLike
		for i := range tokens {
			code = code || tokens[i].Ch == ';' || tokens[i].Ch == '{'
		}
		for i := range tokens {
			if src := tokens[i].Src(); code && len(src) > 0 {
				b.places[&src[0]] = tokens[i].Position()
			}
		}
	}
	return b
}

// MacroPlace is where in the definition of a macro a node begins of which all comes from one use of a macro;
// the place is invalid for all others.
func (u *Unit) MacroPlace(n cc.Node) source.Pos {
	if u.AST == nil {
		return source.Pos{}
	}
	if u.macros == nil {
		u.macros = u.bodies()
	}
	if len(u.macros.places) == 0 {
		return source.Pos{}
	}
	use := n.Position()
	t := u.Texts[use.Filename]
	if t == nil {
		return source.Pos{}
	}
	at := t.Offset(use.Line, use.Column)
	if at < 0 {
		return source.Pos{}
	}
	end := at
	for end < len(t.Text) && lex.IsIdent(t.Text[end]) {
		end++
	}
	if !u.macros.names[string(t.Text[at:end])] {
		return source.Pos{}
	}
	var found token.Position
	for _, tok := range syntax.Tokens(n) {
		if tok.Position() != use {
			return source.Pos{}
		}
		if src := tok.Src(); found.Line == 0 && len(src) > 0 {
			found = u.macros.places[&src[0]]
		}
	}
	if found.Line == 0 {
		return source.Pos{}
	}
	return u.Pos(found)
}

// MacroPart says which part of a macro a token is. Names that are reserved for the compiler are none that
// people know, but for the one other name that such a macro may have.
func (u *Unit) MacroPart(t *cc.Token) syntax.MacroPart {
	if u.parts == nil {
		u.parts = u.macroParts()
	}
	src := t.Src()
	if len(src) == 0 {
		return syntax.MacroPart{}
	}
	p := u.parts[&src[0]]
	if p.Of > 0 && p.At == 0 && p.Text == "" {
		p.Text = u.macroUse(t.Position(), p.Macro)
	}
	return p
}

// macroParts are the tokens in the definitions of macros, by their texts; those without parameters have that
// name in the source.
func (u *Unit) macroParts() map[*byte]syntax.MacroPart {
	out, known := map[*byte]syntax.MacroPart{}, map[string]string{}
	for name, m := range u.AST.Macros {
		tokens := m.ReplacementList()
		if strings.HasPrefix(name, "_") || m.IsFnLike || len(tokens) != 1 {
			continue
		}
		of := tokens[0].SrcStr() // INT_MAX is a name of __INT_MAX__
		if _, several := known[of]; several {
			name = ""
		}
		known[of] = name
	}
	for name, m := range u.AST.Macros {
		if strings.HasPrefix(name, "_") {
			name = known[name]
		}
		tokens := m.ReplacementList()
		for i := range tokens {
			src := tokens[i].Src()
			if len(src) == 0 || name == "" {
				continue
			}
			p := syntax.MacroPart{Macro: name, At: i, Of: len(tokens)}
			if i == 0 && !m.IsFnLike {
				p.Text = name
			}
			out[&src[0]] = p
		}
	}
	return out
}

// macroUse is the use of a macro with arguments at a place in the source; empty: it is no such place.
func (u *Unit) macroUse(at token.Position, name string) string {
	t := u.Texts[at.Filename]
	if t == nil {
		return ""
	}
	begin := t.Offset(at.Line, at.Column)
	if begin < 0 || !bytes.HasPrefix(t.Text[begin:], []byte(name)) {
		return ""
	}
	end, depth := begin+len(name), 0
	for ; end < len(t.Text) && (depth > 0 || end == begin+len(name)); end++ {
		switch c := t.Text[end]; c {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
		case '"', '\'', '\n', '/': // of a text in several lines, or with what may hide a parenthesis
			return ""
		}
	}
	if depth > 0 || t.Text[end-1] != ')' {
		return ""
	}
	return string(t.Text[begin:end])
}
