package term

// maxStoreWalk bounds how many writes a read looks through.
const maxStoreWalk = 1024

// Select returns the element of array a at index i.
func (s *Store) Select(a, i Term) Term {
	index, elem := s.wantArray(OpSelect, a)
	s.want(OpSelect, i, index)
	for range maxStoreWalk {
		n := s.node(a)
		switch n.op() {
		case OpConstArray:
			return n.arg[0]
		case OpStore:
			if n.arg[1] == i {
				return n.arg[2]
			}
			if s.differ(n.arg[1], i) {
				a = n.arg[0]
				continue
			}
		}
		break
	}
	return s.intern(head(OpSelect, elem), a, i, 0)
}

func (s *Store) wantArray(op Op, a Term) (index, elem Sort) {
	sort := s.node(a).sort()
	if !sort.IsArray() {
		panic("term: operand of " + op.String() + " has sort " + sort.String() + ", want an array")
	}
	return s.ArrayParts(sort)
}

// differ reports whether two terms are known to have different values: different
// literals, different literal offsets from one term, or complements.
func (s *Store) differ(a, b Term) bool {
	if s.IsConst(a) && s.IsConst(b) {
		return a != b
	}
	if s.bvComplements(a, b) {
		return true
	}
	x, c := s.offset(a)
	y, d := s.offset(b)
	return x == y && c != d
}

// offset splits a bit-vector t = x + c; the literal c is None for t itself.
func (s *Store) offset(t Term) (x, c Term) {
	if x, c, ok := s.plusConst(t); ok {
		return x, c
	}
	return t, None
}

// StoreArr returns the array a with the element at index i replaced by v.
func (s *Store) StoreArr(a, i, v Term) Term {
	index, elem := s.wantArray(OpStore, a)
	s.want(OpStore, i, index)
	s.want(OpStore, v, elem)
	n := s.node(a)
	switch {
	case n.op() == OpStore && n.arg[1] == i: // overwritten
		return s.StoreArr(n.arg[0], i, v)
	case n.op() == OpConstArray && n.arg[0] == v:
		return a
	}
	if x, j, ok := s.isOp(v, OpSelect); ok && x == a && j == i {
		return a
	}
	return s.intern(head(OpStore, s.node(a).sort()), a, i, v)
}
