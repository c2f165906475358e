package syntax

import "modernc.org/cc/v4"

// ExpectedOnly finds the variables of a function whose address is taken only to be an argument of an atomic
// built-in, such as the expected value of a compare-exchange: these can live in registers.
func ExpectedOnly(def *cc.FunctionDefinition) map[*cc.Declarator]bool {
	uses, fine := map[*cc.Declarator]int{}, map[*cc.Declarator]int{}
	if def == nil {
		return nil
	}
	Walk(def.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if d := AddressedVariable(x); d != nil {
				uses[d]++
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionCall {
				break
			}
			d := Callee(x.PostfixExpression)
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
			args := Arguments(x)
			for _, i := range which {
				if i < len(args) {
					if v := AddressedVariable(args[i]); v != nil {
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
