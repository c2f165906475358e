package ts

import (
	"fmt"
	"math/big"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// allocKey names an allocated object: the process that makes it, and the edge.
type allocKey struct {
	process int
	edge    cfa.EdgeID
}

// place is where in memory a variable lies: elements of size bytes at offset + i*stride.
type place struct {
	object int      // static object, or -1
	alloc  allocKey // the allocation, if object is -1
	addr   uint64   // of the object
	offset uint64
	stride uint64 // 0: a scalar
	size   uint64
}

// slotKey names the cells of one class in one object.
type slotKey struct {
	obj   pointsto.ObjID
	class int
}

// slots describes how the cells of a class lie in an object.
type slots struct {
	array  bool
	stride uint64
	rem    int64
	count  int
}

// instance is an object at its address.
type instance struct {
	obj    pointsto.ObjID
	owner  int // process, for objects that threads allocate
	alloc  allocKey
	addr   uint64
	size   uint64
	zero   bool
	static int
	name   string
}

// cells finds how accesses touch objects: by object and class.
func (b *builder) cells() error {
	b.slots = map[slotKey]*slots{}
	for i, proc := range b.prog.Procs {
		if !b.used[i] {
			continue
		}
		for _, e := range proc.Edges {
			addr, size, ok := b.access(e.Op)
			if !ok {
				continue
			}
			class := b.cut.ByEdge[e]
			if size != b.cut.Classes[class].Size {
				return unsupported(e.Pos, "memory that is accessed in parts of different sizes")
			}
			v := b.pts.Of(addr)
			if v.Unknown {
				return unsupported(e.Pos, "an access through a computed address")
			}
			for _, r := range v.Refs {
				k := slotKey{r.Obj, class}
				if s := b.slots[k]; s == nil {
					b.slots[k] = &slots{stride: r.Off.Mod, rem: r.Off.Rem, array: r.Off.Mod != 0}
				} else {
					s.add(r.Off)
				}
			}
		}
	}
	return nil
}

// add makes the slots cover the offsets of another access.
func (s *slots) add(c absint.Congruence) {
	if c.Mod != 0 {
		s.array = true
	}
	s.stride = gcd(gcd(s.stride, c.Mod), uint64(max(s.rem-c.Rem, c.Rem-s.rem)))
	if s.array && s.stride != 0 {
		s.rem = ((s.rem % int64(s.stride)) + int64(s.stride)) % int64(s.stride)
	} else {
		s.rem = min(s.rem, c.Rem)
	}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (b *builder) access(op cfa.Op) (addr term.Term, size uint64, ok bool) {
	switch op := op.(type) {
	case cfa.Load:
		return op.Addr, uint64(b.prog.Regs[op.Dst].Sort.Width() / 8), true
	case cfa.Store:
		return op.Addr, uint64(b.prog.Terms.Sort(op.Value).Width() / 8), true
	}
	return term.None, 0, false
}

// target is the variable that an access touches, its index, and the condition
// under which the address is one of the variable's places.
type target struct {
	v     int
	index term.Term // None for scalars
	valid term.Term
}

// resolve finds what edge e of process p accesses at the address addr, which is
// the edge's own address in the present state.
func (b *builder) resolve(p int, e *cfa.Edge, addr term.Term) (target, error) {
	own, size, _ := b.access(e.Op)
	var in *instance
	if c, ok := b.constant(addr); ok {
		in = b.byRegion[b.prog.RegionOf(c)]
	}
	if in == nil {
		ref, ok := b.pts.Of(own).Only()
		if !ok {
			return target{}, unsupported(e.Pos, "an access through a pointer to several objects")
		}
		if in = b.instanceOf(p, ref.Obj); in == nil {
			return target{}, unsupported(e.Pos, "an access to an object that was not created before")
		}
	}
	class := b.cut.ByEdge[e]
	s := b.slots[slotKey{in.obj, class}]
	if s == nil { // the analysis says that this cannot be: an invalid access
		return target{v: -1, valid: b.st.False()}, nil
	}
	off := b.st.BVSub(addr, b.prog.Ptr(in.addr))
	if !s.array && s.stride == 0 || !s.array && b.isConst(off) {
		at := s.rem
		if c, ok := b.st.ConstUint64(off); ok {
			at = int64(c)
		}
		if at < 0 || uint64(at)+size > in.size {
			return target{v: -1, valid: b.st.False()}, nil
		}
		if err := b.represent(in, class, false, e.Pos); err != nil {
			return target{}, err
		}
		v, err := b.variable(in, class, size, uint64(at), nil)
		return target{v: v, valid: b.st.Eq(off, b.prog.Ptr(uint64(at)))}, err
	}
	if s.count == 0 {
		s.count = int((in.size-uint64(s.rem)-size)/s.stride) + 1
	}
	exact := b.st.True()
	from := b.st.BVSub(off, b.prog.Ptr(uint64(s.rem)))
	q, ok := divide(b.st, from, s.stride)
	if !ok { // a pointer that was computed before
		by := b.prog.Ptr(s.stride)
		q = b.st.BVUDiv(from, by)
		exact = b.st.Eq(b.st.BVMul(q, by), from)
	}
	if err := b.represent(in, class, true, e.Pos); err != nil {
		return target{}, err
	}
	v, err := b.variable(in, class, size, uint64(s.rem), s)
	if err != nil {
		return target{}, err
	}
	w := indexWidth(s.count)
	return target{v: v, index: narrow(b.st, q, w), valid: b.st.And(exact, below(b.st, q, uint64(s.count)))},
		nil
}

// represent notes that the places of a class in an object are an array, or scalars. They
// cannot be both: then the same memory would be in two variables.
func (b *builder) represent(in *instance, class int, array bool, pos source.Pos) error {
	k := varKey{addr: in.addr, class: class}
	if old, ok := b.arrays[k]; ok && old != array {
		return unsupported(pos, "memory that is accessed at constant and at computed addresses")
	}
	b.arrays[k] = array
	return nil
}

// constant returns the constant part of a sum.
func (b *builder) constant(t term.Term) (uint64, bool) {
	if c, ok := b.st.ConstUint64(t); ok {
		return c, c >= b.prog.RegionStart(0)
	}
	if b.st.Op(t) == term.OpBVAdd {
		for _, a := range b.st.Args(t) {
			if c, ok := b.st.ConstUint64(a); ok && b.prog.RegionOf(c) != 0 &&
				b.byRegion[b.prog.RegionOf(c)] != nil {
				return c, true
			}
		}
	}
	return 0, false
}

func (b *builder) isConst(t term.Term) bool { return b.st.IsConst(t) }

// instanceOf finds the object of a process, or the only one.
func (b *builder) instanceOf(p int, obj pointsto.ObjID) *instance {
	var found *instance
	for _, in := range b.instances {
		if in.obj != obj {
			continue
		}
		if in.owner == p || b.pts.Objects[obj].Static != nil {
			return in
		}
		if found != nil {
			return nil
		}
		found = in
	}
	return found
}

// variable returns the variable for a scalar or array of an object.
func (b *builder) variable(in *instance, class int, size, offset uint64, s *slots) (int, error) {
	k := varKey{in.addr, offset, class}
	if v, ok := b.byPlace[k]; ok {
		return v, nil
	}
	pl := place{object: in.static, alloc: in.alloc, addr: in.addr, offset: offset, size: size}
	elem := term.BitVec(int(size * 8))
	v := Var{Name: in.name, Kind: Memory, Owner: Shared}
	if s == nil {
		if in.size != size {
			v.Name = b.placeName(in, offset, size)
		}
		v.Init = b.initial(in, offset, size)
		v.Sym = b.st.Symbol(b.unique(v.Name), elem)
	} else {
		pl.stride = s.stride
		v.Len = s.count
		w := indexWidth(s.count)
		sort := b.st.ArraySort(term.BitVec(w), elem)
		if offset != 0 {
			v.Name = fmt.Sprintf("%s+%d", in.name, offset)
		}
		v.Sym = b.st.Symbol(b.unique(v.Name), sort)
		v.Init = b.initialArray(in, offset, size, s, sort)
	}
	v.Name = b.st.Name(v.Sym)
	v.place = pl
	if v.Init == term.None {
		v.Init = b.st.Symbol(b.unique(v.Name+"@0"), b.st.Sort(v.Sym))
		b.sys.starts = append(b.sys.starts, start{v.Init, pl, v.Len})
	}
	b.sys.Vars = append(b.sys.Vars, v)
	b.byPlace[k] = len(b.sys.Vars) - 1
	return len(b.sys.Vars) - 1, nil
}

func (b *builder) placeName(in *instance, offset, size uint64) string {
	if in.size%size == 0 && offset%size == 0 && in.size/size <= 1<<16 {
		return fmt.Sprintf("%s[%d]", in.name, offset/size)
	}
	return fmt.Sprintf("%s+%d", in.name, offset)
}

// initial is the content of a place when the program starts, None for any.
func (b *builder) initial(in *instance, offset, size uint64) term.Term {
	if in.static < 0 {
		if in.zero {
			return b.st.BV(int(size*8), 0)
		}
		return term.None
	}
	o := b.prog.Objects[in.static]
	if o.Undefined {
		return term.None
	}
	bytes := make([]byte, size)
	for _, init := range o.Init {
		v := b.st.ConstBig(init.Value)
		n := uint64(b.st.Sort(init.Value).Width() / 8)
		for i := range n {
			if at := init.Offset + i; at >= offset && at < offset+size {
				bytes[at-offset] = byte(new(big.Int).Rsh(v, uint(8*i)).Uint64())
			}
		}
	}
	v := new(big.Int)
	for i := range bytes {
		v.Lsh(v, 8).Or(v, big.NewInt(int64(bytes[len(bytes)-1-i])))
	}
	return b.st.BVBig(int(size*8), v)
}

func (b *builder) initialArray(in *instance, offset, size uint64, s *slots, sort term.Sort) term.Term {
	zero := b.st.BV(int(size*8), 0)
	t := b.st.ConstArray(sort, zero)
	w := indexWidth(s.count)
	for i := range s.count {
		v := b.initial(in, offset+uint64(i)*s.stride, size)
		if v == term.None {
			return term.None
		}
		if v != zero {
			t = b.st.StoreArr(t, b.st.BV(w, uint64(i)), v)
		}
	}
	return t
}

type varKey struct {
	addr, offset uint64
	class        int
}

// allocate gives an object the next region.
func (b *builder) allocate(p int, e *cfa.Edge, op cfa.Alloc) (*instance, error) {
	if b.ended.Site(e) && op.Kind == cfa.Stack {
		return nil, unsupported(e.Pos, "an object on the stack that may be accessed after its end")
	}
	k := allocKey{p, e.ID}
	for _, in := range b.instances {
		if in.static < 0 && in.alloc == k {
			return nil, unsupported(e.Pos, "an allocation in a loop")
		}
	}
	obj, ok := b.pts.Site(e)
	size, isConst := b.st.ConstUint64(b.subst(op.Size))
	if !ok || !isConst || size > b.prog.MaxObject() {
		return nil, unsupported(e.Pos, "an object whose size is not constant")
	}
	return b.newInstance(&instance{obj: obj, owner: p, alloc: k, size: size, zero: op.Zero, static: -1,
		name: op.Name}, e.Pos)
}

func (b *builder) newInstance(in *instance, pos source.Pos) (*instance, error) {
	r := b.nextRegion
	if r >= b.prog.Regions() {
		return nil, unsupported(pos, "more objects than there are addresses")
	}
	b.nextRegion++
	in.addr = b.prog.RegionStart(r)
	if in.name == "" {
		in.name = fmt.Sprintf("object%d", len(b.instances))
	}
	b.addInstance(in)
	b.sys.addrs[in.alloc] = in.addr
	return in, nil
}

func (b *builder) addInstance(in *instance) {
	b.instances = append(b.instances, in)
	b.byRegion[b.prog.RegionOf(in.addr)] = in
}
