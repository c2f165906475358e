package ir

// instruction reads an instruction with what is attached to it.
func (p *parser) instruction() Instr {
	in := Instr{Res: -1, Dbg: -1, Off: p.tok.off, Type: voidType}
	if p.tok.kind == tRecord {
		p.record(&in)
		return in
	}
	name, named := "", false
	if p.tok.kind == tLocal {
		name, named = p.str(), true
		p.next()
		p.expect("=")
	}
	if p.tok.kind != tWord {
		p.fail("%s where an instruction was expected", p.describe())
	}
	word := p.tok.text
	switch word {
	case "tail", "musttail", "notail":
		if word == "tail" {
			in.Flags = Tail
		} else if word == "musttail" {
			in.Flags = MustTail
		}
		p.next()
		if !p.is("call") {
			p.fail("%s where call was expected", p.describe())
		}
		in.Op = Call
	default:
		op, ok := ops[word]
		if !ok {
			p.fail("%s where an instruction was expected", p.describe())
		}
		in.Op = op
	}
	p.next()
	p.operation(&in)
	for p.accept(",") {
		p.attached(&in)
	}
	if in.Type.Kind != Void {
		if !named {
			name = p.fn.number()
		}
		p.fn.unused = next(name, p.fn.unused)
		in.Res = int32(p.defineSlot(name, in.Type, in.Off))
	} else if named {
		failAt(in.Off, "%v has no result", in.Op)
	}
	return in
}

// attached reads what follows a comma at the end of an instruction.
func (p *parser) attached(in *Instr) {
	switch {
	case p.tok.kind == tMeta:
		if id := p.debugInfo(); id >= 0 {
			in.Dbg = id
		}
	case p.accept("align"):
		in.Align = p.alignment()
	default:
		p.fail("%s behind an instruction", p.describe())
	}
}

// more reads a comma unless what follows it is attached to the instruction.
func (p *parser) more() bool {
	if !p.is(",") {
		return false
	}
	at, tok := p.off, p.tok
	p.next()
	if p.tok.kind == tMeta || p.is("align") {
		p.off, p.tok = at, tok
		return false
	}
	return true
}

// operation reads an instruction after its word.
func (p *parser) operation(in *Instr) {
	op := in.Op
	switch {
	case op.IsBinary():
		in.Flags |= p.flags()
		in.Type = p.typ()
		in.Args = p.sameType(in.Type, 2)
	case op.IsConversion():
		in.Flags |= p.flags()
		in.Args = []Value{p.typedValue()}
		p.expect("to")
		in.Type = p.typ()
	default:
		p.otherOperation(in)
	}
}

// sameType reads some operands of one type, which stands in front of the first alone.
func (p *parser) sameType(t *Type, n int) []Value {
	out := make([]Value, 0, n)
	for i := range n {
		if i > 0 {
			p.expect(",")
		}
		out = append(out, p.value(t))
	}
	return out
}

func (p *parser) otherOperation(in *Instr) {
	switch in.Op {
	case Ret:
		if t := p.typ(); t.Kind != Void {
			in.Args = []Value{p.value(t)}
		}
	case Br:
		if p.accept("label") {
			in.Targets = []int{p.label()}
			return
		}
		in.Args = []Value{p.typedValue()}
		for range 2 {
			p.expect(",")
			in.Targets = append(in.Targets, p.labelOperand())
		}
	case Switch:
		p.switchTable(in)
	case IndirectBr:
		in.Args = []Value{p.typedValue()}
		p.expect(",")
		p.expect("[")
		for !p.accept("]") {
			if len(in.Targets) > 0 {
				p.expect(",")
			}
			in.Targets = append(in.Targets, p.labelOperand())
		}
	case Resume:
		in.Args = []Value{p.typedValue()}
	case Unreachable:
	case FNeg, Freeze:
		in.Flags |= p.flags()
		v := p.typedValue()
		in.Type, in.Args = v.Type, []Value{v}
	case ICmp, FCmp:
		in.Flags |= p.flags()
		in.Pred = p.pred(in.Op)
		t := p.typ()
		in.Args = p.sameType(t, 2)
		in.Type = withElements(t, IntType(1))
	case Select:
		in.Flags |= p.flags()
		in.Args = p.list(3)
		in.Type = in.Args[1].Type
	case Phi:
		p.phi(in)
	case ExtractElement:
		in.Args = p.list(2)
		if in.Args[0].Type.Kind != Vector {
			p.fail("extractelement of the type %v", in.Args[0].Type)
		}
		in.Type = in.Args[0].Type.Elem
	case InsertElement:
		in.Args = p.list(3)
		in.Type = in.Args[0].Type
	case ShuffleVector:
		in.Args = p.list(3)
		if in.Args[0].Type.Kind != Vector || in.Args[2].Type.Kind != Vector {
			p.fail("shufflevector of the type %v", in.Args[0].Type)
		}
		in.Type = &Type{Kind: Vector, Len: in.Args[2].Type.Len, Elem: in.Args[0].Type.Elem,
			Scalable: in.Args[2].Type.Scalable}
	case ExtractValue, InsertValue:
		p.partOfAggregate(in)
	case VAArg:
		in.Args = []Value{p.typedValue()}
		p.expect(",")
		in.Type = p.typ()
	case LandingPad:
		p.landingPad(in)
	case Call, Invoke, CallBr:
		p.call(in)
	case Alloca, Load, Store, Fence, CmpXchg, AtomicRMW, GetElementPtr:
		p.memory(in)
	default:
		p.fail("the instruction %v, which is not for this kind of exceptions", in.Op)
	}
}

