package llvm

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// Exceptions. The runtime keeps in a variable of the thread which exception is in flight. After a call
// that may throw a branch leads to the landing pad, or out of the function. A landing pad takes the
// exception and compares its type with all that the program throws: it is known of each which clause is
// for it.

// sharedSites is the function of the shadow with what all of them ask the runtime.
const sharedSites = "__whittle_sites"

// What they ask, by labels.
const (
	askThrown = "__thrown"
	askType   = "__type"
	askObject = "__object"
	doTake    = "__take"
	doResume  = "__resume"
	doAdjust  = "__adjust"
	doEnd     = "__terminate"
	doBegin   = "__begin"
)

// exceptionDecls is declared in front of a shadow with exceptions.
const exceptionDecls = `extern _Thread_local void *__whittle_thrown;
extern _Thread_local void *__whittle_thrown_type;
extern void *__whittle_object(void *);
extern void __whittle_adjust(void *, void *);
extern void __whittle_begin(void *);
extern int __whittle_once(int *, void (*)(void));
extern void _ZSt9terminatev(void);
`

// exceptionSites are their labelled statements.
const exceptionSites = `{ void *__thrown_r; __thrown: __thrown_r = __whittle_thrown; }
{ void *__type_r; __type: __type_r = __whittle_thrown_type; }
{ void *__object_p; void *__object_r; __object: __object_r = __whittle_object(__object_p); }
{ __take: (void)(__whittle_thrown = 0); }
{ void *__resume_p; __resume: (void)(__whittle_thrown = __resume_p); }
{ void *__adjust_p; void *__adjust_q; __adjust: __whittle_adjust(__adjust_p, __adjust_q); }
{ __terminate: _ZSt9terminatev(); }
{ void *__begin_p; __begin: __whittle_begin(__begin_p); }
`

// wrapped are the library functions that call functions of the program, with what calls those instead if
// they may throw.
var wrapped = map[string]string{"pthread_once": "__whittle_once"}

// roots are the library functions that start threads: no exception leaves what they are given, see
// endUnhandled.
var roots = map[string]bool{"pthread_create": true}

// wrapper is the function that a call means where exceptions may pass it.
func (l *lowerer) wrapper(to *symbol) string {
	if w := wrapped[to.name]; w != "" && !to.isDefined() && l.throwing() {
		return w
	}
	return to.shadow
}

// passedThrough names a function that may throw and is given to one of the library, which would have to
// pass the exception on; empty: there is none.
func (f *fn) passedThrough(in *ir.Instr) string {
	to := f.callee(f.m, in)
	if to == nil || to.isDefined() || wrapped[to.name] != "" || roots[to.name] || f.runtime[to.name] {
		return ""
	}
	for _, a := range in.Args {
		if s := f.lookup(f.m, globalIn(a)); s.isDefined() && s.throws {
			return s.name
		}
	}
	return ""
}

func (f *fn) thrown() term.Term { return f.b.Call(askThrown, nil) }

// afterCall leads an exception on: to a block, or, if that is -1, out of the function. Before that it calls
// restore.
func (f *fn) afterCall(in *ir.Instr, pad int, restore func()) {
	if f.flow.IsDead() || !f.mayThrow(f.m, in) {
		return
	}
	lead := func() {
		restore()
		if pad >= 0 {
			f.goTo(pad)
		} else {
			f.leave()
		}
	}
	if to := f.callee(f.m, in); to != nil && throwers[to.name] {
		if f.endUnhandled(in, to); !f.flow.IsDead() {
			lead()
		}
		return
	}
	none, some := f.flow.NewLoc(), f.flow.NewLoc()
	f.flow.Branch(f.ts.Eq(f.thrown(), f.prog.Ptr(0)), none, some)
	f.flow.Cur = some
	if !f.flow.IsDead() {
		lead()
	}
	f.flow.Cur = none
}

// leave ends the function while an exception is in flight.
func (f *fn) leave() {
	isOwn := func(s special) bool { return s.fn == f.fun }
	if f.fun.Name == f.entry() || slices.ContainsFunc(f.special, isOwn) {
		f.b.Call(doEnd, nil)
	}
	if f.flow.IsDead() {
		return
	}
	v := term.None
	if parts, _ := valueParts(f.m.Layout, f.fun.Type.Elem); len(parts) == 1 {
		_, bits := carrier(parts[0], f.prog.PtrWidth)
		v = f.zero(bits)
	}
	f.b.Frame().Return(v)
}

