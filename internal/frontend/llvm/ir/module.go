package ir

import (
	"slices"
	"strings"

	"whittle.dev/internal/source"
)

// Module is the contents of a file. It is not safe for concurrent use, since parts are read when they are
// asked for.
type Module struct {
	File       string
	SourceFile string // the file that it was made of
	Layout     *Layout
	Triple     string
	Globals    []*Variable
	Functions  []*Function
	Aliases    []*Alias
	// Asm says that there is assembly of the module.
	Asm bool

	text      string
	types     map[string]*Type
	variables map[string]*Variable
	functions map[string]*Function
	aliases   map[string]*Alias
	attrs     map[string]string
	nodes     []nodeText
	lists     map[string][]int32 // named metadata
}

// Linkage is the linkage of something global.
type Linkage uint8

// The linkages. Common and Appending occur with variables.
const (
	External Linkage = iota
	Private
	Internal
	AvailableExternally
	LinkOnce
	WeakLinkage
	Common
	Appending
	ExternWeak
)

var linkages = map[string]Linkage{"external": External, "private": Private, "internal": Internal,
	"available_externally": AvailableExternally, "linkonce": LinkOnce, "linkonce_odr": LinkOnce,
	"weak": WeakLinkage, "weak_odr": WeakLinkage, "common": Common, "appending": Appending,
	"extern_weak": ExternWeak}

// IsLocal reports whether other modules cannot see the name.
func (l Linkage) IsLocal() bool { return l == Private || l == Internal }

// Replaceable reports whether a definition of another module takes the place of this one.
func (l Linkage) Replaceable() bool {
	return l == LinkOnce || l == WeakLinkage || l == Common || l == AvailableExternally || l == ExternWeak
}

// Variable is a global variable.
type Variable struct {
	Name        string
	Linkage     Linkage
	ThreadLocal bool
	Constant    bool
	Type        *Type // of what it holds
	Init        Value // None: it is declared only
	Align       uint64
	Section     string
	Dbg         int32 // a DIGlobalVariableExpression; -1: there is none
	// Types are the operands of !type: what places in it are compatible with, see llvm.type.test.
	Types []MDRef
	Off   int
}

// Alias is another name for something, or an ifunc.
type Alias struct {
	Name    string
	Linkage Linkage
	To      Value
	IFunc   bool
	Off     int
}

// Function is a definition or a declaration.
type Function struct {
	Name        string
	Linkage     Linkage
	Type        *Type // a Func
	Params      []Param
	Ret         Attrs
	Attrs       string // the words behind the parameters: nounwind, #4
	Personality Value
	Dbg         int32 // a DISubprogram; -1: there is none
	Off         int
	Section     string

	m     *Module
	begin int // of the body in the text; 0: it is declared only
	body  *Body
	err   error
}

// Param is a parameter of a definition.
type Param struct {
	Name string
	Type *Type
	Attrs
}

// IsDefined reports whether the function has a body.
func (f *Function) IsDefined() bool { return f.begin > 0 }

// Variable finds a global variable by its name; nil: there is none.
func (m *Module) Variable(name string) *Variable { return m.variables[name] }

// Position finds the line and the column of a place in the text, from 1.
func (m *Module) Position(off int) (line, col int) { return lineAndColumn(m.text, off) }

// HasAttr reports whether the attributes of a function or of a call have a word, be it in a group.
func (m *Module) HasAttr(attrs, word string) bool {
	for _, w := range strings.Fields(attrs) {
		if w == word || w[0] == '#' && hasWord(m.attrs[w[1:]], word) {
			return true
		}
	}
	return false
}

func hasWord(text, word string) bool { return slices.Contains(strings.Fields(text), word) }

func (m *Module) named(name string) *Type {
	t := m.types[name]
	if t == nil {
		t = &Type{Kind: Struct, Name: name, Opaque: true}
		m.types[name] = t
	}
	return t
}

// parser reads a module or a body.
type parser struct {
	lexer
	m     *Module
	fn    *bodyReader // nil outside of functions
	depth int
}

