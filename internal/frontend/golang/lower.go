package golang

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// offsetBits splits addresses: there is room for very many objects of half a terabyte each.
const offsetBits = 40

// A lowerer makes a program of what was loaded.
type lowerer struct {
	ctx   context.Context
	world *world
	cfg   Config
	files *source.Files
	uses  usage // what the program makes use of, as far as that is known
	seen  usage // what has been met
	// throws says of models whether a call may unwind.
	throws map[*ssa.Function]bool
	*state
}

// usage says of what the program makes use.
type usage struct{ defers, recovers bool }

// state is what belongs to the program that is being made.
type state struct {
	prog     *cfa.Program
	ts       *term.Store
	procs    map[*ssa.Function]*cfa.Proc
	work     []*ssa.Function
	globals  map[*ssa.Global]term.Term
	strings  map[string]term.Term
	closures map[*ssa.Function]term.Term
	types    typeutil.Map // numbers of types
	boxed    []types.Type // that are put into interfaces, by the order in which they were met
	isBoxed  map[uint64]bool
	asked    []*question
	askedBy  map[string]*question
	results  map[string][]cfa.RegID
	places   map[string]fileText
	helpers  map[string]*cfa.Proc
	preset   []preset
	library  *cfa.Proc    // sets the variables of preset
	keys     []types.Type // of maps
	// Registers of threads.
	unwinding, panicType, panicData, recoverable, recovered cfa.RegID
}

type fileText struct {
	file  int32
	lines []string
}

func newLowerer(ctx context.Context, w *world, cfg Config, files *source.Files) *lowerer {
	return &lowerer{ctx: ctx, world: w, cfg: cfg, files: files, throws: map[*ssa.Function]bool{}}
}

// program lowers everything that can be reached from a root. What it costs to run deferred functions while a
// panic is on its way is paid by programs that have some.
func (l *lowerer) program(root *ssa.Function) error {
	for {
		l.state = newState(l.files)
		if err := l.lowerAll(root); err != nil {
			return err
		}
		if l.seen == l.uses {
			return nil
		}
		l.uses = l.seen
	}
}

func newState(files *source.Files) *state {
	p := cfa.NewProgram(ptrBits, files)
	p.OffsetBits = offsetBits
	p.HeapBase = 1 << offsetBits
	p.Unobserved = true
	p.Names = namesForPeople()
	p.AddSelf()
	s := &state{prog: p, ts: p.Terms, procs: map[*ssa.Function]*cfa.Proc{},
		globals: map[*ssa.Global]term.Term{}, strings: map[string]term.Term{},
		closures: map[*ssa.Function]term.Term{}, isBoxed: map[uint64]bool{},
		askedBy: map[string]*question{}, results: map[string][]cfa.RegID{}, places: map[string]fileText{},
		helpers: map[string]*cfa.Proc{}}
	s.unwinding = s.threadReg("unwinding", 8)
	s.panicType, s.panicData = s.threadReg("panic.type", ptrBits), s.threadReg("panic", ptrBits)
	s.recoverable, s.recovered = s.threadReg("recoverable", 8), s.threadReg("recovered", 8)
	return s
}

func (s *state) threadReg(name string, bits int) cfa.RegID {
	return s.prog.NewReg(cfa.Reg{Name: name, Sort: term.BitVec(bits), Scope: cfa.Thread})
}

func (l *lowerer) lowerAll(root *ssa.Function) error {
	l.entry(root)
	for len(l.work) > 0 || l.extend() {
		for len(l.work) > 0 {
			if err := l.ctx.Err(); err != nil {
				return context.Cause(l.ctx)
			}
			f := l.work[0]
			l.work = l.work[1:]
			l.function(f)
		}
	}
	l.answer()
	l.setPresets()
	return nil
}

// asks reports whether a property is looked for.
func (l *lowerer) asks(p property.Property) bool { return l.cfg.Property.Covers(p) }

