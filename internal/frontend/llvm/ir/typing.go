package ir

// checkTypes fails unless the operands of an instruction have the types that it needs. So who works with a
// body need not ask.
func (p *parser) checkTypes(in *Instr, result *Type) {
	need := func(ok bool, what string) {
		if !ok {
			failAt(in.Off, "%v with %s", in.Op, what)
		}
	}
	isRecord := in.Op == DbgDeclare || in.Op == DbgValue || in.Op == DbgOther
	for _, a := range in.Args {
		if a.Kind == Local && !isRecord {
			if s := p.fn.body.Slots[a.N]; !a.Type.equals(s.Type, 0) {
				failAt(in.Off, "%%%s has the type %v, not %v", s.Name, s.Type, a.Type)
			}
		}
		need(isRecord || a.isTyped(0), "a constant of another type than its own")
	}
	typ := func(i int) *Type { return in.Args[i].Type }
	switch {
	case in.Op.IsBinary():
		need(typ(0).element().IsFloat() == (in.Op >= FAdd && in.Op <= FRem) &&
			(typ(0).element().IsFloat() || typ(0).element().Kind == Int), "operands of another type")
	case in.Op.IsConversion():
		need(converts(in.Op, typ(0), in.Type), "operands of other types")
	}
	switch in.Op {
	case Ret:
		if len(in.Args) == 0 {
			need(result.Kind == Void, "no value")
		} else {
			need(typ(0).equals(result, 0), "a value of another type than the function")
		}
	case Br:
		need(len(in.Args) == 0 || typ(0).equals(IntType(1), 0), "a condition of another type")
	case Switch:
		need(typ(0).Kind == Int, "a value of another type")
		for _, a := range in.Args[1:] {
			need(a.Kind == ConstInt && a.Type.equals(typ(0), 0), "a case of another type")
		}
	case IndirectBr:
		need(typ(0).Kind == Pointer, "an address of another type")
	case ICmp:
		need(typ(0).element().Kind == Int || typ(0).element().Kind == Pointer, "operands of another type")
	case FCmp, FNeg:
		need(typ(0).element().IsFloat(), "operands of another type")
	case Select:
		need(typ(0).element().equals(IntType(1), 0) && typ(1).equals(typ(2), 0), "operands of other types")
		need(typ(0).Kind != Vector || typ(1).Kind == Vector && typ(0).Len == typ(1).Len, "another length")
	case Phi:
		need(in.Type.isFirstClass(), "a value of this type")
	case Freeze:
		need(in.Type.isFirstClass(), "a value of this type")
	case ExtractElement, InsertElement:
		need(typ(0).Kind == Vector && typ(len(in.Args)-1).Kind == Int, "operands of other types")
		need(in.Op == ExtractElement || typ(1).equals(typ(0).Elem, 0), "an element of another type")
	case ShuffleVector:
		need(typ(0).equals(typ(1), 0) && typ(2).Elem.equals(IntType(32), 0), "operands of other types")
	case InsertValue:
		part := typ(0)
		for _, i := range in.Index {
			part = part.Part(i)
		}
		need(len(in.Index) > 0 && part.equals(typ(1), 0), "a part of another type")
	case Alloca:
		need(in.Elem.isFirstClass() && (len(in.Args) == 0 || typ(0).Kind == Int), "operands of other types")
	case Load, VAArg:
		need(typ(0).Kind == Pointer && in.Type.isFirstClass(), "operands of other types")
	case Store:
		need(typ(1).Kind == Pointer && typ(0).isFirstClass(), "operands of other types")
	case CmpXchg:
		need(typ(0).Kind == Pointer && typ(1).equals(typ(2), 0), "operands of other types")
	case AtomicRMW:
		need(typ(0).Kind == Pointer && rmwFits(in.RMW, typ(1)), "operands of other types")
	case GetElementPtr:
		need(typ(0).element().Kind == Pointer, "an address of another type")
		for i := range in.Args[1:] {
			need(typ(i+1).element().Kind == Int, "an index of another type")
		}
	case Call, Invoke, CallBr:
		p.checkCall(in, need)
	}
}

func (p *parser) checkCall(in *Instr, need func(ok bool, what string)) {
	f := in.Call.Func
	need(len(in.Args) == len(f.Fields) || f.Variadic && len(in.Args) > len(f.Fields),
		"another number of arguments than its type has")
	for i, t := range f.Fields {
		need(in.Args[i].Type.equals(t, 0), "an argument of another type")
	}
	if c := in.Call.Callee; c.Kind == Local {
		need(p.fn.body.Slots[c.N].Type.Kind == Pointer, "an address of another type")
	}
}

// element is the type of the elements of a vector, or the type itself.
func (t *Type) element() *Type {
	if t.Kind == Vector {
		return t.Elem
	}
	return t
}

// isFirstClass reports whether a result may have the type.
func (t *Type) isFirstClass() bool {
	switch t.Kind {
	case Void, Func, LabelType, MetadataType:
		return false
	}
	return !(t.Kind == Struct && t.Opaque)
}