// list reads typed operands.
func (p *parser) list(n int) []Value {
	out := make([]Value, 0, n)
	for i := range n {
		if i > 0 {
			p.expect(",")
		}
		out = append(out, p.typedValue())
	}
	return out
}

// withElements is the type elem, or a vector of it as long as t.
func withElements(t, elem *Type) *Type {
	if t.Kind != Vector {
		return elem
	}
	return &Type{Kind: Vector, Len: t.Len, Elem: elem, Scalable: t.Scalable}
}

// label reads the name of a block.
func (p *parser) label() int {
	if p.tok.kind != tLocal {
		p.fail("%s where a label was expected", p.describe())
	}
	n := p.fn.target(p.str(), p.tok.off)
	p.next()
	return n
}

func (p *parser) labelOperand() int {
	p.expect("label")
	return p.label()
}

func (p *parser) switchTable(in *Instr) {
	v := p.typedValue()
	in.Args = []Value{v}
	p.expect(",")
	in.Targets = []int{p.labelOperand()}
	p.expect("[")
	for !p.accept("]") {
		in.Args = append(in.Args, p.typedValue())
		p.expect(",")
		in.Targets = append(in.Targets, p.labelOperand())
	}
}

func (p *parser) phi(in *Instr) {
	in.Flags |= p.flags()
	in.Type = p.typ()
	for {
		p.expect("[")
		in.Args = append(in.Args, p.value(in.Type))
		p.expect(",")
		in.Targets = append(in.Targets, p.label())
		p.expect("]")
		if !p.more() {
			return
		}
	}
}

func (p *parser) partOfAggregate(in *Instr) {
	in.Args = []Value{p.typedValue()}
	in.Type = in.Args[0].Type
	if in.Op == InsertValue {
		p.expect(",")
		in.Args = append(in.Args, p.typedValue())
	}
	for p.more() {
		in.Index = append(in.Index, p.small())
	}
	part := in.Args[0].Type
	for _, i := range in.Index {
		if part = part.Part(i); part == nil {
			p.fail("the type %v has no part %v", in.Args[0].Type, in.Index)
		}
	}
	if in.Op == ExtractValue {
		in.Type = part
	}
}

// Part is the type of a part of an array or a structure; nil: there is none.
func (t *Type) Part(i int) *Type {
	switch {
	case t.Kind == Array && i >= 0:
		return t.Elem
	case t.Kind == Struct && i >= 0 && i < len(t.Fields):
		return t.Fields[i]
	}
	return nil
}

func (p *parser) landingPad(in *Instr) {
	in.Type = p.typ()
	for {
		switch {
		case p.accept("cleanup"):
			in.Flags |= Cleanup
		case p.accept("catch"):
			in.Args, in.Index = append(in.Args, p.typedValue()), append(in.Index, 0)
		case p.accept("filter"):
			in.Args, in.Index = append(in.Args, p.typedValue()), append(in.Index, 1)
		default:
			return
		}
	}
}
