package c

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// That a thread is at a label, or at the beginning of a function, is told by a counter: the thread adds one
// to it when it comes there, and takes that back before it does anything else. Both are steps that the
// observer sees.

func (p Proposition) counter() string { return fmt.Sprintf("__whittle_at_%d", p.Bit) }

// pass is the function that a thread calls where it comes to the place.
func (p Proposition) pass() string { return fmt.Sprintf("__whittle_pass_%d", p.Bit) }

// condition is the proposition in C.
func (p Proposition) condition() string {
	if p.Function != "" {
		return p.counter()
	}
	return p.Text
}

// declare writes the counter and the function of a place.
func (p Proposition) declare(b *strings.Builder) {
	if p.Function == "" {
		return
	}
	n := p.counter()
	fmt.Fprintf(b, "unsigned %s; void %s(void) { __VERIFIER_atomic_begin(); %s++; __VERIFIER_atomic_end(); "+
		"__VERIFIER_atomic_begin(); %s--; __VERIFIER_atomic_end(); } ", n, p.pass(), n, n)
}

// passes has a thread tell that it comes to a label, or with "" that it begins to execute the function.
func (ca *calls) passes(label string) {
	for _, p := range ca.low.cfg.Propositions {
		e := ca.low.user[p.pass()]
		if e == nil || p.Function == "" || p.Function != ca.flow.Name || p.Label != label || ca.unit.model {
			continue
		}
		ca.synthCall(e, func(int, cc.Type) term.Term { return term.None })
	}
}

// hidePasses takes what passes adds out of what people see.
func (l *lowerer) hidePasses() {
	hidden := map[cfa.ProcID]bool{}
	for _, p := range l.cfg.Propositions {
		if e := l.user[p.pass()]; p.Function != "" && e != nil && e.proc != nil {
			hidden[e.proc.ID] = true
		}
	}
	for _, proc := range l.prog.Procs {
		for _, edge := range proc.Edges {
			call, ok := edge.Op.(cfa.Call)
			edge.Aside = edge.Aside || hidden[proc.ID] || ok && hidden[call.Proc]
		}
	}
}

// checkPlaces reports places that the program does not have.
func (l *lowerer) checkPlaces() {
	for _, p := range l.cfg.Propositions {
		if p.Function == "" {
			continue
		}
		switch defined, labelled := l.hasPlace(p); {
		case !defined:
			l.diags.Add(source.Error, source.Pos{}, "the formula names the function %s, which the "+
				"program does not define", p.Function)
		case !labelled:
			l.diags.Add(source.Error, source.Pos{}, "the formula names the label %s, which the function "+
				"%s does not have", p.Label, p.Function)
		}
	}
}

// hasPlace reports whether the program defines the function of a place, and whether that has the label.
func (l *lowerer) hasPlace(p Proposition) (defined, labelled bool) {
	for _, u := range l.units {
		for ed := range syntax.Externals(u.ast) {
			def := ed.FunctionDefinition
			if u.model || def == nil || def.Declarator.Name() != p.Function {
				continue
			}
			defined, labelled = true, labelled || p.Label == ""
			syntax.Walk(def.CompoundStatement, func(n cc.Node) bool {
				s, ok := n.(*cc.LabeledStatement)
				labelled = labelled || ok && s.Case == cc.LabeledStatementLabel && s.Token.SrcStr() == p.Label
				return true
			})
		}
	}
	return defined, labelled
}
