package parse

import (
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
