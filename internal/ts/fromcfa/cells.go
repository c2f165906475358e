package fromcfa

import (
	"fmt"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/reduce"
	"whittle.dev/term"
)

// cells makes variables of memory: a scalar, or an array of the places of one class that lie at
// equal distances in an object.
type cells struct {
	objects *objects
	out     *Translation
	cut     *pass.Cells
	slots   map[slotKey]*slots
	byPlace map[varKey]int
	arrays  map[varKey]bool // by object and class: whether its places are an array
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

// place is where in memory a variable lies: elements of size bytes at offset + i*stride.
type place struct {
	object int      // static object, or -1
	alloc  allocKey // the allocation, if object is -1
	offset uint64
	stride uint64 // 0: a scalar
	size   uint64
}

type varKey struct {
	addr, offset uint64
	class        int
}

// find finds how accesses touch objects, by object and class, in the procedures that are used.
func (x *cells) find(used []bool) error {
	prog := x.objects.prog
	for i, proc := range prog.Procs {
		if !used[i] {
			continue
		}
		for _, e := range proc.Edges {
			a, ok := step.BytesOf(prog, e.Op)
			if !ok {
				continue
			}
			class := x.cut.ByEdge[e]
			if a.Size != x.cut.Classes[class].Size {
				return unsupported(e.Pos, "memory that is accessed in parts of different sizes")
			}
			v := x.objects.pts.Of(a.Addr)
			if v.Unknown {
				return unsupported(e.Pos, "an access through a computed address")
			}
			for _, r := range v.Refs {
				k := slotKey{r.Obj, class}
				if s := x.slots[k]; s == nil {
					x.slots[k] = &slots{stride: r.Off.Mod, rem: r.Off.Rem, array: r.Off.Mod != 0}
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

// target is the variable that an access touches, its index, and the condition
// under which the address is one of the variable's places.
type target struct {
	v     int       // -1: there is none, the access is invalid
	index term.Term // None for scalars
	valid term.Term
}

// resolve finds what edge e of a process accesses at the address addr, which is
// the edge's own address in the present state.
func (x *cells) resolve(process int, e *cfa.Edge, addr term.Term) (target, error) {
	prog, st := x.objects.prog, x.objects.prog.Terms
	own, _ := step.BytesOf(prog, e.Op)
	size := own.Size
	o := x.objects.at(addr)
	if o == nil {
		var err error
		if o, err = x.objects.of(process, own.Addr, e.Pos); err != nil {
			return target{}, err
		}
	}
	class := x.cut.ByEdge[e]
	s := x.slots[slotKey{o.obj, class}]
	if s == nil || own.Writes() && o.static >= 0 && prog.Objects[o.static].ReadOnly {
		// The analysis says that the former cannot be.
		return target{v: -1, valid: st.False()}, nil
	}
	off := st.BVSub(addr, prog.Ptr(o.addr))
	if !s.array && s.stride == 0 || !s.array && st.IsConst(off) {
		at := s.rem
		if c, ok := st.ConstUint64(off); ok {
			at = int64(c)
		}
		if at < 0 || uint64(at)+size > o.size {
			return target{v: -1, valid: st.False()}, nil
		}
		v, err := x.variable(o, class, size, uint64(at), nil, e.Pos)
		return target{v: v, valid: st.Eq(off, prog.Ptr(uint64(at)))}, err
	}
	if uint64(s.rem)+size > o.size { // not even the first place is in the object
		return target{v: -1, valid: st.False()}, nil
	}
	if s.count == 0 {
		s.count = int((o.size-uint64(s.rem)-size)/s.stride) + 1
	}
	exact := st.True()
	from := st.BVSub(off, prog.Ptr(uint64(s.rem)))
	q, ok := divide(st, from, s.stride)
	if !ok { // a pointer that was computed before
		by := prog.Ptr(s.stride)
		q = st.BVUDiv(from, by)
		exact = st.Eq(st.BVMul(q, by), from)
	}
	v, err := x.variable(o, class, size, uint64(s.rem), s, e.Pos)
	if err != nil {
		return target{}, err
	}
	return target{v: v, index: reduce.LowBits(st, q, indexWidth(s.count)),
		valid: st.And(exact, below(st, q, uint64(s.count)))}, nil
}

// variable returns the variable for a scalar of an object, or with s for an array. The places of a class in
// an object cannot be both: then the same memory would be in two variables.
func (x *cells) variable(o *object, class int, size, offset uint64, s *slots, pos source.Pos) (int, error) {
	all := varKey{addr: o.addr, class: class}
	if old, ok := x.arrays[all]; ok && old != (s != nil) {
		return 0, unsupported(pos, "memory that is accessed at constant and at computed addresses")
	}
	x.arrays[all] = s != nil
	k := varKey{o.addr, offset, class}
	if v, ok := x.byPlace[k]; ok {
		return v, nil
	}
	st, sys := x.objects.prog.Terms, x.out.System
	pl := place{object: o.static, alloc: o.alloc, offset: offset, size: size}
	sort := term.BitVec(int(size * 8))
	v := ts.Var{Name: o.name, Owner: ts.Shared}
	if s == nil {
		if o.size != size {
			v.Name = placeName(o, offset, size)
		}
		v.Init = x.objects.initial(o, offset, size)
	} else {
		pl.stride = s.stride
		v.Len = s.count
		if offset != 0 {
			v.Name = fmt.Sprintf("%s+%d", o.name, offset)
		}
		sort = st.ArraySort(term.BitVec(indexWidth(s.count)), sort)
		v.Init = x.initialArray(o, offset, size, s, sort)
	}
	v.Name = sys.Unique(v.Name)
	v.Sym = st.Symbol(v.Name, sort)
	if v.Init == term.None {
		v.Init = st.Symbol(sys.Unique(v.Name+"@0"), sort)
		x.out.contents = append(x.out.contents, content{v.Init, pl, v.Len})
	}
	x.byPlace[k] = len(sys.Vars)
	sys.Vars = append(sys.Vars, v)
	return x.byPlace[k], nil
}

func placeName(o *object, offset, size uint64) string {
	if o.size%size == 0 && offset%size == 0 && o.size/size <= 1<<16 {
		return fmt.Sprintf("%s[%d]", o.name, offset/size)
	}
	return fmt.Sprintf("%s+%d", o.name, offset)
}

// initialArray is the content of an array when the program starts, None for any.
func (x *cells) initialArray(o *object, offset, size uint64, s *slots, sort term.Sort) term.Term {
	st := x.objects.prog.Terms
	zero := st.BV(int(size*8), 0)
	t := st.ConstArray(sort, zero)
	for i := range s.count {
		v := x.objects.initial(o, offset+uint64(i)*s.stride, size)
		if v == term.None {
			return term.None
		}
		if v != zero {
			t = st.StoreArr(t, st.BV(indexWidth(s.count), uint64(i)), v)
		}
	}
	return t
}