// invoke lowers a call with a landing pad.
func (f *fn) invoke(in *ir.Instr) {
	restore := f.handle(in)
	f.call(in)
	f.afterCall(in, in.Targets[1], restore)
	if !f.flow.IsDead() {
		restore()
	}
	f.goTo(in.Targets[0])
}

// resume throws on what a landing pad has taken.
func (f *fn) resume(in *ir.Instr) {
	p := f.parts(in.Args[0])
	if len(p) == 0 {
		return
	}
	f.b.Call(doResume, map[string]cfa.RegID{doResume + "_p": f.copied("exception", p[0])})
	f.leave()
}

// typeID is the number of a type among selectors of landing pads.
func (l *lowerer) typeID(name string) uint64 {
	if l.typeIDs == nil {
		l.typeIDs = map[string]uint64{}
	}
	if l.typeIDs[name] == 0 {
		l.typeIDs[name] = uint64(len(l.typeIDs)) + 1
	}
	return l.typeIDs[name]
}

// landingPad lowers a landing pad: the exception is taken if a clause is for it.
func (f *fn) landingPad(in *ir.Instr) {
	if len(f.regs[in.Res]) != 2 {
		f.unsupportedType(in.Type)
		return
	}
	if !f.throwing() {
		f.flow.Unsupported("an exception where nothing throws one")
		return
	}
	if f.thrownTypes(); f.anyThrown {
		f.flow.Unsupported("an exception of a type that is computed")
		return
	}
	exception := f.flow.Sym(f.copied("exception", f.thrown()))
	kind := f.flow.Sym(f.copied("type of the exception", f.b.Call(askType, nil)))
	var list []choice
	for _, t := range f.thrownTypes() {
		list = append(list, choice{f.ts.Eq(kind, f.address(f.m, t)), func() { f.takeAs(in, exception, t) }})
	}
	f.oneOf(list, "an exception of a type that nothing throws")
}

// A choice is what is done where a condition holds.
type choice struct {
	is   term.Term
	then func()
}

// oneOf does what belongs to the first condition that holds. That none holds is not supported.
func (f *fn) oneOf(list []choice, otherwise string) {
	done := f.flow.NewLoc()
	for _, c := range list {
		here, other := f.flow.NewLoc(), f.flow.NewLoc()
		f.flow.Branch(c.is, here, other)
		f.flow.Cur = here
		if !f.flow.IsDead() {
			c.then()
			if !f.flow.IsDead() {
				f.flow.Jump(done)
			}
		}
		if f.flow.Cur = other; f.flow.IsDead() {
			break
		}
	}
	if !f.flow.IsDead() {
		f.flow.Unsupported(otherwise)
	}
	f.flow.Cur = done
}

// takeAs takes an exception of a type, or leaves the function with it if no clause is for it.
func (f *fn) takeAs(in *ir.Instr, exception term.Term, thrown string) {
	selector, way, found := f.clauseFor(in, thrown)
	if !found && in.Flags&ir.Cleanup == 0 {
		f.leave()
		return
	}
	if found {
		f.adjust(exception, thrown, way)
	}
	f.b.Call(doTake, nil)
	f.set(in, exception, f.ts.BV(32, selector))
}

// clauseFor finds the clause of a landing pad that is for exceptions of a type: its selector, and the way to
// the base that it is for.
func (f *fn) clauseFor(in *ir.Instr, thrown string) (selector uint64, way path, found bool) {
	for i, c := range in.Args {
		if in.Index[i] != 0 { // a filter: it is for all types but those that it lists
			if f.isListed(c, thrown) {
				continue
			}
			return 1<<32 - 1, nil, true
		}
		if c.Kind == ir.Null {
			return f.typeID(""), nil, true
		}
		if p, ok := f.catches(f.m, globalIn(c), thrown); ok {
			return f.typeID(globalIn(c)), p, true
		}
	}
	return 0, nil, false
}

