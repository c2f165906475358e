package repr

import (
	"modernc.org/cc/v4"
	"modernc.org/token"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/layout"
)

// Types knows how the types of one program are represented.
type Types struct {
	Basic
	// WholeLocations has each access to a bit-field read, and write back, all of the memory location that it
	// shares with the bit-fields next to it: two threads race that use different ones at a time, one of them
	// to write (C11 3.14, 5.1.2.4). It is set before any member is asked for.
	WholeLocations bool

	ptr int // bits of a pointer
	lay *layout.Layout
	// members, views and exprTypes remember answers.
	members   map[cc.Type][]Member
	views     map[cc.Type]*cfa.Layout
	exprTypes map[cc.ExpressionNode]cc.Type
	// renames holds the typedefs of types that another typedef makes atomic.
	renames map[*cc.Declarator]bool
}

// New returns the types of a program in a data model; ast is one of its units.
func New(model layout.Model, ast *cc.AST) *Types {
	return &Types{
		Basic: newBasicTypes(ast), ptr: int(8 * model.PtrSize()), lay: layout.New(model),
		members: map[cc.Type][]Member{}, views: map[cc.Type]*cfa.Layout{},
		exprTypes: map[cc.ExpressionNode]cc.Type{}, renames: map[*cc.Declarator]bool{},
	}
}

// AddUnit adds a unit of the program; pack is the limit that #pragma pack sets at a place, nil for none.
func (ts *Types) AddUnit(ast *cc.AST, pack func(token.Position) uint64) { ts.lay.AddUnit(ast, pack) }
