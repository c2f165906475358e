package ir

import "strings"

// globalEntity reads a variable, an alias or an ifunc.
func (p *parser) globalEntity() {
	off, name := p.tok.off, symbol(p.str())
	p.next()
	p.expect("=")
	linkage, explicit, threadLocal := p.prefix()
	_ = explicit
	switch {
	case p.is("alias"), p.is("ifunc"):
		a := &Alias{Name: name, Linkage: linkage, IFunc: p.is("ifunc"), Off: off}
		p.next()
		p.typ()
		p.expect(",")
		if p.startsType() {
			a.To = p.typedValue()
		} else {
			a.To = p.value(pointerType) // an expression, whose operands say their types
		}
		if p.accept(",") {
			p.expect("partition")
			p.next()
		}
		p.m.Aliases = append(p.m.Aliases, a)
		p.m.aliases[name] = a
		return
	case !p.is("global") && !p.is("constant"):
		p.fail("%s where global or constant was expected", p.describe())
	}
	g := &Variable{Name: name, Linkage: linkage, ThreadLocal: threadLocal, Constant: p.is("constant"),
		Dbg: -1, Off: off}
	p.next()
	g.Type = p.typ()
	if explicit != "external" && explicit != "extern_weak" {
		g.Init = p.value(g.Type)
	}
	for p.accept(",") {
		switch {
		case p.tok.kind == tMeta:
			switch name, ref := p.attachment(); {
			case name == "dbg" && ref.Kind == MDNode:
				g.Dbg = int32(ref.N)
			case name == "type":
				g.Types = append(g.Types, ref)
			}
		case p.accept("align"):
			g.Align = p.alignment()
		case p.accept("section"):
			g.Section = p.str()
			p.next()
		case p.accept("comdat"):
			if p.accept("(") {
				p.next()
				p.expect(")")
			}
		default: // partition "x", code_model "small", no_sanitize_address
			p.next()
			if p.tok.kind == tString {
				p.next()
			}
		}
	}
	for p.tok.kind == tAttrs {
		p.next()
	}
	if p.m.variables[name] != nil || p.m.functions[name] != nil {
		failAt(off, "@%s is defined twice", name)
	}
	p.m.Globals = append(p.m.Globals, g)
	p.m.variables[name] = g
}

// prefix reads the words in front of global, constant, alias and of the type of a function.
func (p *parser) prefix() (linkage Linkage, explicit string, threadLocal bool) {
	for p.tok.kind == tWord {
		switch w := p.tok.text; w {
		case "dso_local", "dso_preemptable", "default", "hidden", "protected", "dllimport", "dllexport",
			"unnamed_addr", "local_unnamed_addr", "externally_initialized":
			p.next()
		case "thread_local":
			threadLocal = true
			p.next()
			if p.is("(") {
				p.skipBalanced()
			}
		case "addrspace":
			p.addrSpace()
		default:
			l, ok := linkages[w]
			if !ok {
				return linkage, explicit, threadLocal
			}
			linkage, explicit = l, w
			p.next()
		}
	}
	return linkage, explicit, threadLocal
}

// attachment reads !name !12.
func (p *parser) attachment() (name string, ref MDRef) {
	name = p.tok.text
	p.next()
	return name, p.mdRef()
}

// debugInfo reads an attachment and returns the number of the node if the name is dbg, else -1.
func (p *parser) debugInfo() int32 {
	if name, ref := p.attachment(); name == "dbg" && ref.Kind == MDNode {
		return int32(ref.N)
	}
	return -1
}

// function reads a declaration, or the head of a definition and skips its body.
func (p *parser) function() {
	defined := p.is("define")
	p.next()
	for p.tok.kind == tMeta { // a declaration has its metadata in front
		p.attachment()
	}
	f := &Function{Dbg: -1, m: p.m}
	f.Linkage, _, _ = p.prefix()
	p.callingConvention()
	f.Ret = p.attributes()
	result := p.typ()
	if result.Kind == Func || result.Kind == LabelType || result.Kind == MetadataType {
		p.fail("a function that returns %v", result)
	}
	if p.tok.kind != tGlobal {
		p.fail("%s where the name of a function was expected", p.describe())
	}
	f.Off, f.Name = p.tok.off, symbol(p.str())
	p.next()
	f.Type = &Type{Kind: Func, Elem: result}
	p.expect("(")
	for n := 0; !p.accept(")"); n++ {
		if n > 0 {
			p.expect(",")
		}
		if p.accept("...") {
			f.Type.Variadic = true
			p.expect(")")
			break
		}
		param := Param{Type: p.typ()}
		param.Attrs = p.attributes()
		if p.tok.kind == tLocal {
			param.Name = p.str()
			p.next()
		}
		f.Params = append(f.Params, param)
		f.Type.Fields = append(f.Type.Fields, param.Type)
	}
	p.functionAttributes(f, defined)
	if defined {
		p.peekIs("{")
		f.begin = p.tok.off
		p.skipBraces()
		p.expect("}")
	}
	if old := p.m.functions[f.Name]; old != nil || p.m.variables[f.Name] != nil {
		if old == nil || old.IsDefined() && defined {
			failAt(f.Off, "@%s is defined twice", f.Name)
		}
		if !defined {
			return
		}
	}
	p.m.Functions = append(p.m.Functions, f)
	p.m.functions[f.Name] = f
}

