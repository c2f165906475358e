package library

import (
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// A thread that joins others does not wait for itself if threads can be put in an order in which each joins
// later ones alone. The functions that threads begin with are such an order where all that created threads
// join are ids in variables of file scope that nothing but the creation of threads writes: the initial thread
// is not among them. (Such a variable may be joined before it was written, which is undefined.)

// handles says of variables of file scope, by their names, which threads they name.
type handles struct {
	starts  map[string]map[string]bool // functions whose threads' ids are stored there
	other   map[string]bool            // names that are used otherwise
	joined  map[string][]string        // by function: variables that it joins
	unclear map[string]bool            // functions that join something else
}

func handlesOf(units []*unit) *handles {
	h := &handles{starts: map[string]map[string]bool{}, other: map[string]bool{},
		joined: map[string][]string{}, unclear: map[string]bool{}}
	for _, u := range units {
		u.namesOf("")
		for name, labels := range u.labels {
			for _, n := range append(labels, name) {
				h.other[n] = true
			}
		}
		for ed := range syntax.Externals(u.ast) {
			h.add(u, ed)
		}
	}
	return h
}

// add looks at all identifiers in a declaration of file scope.
func (h *handles) add(u *unit, ed *cc.ExternalDeclaration) {
	caller := ""
	if ed.Case == cc.ExternalDeclarationFuncDef {
		caller = ed.FunctionDefinition.Declarator.Name()
	}
	fine := map[cc.Node]bool{} // identifiers whose use is a creation or a join
	syntax.Walk(ed, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if d := syntax.Called(x); d != nil {
				h.call(u, caller, d.Name(), syntax.Arguments(x), fine)
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && !fine[x] {
				h.other[x.Token.SrcStr()] = true
			}
		case *cc.Declarator:
			if x.HasInitializer() {
				h.other[x.Name()] = true
			}
		}
		return true
	})
}

// call looks at a call before its arguments are walked.
func (h *handles) call(u *unit, caller, callee string, args []cc.ExpressionNode, fine map[cc.Node]bool) {
	switch {
	case callee == "pthread_create" && len(args) == 4:
		x, ok := syntax.Unparen(args[0]).(*cc.UnaryExpression)
		if !ok || x.Case != cc.UnaryExpressionAddrof {
			return
		}
		v, ident := u.variable(x.CastExpression)
		f := syntax.Callee(args[2])
		if v == "" || f == nil {
			return
		}
		fine[ident] = true
		if h.starts[v] == nil {
			h.starts[v] = map[string]bool{}
		}
		h.starts[v][f.Name()] = true
	case callee == "pthread_join" && len(args) == 2:
		if v, ident := u.variable(args[0]); v != "" {
			fine[ident] = true
			h.joined[caller] = append(h.joined[caller], v)
			return
		}
		h.unclear[caller] = true
	case slices.Contains(joinFunctions, callee):
		h.unclear[caller] = true
	}
}

// variable is the variable of file scope that an expression is, with its identifier; "" for another one.
func (u *unit) variable(n cc.ExpressionNode) (name string, ident cc.Node) {
	x, ok := syntax.Unparen(n).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return "", nil
	}
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok || !slices.Contains(u.ast.Scope.Nodes[d.Name()], cc.Node(d)) {
		return "", nil
	}
	return d.Name(), x
}

// ordered reports whether created threads join none but later ones in some order of the functions that they
// begin with.
func (h *handles) ordered(g *callGraph, entry string) bool {
	if g.threads[entry] || slices.ContainsFunc(joinFunctions, func(f string) bool { return g.threads[f] }) {
		return false
	}
	anywhere := maps.Clone(g.callbacks) // what a thread may call through a pointer
	delete(anywhere, entry)
	const open, done = 1, 2
	state := map[string]int{}
	var visit func(f string) bool
	visit = func(f string) bool {
		if state[f] != 0 {
			return state[f] == done
		}
		state[f] = open
		from := maps.Clone(anywhere)
		from[f] = true
		for caller := range g.reach(from) {
			if h.unclear[caller] {
				return false
			}
			for _, v := range h.joined[caller] {
				if h.other[v] || len(h.starts[v]) == 0 {
					return false
				}
				for start := range h.starts[v] {
					if !visit(start) {
						return false
					}
				}
			}
		}
		state[f] = done
		return true
	}
	for f := range g.threads {
		if !visit(f) {
			return false
		}
	}
	return true
}
