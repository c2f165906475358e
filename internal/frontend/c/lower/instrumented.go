package lower

import (
	"maps"
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/instrument"
)

// lowering says what package instrument has to know, but for the places in the units.
func (l *lowerer) lowering() *instrument.Lowering {
	how := &instrument.Lowering{
		Program: l.Prog, Types: l.Types, Nodes: l.nodes, BitFields: l.bitFields,
		Entry: l.Cfg.EntryName(), Args: l.Cfg.Args, Reachability: l.Reachability,
		External: func(name string, model bool) *instrument.Symbol {
			if model {
				return l.models[name].symbol()
			}
			return l.User[name].symbol()
		},
		Builtin: func(name string) instrument.Builtin {
			return instrument.Builtin{Always: l.Known.Always(name) != nil,
				Compiler: l.Known.IsCompilers(name), Direct: l.Known.IsListed(name),
				Library: l.Known.Library(name) != nil}
		},
		Errno: func() *instrument.Symbol { return l.setsErrno().symbol() },
		AtEnd: func(function string) string {
			if !l.Registers(function) {
				return ""
			}
			return atEnd[function]
		},
	}
	for _, u := range l.units {
		how.Units = append(how.Units, l.unitOf(u))
	}
	return how
}

func (l *lowerer) unitOf(u *unit) *instrument.Unit {
	return &instrument.Unit{
		AST: u.Ast, Model: u.Model,
		Declared: func() []string { return slices.Sorted(maps.Keys(u.declared)) },
		Find:     func(name string) *instrument.Symbol { return l.Find(u, name).symbol() },
		Internal: func(name string) *instrument.Symbol { return u.Internal[name].symbol() },
		Resolve:  func(d *cc.Declarator) *instrument.Symbol { return l.resolve(u, d).symbol() },
	}
}

// symbol says what package instrument has to know of an entity.
func (e *Entity) symbol() *instrument.Symbol {
	if e == nil {
		return nil
	}
	return &instrument.Symbol{Name: e.Name, Model: e.Model, Decl: e.Decl, Signature: e.Signature(),
		Def:   e.Def,
		Synth: e.synth != nil, Lowered: e.proc != nil, Defined: e.defined, Used: e.obj != nil}
}
