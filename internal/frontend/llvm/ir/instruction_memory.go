package ir

// memory reads an instruction that is about memory, after its word.
func (p *parser) memory(in *Instr) {
	switch in.Op {
	case Alloca:
		p.accept("inalloca")
		p.accept("swifterror")
		in.Elem, in.Type = p.typ(), pointerType
		for p.more() {
			if p.is("addrspace") {
				in.Type = &Type{Kind: Pointer, AddrSpace: p.addrSpace()}
				continue
			}
			in.Args = append(in.Args, p.typedValue())
		}
		if len(in.Args) > 1 {
			p.fail("alloca with two numbers of elements")
		}
	case Load:
		p.accessWords(in)
		in.Elem = p.typ()
		in.Type = in.Elem
		p.expect(",")
		in.Args = []Value{p.typedValue()}
		p.ordering(in)
	case Store:
		p.accessWords(in)
		in.Args = p.list(2)
		in.Elem = in.Args[0].Type
		p.ordering(in)
	case Fence:
		in.Flags |= Atomic
		p.ordering(in)
	case CmpXchg:
		if p.accept("weak") {
			in.Flags |= Weak
		}
		p.accessWords(in)
		in.Flags |= Atomic
		in.Args = p.list(3)
		in.Elem = in.Args[1].Type
		in.Type = &Type{Kind: Struct, Fields: []*Type{in.Elem, IntType(1)}}
		p.ordering(in)
		in.Fail = p.order()
	case AtomicRMW:
		p.accessWords(in)
		in.Flags |= Atomic
		in.RMW = rmws[p.tok.text]
		if in.RMW == BadRMW {
			p.fail("%s where an operation of atomicrmw was expected", p.describe())
		}
		p.next()
		in.Args = p.list(2)
		in.Elem = in.Args[1].Type
		in.Type = in.Elem
		p.ordering(in)
	case GetElementPtr:
		in.Flags |= p.flags()
		in.Elem = p.typ()
		p.expect(",")
		in.Args = []Value{p.typedValue()}
		in.Type = in.Args[0].Type
		for p.more() {
			v := p.typedValue()
			in.Args = append(in.Args, v)
			if v.Type.Kind == Vector && in.Type.Kind != Vector {
				in.Type = withElements(v.Type, in.Type)
			}
		}
	}
}

// accessWords reads the words in front of the operands of an access.
func (p *parser) accessWords(in *Instr) {
	for {
		switch {
		case p.accept("volatile"):
			in.Flags |= Volatile
		case p.accept("atomic"):
			in.Flags |= Atomic
		default:
			return
		}
	}
}

// ordering reads the scope and the order of an atomic access.
func (p *parser) ordering(in *Instr) {
	if in.Flags&Atomic == 0 {
		return
	}
	if p.accept("syncscope") {
		p.expect("(")
		if p.str() == "singlethread" {
			in.Flags |= SingleThread
		}
		p.next()
		p.expect(")")
	}
	in.Order = p.order()
}

func (p *parser) order() Order {
	o, ok := orders[p.tok.text]
	if !ok {
		p.fail("%s where an order was expected", p.describe())
	}
	p.next()
	return o
}
