package c

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// expectedOnly finds the variables of a function whose address is taken only to be an argument of an atomic
// built-in, such as the expected value of a compare-exchange: these can live in registers.
func expectedOnly(def *cc.FunctionDefinition) map[*cc.Declarator]bool {
	uses, fine := map[*cc.Declarator]int{}, map[*cc.Declarator]int{}
	if def == nil {
		return nil
	}
	syntax.Walk(def.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if d := syntax.AddressedVariable(x); d != nil {
				uses[d]++
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionCall {
				break
			}
			d := syntax.Callee(x.PostfixExpression)
			if d == nil {
				break
			}
			var which []int
			switch d.Name() {
			case "__atomic_compare_exchange_n":
				which = []int{1}
			case "__atomic_compare_exchange", "__atomic_exchange":
				which = []int{1, 2}
			case "__atomic_load", "__atomic_store":
				which = []int{1}
			}
			args := syntax.Arguments(x)
			for _, i := range which {
				if i < len(args) {
					if v := syntax.AddressedVariable(args[i]); v != nil {
						fine[v]++
					}
				}
			}
		}
		return true
	})
	out := map[*cc.Declarator]bool{}
	for d, n := range uses {
		if fine[d] == n {
			out[d] = true
		}
	}
	return out
}

// actsInside reports whether an expression calls a function or assigns.
func actsInside(n cc.ExpressionNode) bool { return syntax.HasCall(n) || syntax.HasEffect(n) }

// quoteShort names a string literal for people.
func quoteShort(b string, size uint64) string {
	if size != 1 {
		return fmt.Sprintf("L\"...\" (%d characters)", uint64(len(b))/size)
	}
	s := strings.TrimSuffix(b, "\x00")
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.Quote(s)
}

// offsetBits chooses how addresses are split between object and offset. With 64 bits there is room for
// everything; with 32 bits the largest object decides, declared or allocated with a constant size, and at
// least 128 KB are left for other objects of the heap.
func offsetBits(units []*unit, ptrWidth int, foreign *Foreign) int {
	if ptrWidth == 64 {
		return 40
	}
	largest := int64(0)
	if foreign != nil {
		largest = int64(min(foreign.Largest, 1<<30))
	}
	see := func(t cc.Type) {
		if t != nil && !t.IsIncomplete() {
			largest = max(largest, t.Size())
		}
	}
	for _, u := range units {
		if u.model {
			continue
		}
		for ed := range syntax.Externals(u.ast) {
			if ed.Declaration != nil {
				for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
					if d := l.InitDeclarator.Declarator; d != nil && !d.IsTypename() {
						see(d.Type())
					}
				}
			}
			if ed.FunctionDefinition != nil {
				syntax.Walk(ed.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
					switch x := n.(type) {
					case *cc.InitDeclarator:
						if x.Declarator != nil && !x.Declarator.IsTypename() {
							see(x.Declarator.Type())
						}
					case *cc.PostfixExpression:
						largest = max(largest, constantAllocation(x))
					}
					return true
				})
			}
		}
	}
	largest = min(largest, 1<<30)
	bits := 18
	for bits < 30 && largest > 1<<(bits-1) {
		bits++
	}
	return bits
}

// allocations are the functions whose calls offsetBits looks at.
var allocations = []string{"malloc", "calloc", "alloca", "realloc", "__builtin_alloca", "aligned_alloc"}

// constantAllocation is the size that a call of an allocation function with constant arguments asks for.
func constantAllocation(x *cc.PostfixExpression) int64 {
	if x.Case != cc.PostfixExpressionCall {
		return 0
	}
	d := syntax.Callee(x.PostfixExpression)
	if d == nil {
		return 0
	}
	if !slices.Contains(allocations, d.Name()) {
		return 0
	}
	size := int64(1)
	for _, a := range syntax.Arguments(x) {
		n := int64(0)
		switch v := a.Value().(type) {
		case cc.Int64Value:
			n = int64(v)
		case cc.UInt64Value:
			n = int64(v)
		}
		if n > 0 && n < 1<<31 && size < 1<<31 {
			size *= n
		}
	}
	return size
}
