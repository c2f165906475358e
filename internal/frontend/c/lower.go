package c

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/apart"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/extents"
	"whittle.dev/internal/frontend/c/jumps"
	"whittle.dev/internal/frontend/c/leaks"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/unwind"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// unit is a parsed and type-checked translation unit.
type unit struct {
	ast *cc.AST
	// model is set for the unit of library models.
	model bool
	name  string // of the file, as given; empty for the models
	// forms are, for the models, the suffixes of the forms that the program needs.
	forms []string
	// pos maps a node to the place that people know.
	pos func(n cc.Node) source.Pos
	// macro maps a node that comes from a macro to its place in the macro's definition, others to no place.
	macro func(n cc.Node) source.Pos
	// part says which part of a macro a token is; nil: the texts are not read.
	part func(*cc.Token) syntax.MacroPart
	// pack is the limit that #pragma pack sets at a place; nil for none.
	pack func(token.Position) uint64
	// types are the types of expressions.
	types *ctype.Typer
	// internal holds the entities of internal linkage by name.
	internal map[string]*entity
	// declared holds, by name, the entities of external linkage that this unit declares.
	declared map[string]*entity
	// checks are those of library.Checks, when they have been asked for.
	checks      map[*cc.PostfixExpression]library.Check
	checksKnown bool
}

// lowerer turns the units of one program into a cfa.Program.
type lowerer struct {
	ctx   context.Context
	cfg   *Config
	prog  *cfa.Program
	ts    *term.Store
	diags *source.Diagnostics
	near  source.Pos // of the declaration at hand, for internal errors
	units []*unit
	types *repr.Types

	// user and models hold the entities of external linkage.
	user, models    map[string]*entity
	statics         map[*cc.Declarator]*entity // static locals
	strings         map[string]*cfa.Object
	literals        map[*cc.PostfixExpression]*cfa.Object
	byAddr          map[uint64]*entity // functions by address
	queue           []*entity          // procedures whose bodies are to be lowered
	threadLocals    []*entity          // memory objects made anew for every thread
	constructors    []constructor      // in the order in which they were declared
	destructors     []constructor
	startup         []string // what lies in sections of functions that run before main or after it
	unwinds         []unwind.Edge
	hasTLS          bool              // threads make thread-local variables at their start
	missedTLS       bool              // that they do was not known from the start
	errnos          map[uint64]string // by number, for people; see failures
	tlsInit         *entity
	startProc       *entity
	builtins        map[string]builtin // of the compiler and of verification tasks
	library         map[string]builtin // library functions lowered directly
	forms           []string           // suffixes of the forms of library models in use
	monitor         *monitoring        // nil: there is none
	throughPointers []throughPointer
	retyped         []source.Pos // conversions of pointers to functions to other types
	reachability    bool         // failed assertions are the property
	tellsVolatile   bool         // it matters which accesses are volatile
	decisions       int          // conditions that have a number, see expressions.decide
	// chosen are the definitions that count for names of Config.Replace, nil for those of Config.RemoveBody.
	chosen map[string]*cc.FunctionDefinition
	// exported are the names of static functions for other files, and whether one defines a stub for it.
	exported map[string]bool
	extents  *cfa.Object // the table of the sizes of objects; nil: nothing asks for it
	// nodes remembers the parts of the program that edges stem from; nil: not asked for.
	nodes map[cfa.EdgeID]cc.Node
	// bitFields has those that expressions designate, if nodes is not nil.
	bitFields map[cc.Node]*repr.BitField
}

// lower builds the program of units; the unit of models may be among them.
//
// Threads start in another way in programs with thread-local variables. That
// models use some is known only at the end, so the work is then done again.
func lower(ctx context.Context, cfg *Config, units []*unit, files *source.Files,
	diags *source.Diagnostics) (*cfa.Program, error) {
	prog, missed, err := lowerOnce(ctx, cfg, units, files, diags, false)
	if err == nil && missed {
		prog, _, err = lowerOnce(ctx, cfg, units, files, diags, true)
	}
	return prog, err
}

