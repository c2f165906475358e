package golang

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

//go:embed _models/*.go
var modelFiles embed.FS

// loadModels types package models.
func (t *typer) loadModels() (*ssa.Package, error) {
	entries, err := modelFiles.ReadDir("_models")
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, e := range entries {
		text, err := modelFiles.ReadFile("_models/" + e.Name())
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(t.fset, "<models>/"+e.Name(), text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	tp, err := t.check("whittle.dev/models", "models", "", files, func(path string) (*types.Package, error) {
		return types.Unsafe, nil
	})
	if err != nil {
		return nil, err
	}
	if t.prog.Package(types.Unsafe) == nil {
		t.prog.CreatePackage(types.Unsafe, nil, nil, true)
	}
	return t.prog.Package(tp), nil
}

// intrinsic lowers the call of a function that the models are written with; ok is false if it is another one.
func (f *fn) intrinsic(s *ssa.Function, vs [][]term.Term) (out []term.Term, ok bool) {
	if s.Pkg != f.world.models || s.Blocks != nil {
		return nil, false
	}
	switch s.Name() {
	case "atomicBegin":
		f.section()
	case "atomicEnd":
		f.emit(cfa.AtomicEnd{})
	case "await":
		f.emit(cfa.Await{Cond: f.isSet(vs[0][0])})
	case "label":
		if !f.dead {
			f.begin.Sync = syncOf(f.constantString(vs[0]), vs[1][0])
		}
	case "coin":
		r := f.reg("coin", 8)
		f.emit(cfa.Havoc{Dst: r, What: f.constantString(vs[0])})
		return []term.Term{f.bit(f.isSet(f.sym(r)))}, true
	case "throw":
		f.runtimePanic(f.constantString(vs[0]))
	case "fatal":
		f.fatal(f.constantString(vs[0]))
	case "failed":
		if f.asks(property.UnreachCall) {
			f.violate(cfa.Violation{Property: property.UnreachCall, Message: f.constantString(vs[0])})
		}
	case "exitProcess":
		f.end(cfa.Exit{Kind: cfa.ExitProcess, Value: f.resize(vs[0][0], 32, true)})
	case "goexit":
		f.goexit()
	case "unsupported":
		f.unsupported(f.constantString(vs[0]))
	case "array":
		return []term.Term{f.array(types.Typ[types.Uint64], vs[0][0])}, true
	case "bytes":
		return []term.Term{f.array(types.Typ[types.Uint8], vs[0][0])}, true
	case "copyBytes":
		f.emit(cfa.Call{Dst: cfa.NoReg, Proc: f.copier(types.Typ[types.Uint8]).ID, Args: flat(vs)})
	default:
		f.unsupported("the intrinsic " + s.Name())
	}
	return nil, true
}

// syncOf is a label; nil: it is one that nothing is made of yet.
func syncOf(kind string, object term.Term) *cfa.Sync {
	switch k := cfa.SyncKind(kind); k {
	case cfa.SyncLock, cfa.SyncUnlock, cfa.SyncTryLock:
		return &cfa.Sync{Kind: k, Object: object}
	}
	return nil
}

// constantString is the text of a string that is a constant of the models.
func (f *fn) constantString(v []term.Term) string {
	for s, t := range f.strings {
		if t == v[0] {
			return s
		}
	}
	return ""
}