func (f *fn) isListed(c ir.Value, thrown string) bool {
	if c.Kind != ir.Aggregate {
		return false
	}
	for _, e := range c.X.Elems {
		if e.Kind == ir.Null {
			return true
		}
		if _, ok := f.catches(f.m, globalIn(e), thrown); ok {
			return true
		}
	}
	return false
}

// adjust tells the runtime what a handler gets: the address of the object or of a base of it, or, of a
// pointer, the pointer.
func (f *fn) adjust(exception term.Term, thrown string, way path) {
	at := f.b.Call(askObject, map[string]cfa.RegID{askObject + "_p": f.copied("exception", exception)})
	if at == term.None {
		return
	}
	if isPointerType(thrown) {
		at = f.loadWord(at, 0)
	}
	if len(way) > 0 {
		at = f.walk(at, way)
	}
	f.b.Call(doAdjust, map[string]cfa.RegID{doAdjust + "_p": f.copied("exception", exception),
		doAdjust + "_q": f.copied("caught", at)})
}

func isPointerType(name string) bool { return strings.HasPrefix(name, "_ZTIP") || name == "_ZTIDn" }

func (f *fn) loadWord(addr term.Term, off int64) term.Term {
	r := f.newReg("load", f.prog.PtrWidth)
	f.flow.Emit(cfa.Load{Dst: r, Addr: f.prog.PtrAdd(addr, f.prog.Ptr(uint64(off)))})
	return f.flow.Sym(r)
}

// walk goes from an object to a base of it.
func (f *fn) walk(at term.Term, way path) term.Term {
	for _, b := range way {
		off := f.prog.Ptr(uint64(b.offset))
		if b.virtual {
			off = f.loadWord(f.loadWord(at, 0), b.offset)
		}
		at = f.prog.PtrAdd(at, off)
	}
	return at
}

// dynamicCast lowers a call of __dynamic_cast: the class of the whole object decides, which is known from
// its table of virtual functions.
func (f *fn) dynamicCast(in *ir.Instr) {
	from, to := globalIn(in.Args[1]), globalIn(in.Args[2])
	if from == "" || to == "" {
		f.flow.Unsupported("a dynamic_cast between types that are computed")
		return
	}
	word := int64(f.prog.PtrWidth / 8)
	object := f.value(in.Args[0])
	table := f.flow.Sym(f.copied("table", f.loadWord(object, 0)))
	class := f.flow.Sym(f.copied("class", f.loadWord(table, -word)))
	whole := f.flow.Sym(f.copied("object", f.prog.PtrAdd(object, f.loadWord(table, -2*word))))
	done := f.flow.NewLoc()
	for _, c := range f.classes() {
		if _, ok := f.upcast(f.m, c, from); !ok && len(f.pathsTo(f.m, c, from, 0)) == 0 {
			continue
		}
		here, other := f.flow.NewLoc(), f.flow.NewLoc()
		f.flow.Branch(f.ts.Eq(class, f.address(f.m, c)), here, other)
		f.flow.Cur = here
		if !f.flow.IsDead() {
			r := f.prog.Ptr(0)
			if way, ok := f.upcast(f.m, c, to); ok {
				r = f.walk(whole, way)
			} else if len(f.pathsTo(f.m, c, to, 0)) > 0 {
				f.flow.Unsupported(fmt.Sprintf("a dynamic_cast to a base that %s has several times", c))
			}
			if !f.flow.IsDead() {
				f.set(in, r)
				f.flow.Jump(done)
			}
		}
		if f.flow.Cur = other; f.flow.IsDead() {
			break
		}
	}
	if !f.flow.IsDead() {
		f.flow.End(cfa.UB{What: "a dynamic_cast of something that is no object of the class"})
	}
	f.flow.Cur = done
}

// classes are the symbols of all type information that the program uses.
func (l *lowerer) classes() (out []string) {
	seen := map[string]bool{}
	for _, m := range l.modules {
		for _, g := range m.Globals {
			s := l.lookup(m, g.Name)
			if s != nil && s.used && strings.HasPrefix(g.Name, "_ZTI") && !seen[g.Name] {
				seen[g.Name] = true
				out = append(out, g.Name)
			}
		}
	}
	return out
}
