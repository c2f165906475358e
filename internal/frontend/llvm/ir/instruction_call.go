package ir

import "strings"

// call reads a call, an invoke or a callbr, after its word.
func (p *parser) call(in *Instr) {
	c := &CallInfo{}
	in.Call = c
	in.Flags |= p.flags()
	p.callingConvention()
	c.Ret = p.attributes()
	if p.is("addrspace") {
		p.addrSpace()
	}
	t := p.typ()
	result := t
	if t.Kind == Func {
		c.Func, result = t, t.Elem
	}
	c.Callee = p.value(pointerType)
	if c.Callee.Kind == Local {
		p.fn.body.Slots[c.Callee.N].Type = pointerType
	}
	p.expect("(")
	var types []*Type
	for n := 0; !p.accept(")"); n++ {
		if n > 0 {
			p.expect(",")
		}
		if p.accept("...") { // of a musttail call
			continue
		}
		p.argument(in, &types)
	}
	if c.Func == nil {
		c.Func = &Type{Kind: Func, Elem: result, Fields: types}
	}
	in.Type = result
	p.callWords(c)
	switch in.Op {
	case Invoke:
		p.expect("to")
		in.Targets = []int{p.labelOperand()}
		p.expect("unwind")
		in.Targets = append(in.Targets, p.labelOperand())
	case CallBr:
		p.expect("to")
		in.Targets = []int{p.labelOperand()}
		p.expect("[")
		for !p.accept("]") {
			if len(in.Targets) > 1 {
				p.expect(",")
			}
			in.Targets = append(in.Targets, p.labelOperand())
		}
	}
	if name, ok := c.debugIntrinsic(); ok {
		p.debugCall(in, name)
	}
}

func (p *parser) argument(in *Instr, types *[]*Type) {
	t := p.typ()
	*types = append(*types, t)
	if t.Kind == MetadataType {
		r := p.mdRef()
		in.Args = append(in.Args, Value{Kind: Meta, Type: t, X: &Const{Meta: r}})
		in.Call.Params = append(in.Call.Params, Attrs{})
		return
	}
	in.Call.Params = append(in.Call.Params, p.attributes())
	in.Args = append(in.Args, p.value(t))
}

// callWords reads attributes and operand bundles after the arguments.
func (p *parser) callWords(c *CallInfo) {
	var words []string
	for {
		switch p.tok.kind {
		case tAttrs:
			words = append(words, "#"+p.tok.text)
			p.next()
			continue
		case tString:
			p.skipText()
			continue
		case tWord:
			w := p.tok.text
			if w != "to" && ops[w] == BadOp && w != "tail" && w != "musttail" && w != "notail" {
				words = append(words, w)
				p.next()
				if p.is("(") {
					p.skipBalanced()
				}
				continue
			}
		case tPunct:
			if p.tok.text == "[" {
				p.next()
				for !p.accept("]") {
					p.accept(",")
					if p.tok.kind != tString {
						p.fail("%s where an operand bundle was expected", p.describe())
					}
					c.Bundles = append(c.Bundles, p.str())
					p.next()
					p.peekIs("(")
					p.skipBalanced()
				}
				continue
			}
		}
		c.Attrs = strings.Join(words, " ")
		return
	}
}

func (c *CallInfo) debugIntrinsic() (string, bool) {
	if c.Callee.Kind != Global {
		return "", false
	}
	return strings.CutPrefix(c.Callee.X.Name, "llvm.dbg.")
}

// debugCall makes a record of a call of llvm.dbg.*.
func (p *parser) debugCall(in *Instr, name string) {
	in.Op = DbgOther
	args := in.Args
	if (name != "declare" && name != "value" && name != "assign") || len(args) < 3 {
		in.Args, in.Call = nil, nil
		return
	}
	in.Op = DbgValue
	if name == "declare" {
		in.Op = DbgDeclare
	}
	in.Call, in.Args = nil, nil
	for _, a := range args[:3] {
		if a.Kind != Meta {
			failAt(in.Off, "llvm.dbg.%s without metadata", name)
		}
	}
	if v := args[0].X.Meta.Value; v != nil {
		in.Args = []Value{*v}
	}
	in.Record = &Record{Var: args[1].X.Meta, Expr: args[2].X.Meta}
}

// record reads a record of debug information: #dbg_value(i32 %x, !1, !DIExpression(), !2).
func (p *parser) record(in *Instr) {
	name := p.tok.text
	p.next()
	p.peekIs("(")
	if name != "dbg_declare" && name != "dbg_value" && name != "dbg_assign" {
		in.Op = DbgOther
		p.skipBalanced()
		return
	}
	in.Op = DbgValue
	if name == "dbg_declare" {
		in.Op = DbgDeclare
	}
	p.next()
	var refs []MDRef
	for !p.accept(")") {
		if len(refs) > 0 {
			p.expect(",")
		}
		refs = append(refs, p.mdRef())
	}
	if len(refs) < 4 {
		p.fail("%s with %d operands", name, len(refs))
	}
	if v := refs[0].Value; v != nil {
		in.Args = []Value{*v}
	}
	in.Record = &Record{Var: refs[1], Expr: refs[2]}
	if last := refs[len(refs)-1]; last.Kind == MDNode {
		in.Dbg = int32(last.N)
	}
}
