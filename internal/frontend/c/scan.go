package c

import (
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// expectedOnly finds the variables of a function whose address is taken only
// to be an argument of an atomic built-in, such as the expected value of a
// compare-exchange: these can live in registers.
func expectedOnly(def *cc.FunctionDefinition) map[*cc.Declarator]bool {
	uses, fine := map[*cc.Declarator]int{}, map[*cc.Declarator]int{}
	if def == nil {
		return nil
	}
	walk(def.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if d := addressedVariable(x); d != nil {
				uses[d]++
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionCall {
				break
			}
			d := calledFunction(x.PostfixExpression)
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
			args := argList(x.ArgumentExpressionList)
			for _, i := range which {
				if i < len(args) {
					if v := addressedVariable(args[i]); v != nil {
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

// hasCall reports whether an expression calls a function or assigns.
func hasCall(n cc.ExpressionNode) bool {
	found := false
	walk(n, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
			found = true
		}
		return !found
	})
	return found
}

func hasCalls(ns []cc.ExpressionNode) bool {
	for _, n := range ns {
		if hasCall(n) || hasEffect(n) {
			return true
		}
	}
	return false
}

func hasEffect(n cc.ExpressionNode) bool {
	found := false
	walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			found = found || x.Case != cc.AssignmentExpressionCond
		case *cc.PostfixExpression:
			found = found || x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec
		case *cc.UnaryExpression:
			found = found || x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec
		}
		return !found
	})
	return found
}

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

// offsetBits chooses how addresses are split between object and offset. With
// 64 bits there is room for everything; with 32 bits the largest object
// decides, declared or allocated with a constant size, and at least 128 KB
// are left for other objects of the heap.
func offsetBits(units []*unit, ptrWidth int) int {
	if ptrWidth == 64 {
		return 32
	}
	largest := int64(0)
	see := func(t cc.Type) {
		if t != nil && !t.IsIncomplete() {
			largest = max(largest, t.Size())
		}
	}
	for _, u := range units {
		if u.model {
			continue
		}
		for tu := u.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			ed := tu.ExternalDeclaration
			if ed == nil {
				continue
			}
			if ed.Declaration != nil {
				for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
					if d := l.InitDeclarator.Declarator; d != nil && !d.IsTypename() {
						see(d.Type())
					}
				}
			}
			if ed.FunctionDefinition != nil {
				walk(ed.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
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

// constantAllocation is the size that a call of an allocation function with
// constant arguments asks for.
func constantAllocation(x *cc.PostfixExpression) int64 {
	if x.Case != cc.PostfixExpressionCall {
		return 0
	}
	d := calledFunction(x.PostfixExpression)
	if d == nil {
		return 0
	}
	switch d.Name() {
	case "malloc", "calloc", "alloca", "realloc", "__builtin_alloca", "aligned_alloc":
	default:
		return 0
	}
	size := int64(1)
	for _, a := range argList(x.ArgumentExpressionList) {
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
