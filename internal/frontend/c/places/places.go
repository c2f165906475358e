package places

import (
	"context"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// Spot is a place in an input file as it is on disk, which line markers do not change.
type Spot struct {
	File      string // as given
	Line, Col int    // from 1; Col counts characters
}

// IsValid reports whether s is a place.
func (s Spot) IsValid() bool { return s.Line > 0 }

// Places says where in the input files of a program statements, loops and calls
// stand, and which variables their expressions can use. What stands in included
// files is left out. What a macro expands to stands where the macro is used.
type Places struct {
	// Stmts are the statements and the declarations in blocks, but not
	// blocks, empty statements and labels, in the order of the text.
	Stmts []*Stmt
	Calls []*CallPlace
}

// StmtKind says what begins at a Stmt.
type StmtKind uint8

// The kinds of statements.
const (
	StmtPlain StmtKind = iota // an expression, a declaration or a jump
	StmtSelection
	StmtLoop
)

// Stmt is a statement, or a declaration in a block.
type Stmt struct {
	Kind StmtKind
	At   Spot
	// Begin and End are the first and the last token in the terms of a trace.
	Begin, End source.Pos
	// Cond says that a loop has a controlling expression, which is evaluated before each round.
	Cond bool
	// Opaque says that statements stand inside of its expressions.
	Opaque bool
	// Next is the statement that follows in the block; nil: none does that begins with a step of its own.
	Next *Stmt
	Func string
	// Exprs are the full expressions of a selection or loop.
	Exprs []Span
	// Vars are the variables in scope before the statement, of a loop before
	// its controlling expression; see Variable.Outer.
	Vars *Variable
	// Target is the variable that gets the value of Source: of "x = call()"
	// and "int x = call()" where that is the whole statement.
	Target *Variable
	Source *CallPlace
}

// Contains reports whether a place of a trace lies in the statement.
func (s *Stmt) Contains(p source.Pos) bool {
	return p.File == s.Begin.File && !p.Before(s.Begin) && !s.End.Before(p)
}

// Span is the place of an expression.
type Span struct {
	At         Spot
	Begin, End source.Pos // in the terms of a trace
}

// Contains reports whether a place of a trace lies in the expression.
func (s Span) Contains(p source.Pos) bool {
	return p.File == s.Begin.File && !p.Before(s.Begin) && !s.End.Before(p)
}

// CallPlace is a call of a function that is named.
type CallPlace struct {
	Name string
	Span
	// Close is the closing parenthesis; not valid if a macro makes it.
	Close  Spot
	Func   string
	Result Kind
}

// VarClass says what a variable holds.
type VarClass uint8

// The classes of variables.
const (
	OtherVar VarClass = iota
	IntegerVar
	PointerVar
)

// Kind is what is needed of a type to write constants and comparisons.
type Kind struct {
	Class  VarClass
	Width  int // bits, of numbers and pointers
	Signed bool
	Bool   bool
	// Wide says that constants of the type need a suffix: its rank is that of
	// long long, or of long where that is as wide.
	Wide bool
}

// Variable is a variable in scope. Outer leads to the one declared before it,
// in the same scope or one around it; a name means the first of the list.
type Variable struct {
	Name string
	// Pos is what cfa.Reg.Pos and cfa.Object.Pos say of it.
	Pos   source.Pos
	Kind  Kind
	Local bool // neither at file scope, nor static or extern
	// Static: it has static storage, and no other function knows it.
	Static bool
	Outer  *Variable
}

// Lookup finds a variable by its name; nil: there is none.
func (v *Variable) Lookup(name string) *Variable {
	for ; v != nil && v.Name != name; v = v.Outer {
	}
	return v
}

// Find reads the files that cfg names once more. Places in the terms of a trace refer to files, which is to
// be the table of the program. Unless the program is one that Load accepts there is an error.
func Find(ctx context.Context, cfg parse.Config, files *source.Files) (*Places, error) {
	diags := &source.Diagnostics{Files: files}
	units, err := parse.Program(ctx, cfg, files, diags)
	if err != nil {
		return nil, err
	}
	out := &Places{}
	for _, u := range units {
		if u.Model {
			continue
		}
		p := newPlacer(u, cfg.Model, out)
		for ed := range syntax.Externals(u.AST) {
			p.external(ed)
		}
	}
	return out, nil
}

// external visits a declaration at file scope.
func (p *placer) external(n *cc.ExternalDeclaration) {
	switch n.Case {
	case cc.ExternalDeclarationDecl:
		p.global = true
		p.declare(n.Declaration)
		p.global = false
	case cc.ExternalDeclarationFuncDef:
		p.function(n.FunctionDefinition)
	}
}

func (p *placer) function(def *cc.FunctionDefinition) {
	p.fn = def.Declarator.Name()
	outer := p.vars
	if ft, ok := def.Declarator.Type().(*cc.FunctionType); ok {
		for _, q := range ft.Parameters() {
			if q.Declarator != nil && q.Declarator.Name() != "" {
				p.variable(q.Declarator, p.unit.Pos(q.Declarator.Position()), q.Type().Decay())
			}
		}
	}
	p.block(def.CompoundStatement)
	p.vars = outer
	p.fn = ""
}
