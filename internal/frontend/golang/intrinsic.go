package golang

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"go/version"
	"slices"
	"strings"

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
	imports := func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		if p := t.imports[path]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("the models need package %s", path)
	}
	for _, e := range entries {
		text, err := modelFiles.ReadFile("_models/" + e.Name())
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(t.fset, "<models>/"+e.Name(), text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		needed := slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool {
			_, err := imports(strings.Trim(s.Path.Value, `"`))
			return err != nil
		})
		if !needed { // else the program does not import what these are models of
			files = append(files, f)
		}
	}
	tp, err := t.check("whittle.dev/models", "models", "", files, imports)
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
	case "unknown":
		what := f.constantString(vs[0])
		op := cfa.Havoc{Dst: f.reg("unknown", ptrBits), What: what, Number: true, Inexact: what}
		if strings.Contains(what, "rand") {
			op.Inexact = ""
		}
		f.emit(op)
		return []term.Term{f.sym(op.Dst)}, true
	case "unknownString":
		return f.unknownString(), true
	case "unknownTime":
		var out []term.Term
		for range 2 {
			r := f.reg("time", ptrBits)
			f.emit(cfa.Havoc{Dst: r, What: "a time", Number: true, Inexact: "package time"})
			out = append(out, f.sym(r))
		}
		return append(out, f.prog.Ptr(0)), true
	case "timeWord":
		return []term.Term{f.toWord(s.Signature.Params().At(0).Type(), vs[0])}, true
	case "testOf", "textOf":
		return vs[0][:1], true
	case "asyncTimers":
		old := f.world.version != "" && version.Compare("go"+f.world.version, "go1.23") < 0
		return []term.Term{f.bit(f.ts.Bool(old))}, true
	case "assume":
		f.emit(cfa.Assume{Cond: f.isSet(vs[0][0])})
	case "sameKey":
		r := f.reg("same", 8)
		f.ask(askSameKey, nil, nil, r, flat(vs))
		return []term.Term{f.sym(r)}, true
	case "show":
		f.ask(askShow, nil, nil, cfa.NoReg, flat(vs))
		f.afterCall()
	case "comparable_":
		r := f.reg("comparable", 8)
		f.ask(askComparable, nil, nil, r, vs[0][:1])
		return []term.Term{f.sym(r)}, true
	case "racingRead":
		f.loads(vs[0][0], []part{{bits: 32}}, cfa.Plain)
	case "racingWrite":
		f.stores(vs[0][0], []part{{bits: 32}}, []term.Term{f.ts.BV(32, 0)}, cfa.Plain)
	case "copyBytes":
		f.emit(cfa.Call{Dst: cfa.NoReg, Proc: f.copier(types.Typ[types.Uint8]).ID, Args: flat(vs)})
	default:
		f.unsupported("the function " + s.Name())
	}
	return nil, true
}

// unknownString is a text of which nothing is known.
func (f *fn) unknownString() []term.Term {
	p, n := f.reg("text", ptrBits), f.reg("text.len", ptrBits)
	f.emit(cfa.Alloc{Dst: p, Size: f.prog.Ptr(word), Align: 1, Kind: cfa.Heap, Name: "text", Partial: true,
		Untold: true})
	f.emit(cfa.Havoc{Dst: n, What: "the length of a text", Number: true, Inexact: "package fmt"})
	f.emit(cfa.Assume{Cond: f.ts.BVUlt(f.sym(n), f.prog.Ptr(1<<30))})
	return []term.Term{f.sym(p), f.sym(n)}
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
