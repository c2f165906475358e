package llvm

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
)

// lowerer makes a program of modules.
type lowerer struct {
	*symbols
	ctx     context.Context
	cfg     *c.Config
	modules []*ir.Module
	reached []*symbol // functions, in the order in which they were met
	outside []*symbol // functions and variables without a definition
	tls     []*symbol // thread-local variables
	special []special
	shadows map[string]*symbol // by names in the shadow
	largest uint64             // the size of the largest object
	// compiled says that names are those that clang gives.
	compiled bool
	// passesLists says that the program passes va_lists to the library.
	passesLists bool
	prog        *cfa.Program // the one under construction
	layouts     layouts

	runtime  map[string]bool      // what the runtime of C++ defines
	rust     map[string]bool      // and what stands for Rust's library
	thrown   []string             // symbols of the types that are thrown; nil: not yet looked for
	typeIDs  map[string]uint64    // numbers of types among selectors
	last     map[string]cfa.RegID // what was thrown last, by types; of the program under construction
	handlers map[string]cfa.RegID // see handlerOf; of the program under construction
	vtables  []table              // nil: not yet looked for
	members  *memberPointers      // nil: not yet looked for
	// anyThrown says that something is thrown whose type is computed.
	anyThrown bool
}

// A special function runs before main or after it.
type special struct {
	*symbol
	destroys bool
	priority uint64
}

func newLowerer(ctx context.Context, modules []*ir.Module, cfg *c.Config) (*lowerer, error) {
	t, err := newSymbols(modules)
	if err != nil {
		return nil, err
	}
	return &lowerer{symbols: t, ctx: ctx, cfg: cfg, modules: modules, shadows: map[string]*symbol{},
		layouts: layouts{}, runtime: runtimeNames(), rust: rustNames()}, nil
}

// begin forgets the objects of another program: the C front end may have to begin again.
func (l *lowerer) begin(p *cfa.Program) {
	if l.prog == p {
		return
	}
	l.prog, l.last, l.handlers = p, nil, nil
	for _, s := range l.global {
		s.object, s.broken = nil, false
	}
	for _, t := range l.local {
		for _, s := range t {
			s.object, s.broken = nil, false
		}
	}
}

// entry is the name of the function that the program starts with.
func (l *lowerer) entry() string { return cmp.Or(l.cfg.Entry, "main") }

// reach finds what can be reached from the entry function.
func (l *lowerer) reach() error {
	m := l.modules[0]
	if s := l.lookup(m, l.entry()); !s.isDefined() {
		return fmt.Errorf("%s: the program has no function %q to start with", m.File, l.entry())
	}
	l.use(m, l.entry())
	for _, m := range l.modules {
		l.findSpecial(m, "llvm.global_ctors", false)
		l.findSpecial(m, "llvm.global_dtors", true)
	}
	for i := 0; i < len(l.reached); i++ {
		if err := l.ctx.Err(); err != nil {
			return fmt.Errorf("reading functions: %w", err)
		}
		s := l.reached[i]
		body, err := s.fn.Body()
		if err != nil {
			return err
		}
		for _, b := range body.Blocks {
			for j := range b.Instrs {
				l.useInstr(s.m, &b.Instrs[j])
			}
		}
	}
	l.findThrowers()
	return nil
}

func (l *lowerer) useInstr(m *ir.Module, in *ir.Instr) {
	for _, a := range in.Args {
		l.useValue(m, a)
	}
	switch {
	case in.Call == nil:
	case in.Call.Callee.Kind == ir.Global:
		l.use(m, in.Call.Callee.X.Name)
	default:
		l.useValue(m, in.Call.Callee)
	}
	if in.Op == ir.Alloca {
		size, _ := m.Layout.Size(in.Elem)
		l.largest = max(l.largest, size)
	}
	if in.Op == ir.Call && in.Call.Callee.Kind == ir.Global && c.Allocates(in.Call.Callee.X.Name) {
		size := uint64(1)
		for _, a := range in.Args {
			if a.Kind == ir.ConstInt && a.X == nil {
				size *= min(a.N, 1<<30)
			}
		}
		l.largest = max(l.largest, min(size, 1<<30))
	}
}

// findSpecial reads one of the tables of functions that run before main and after it.
func (l *lowerer) findSpecial(m *ir.Module, table string, destroys bool) {
	v := m.Variable(table)
	if v == nil || v.Init.Kind != ir.Aggregate {
		return
	}
	for _, e := range v.Init.X.Elems {
		if e.Kind != ir.Aggregate || len(e.X.Elems) < 2 || e.X.Elems[1].Kind != ir.Global {
			continue
		}
		if s := l.lookup(m, e.X.Elems[1].X.Name); s.isDefined() {
			l.use(m, s.name)
			l.special = append(l.special, special{s, destroys, e.X.Elems[0].N})
		}
	}
}

func (l *lowerer) useValue(m *ir.Module, v ir.Value) {
	switch v.Kind {
	case ir.Global:
		l.use(m, v.X.Name)
		if s := l.lookup(m, v.X.Name); s != nil {
			s.taken = true
		}
	case ir.Aggregate, ir.Expr:
		for _, e := range v.X.Elems {
			l.useValue(m, e)
		}
	}
}

// use notes that a module uses a name.
func (l *lowerer) use(m *ir.Module, name string) {
	s := l.lookup(m, name)
	if s == nil || s.used || strings.HasPrefix(name, "llvm.") {
		return
	}
	s.used = true
	switch {
	case s.isDefined():
		l.reached = append(l.reached, s)
		l.nameInShadow(s)
	case s.alias != nil:
		l.useValue(s.m, s.alias.To)
	case s.v != nil:
		size, _ := s.m.Layout.Size(s.v.Type)
		l.largest = max(l.largest, size)
		if s.v.ThreadLocal {
			l.tls = append(l.tls, s)
			l.nameInShadow(s)
		}
		if s.v.Init.Kind == ir.None {
			l.outside = append(l.outside, s)
		}
		l.useValue(s.m, s.v.Init)
	default:
		l.outside = append(l.outside, s)
		if s.shadow = l.rustModel(s.name); s.shadow != "" {
			return
		}
		if name := libraryName(s.name); isIdentifier(name) &&
			!(isRefused(name) && c.HeaderOf(name) == "" && !l.runtime[name]) &&
			(!takesList(name) || isIntel(s.m)) {
			s.shadow = name
			l.passesLists = l.passesLists || takesList(name)
		}
	}
}

// nameInShadow gives a definition a name in the shadow: its own if no header declares something of that
// name.
func (l *lowerer) nameInShadow(s *symbol) {
	if s.shadow = s.name; s.name != l.entry() &&
		(!isIdentifier(s.name) || slices.Contains(keywords, s.name) || c.HeaderOf(s.name) != "" ||
			l.shadows[s.name] != nil) {
		s.shadow = fmt.Sprintf("__f%d", len(l.shadows))
	}
	l.shadows[s.shadow] = s
}

// keywords are words that no function of the shadow can have as its name.
var keywords = strings.Fields(`auto break case char const continue default do double else enum extern float
	for goto if inline int long register restrict return short signed sizeof static struct switch typedef
	typeof union unsigned void volatile while asm bool true false nullptr constexpr alignas alignof
	static_assert thread_local`)

func isIdentifier(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0 && (s[0] < '0' || s[0] > '9')
}
