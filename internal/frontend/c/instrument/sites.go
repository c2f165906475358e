package instrument

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/step"
)

// findSites gives the edges that have nodes their sites.
func (s *Instrumented) findSites() {
	s.byEdge = make(map[cfa.EdgeID]int)
	s.byNode = make(map[hookKey]int)
	s.direct = make(map[cc.Node]bool)
	s.fails = make(map[cc.Node]bool)
	sections, others := make(map[cc.Node]bool), make(map[cc.Node]bool)
	for _, p := range s.low.Program.Procs {
		for _, e := range p.Edges {
			n := s.low.Nodes[e.ID]
			if n == nil {
				continue
			}
			switch op := e.Op.(type) {
			case cfa.AtomicBegin:
				sections[n] = true
			case cfa.Havoc:
				s.fails[n] = s.fails[n] || op.Fails != ""
			default:
				others[n] = true
				if _, ok := step.BytesOf(s.low.Program, op); ok && syntax.IsCall(n) {
					s.direct[n] = true
				}
			}
		}
	}
	for _, p := range s.low.Program.Procs {
		for _, e := range p.Edges {
			n := s.low.Nodes[e.ID]
			if n == nil {
				continue
			}
			if kind := s.siteKind(e.Op, n, sections[n], others[n]); kind != 0 {
				k := hookKey{n, kind}
				i, ok := s.byNode[k]
				if !ok {
					i = len(s.sites)
					s.byNode[k] = i
					s.first = append(s.first, e.ID)
					s.sites = append(s.sites, Site{Kind: kind, Pos: e.Pos, Text: syntax.Excerpt(n),
						Model: p.Model, Unset: isUnset(e.Op),
						Pointer: isAddress(n) && !s.fails[n],
						Bool:    isBool(n) && !isCompareExchange(n),
						node:    n})
				}
				s.byEdge[e.ID] = i
			}
		}
	}
}

// siteKind says which kind of site an edge that stems from a node belongs to; 0: to none.
func (s *Instrumented) siteKind(op cfa.Op, n cc.Node, section, other bool) SiteKind {
	call := syntax.IsCall(n)
	if a, ok := step.BytesOf(s.low.Program, op); ok {
		switch {
		case isPlace(n) && a.Kind == step.Read:
			return SiteLoad
		case isPlace(n):
			return SiteStore
		case isCopy(n) && !section, call && !section && a.Order != cfa.Plain:
			return SiteStep
		}
		return 0
	}
	switch op := op.(type) {
	case cfa.AtomicBegin:
		return SiteStep
	case cfa.Spawn, cfa.Join:
		if call {
			return SiteStep
		}
	case cfa.Havoc:
		if d, ok := n.(*cc.Declarator); ok && isVaList(d.Type()) {
			return 0
		}
		if !call || !section && !other || isCompareExchange(n) || op.Fails != "" {
			return SiteInput
		}
	case cfa.Alloc:
		return SiteObject
	case cfa.Violation:
		return SiteViolation
	}
	return 0
}

func isBool(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.Declarator:
		return x.Type().Kind() == cc.Bool
	case cc.ExpressionNode:
		return x.Type().Kind() == cc.Bool
	}
	return false
}

func isAddress(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.Declarator:
		return repr.IsPointer(x.Type())
	case cc.ExpressionNode:
		return repr.IsPointer(x.Type())
	}
	return false
}

// isVaList reports whether a type is va_list, which has no content that could be chosen.
func isVaList(t cc.Type) bool {
	for range 10 {
		d := t.Typedef()
		if d == nil {
			return false
		}
		switch d.Name() {
		case "va_list", "__gnuc_va_list", "__builtin_va_list":
			return true
		}
		if d.Type() == t {
			return false
		}
		t = d.Type()
	}
	return false
}

func isUnset(op cfa.Op) bool {
	h, ok := op.(cfa.Havoc)
	return ok && h.Unset
}

// AssertionAt reports whether an edge that ends the process stems from a failed
// assertion, under a property that this does not violate.
func (s *Instrumented) AssertionAt(e cfa.EdgeID) bool {
	x, ok := s.low.Nodes[e].(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall {
		return false
	}
	d := syntax.Callee(x.PostfixExpression)
	return d != nil &&
		(strings.HasPrefix(d.Name(), "__assert") || d.Name() == "__VERIFIER_assert" || d.Name() == "assert")
}

// isCopy reports whether loads and stores that stem from a node are those of a copy, which can be held up as
// a whole.
func isCopy(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.AssignmentExpression, *cc.Declarator:
		return true
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionCall {
			return false
		}
		d := syntax.Callee(x.PostfixExpression)
		return d != nil && (d.Name() == "memcpy" || d.Name() == "memmove" || d.Name() == "memset")
	}
	return false
}

// isCompareExchange reports whether a node is a call whose weak form may fail for no reason.
func isCompareExchange(n cc.Node) bool {
	x, ok := n.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall {
		return false
	}
	d := syntax.Callee(x.PostfixExpression)
	return d != nil && strings.HasPrefix(d.Name(), "__atomic_compare_exchange")
}

// isPlace reports whether a node is an expression that designates an object.
func isPlace(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionSelect ||
			x.Case == cc.PostfixExpressionPSelect
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}
