package lower

import (
	"modernc.org/token"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// unit is a parsed and type-checked translation unit.
type unit struct {
	Ast *cc.AST
	// Model is set for the unit of library models.
	Model bool
	name  string // of the file, as given; empty for the models
	// forms are, for the models, the suffixes of the forms that the program needs.
	forms []string
	// pos maps a node to the place that people know.
	pos func(n cc.Node) source.Pos
	// macro maps a node that comes from a macro to its place in the macro's definition, others to no place.
	macro func(n cc.Node) source.Pos
	// part says which part of a macro a token is; nil: the texts are not read.
	part func(*cc.Token) syntax.MacroPart
	// pack is the limit that #pragma pack sets at a place; nil for none.
	pack func(token.Position) uint64
	// Types are the types of expressions.
	Types *ctype.Typer
	// Internal holds the entities of internal linkage by name.
	Internal map[string]*Entity
	// declared holds, by name, the entities of external linkage that this unit declares.
	declared map[string]*Entity
	// checks are those of library.Checks, when they have been asked for.
	checks      map[*cc.PostfixExpression]library.Check
	checksKnown bool
}

// UnitsOf makes what the lowering works on.
func UnitsOf(parsed []*parse.Unit) []*unit {
	units := make([]*unit, len(parsed))
	for i, p := range parsed {
		units[i] = &unit{
			Ast:   p.AST,
			Model: p.Model || p.Name == RuntimeName,
			name:  p.Name,
			forms: p.Forms,
			pack:  p.Pack,
			Types: p.Types,
			pos:   placesOf(p),
			macro: p.MacroPlace,
		}
		if !p.Model {
			units[i].part = p.MacroPart
		}
	}
	return units
}

// placesOf returns what says where nodes of a unit stand. The lowering asks for one several times in a row.
func placesOf(p *parse.Unit) func(cc.Node) source.Pos {
	var last cc.Node
	var at source.Pos
	return func(n cc.Node) source.Pos {
		if n != last {
			last, at = n, p.Pos(n.Position())
		}
		return at
	}
}

// programOf lists the trees of the program, without that of the models.
func programOf(units []*unit) []*cc.AST {
	var program []*cc.AST
	for _, u := range units {
		if !u.Model {
			program = append(program, u.Ast)
		}
	}
	return program
}
