package llvm

import (
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// Which functions may end with an exception in flight. The lowering looks for one after calls of these
// alone.

// throwers are functions without a body here that throw.
var throwers = map[string]bool{"__cxa_throw": true, "__cxa_rethrow": true, "__whittle_throw_again": true}

// findThrowers marks the functions that may throw.
func (l *lowerer) findThrowers() {
	if !l.throwing() {
		return
	}
	for changed := true; changed; {
		changed = false
		for _, s := range l.reached {
			if s.throws || s.m.HasAttr(s.fn.Attrs, "nounwind") {
				continue
			}
			if body, err := s.fn.Body(); err == nil && l.passesOn(s.m, body) {
				s.throws, changed = true, true
			}
		}
	}
}

// passesOn reports whether an exception may leave a body.
func (l *lowerer) passesOn(m *ir.Module, body *ir.Body) bool {
	for _, b := range body.Blocks {
		for i := range b.Instrs {
			switch in := &b.Instrs[i]; in.Op {
			case ir.Resume:
				return true
			case ir.Call:
				if l.mayThrow(m, in) {
					return true
				}
			case ir.LandingPad:
				if in.Flags&ir.Cleanup == 0 && !catchesAll(in) {
					return true
				}
			}
		}
	}
	return false
}

// catchesAll reports whether a landing pad is for every exception.
func catchesAll(in *ir.Instr) bool {
	for i, c := range in.Args {
		if in.Index[i] == 0 && c.Kind == ir.Null {
			return true
		}
	}
	return false
}

// mayThrow reports whether an exception may be in flight after a call.
func (l *lowerer) mayThrow(m *ir.Module, in *ir.Instr) bool {
	if in.Call.Callee.Kind == ir.Asm || isIntrinsic(in) || m.HasAttr(in.Call.Attrs, "nounwind") {
		return false
	}
	to := l.callee(m, in)
	switch {
	case to == nil:
		return l.throwsThrough(in)
	case to.isDefined():
		return to.throws
	case to.fn == nil || throwers[to.name] || !l.throwing():
		return throwers[to.name]
	case to.name == "pthread_once" || to.name == "__whittle_once":
		return true
	case to.name == "__whittle_drop_exception", strings.HasPrefix(to.name, "__cxa_"):
		return false // destructors of exceptions do not throw
	}
	return false
}

// throwsThrough reports whether a call through a pointer may throw: some function of its shape may.
func (l *lowerer) throwsThrough(in *ir.Instr) bool {
	for _, s := range l.reached {
		if s.throws && len(s.fn.Type.Fields) == len(in.Args) {
			return true
		}
	}
	return false
}

// throwing reports whether anything throws.
func (l *lowerer) throwing() bool {
	for _, s := range l.outside {
		if throwers[s.name] {
			return true
		}
	}
	return false
}