// equals reports whether two types are the same.
func (t *Type) equals(u *Type, depth int) bool {
	if t == u {
		return true
	}
	if t.Kind != u.Kind || depth > maxDepth || t.Name != u.Name || t.Bits != u.Bits || t.Len != u.Len ||
		t.Packed != u.Packed || t.Variadic != u.Variadic || t.Scalable != u.Scalable ||
		t.Opaque != u.Opaque || t.AddrSpace != u.AddrSpace || (t.Elem == nil) != (u.Elem == nil) ||
		len(t.Fields) != len(u.Fields) {
		return false
	}
	for i := range t.Fields {
		if !t.Fields[i].equals(u.Fields[i], depth+1) {
			return false
		}
	}
	return t.Elem == nil || t.Elem.equals(u.Elem, depth+1)
}

// converts reports whether an operation converts a type to another one.
func converts(op Op, from, to *Type) bool {
	if op != BitCast && (from.Kind == Vector) != (to.Kind == Vector) ||
		from.Kind == Vector && to.Kind == Vector && op != BitCast && from.Len != to.Len {
		return false
	}
	f, t := from.element(), to.element()
	isInt, toInt := f.Kind == Int, t.Kind == Int
	switch op {
	case Trunc:
		return isInt && toInt && f.Bits > t.Bits
	case ZExt, SExt:
		return isInt && toInt && f.Bits < t.Bits
	case FPTrunc, FPExt:
		return f.IsFloat() && t.IsFloat()
	case FPToUI, FPToSI:
		return f.IsFloat() && toInt
	case UIToFP, SIToFP:
		return isInt && t.IsFloat()
	case PtrToInt:
		return f.Kind == Pointer && toInt
	case IntToPtr:
		return isInt && t.Kind == Pointer
	case AddrSpaceCast:
		return f.Kind == Pointer && t.Kind == Pointer
	}
	if f.Kind == Pointer || t.Kind == Pointer {
		return f.Kind == t.Kind && (from.Kind == Vector) == (to.Kind == Vector)
	}
	return bitsOf(from) == bitsOf(to) && bitsOf(from) > 0
}

// bitsOf is the width of a value that is bits; 0: it is none.
func bitsOf(t *Type) uint64 {
	n := uint64(1)
	if t.Kind == Vector && t.Len < 1<<20 {
		n = t.Len
	}
	switch e := t.element(); e.Kind {
	case Int:
		return n * uint64(e.Bits)
	case Half, BFloat:
		return n * 16
	case Float:
		return n * 32
	case Double, MMX:
		return n * 64
	case X86FP80:
		return n * 80
	case FP128, PPCFP128:
		return n * 128
	}
	return 0
}

func rmwFits(op RMW, t *Type) bool {
	switch op {
	case RMWXchg:
		return t.Kind == Int || t.Kind == Pointer || t.IsFloat()
	case RMWFAdd, RMWFSub, RMWFMax, RMWFMin:
		return t.element().IsFloat()
	}
	return t.Kind == Int
}

// isTyped reports whether a constant fits its type.
func (v Value) isTyped(depth int) bool {
	t := v.Type
	if t == nil || depth > maxDepth {
		return false
	}
	switch v.Kind {
	case ConstInt:
		return t.Kind == Int
	case ConstFloat:
		return t.IsFloat()
	case Null:
		return t.Kind == Pointer || t.Kind == TokenType || t.Kind == Target
	case Undef, Poison, Zero:
		return t.isFirstClass()
	case Global, BlockAddress:
		return t.Kind == Pointer
	case Bytes:
		return t.Kind == Array && t.Elem.equals(IntType(8), 0) && uint64(len(v.X.Name)) == t.Len
	case Aggregate:
		n := t.Len
		if t.Kind == Struct {
			n = uint64(len(t.Fields))
		}
		if t.Kind != Struct && t.Kind != Array && t.Kind != Vector || uint64(len(v.X.Elems)) != n {
			return false
		}
		for i, e := range v.X.Elems {
			elem := t.Elem
			if t.Kind == Struct {
				elem = t.Fields[i]
			}
			if e.Type == nil || !e.Type.equals(elem, 0) || !e.isTyped(depth+1) {
				return false
			}
		}
	case Expr:
		return v.X.isTyped(t, depth)
	}
	return true
}

// isTyped reports whether the operands of a constant expression fit it and its type.
func (x *Const) isTyped(t *Type, depth int) bool {
	for _, e := range x.Elems {
		if e.Kind == Local || !e.isTyped(depth+1) {
			return false
		}
	}
	switch {
	case x.Op.IsConversion():
		return len(x.Elems) == 1 && converts(x.Op, x.Elems[0].Type, t)
	case x.Op.IsBinary():
		return len(x.Elems) == 2 && x.Elems[0].Type.equals(t, 0) && x.Elems[1].Type.equals(t, 0) &&
			t.element().Kind == Int
	case x.Op == ICmp:
		return len(x.Elems) == 2 && x.Elems[0].Type.equals(x.Elems[1].Type, 0) &&
			(x.Elems[0].Type.element().Kind == Int || x.Elems[0].Type.element().Kind == Pointer) &&
			t.element().equals(IntType(1), 0)
	case x.Op == GetElementPtr:
		if len(x.Elems) == 0 || x.Elems[0].Type.element().Kind != Pointer || t.element().Kind != Pointer {
			return false
		}
		for _, e := range x.Elems[1:] {
			if e.Type.element().Kind != Int {
				return false
			}
		}
	}
	return true
}
