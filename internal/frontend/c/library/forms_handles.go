package library

import (
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// A thread that joins others does not wait for itself if threads can be put in an order in which each joins
// later ones alone. The functions that threads begin with are such an order where all that created threads
// join are ids in variables of file scope that nothing but the creation of threads writes: the initial thread
// is not among them. (Such a variable may be joined before it was written, which is undefined.) No two
// threads wait for the same one if what a variable names is joined by a single thread: one that begins with
// a function that only one creation names, which is executed once.

// handles says of variables of file scope, by their names, which threads they name.
type handles struct {
	starts  map[string]map[string]bool // functions whose threads' ids are stored there
	other   map[string]bool            // names that are used otherwise
	joined  map[string][]string        // by function: variables that it joins
	unclear map[string]bool            // functions that join something else
	uses    map[string]int             // of functions, by calls and in other ways
	user    map[string]string          // the last function that uses one
	again   map[string]bool            // functions that are used where it may be done repeatedly
}

func handlesOf(units []*unit) *handles {
	h := &handles{starts: map[string]map[string]bool{}, other: map[string]bool{},
		joined: map[string][]string{}, unclear: map[string]bool{}, uses: map[string]int{},
		user: map[string]string{}, again: map[string]bool{}}
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
	repeated := repeated(ed)
	fine := map[cc.Node]bool{} // identifiers whose use is a creation or a join
	syntax.Walk(ed, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if d := syntax.Called(x); d != nil {
				h.call(u, caller, d.Name(), syntax.Arguments(x), fine)
			}
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionIdent {
				break
			}
			name := x.Token.SrcStr()
			h.uses[name]++
			h.user[name] = caller
			h.again[name] = h.again[name] || caller == "" || repeated[x]
			if !fine[x] {
				h.other[name] = true
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

// repeated are the identifiers in a function that may be come to several times in one call: in loops, and
// where a goto leads back or nowhere known.
func repeated(ed *cc.ExternalDeclaration) map[cc.Node]bool {
	out := map[cc.Node]bool{}
	all := func(n cc.Node) {
		syntax.Walk(n, func(n cc.Node) bool {
			out[n] = true
			return true
		})
	}
	labels := map[string]bool{}
	syntax.Walk(ed, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			all(x)
		case *cc.LabeledStatement:
			if x.Case == cc.LabeledStatementLabel {
				labels[x.Token.SrcStr()] = true
			}
		case *cc.JumpStatement:
			if x.Case == cc.JumpStatementGotoExpr || x.Case == cc.JumpStatementGoto &&
				labels[x.Token2.SrcStr()] {
				all(ed)
			}
		}
		return true
	})
	return out
}

// once reports whether a function is used once in an execution at most: by a call, or by creating a thread.
func (h *handles) once(g *callGraph, f, entry string) bool {
	for seen := map[string]bool{}; f != entry; f = h.user[f] {
		if seen[f] || h.uses[f] != 1 || h.again[f] || g.callbacks[f] {
			return false
		}
		seen[f] = true
	}
	return h.uses[entry] == 0
}

// ordered reports whether created threads join none but later ones in some order of the functions that they
// begin with, and no two threads join the same one.
func (h *handles) ordered(g *callGraph, entry string) bool {
	referred := func(f string) bool { return g.threads[f] }
	if referred(entry) || h.jumps() || slices.ContainsFunc(joinFunctions, referred) {
		return false
	}
	const open, done = 1, 2
	state := map[string]int{}
	var visit func(f string) bool
	visit = func(f string) bool {
		if state[f] != 0 {
			return state[f] == done
		}
		state[f] = open
		vars, clear := h.joins(g, f, entry)
		if !clear {
			return false
		}
		for v := range vars {
			if h.other[v] || len(h.starts[v]) == 0 {
				return false
			}
			for start := range h.starts[v] {
				if !visit(start) {
					return false
				}
			}
		}
		state[f] = done
		return true
	}
	by := map[string]string{} // the function that a variable's thread is joined by
	for f := range g.threads {
		if !visit(f) {
			return false
		}
		vars, _ := h.joins(g, f, entry)
		for v := range vars {
			if by[v] != "" || !h.once(g, f, entry) {
				return false
			}
			by[v] = f
		}
	}
	vars, _ := h.joins(g, entry, entry)
	for v := range vars {
		if by[v] != "" {
			return false
		}
	}
	return true
}

// joins are the variables that a thread joins which begins with a function; clear is false if it may join
// something else.
func (h *handles) joins(g *callGraph, f, entry string) (vars map[string]bool, clear bool) {
	from := maps.Clone(g.callbacks) // what it may call through a pointer
	delete(from, entry)
	from[f] = true
	vars, clear = map[string]bool{}, true
	for caller := range g.reach(from) {
		clear = clear && !h.unclear[caller]
		for _, v := range h.joined[caller] {
			vars[v] = true
		}
	}
	return vars, clear
}

// jumps reports whether the program may come back to where it has been by a long jump.
func (h *handles) jumps() bool {
	for name := range h.uses {
		if strings.Contains(name, "setjmp") {
			return true
		}
	}
	return false
}
