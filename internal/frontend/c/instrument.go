package c

import (
	"context"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// SiteKind says what happens at a site.
type SiteKind uint8

// The kinds of sites. At the first three a thread can be held up.
const (
	SiteLoad      SiteKind = iota + 1 // an expression is read
	SiteStore                         // an expression is written
	SiteStep                          // a call, an update or a function is one step
	SiteInput                         // a call or an uninitialised variable gives an input
	SiteObject                        // an object is made
	SiteViolation                     // the property is violated
)

// Site is a part of the program at which Instrumented.Print can put a hook.
type Site struct {
	Kind SiteKind
	Pos  source.Pos
	// Text is the part in one short line.
	Text string
	// Model is set inside of the library models.
	Model bool
	// Unset is set for the input that is the content of an uninitialised variable.
	Unset bool
	// Pointer is set for an input that is an address.
	Pointer bool
	// Bool is set for an input of which the lowest bit counts.
	Bool bool
	node cc.Node
}

// Instrumented is a program with the syntax trees that it was made of and the
// way back from its edges, so that it can be written as C with hooks where
// threads take visible steps.
type Instrumented struct {
	prog   *cfa.Program
	low    *lowerer
	units  []*unit
	parsed []*parsed
	nodes  map[cfa.EdgeID]cc.Node

	sites  []Site
	first  []cfa.EdgeID // the first edge by site
	byEdge map[cfa.EdgeID]int
	byNode map[hookKey]int
	// direct holds the calls whose loads and stores the front end makes itself.
	direct map[cc.Node]bool
}

type hookKey struct {
	node cc.Node
	kind SiteKind
}

// LoadInstrumented is Load for somebody who wants to print the program. The
// program is the same, edge for edge.
func LoadInstrumented(ctx context.Context, cfg Config) (*Instrumented, *source.Diagnostics, error) {
	files := &source.Files{}
	diags := &source.Diagnostics{Files: files}
	s := &Instrumented{}
	cfg.record = s
	var err error
	if s.parsed, err = parse(ctx, cfg, files, diags); err != nil {
		return nil, diags, err
	}
	if err := checkConstants(&cfg, s.parsed, diags); err != nil {
		return nil, diags, err
	}
	s.units = unitsOf(s.parsed)
	if s.prog, err = lower(ctx, &cfg, s.units, files, diags); err != nil {
		return nil, diags, err
	}
	s.findSites()
	return s, diags, nil
}

// Program is the program as Load returns it.
func (s *Instrumented) Program() *cfa.Program { return s.prog }

// Sites lists the sites in the order of the edges.
func (s *Instrumented) Sites() []Site { return s.sites }

// SiteOf is the index of the site that an edge stems from; ok is false if there is none.
func (s *Instrumented) SiteOf(e cfa.EdgeID) (site int, ok bool) {
	site, ok = s.byEdge[e]
	return site, ok
}

// Begins reports whether an edge is the first one of its site: what a site does in several steps
// begins with it.
func (s *Instrumented) Begins(e cfa.EdgeID) bool {
	i, ok := s.byEdge[e]
	return ok && s.first[i] == e
}

// findSites gives the edges that have nodes their sites.
func (s *Instrumented) findSites() {
	s.byEdge = make(map[cfa.EdgeID]int)
	s.byNode = make(map[hookKey]int)
	s.direct = make(map[cc.Node]bool)
	sections, others := make(map[cc.Node]bool), make(map[cc.Node]bool)
	for _, p := range s.prog.Procs {
		for _, e := range p.Edges {
			n := s.nodes[e.ID]
			if n == nil {
				continue
			}
			switch e.Op.(type) {
			case cfa.AtomicBegin:
				sections[n] = true
			case cfa.Havoc:
			case cfa.Load, cfa.Store:
				others[n] = true
				if isCall(n) {
					s.direct[n] = true
				}
			default:
				others[n] = true
			}
		}
	}
	for _, p := range s.prog.Procs {
		for _, e := range p.Edges {
			n := s.nodes[e.ID]
			if n == nil {
				continue
			}
			if kind := siteKind(e.Op, n, sections[n], others[n]); kind != 0 {
				k := hookKey{n, kind}
				i, ok := s.byNode[k]
				if !ok {
					i = len(s.sites)
					s.byNode[k] = i
					s.first = append(s.first, e.ID)
					s.sites = append(s.sites, Site{Kind: kind, Pos: e.Pos, Text: sourceText1(n), Model: p.Model, Unset: isUnset(e.Op), Pointer: isAddress(n), Bool: isBool(n), node: n})
				}
				s.byEdge[e.ID] = i
			}
		}
	}
}

// siteKind says which kind of site an edge that stems from a node belongs to; 0: to none.
func siteKind(op cfa.Op, n cc.Node, section, other bool) SiteKind {
	call := isCall(n)
	switch op := op.(type) {
	case cfa.Load:
		switch {
		case isPlace(n):
			return SiteLoad
		case isCopy(n) && !section, call && !section && op.Order != cfa.Plain:
			return SiteStep
		}
	case cfa.Store:
		switch {
		case isPlace(n):
			return SiteStore
		case isCopy(n) && !section, call && !section && op.Order != cfa.Plain:
			return SiteStep
		}
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
		if !call || !section && !other || isCompareExchange(n) {
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
		return isPointer(x.Type())
	case cc.ExpressionNode:
		return isPointer(x.Type())
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
	x, ok := s.nodes[e].(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall {
		return false
	}
	d := calledFunction(x.PostfixExpression)
	return d != nil && (strings.HasPrefix(d.Name(), "__assert") || d.Name() == "__VERIFIER_assert" || d.Name() == "assert")
}

func isCall(n cc.Node) bool {
	x, ok := n.(*cc.PostfixExpression)
	return ok && x.Case == cc.PostfixExpressionCall
}

// isCopy reports whether loads and stores that stem from a node are those of a copy, which can be held up as a whole.
func isCopy(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.AssignmentExpression, *cc.Declarator:
		return true
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionCall {
			return false
		}
		d := calledFunction(x.PostfixExpression)
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
	d := calledFunction(x.PostfixExpression)
	return d != nil && strings.HasPrefix(d.Name(), "__atomic_compare_exchange")
}

// isPlace reports whether a node is an expression that designates an object.
func isPlace(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// EntryName is the name of the entry function in what Print writes.
func (s *Instrumented) EntryName() string {
	return s.symbol(s.low.user[s.low.cfg.entry()])
}

// EntryParams is the number of its parameters.
func (s *Instrumented) EntryParams() int {
	ft := s.low.user[s.low.cfg.entry()].signature()
	if ft == nil {
		return 0
	}
	return len(paramTypes(ft))
}

// EntryReturns reports whether the entry function has a result.
func (s *Instrumented) EntryReturns() bool {
	ft := s.low.user[s.low.cfg.entry()].signature()
	return ft != nil && !isVoid(ft.Result())
}

// MakesVector reports whether the entry function reads its argument vector, which
// the function whittle_lib___whittle_argv then makes.
func (s *Instrumented) MakesVector() bool {
	e := s.low.models["__whittle_argv"]
	return e != nil && e.proc != nil
}

// prefixes of the names in what is printed.
const (
	libraryPrefix = "whittle_lib_" // library models
	userPrefix    = "user_"        // functions of the program that are named like one of the library
	modelPrefix   = "whittle_m_"   // what the models declare for themselves
)

// symbol is the name of an entity with external linkage in the object file.
func (s *Instrumented) symbol(e *entity) string {
	switch {
	case e == nil:
		return ""
	case e.model && e.proc != nil, e.model && e.obj != nil && e.defined:
		return libraryPrefix + e.name
	case e.model || e.def == nil && !e.defined:
		return e.name
	case e.name == "main" || s.low.models[e.name] != nil || s.low.library[e.name] != nil || strings.HasPrefix(e.name, "whittle_"):
		return userPrefix + e.name
	}
	return e.name
}