func lowerOnce(ctx context.Context, cfg *Config, units []*unit, files *source.Files,
	diags *source.Diagnostics, tls bool) (prog *cfa.Program, missedTLS bool, err error) {
	l := &lowerer{}
	defer func() {
		if r := recover(); r != nil {
			prog, err = nil, fmt.Errorf("internal error of the C front end: %v", r)
			diags.Add(source.Error, l.near, "%v", err)
		}
	}()
	ptr := int(8 * cfg.DataModel.PtrSize())
	*l = lowerer{
		ctx: ctx, cfg: cfg, diags: diags, units: units,
		prog:    cfa.NewProgram(ptr, files),
		user:    map[string]*entity{},
		models:  map[string]*entity{},
		statics: map[*cc.Declarator]*entity{},
		strings: map[string]*cfa.Object{},
		byAddr:  map[uint64]*entity{},
		hasTLS:  tls,
		// The default property is unreach-call.
		reachability:  cfg.Property == "" || cfg.Property.Covers(property.UnreachCall),
		tellsVolatile: cfg.tellsVolatile(),
	}
	l.ts = l.prog.Terms
	l.prog.Names = namesForPeople()
	if cfg.record != nil {
		l.nodes, l.bitFields = map[cfa.EdgeID]cc.Node{}, map[cc.Node]*repr.BitField{}
		cfg.record(l)
	}
	l.library = libraryTable()
	maps.Copy(l.library, messageTable())
	maps.Copy(l.library, dialectTable(cfg.Dialect))
	l.builtins = builtinTable()
	l.types = reprOf(cfg, units)
	l.prog.OffsetBits = offsetBits(units, ptr, cfg.foreign)
	l.prog.HeapBase = 1 << l.prog.OffsetBits
	l.prog.AddSelf()
	l.startMonitor()
	l.chooseDefinitions()
	for _, u := range units {
		l.link(u)
	}
	l.checkPlaces()
	if err := diags.Err(); err != nil {
		return nil, false, err
	}
	if cfg.foreign != nil {
		l.adoptForeign()
	}
	l.findTLS()
	for _, u := range units {
		l.forms = append(l.forms, u.forms...)
	}
	entry := l.user[cfg.entry()]
	if entry == nil || entry.def == nil || !entry.isFunc() {
		diags.Add(source.Error, source.Pos{}, "the program has no function %q to start with", cfg.entry())
		return nil, false, diags.Err()
	}
	l.lowerEntry(entry)
	for len(l.queue) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, false, fmt.Errorf("lowering: %w", err)
		}
		e := l.queue[0]
		l.queue = l.queue[1:]
		l.lowerProc(e)
	}
	if err := l.noteObserver(); err != nil {
		return nil, false, err
	}
	if l.tlsInit != nil {
		l.lowerTLSInit()
		for len(l.queue) > 0 {
			e := l.queue[0]
			l.queue = l.queue[1:]
			l.lowerProc(e)
		}
	}
	// What notices the end of the context inside leaves its work half done.
	if err := ctx.Err(); err != nil {
		return nil, false, fmt.Errorf("lowering: %w", err)
	}
	if err := diags.Err(); err != nil {
		return nil, false, err
	}
	var locals []cfa.RegID
	for _, v := range l.threadLocals {
		if v.addrReg != cfa.NoReg {
			locals = append(locals, v.addrReg)
		}
	}
	var start *cfa.Proc
	if l.startProc != nil {
		start = l.startProc.proc
	}
	jumps.Apply(l.prog, cfg.Property.Covers(property.NoUndefinedBehaviour))
	unwind.Apply(l.prog, cfg.entry(), l.unwinds, locals, start)
	l.endIncompatible()
	apart.Allocators(l.prog, l.copied)
	if l.extents != nil {
		extents.Apply(l.prog, l.extents)
	}
	if leaks.Wanted(cfg.Property) {
		leaks.Apply(l.prog, cfg.Property)
	}
	l.ts.Freeze()
	return l.prog, l.missedTLS, nil
}

// copied notes that an edge stems from the same part of the program as another one.
func (l *lowerer) copied(from, to cfa.EdgeID) {
	if n, ok := l.nodes[from]; ok {
		l.nodes[to] = n
	}
}

// stopped reports in the i-th round of a long loop whether the context has
// ended. The loop is then left; no program comes of it.
func (l *lowerer) stopped(i int) bool { return i&1023 == 1023 && l.ctx.Err() != nil }

// ofThreads are the beginnings of the names of the models that use ids of threads without looking at their
// numbers; see cfa.Proc.OfThreads. Other models compute with what they are given.
var ofThreads = []string{
	"pthread_", "thrd_", "mtx_", "cnd_", "tss_", "sem_", "call_once", "__whittle_check_thread",
	"__whittle_not_joinable", "__whittle_spawn_detached", "__whittle_rwlock_",
	"__whittle_mutex_take", "__whittle_cond_enter",
}

// inSections are the models whose callers have begun an atomic section, which they may wait in.
var inSections = []string{"__whittle_mutex_take", "__whittle_cond_enter"}

// procOf returns what gives the procedure of a function when it is known that it is called.
func (l *lowerer) procOf(e *entity) func() cfa.ProcID { return func() cfa.ProcID { return l.proc(e) } }

// proc returns the procedure of a function, and has its body lowered.
func (l *lowerer) proc(e *entity) cfa.ProcID {
	if e.proc == nil {
		e.proc = l.prog.NewProc(e.name, e.pos)
		e.proc.Model = e.model
		if e.model {
			e.proc.Failures = l.failures(e.name)
			e.proc.Moves = strings.HasPrefix(e.name, "realloc")
			e.proc.OfThreads = slices.ContainsFunc(ofThreads,
				func(p string) bool { return strings.HasPrefix(e.name, p) })
		}
		l.queue = append(l.queue, e)
	}
	return e.proc.ID
}

// reprOf returns the types of the units of a program.
func reprOf(cfg *Config, units []*unit) *repr.Types {
	types := repr.New(cfg.DataModel, units[0].ast)
	types.WholeLocations = cfg.Property.Covers(property.NoDataRace)
	for _, u := range units {
		types.AddUnit(u.ast, u.pack)
	}
	return types
}