// functionAttributes reads what stands between the parameters and the body.
func (p *parser) functionAttributes(f *Function, defined bool) {
	begin := p.tok.off
	var words []string
	for {
		switch p.tok.kind {
		case tAttrs:
			words = append(words, "#"+p.tok.text)
			p.next()
		case tMeta:
			if !defined { // what follows the declaration
				f.Attrs = strings.Join(words, " ")
				return
			}
			if id := p.debugInfo(); id >= 0 {
				f.Dbg = id
			}
		case tString:
			p.skipText()
		case tWord:
			switch w := p.tok.text; w {
			case "define", "declare", "attributes", "source_filename", "target", "module", "uselistorder",
				"uselistorder_bb":
				f.Attrs = strings.Join(words, " ")
				return
			case "section":
				p.next()
				f.Section = p.str()
				p.next()
			case "partition", "gc":
				p.next()
				p.next()
			case "addrspace":
				p.addrSpace()
			case "personality":
				p.next()
				f.Personality = p.typedValue()
			case "prefix", "prologue":
				p.next()
				p.typedValue()
			case "align":
				p.next()
				if p.accept("=") {
					p.next()
				} else {
					p.count()
				}
			default:
				words = append(words, w)
				p.next()
				if p.is("(") {
					p.skipBalanced()
				}
			}
		default:
			if p.tok.off == begin && p.is("(") {
				p.fail("%s where attributes or a body were expected", p.describe())
			}
			f.Attrs = strings.Join(words, " ")
			return
		}
	}
}

// callingConvention skips the words for one.
func (p *parser) callingConvention() {
	for p.tok.kind == tWord {
		switch w := p.tok.text; {
		case w == "cc":
			p.next()
			p.count()
		case strings.HasSuffix(w, "cc") && !strings.HasPrefix(w, "i"), strings.HasSuffix(w, "_cc"),
			strings.HasPrefix(w, "x86_") && w != "x86_fp80" && w != "x86_mmx",
			strings.HasPrefix(w, "amdgpu_"),
			strings.HasPrefix(w, "arm_"), strings.HasPrefix(w, "aarch64_"), w == "ccc", w == "intel_ocl_bicc",
			w == "win64cc", w == "spir_func", w == "spir_kernel", w == "ptx_kernel", w == "ptx_device",
			strings.HasPrefix(w, "avr_"), strings.HasPrefix(w, "msp430_"):
			p.next()
		default:
			return
		}
	}
}

// skipText skips an attribute that is a text, with its value.
func (p *parser) skipText() {
	p.next()
	if p.accept("=") {
		p.next()
	}
}

// attributes reads the attributes of a parameter, an argument or a result.
func (p *parser) attributes() (a Attrs) {
	for {
		switch p.tok.kind {
		case tString:
			p.skipText()
			continue
		case tWord:
		default:
			return a
		}
		switch w := p.tok.text; w {
		case "noundef":
			a.NoUndef = true
			p.next()
		case "signext":
			a.SignExt = true
			p.next()
		case "align":
			p.next()
			paren := p.accept("(")
			a.Align = p.alignment()
			if paren {
				p.expect(")")
			}
		case "byval", "sret":
			p.next()
			t := voidType
			if p.accept("(") {
				t = p.typ()
				p.expect(")")
			}
			if w == "byval" {
				a.ByVal = t
			} else {
				a.SRet = t
			}
		case "inreg", "zeroext", "noalias", "nocapture", "nofree", "nest", "returned", "nonnull",
			"swiftself", "swifterror", "swiftasync", "immarg", "readnone", "readonly",
			"writeonly", "noext", "allocalign", "allocptr", "writable", "dead_on_unwind",
			"captures", "dereferenceable", "dead_on_return", "dereferenceable_or_null",
			"preallocated", "inalloca", "byref", "elementtype", "nofpclass", "range",
			"initializes", "alignstack", "hybrid_patchable", "no_sanitize_address":
			p.next()
			if p.is("(") {
				p.skipBalanced()
			}
		default:
			return a
		}
	}
}
