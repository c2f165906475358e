package lower

import (
	"fmt"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// startObserver starts the observer, if there is one, as the first thread beside the initial one.
func (ca *calls) startObserver() {
	if e := ca.low.observer(); e != nil {
		ca.flow.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: cfa.NoProc,
			Args: []term.Term{ca.prog.Ptr(0)}}).Callee = ca.low.ProcOf(e)
	}
}

// observer is the function of the observer; nil: there is none.
func (l *lowerer) observer() *Entity {
	if len(l.Cfg.Propositions) == 0 {
		return nil
	}
	return l.User[config.ObserverName]
}

// noteObserver tells the program of its observer.
func (l *lowerer) noteObserver() error {
	e := l.observer()
	if e == nil {
		return nil
	}
	for _, edge := range l.Prog.Procs[e.proc.ID].Edges {
		edge.Aside = true
	}
	l.hidePasses()
	for _, edge := range l.Prog.Procs[l.Prog.Entry].Edges {
		if op, ok := edge.Op.(cfa.Spawn); ok && op.Proc == e.proc.ID {
			edge.Aside = true
		}
	}
	for i, o := range l.Prog.Objects {
		if o.Name == config.ObservedName {
			o.Made = true
			l.Prog.Observer = &cfa.Observer{Thread: 1, Proc: e.proc.ID, Object: i}
			return nil
		}
	}
	return fmt.Errorf("internal error of the C front end: the observer writes to no object")
}

// passes has a thread tell that it comes to a label, or with "" that it begins to execute the function.
func (ca *calls) passes(label string) {
	for _, p := range ca.low.Cfg.Propositions {
		e := ca.low.User[p.Pass()]
		if e == nil || p.Function == "" || p.Function != ca.flow.Name || p.Label != label || ca.unit.Model {
			continue
		}
		ca.synthCall(e, func(int, cc.Type) term.Term { return term.None })
	}
}

// hidePasses takes what passes adds out of what people see.
func (l *lowerer) hidePasses() {
	hidden := map[cfa.ProcID]bool{}
	for _, p := range l.Cfg.Propositions {
		if e := l.User[p.Pass()]; p.Function != "" && e != nil && e.proc != nil {
			hidden[e.proc.ID] = true
		}
	}
	for _, proc := range l.Prog.Procs {
		for _, edge := range proc.Edges {
			call, ok := edge.Op.(cfa.Call)
			edge.Aside = edge.Aside || hidden[proc.ID] || ok && hidden[call.Proc]
		}
	}
}

// checkPlaces reports places that the program does not have.
func (l *lowerer) checkPlaces() {
	for _, p := range l.Cfg.Propositions {
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
func (l *lowerer) hasPlace(p config.Proposition) (defined, labelled bool) {
	for _, u := range l.units {
		for ed := range syntax.Externals(u.Ast) {
			def := ed.FunctionDefinition
			if u.Model || def == nil || def.Declarator.Name() != p.Function {
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
