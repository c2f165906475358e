package lower

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/apart"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/extents"
	"whittle.dev/internal/frontend/c/instrument"
	"whittle.dev/internal/frontend/c/jumps"
	"whittle.dev/internal/frontend/c/leaks"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/monitor"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/signals"
	"whittle.dev/internal/frontend/c/unwind"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Job is a program to lower.
type Job struct {
	*config.Config
	// Known are the functions that the front end lowers itself.
	Known Known
	// Plan is Config.Monitor with places of the program; nil: there is none.
	Plan *probe.Plan
	// Foreign says what is known of a program of another front end; nil: the program is written in C.
	Foreign *Foreign
	// Record gets what is needed to print the program with hooks; nil: nothing is to be remembered.
	Record func(*instrument.Lowering)
}

// lowerer turns the units of one program into a cfa.Program.
type lowerer struct {
	ctx   context.Context
	Cfg   *Job
	Prog  *cfa.Program
	Ts    *term.Store
	diags *source.Diagnostics
	near  source.Pos // of the declaration at hand, for internal errors
	units []*unit
	Types *repr.Types

	// User and models hold the entities of external linkage.
	User, models    map[string]*Entity
	statics         map[*cc.Declarator]*Entity // static locals
	strings         map[string]*cfa.Object
	literals        map[*cc.PostfixExpression]*cfa.Object
	byAddr          map[uint64]*Entity // functions by address
	queue           []*Entity          // procedures whose bodies are to be lowered
	threadLocals    []*Entity          // memory objects made anew for every thread
	constructors    []constructor      // in the order in which they were declared
	destructors     []constructor
	startup         []string // what lies in sections of functions that run before main or after it
	Unwinds         []unwind.Edge
	hasTLS          bool              // threads make thread-local variables at their start
	missedTLS       bool              // that they do was not known from the start
	errnos          map[uint64]string // by number, for people; see failures
	tlsInit         *Entity
	startProc       *Entity
	Known           Known
	forms           []string         // suffixes of the forms of library models in use
	Monitor         *monitor.Monitor // nil: there is none
	throughPointers []throughPointer
	retyped         []source.Pos // conversions of pointers to functions to other types
	Reachability    bool         // failed assertions are the property
	TellsVolatile   bool         // it matters which accesses are volatile
	decisions       int          // conditions that have a number, see expressions.decide
	// chosen are the definitions that count for names of Config.Replace, nil for those of Config.RemoveBody.
	chosen map[string]*cc.FunctionDefinition
	// exported are the names of static functions for other files, and whether one defines a stub for it.
	exported map[string]bool
	Extents  *cfa.Object // the table of the sizes of objects; nil: nothing asks for it
	// nodes remembers the parts of the program that edges stem from; nil: not asked for.
	nodes map[cfa.EdgeID]cc.Node
	// bitFields has those that expressions designate, if nodes is not nil.
	bitFields map[cc.Node]*repr.BitField
}

// Lower builds the program of units; the unit of models may be among them.
//
// Threads start in another way in programs with thread-local variables. That
// models use some is known only at the end, so the work is then done again.
func Lower(ctx context.Context, cfg *Job, units []*unit, files *source.Files,
	diags *source.Diagnostics) (*cfa.Program, error) {
	prog, missed, err := lowerOnce(ctx, cfg, units, files, diags, false)
	if err == nil && missed {
		prog, _, err = lowerOnce(ctx, cfg, units, files, diags, true)
	}
	return prog, err
}

func lowerOnce(ctx context.Context, cfg *Job, units []*unit, files *source.Files,
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
		ctx: ctx, Cfg: cfg, diags: diags, units: units,
		Prog:    cfa.NewProgram(ptr, files),
		User:    map[string]*Entity{},
		models:  map[string]*Entity{},
		statics: map[*cc.Declarator]*Entity{},
		strings: map[string]*cfa.Object{},
		byAddr:  map[uint64]*Entity{},
		hasTLS:  tls,
		// The default property is unreach-call.
		Reachability:  cfg.Property == "" || cfg.Property.Covers(property.UnreachCall),
		TellsVolatile: cfg.TellsVolatile(),
	}
	l.Ts = l.Prog.Terms
	l.Prog.Names = namesForPeople()
	if cfg.Record != nil {
		l.nodes, l.bitFields = map[cfa.EdgeID]cc.Node{}, map[cc.Node]*repr.BitField{}
	}
	l.Known = cfg.Known
	l.hasTLS = tls || cfg.Plan != nil && cfg.Plan.Threads
	l.Types = reprOf(cfg.Config, units)
	l.Prog.OffsetBits = offsetBits(units, ptr, cfg.Foreign)
	l.Prog.HeapBase = 1 << l.Prog.OffsetBits
	l.Prog.AddSelf()
	l.Monitor = monitor.New(cfg.Plan, l.Prog)
	l.chooseDefinitions()
	for _, u := range units {
		l.link(u)
	}
	l.checkPlaces()
	if err := diags.Err(); err != nil {
		return nil, false, err
	}
	if cfg.Foreign != nil {
		l.adoptForeign()
	}
	l.findTLS()
	for _, u := range units {
		l.forms = append(l.forms, u.forms...)
	}
	entry := l.User[cfg.EntryName()]
	if entry == nil || entry.Def == nil || !entry.isFunc() {
		diags.Add(source.Error, source.Pos{}, "the program has no function %q to start with", cfg.EntryName())
		return nil, false, diags.Err()
	}
	l.lowerEntry(entry)
	if slices.Contains(l.forms, library.FormSignals) {
		l.proc(l.models[library.SignalPoint])
	}
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
	signals.Apply(l.Prog, library.SignalPoint)
	jumps.Apply(l.Prog, cfg.Property.Covers(property.NoUndefinedBehaviour))
	unwind.Apply(l.Prog, cfg.EntryName(), l.Unwinds, locals, start)
	l.endIncompatible()
	apart.Allocators(l.Prog, l.copied)
	if l.Extents != nil {
		extents.Apply(l.Prog, l.Extents)
	}
	if leaks.Wanted(cfg.Property) {
		leaks.Apply(l.Prog, cfg.Property)
	}
	l.Ts.Freeze()
	if cfg.Record != nil {
		cfg.Record(l.lowering())
	}
	return l.Prog, l.missedTLS, nil
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

// ProcOf returns what gives the procedure of a function when it is known that it is called.
func (l *lowerer) ProcOf(e *Entity) func() cfa.ProcID { return func() cfa.ProcID { return l.proc(e) } }

// proc returns the procedure of a function, and has its body lowered.
func (l *lowerer) proc(e *Entity) cfa.ProcID {
	if e.proc == nil {
		e.proc = l.Prog.NewProc(e.Name, e.Pos)
		e.proc.Model = e.Model
		if e.Model {
			e.proc.Failures = l.failures(e.Name)
			e.proc.Moves = strings.HasPrefix(e.Name, "realloc")
			e.proc.OfThreads = slices.ContainsFunc(ofThreads,
				func(p string) bool { return strings.HasPrefix(e.Name, p) })
		}
		l.queue = append(l.queue, e)
	}
	return e.proc.ID
}

// reprOf returns the types of the units of a program.
func reprOf(cfg *config.Config, units []*unit) *repr.Types {
	types := repr.New(cfg.DataModel, units[0].Ast)
	types.WholeLocations = cfg.Property.Covers(property.NoDataRace)
	for _, u := range units {
		types.AddUnit(u.Ast, u.pack)
	}
	return types
}