// procOf is the procedure of a function, which is lowered later.
func (l *lowerer) procOf(f *ssa.Function) *cfa.Proc {
	if p := l.procs[f]; p != nil {
		return p
	}
	p := l.prog.NewProc(l.nameOf(f), l.place(f.Pos()))
	p.Model = l.isModel(f)
	l.procs[f] = p
	b := newBuilder(l.prog, p)
	for _, v := range f.Params {
		for _, x := range l.partsOf(v.Type()) {
			p.Params = append(p.Params, l.param(&b, v.Name()+x.name, x, v.Type()))
		}
	}
	if len(f.FreeVars) > 0 {
		p.Params = append(p.Params, b.reg("captured", ptrBits))
	}
	if rs := l.resultParts(f.Signature); len(rs) > 0 {
		p.Result = term.BitVec(rs[0].bits)
	}
	l.work = append(l.work, f)
	return p
}

func (l *lowerer) param(b *builder, name string, x part, t types.Type) cfa.RegID {
	r := b.reg(name, x.bits)
	reg := &l.prog.Regs[r]
	reg.Signed, reg.Type = x.signed, typeName(t)
	return r
}

// partsOf are those of a type; those of one that is not supported are none, and whoever computes with its
// values ends the path.
func (l *lowerer) partsOf(t types.Type) []part {
	ps, _ := parts(t)
	return ps
}

// resultParts are those of all results of a function.
func (l *lowerer) resultParts(sig *types.Signature) []part {
	return l.partsOf(sig.Results())
}

// moreResults are the registers of the thread for the parts of a result after the first.
func (l *lowerer) moreResults(sig *types.Signature) []cfa.RegID {
	ps := l.resultParts(sig)
	if len(ps) < 2 {
		return nil
	}
	var key strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&key, "%d ", p.bits)
	}
	rs, ok := l.results[key.String()]
	if !ok {
		for i, p := range ps[1:] {
			rs = append(rs, l.threadReg(fmt.Sprintf("result %d", i+2), p.bits))
		}
		l.results[key.String()] = rs
	}
	return rs
}

// isModel reports whether a function is one of the models.
func (l *lowerer) isModel(f *ssa.Function) bool {
	for f.Parent() != nil {
		f = f.Parent()
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Pkg != nil {
		return f.Pkg == l.world.models
	}
	return f.Object() != nil && f.Object().Pkg() == l.world.models.Pkg
}

// place is the place of a token.
func (l *lowerer) place(pos token.Pos) source.Pos {
	if !pos.IsValid() {
		return source.Pos{}
	}
	p := l.world.fset.Position(pos)
	return source.Pos{File: l.file(p.Filename).file, Line: int32(p.Line), Col: int32(p.Column)}
}

func (l *lowerer) file(name string) fileText {
	t, ok := l.places[name]
	if !ok {
		shown := name
		if l.world.base != "" {
			if rel, err := filepath.Rel(l.world.base, name); err == nil && !strings.HasPrefix(rel, "..") {
				shown = rel
			}
		}
		t.file = l.files.Add(shown)
		if text, err := os.ReadFile(name); err == nil {
			l.files.SetText(t.file, text)
			t.lines = strings.Split(string(text), "\n")
		}
		l.places[name] = t
	}
	return t
}

// text is the line of the source at a place, for people.
func (l *lowerer) text(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	p := l.world.fset.Position(pos)
	lines := l.file(p.Filename).lines
	if p.Line > len(lines) {
		return ""
	}
	line, _, _ := strings.Cut(lines[p.Line-1], "//")
	return strings.TrimSpace(line)
}

// number is that of a type in interfaces; 0 is that of nil.
func (l *lowerer) number(t types.Type) uint64 {
	if n, ok := l.types.At(t).(uint64); ok {
		return n
	}
	n := uint64(l.types.Len() + 1)
	l.types.Set(t, n)
	return n
}

// nameOf is a function for people: "worker", "(*Pool).Get", "main.func1".
func (l *lowerer) nameOf(f *ssa.Function) string {
	if p := f.Parent(); p != nil {
		outer := l.nameOf(p)
		return outer + ".func" + strings.TrimPrefix(f.Name(), p.Name()+"$")
	}
	pkg := f.Pkg
	name := f.Name()
	if recv := f.Signature.Recv(); recv != nil {
		t := typeName(recv.Type())
		if strings.HasPrefix(t, "*") {
			t = "(" + t + ")"
		}
		return t + "." + strings.TrimSuffix(name, "$bound")
	}
	if pkg != nil && pkg.Pkg.Name() != "main" && pkg != l.world.models {
		return pkg.Pkg.Name() + "." + name
	}
	if pkg == l.world.models {
		return strings.ReplaceAll(name, "_", ".")
	}
	return name
}
