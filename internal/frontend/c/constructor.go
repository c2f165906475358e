package c

import (
	"cmp"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// Constructors are functions that run before the entry function, destructors
// those that run at the end of the program, which is not supported. What atexit registers runs there by a
// model.

// constructor is a function with the attribute constructor.
type constructor struct {
	*entity
	priority int64
}

// lastPriority is that of constructors without any: they run last.
const lastPriority = 65535

// noteConstructor looks for the attributes in a declaration of a function.
func (l *lowerer) noteConstructor(e *entity, d *cc.Declarator) {
	a := d.Type().Attributes()
	if e.special || a == nil {
		return
	}
	for _, name := range []string{"constructor", "__constructor__"} {
		if !a.IsAttrSet(name) {
			continue
		}
		c := constructor{e, lastPriority}
		if v := a.AttrValue(name); len(v) > 0 {
			if p, ok := v[0].(cc.Int64Value); ok {
				c.priority = int64(p)
			}
		}
		l.constructors = append(l.constructors, c)
		e.special = true
	}
	if a.IsAttrSet("destructor") || a.IsAttrSet("__destructor__") {
		l.destructors = append(l.destructors, e)
		e.special = true
	}
}

// noteSection looks whether a declaration puts something where the linker keeps what runs before main and
// after it.
func (l *lowerer) noteSection(e *entity, a *cc.Attributes) {
	for _, name := range []string{"section", "__section__"} {
		for _, v := range a.AttrValue(name) {
			s, _ := v.(cc.StringValue)
			section := strings.TrimRight(string(s), "\x00")
			switch base, _, _ := strings.Cut(strings.TrimPrefix(section, "."), "."); base {
			case "init_array", "fini_array", "preinit_array", "ctors", "dtors":
				l.startup = append(l.startup, e.name+" in the section "+section)
			}
		}
	}
}

// callConstructors calls them by priority, those of the same one in the order of
// the files and of their definitions.
func (ca *calls) callConstructors() {
	if len(ca.low.startup) > 0 {
		ca.flow.Unsupported(ca.low.startup[0])
		return
	}
	list := slices.DeleteFunc(slices.Clone(ca.low.constructors),
		func(c constructor) bool { return c.def == nil })
	slices.SortStableFunc(list, func(a, b constructor) int { return cmp.Compare(a.priority, b.priority) })
	for i, c := range list {
		if i > 0 && list[i-1].priority == c.priority && list[i-1].unit == c.unit &&
			c.pos.Line < list[i-1].pos.Line {
			// They were declared in another order than they are defined in.
			ca.flow.Unsupported("the order of the constructors " + list[i-1].name + " and " + c.name)
			return
		}
		ca.synthCall(c.entity, func(_ int, t cc.Type) term.Term {
			v := ca.mem.Havoc(t, "argument of "+c.name)
			if v.Addr != term.None {
				return v.Addr
			}
			return v.Term
		})
	}
}

// atEnd is the model that runs what a function registers for the end of the program.
var atEnd = map[string]string{"atexit": "__whittle_at_exit", "at_quick_exit": "__whittle_at_quick_exit"}

// registers reports whether the program calls atexit or at_quick_exit, and so has the model that goes with
// it.
func (l *lowerer) registers(function string) bool {
	m := l.models[atEnd[function]]
	return m != nil && m.def != nil && library.Uses(programOf(l.units), function)
}

// runAtEnd runs what a function has registered for the end of the program, if the program calls it.
func (ca *calls) runAtEnd(function string) {
	if ca.low.registers(function) {
		e := ca.low.models[atEnd[function]]
		ca.flow.Emit(cfa.Call{Dst: cfa.NoReg, Proc: ca.low.proc(e)})
	}
}

// exitOrderly is exit, and exitQuickly quick_exit; both are also what their models call.
func exitOrderly(f *fn, c *callCtx) value.Value {
	f.calls.endProcess(cfa.Exit{Kind: cfa.ExitProcess, Value: f.arg(c, 0, f.types.Int)})
	return f.values.Dummy(c.result)
}

func exitQuickly(f *fn, c *callCtx) value.Value {
	v := f.arg(c, 0, f.types.Int)
	f.calls.runAtEnd("at_quick_exit")
	f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: v})
	return f.values.Dummy(c.result)
}

// endProcess ends the program after the functions of atexit, unless destructors would have to run then: that
// is not supported.
func (ca *calls) endProcess(op cfa.Op) {
	for _, e := range ca.low.destructors {
		if e.def != nil {
			ca.flow.Unsupported("the destructor " + e.name)
			return
		}
	}
	ca.runAtEnd("atexit")
	ca.flow.End(op)
}
