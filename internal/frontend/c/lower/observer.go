package lower

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
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