// maxDepth limits how deep types, constants and metadata lie in each other.
const maxDepth = 1000

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail("this lies in more than %d others", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// peekIs fails unless the current token is a punctuation mark.
func (p *parser) peekIs(text string) {
	if !p.is(text) {
		p.fail("%s where %q was expected", p.describe(), text)
	}
}

// Read reads a module. The text must not be changed afterwards.
func Read(file string, text []byte) (*Module, error) { return ReadString(file, string(text)) }

// ReadString is Read for a string.
func ReadString(file, text string) (m *Module, err error) {
	if strings.HasPrefix(text, "BC\xc0\xde") {
		return nil, &source.FileError{File: file, Msg: "this is bitcode, not text"}
	}
	m = &Module{File: file, text: text, types: map[string]*Type{}, variables: map[string]*Variable{},
		functions: map[string]*Function{}, aliases: map[string]*Alias{}, attrs: map[string]string{},
		lists: map[string][]int32{}}
	p := &parser{lexer: lexer{file: file, src: text}, m: m}
	defer func() {
		if r := recover(); r != nil {
			m = nil
			p.recovered(r, &err)
		}
	}()
	m.Layout = newLayout("")
	p.next()
	for p.tok.kind != tEOF {
		p.entity()
	}
	for _, g := range m.Globals {
		if g.Init.Kind != None && !g.Init.isTyped(0) {
			failAt(g.Off, "@%s has an initialiser of another type", g.Name)
		}
	}
	return m, nil
}

// entity reads something at the outermost level.
func (p *parser) entity() {
	switch p.tok.kind {
	case tMeta:
		p.metadata()
		return
	case tLocal:
		name := p.str()
		p.next()
		p.expect("=")
		p.expect("type")
		p.define(name)
		return
	case tGlobal:
		p.globalEntity()
		return
	case tComdat:
		p.next()
		p.expect("=")
		p.expect("comdat")
		p.next()
		return
	case tPunct:
		if p.tok.text == "^" {
			p.summary()
			return
		}
	case tWord:
		switch p.tok.text {
		case "define", "declare":
			p.function()
			return
		case "attributes":
			p.attributeGroup()
			return
		case "source_filename":
			p.next()
			p.expect("=")
			p.m.SourceFile = p.str()
			p.next()
			return
		case "target":
			p.next()
			what := p.tok.text
			p.next()
			p.expect("=")
			switch what {
			case "datalayout":
				p.m.Layout = newLayout(p.str())
			case "triple":
				p.m.Triple = p.str()
			}
			p.next()
			return
		case "module":
			p.next()
			p.expect("asm")
			p.m.Asm = true
			p.next()
			return
		case "uselistorder", "uselistorder_bb":
			p.line()
			return
		}
	}
	p.fail("%s where a definition was expected", p.describe())
}

// line skips the rest of the line.
func (p *parser) line() {
	n := strings.IndexByte(p.src[p.tok.off:], '\n')
	if n < 0 {
		n = len(p.src) - p.tok.off
	}
	p.off = p.tok.off + n
	p.next()
}

// summary skips an entry of the index of modules: ^0 = module: (...).
func (p *parser) summary() {
	for !p.is("(") && p.tok.kind != tEOF && !strings.Contains(p.src[p.tok.off:p.off], "flags") &&
		p.tok.kind != tString {
		p.next()
	}
	if p.is("(") {
		p.skipBalanced()
		return
	}
	p.line()
}

// define reads the definition of a type after its name.
func (p *parser) define(name string) {
	t := p.typ()
	named := p.m.named(name)
	if t.Kind != Struct || t.Name != "" {
		// A name for another type: LLVM allows it only in texts that people write.
		if t == named {
			p.fail("the type %%%s is itself", name)
		}
		p.m.types[name] = t
		return
	}
	if !named.Opaque {
		p.fail("the type %%%s is defined twice", name)
	}
	named.Fields, named.Packed, named.Opaque = t.Fields, t.Packed, t.Opaque
}

func (p *parser) attributeGroup() {
	p.next()
	name := p.tok.text
	p.next()
	p.expect("=")
	p.peekIs("{")
	begin := p.off
	p.skipBraces()
	p.m.attrs[name] = p.src[begin:p.tok.off]
	p.expect("}")
}
