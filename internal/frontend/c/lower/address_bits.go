package lower

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/syntax"
)

// With 64 bits, addresses are split so that there is room for very many objects of half a terabyte each. A
// program that allocates objects whose size it computes gets fewer and larger ones: as large as the addresses
// of a process on x86 reach, see LARGEST in the models of stdlib.h.
const (
	manyObjects  = 40
	largeObjects = 48
)

// offsetBits chooses how addresses are split between object and offset. With 32 bits the largest object
// decides, declared or allocated with a constant size, and at least 128 KB are left for other objects of the
// heap.
func offsetBits(units []*unit, ptrWidth int, foreign *Foreign) int {
	s := &sizes{}
	if foreign != nil {
		s.largest = int64(min(foreign.Largest, 1<<30))
	}
	for _, u := range units {
		if !u.Model {
			s.unit(u)
		}
	}
	if ptrWidth == 64 {
		if s.computed {
			return largeObjects
		}
		return manyObjects
	}
	largest := min(s.largest, 1<<30)
	bits := 18
	for bits < 30 && largest > 1<<(bits-1) {
		bits++
	}
	return bits
}

// sizes are those of the objects of a program, as far as its text tells.
type sizes struct {
	largest  int64 // in bytes, of those that are declared or allocated with a constant size
	computed bool  // there may be objects of any size, or it is asked for sizes
}

func (s *sizes) see(t cc.Type) {
	if t != nil && !t.IsIncomplete() {
		s.largest = max(s.largest, t.Size())
	}
}

func (s *sizes) unit(u *unit) {
	for ed := range syntax.Externals(u.Ast) {
		if ed.Declaration != nil {
			for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				if d := l.InitDeclarator.Declarator; d != nil && !d.IsTypename() {
					s.see(d.Type())
				}
			}
		}
		if ed.FunctionDefinition != nil {
			syntax.Walk(ed.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
				switch x := n.(type) {
				case *cc.InitDeclarator:
					if x.Declarator != nil && !x.Declarator.IsTypename() {
						s.see(x.Declarator.Type())
					}
				case *cc.PostfixExpression:
					if x.Case == cc.PostfixExpressionCall {
						s.call(x)
					}
				}
				return true
			})
		}
	}
}

// allocations are the functions whose calls are looked at.
var allocations = []string{"malloc", "calloc", "alloca", "realloc", "__builtin_alloca", "aligned_alloc"}

// call looks at the size that a call of an allocation function asks for.
func (s *sizes) call(x *cc.PostfixExpression) {
	d := syntax.Callee(x.PostfixExpression)
	if d == nil {
		return
	}
	s.computed = s.computed || asksForSizes(d.Name())
	if !Allocates(d.Name()) {
		return
	}
	size := int64(1)
	for i, a := range syntax.Arguments(x) {
		n := int64(0)
		switch v := a.Value().(type) {
		case cc.Int64Value:
			n = int64(v)
		case cc.UInt64Value:
			n = int64(v)
		default:
			s.computed = s.computed || i > 0 || d.Name() != "realloc"
		}
		if n > 0 && n < 1<<31 && size < 1<<31 {
			size *= n
		}
	}
	s.largest = max(s.largest, size)
}

// Allocates reports whether calls of a function are looked at for the size of what they allocate.
func Allocates(name string) bool { return slices.Contains(allocations, name) }

// asksForSizes reports whether the name of a function may be one that looks at the table of objects, which
// has an entry for each that there can be.
func asksForSizes(name string) bool {
	return strings.HasSuffix(name, "_ok") || strings.HasPrefix(name, "__CPROVER_") ||
		strings.HasPrefix(name, "__ESBMC_")
}
