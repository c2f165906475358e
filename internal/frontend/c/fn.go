package c

import (
	"fmt"
	"runtime/debug"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// fn lowers one function.
type fn struct {
	*lowerer
	unit   *unit
	name   string
	proc   *cfa.Proc
	def    *cc.FunctionDefinition
	result cc.Type

	g       graph
	entry   loc
	cur     loc
	emitted int
	pinned  map[loc]bool // places that are reachable though no step leads there yet
	pos     source.Pos
	text    string
	// macro is the place in the definition of a macro of what was described last, which stands at the place
	// macroUse.
	macro, macroUse source.Pos
	// stmtAt and fullAt are where the statement or declaration and the full
	// expression begin that are being lowered, for monitors.
	stmtAt, fullAt source.Pos
	sections       int // how many atomic sections are open, where monitors look for races
	// callNode is the call of a function that the front end lowers itself.
	callNode cc.Node
	opNode   cc.Node // the operation that is computed
	unused   cc.Node // the expression whose value is not used
	// made has the steps whose results are untyped memory; see made.go.
	made map[term.Term]int

	locals  map[*cc.Declarator]*local
	scope   *scope // the block that is being lowered
	jumps   []pendingJump
	inRegs  map[*cc.Declarator]bool
	scanned bool

	labels     map[string]loc
	labelIn    map[string]target // the labels that were met
	labelIDs   map[string]uint64
	labelOrder []string // whose address is taken
	gotos      []computedGoto
	breaks     []target
	continues  []target
	switches   []*switchCtx
	loops      int
	hasGoto    bool

	returns     []pendingReturn
	retPtr      term.Term // where a returned aggregate goes
	varArgs     term.Term // address of the variable arguments
	lastBegin   int       // step of the last AtomicBegin
	hasSections bool      // there are atomic sections
	isAtomic    bool      // the body is one atomic section
	isConst     bool      // evaluating a constant expression
	// foldsObjects lets a constant expression read objects that are constants, folded of which are being
	// read.
	foldsObjects bool
	folded       int
	outer        *fn // of a constant expression: the function it stands in
	notConst     string
	unset        []cfa.RegID                     // addresses that are null at first
	allocas      []cfa.RegID                     // addresses of what alloca made, null before; see alloca.go
	allocaList   cfa.RegID                       // of what it made in loops
	vlaLengths   map[cc.ExpressionNode]cfa.RegID // lengths of variable-length arrays, by their expressions
}

// local is a variable of automatic storage duration.
type local struct {
	ty     cc.Type
	reg    cfa.RegID // its value, or NoReg
	addr   cfa.RegID // the register with its address, when in memory
	opaque string    // named when reading it is not supported
	vla    term.Term // size in bytes of a variable-length array, or None
}

type computedGoto struct {
	at     loc
	scope  *scope
	target term.Term
	pos    source.Pos
}

func (l *lowerer) newFn(u *unit, name string, p *cfa.Proc) *fn {
	f := &fn{
		lowerer: l, unit: u, name: name, proc: p,
		locals:     map[*cc.Declarator]*local{},
		labels:     map[string]loc{},
		labelIn:    map[string]target{},
		scope:      &scope{},
		labelIDs:   map[string]uint64{},
		pinned:     map[loc]bool{},
		vlaLengths: map[cc.ExpressionNode]cfa.RegID{},
		allocaList: cfa.NoReg,
	}
	f.entry = f.g.newLoc(f.pos)
	f.cur = f.entry
	return f
}

func (f *fn) procID() cfa.ProcID {
	if f.proc == nil {
		return cfa.NoProc
	}
	return f.proc.ID
}

// at makes a node the one that steps are attributed to. Those of a probe stay
// with the place of the probe, so that it is known what went wrong in one.
func (f *fn) at(n cc.Node) {
	if f.monitor != nil && f.monitor.busy {
		return
	}
	if p := f.unit.pos(n); p.IsValid() {
		f.pos = p
	}
}

// lowerProc lowers the body of a function. What goes wrong inside is confined
// to it: the procedure then consists of one Unsupported edge.
func (l *lowerer) lowerProc(e *entity) {
	f := l.newFn(e.unit, e.name, e.proc)
	func() {
		defer func() {
			if r := recover(); r != nil {
				if debugPanics {
					fmt.Printf("%v\n%s\n", r, debug.Stack())
				}
				l.diags.Add(source.Warning, f.pos, "internal error in lowering %s: %v", e.name, r)
				f.g = graph{}
				f.entry = f.g.newLoc(f.pos)
				f.cur = f.entry
				f.end(cfa.Unsupported{What: fmt.Sprintf("function %s (internal error: %v)", e.name, r)})
			}
		}()
		f.body(e)
		f.checkSections()
	}()
	l.finish(e.proc, &f.g, f.entry)
}

// debugPanics prints the stack of an internal error; tests set it.
var debugPanics = false

func (f *fn) body(e *entity) {
	f.pos = e.pos
	if e.synth != nil {
		e.synth(f)
		return
	}
	f.def = e.def
	ft := e.signature()
	if ft == nil || e.def == nil {
		f.end(cfa.Unsupported{What: "a call of " + e.name + ", which is no function"})
		return
	}
	f.result = ft.Result()
	if s := f.types.Scalar(f.result); s.Class != repr.None {
		f.proc.Result = s.Sort()
	}
	// Parameters and allocations come first; the allocations are known only
	// at the end, so that they get a place of their own.
	head := f.cur
	start := f.g.newLoc(f.pos)
	f.pinned[start] = true
	f.cur = start
	if isAtomicName(e.name) {
		f.isAtomic = true
		f.emit(cfa.AtomicBegin{}).node = e.def
	}
	f.params(e.def, ft)
	f.compound(e.def.CompoundStatement)
	if !f.isDead() {
		f.pos = f.unit.pos(tokenNode{e.def.CompoundStatement.Token2})
		f.text = ""
		f.fallOff()
	}
	f.resolveGotos()
	f.resolveJumps()
	f.resolveReturns()
	end := f.cur
	f.cur = head
	f.pos = e.pos
	f.makeAllocs(f.scope)
	for _, r := range f.unset {
		f.emit(cfa.Assign{Dst: r, Value: f.prog.Ptr(0)})
	}
	f.jump(start)
	f.cur = end
}

// tokenNode lets a token stand where a node is wanted for its position.
type tokenNode struct{ cc.Token }

// fallOff is the end of a function's body without a return statement.
func (f *fn) fallOff() {
	switch {
	case repr.IsVoid(f.result):
		f.ret(value{ty: f.types.Void})
	case f.name == f.cfg.entry():
		f.ret(f.intValue(0))
	case repr.IsAggregate(f.result):
		f.finishReturn(term.None)
	default:
		f.ret(f.unsetValue(f.result, "value of "+f.name+" without return"))
	}
}

// pendingReturn is a return whose frees are not yet known.
type pendingReturn struct {
	at     loc
	scope  *scope
	result term.Term
	pos    source.Pos
	text   string
}

// ret returns a value from the function.
func (f *fn) ret(v value) {
	var result term.Term
	switch {
	case repr.IsVoid(f.result):
	case repr.IsAggregate(f.result):
		if repr.IsVector(f.result) {
			v = f.convert(v, f.result)
		}
		if v.addr != term.None {
			f.copyObject(f.retPtr, v.addr, f.result)
		}
	default:
		result = f.convert(v, f.result).t
	}
	f.finishReturn(result)
}

func (f *fn) finishReturn(result term.Term) {
	if f.isDead() {
		return
	}
	if result != term.None && f.inVLA() { // their addresses are forgotten on the way out
		s := f.types.Scalar(f.result)
		r := f.newReg("return", s.Sort(), f.result.String(), s.Signed)
		f.emit(cfa.Assign{Dst: r, Value: result})
		result = f.sym(r)
	}
	if f.isAtomic {
		f.emit(cfa.AtomicEnd{})
	}
	f.returns = append(f.returns, pendingReturn{f.cur, f.scope, result, f.pos, f.text})
	f.pinned[f.cur] = true
	f.emitted++
	f.cur = f.g.newLoc(f.pos)
}

// resolveReturns gives every return the ends of the objects that live there: those of the blocks that it
// leaves, and at one common place, if there are any, those of the function.
func (f *fn) resolveReturns() {
	body := f.scope
	if len(f.returns) == 0 {
		return
	}
	frees := !f.isInitial()
	if !frees || len(body.allocs)+len(body.vlas)+len(f.allocas) == 0 && f.allocaList == cfa.NoReg {
		for _, r := range f.returns {
			f.cur, f.pos = r.at, r.pos
			if frees {
				f.leave(r.scope, body)
			}
			f.text = r.text
			f.end(cfa.Return{Value: r.result})
		}
		return
	}
	result := cfa.NoReg
	if f.proc.Result != 0 && len(f.returns) > 1 {
		s := f.types.Scalar(f.result)
		result = f.newReg("return", s.Sort(), f.result.String(), s.Signed)
	}
	exit := f.g.newLoc(f.pos)
	for _, r := range f.returns {
		f.cur, f.pos = r.at, r.pos
		f.leave(r.scope, body)
		f.text = r.text
		if result != cfa.NoReg {
			f.emit(cfa.Assign{Dst: result, Value: r.result})
		}
		f.jump(exit)
	}
	f.cur = exit
	f.text = ""
	f.endAllocas()
	f.leave(body, nil)
	v := f.returns[0].result
	if result != cfa.NoReg {
		v = f.sym(result)
	}
	f.end(cfa.Return{Value: v})
}
