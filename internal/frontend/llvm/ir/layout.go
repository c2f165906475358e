package ir

import (
	"strconv"
	"strings"
)

// Layout says how types lie in memory on the target of a module.
type Layout struct {
	BigEndian bool
	pointers  map[int]pointerLayout
	ints      map[int]uint64 // alignments in bytes, by bits
	floats    map[int]uint64
	vectors   map[int]uint64
	aggregate uint64
}

type pointerLayout struct {
	bits  int
	align uint64
}

// newLayout reads the text of a data layout. What it does not say is as the language reference has it, and
// words that are not known are skipped.
func newLayout(text string) *Layout {
	l := &Layout{pointers: map[int]pointerLayout{0: {64, 8}},
		ints:      map[int]uint64{1: 1, 8: 1, 16: 2, 32: 4, 64: 4},
		floats:    map[int]uint64{16: 2, 32: 4, 64: 8, 128: 16},
		vectors:   map[int]uint64{64: 8, 128: 16},
		aggregate: 1}
	for _, w := range strings.Split(text, "-") {
		if w == "E" {
			l.BigEndian = true
		}
		if w == "" {
			continue
		}
		parts := strings.Split(w[1:], ":")
		n, err := strconv.Atoi(parts[0])
		number := func(i int) uint64 {
			if i >= len(parts) {
				return 0
			}
			v, err := strconv.ParseUint(parts[i], 10, 20)
			if err != nil {
				return 0
			}
			return v / 8
		}
		switch w[0] {
		case 'p':
			if parts[0] == "" {
				n, err = 0, nil
			}
			if bits := number(1); err == nil && bits > 0 {
				l.pointers[n] = pointerLayout{int(8 * bits), max(number(2), 1)}
			}
		case 'i', 'f', 'v':
			align := number(1)
			if err != nil || align == 0 {
				continue
			}
			switch w[0] {
			case 'i':
				l.ints[n] = align
			case 'f':
				l.floats[n] = align
			case 'v':
				l.vectors[n] = align
			}
		case 'a':
			if align := number(1); align > 0 {
				l.aggregate = align
			}
		}
	}
	return l
}

// PointerBits is the width of pointers.
func (l *Layout) PointerBits() int { return l.pointers[0].bits }

// maxSize limits the sizes of types, in bytes.
const maxSize = 1 << 47

// Size is how many bytes an object of the type has in memory, padding to its alignment included; ok is false
// if the type has no size.
func (l *Layout) Size(t *Type) (size uint64, ok bool) {
	size, ok = l.StoreSize(t)
	return roundUp(size, l.Align(t)), ok
}

// StoreSize is how many bytes a store of the type writes.
func (l *Layout) StoreSize(t *Type) (size uint64, ok bool) { return l.storeSize(t, 0) }

func (l *Layout) storeSize(t *Type, depth int) (uint64, bool) {
	if depth > maxDepth {
		return 0, false
	}
	switch t.Kind {
	case Int:
		return (uint64(t.Bits) + 7) / 8, true
	case Half, BFloat:
		return 2, true
	case Float:
		return 4, true
	case Double, MMX:
		return 8, true
	case X86FP80:
		return 10, true
	case FP128, PPCFP128:
		return 16, true
	case Pointer:
		return uint64(l.pointer(t).bits / 8), true
	case Vector:
		if t.Scalable {
			return 0, false
		}
		if t.Elem.Kind == Int {
			return bounded((t.Len*uint64(t.Elem.Bits) + 7) / 8)
		}
		n, ok := l.storeSize(t.Elem, depth+1)
		if !ok || n != 0 && t.Len > maxSize/n {
			return 0, false
		}
		return n * t.Len, true
	case Array:
		n, ok := l.storeSize(t.Elem, depth+1)
		n = roundUp(n, l.Align(t.Elem))
		if !ok || n != 0 && t.Len > maxSize/n {
			return 0, false
		}
		return n * t.Len, true
	case Struct:
		if t.Opaque {
			return 0, false
		}
		at := uint64(0)
		for _, f := range t.Fields {
			n, ok := l.storeSize(f, depth+1)
			if !ok {
				return 0, false
			}
			align := l.fieldAlign(t, f)
			at = roundUp(at, align) + roundUp(n, l.Align(f))
			if at > maxSize {
				return 0, false
			}
		}
		return roundUp(at, l.Align(t)), true
	}
	return 0, false
}

func bounded(n uint64) (uint64, bool) { return n, n <= maxSize }

func (l *Layout) pointer(t *Type) pointerLayout {
	if p, ok := l.pointers[t.AddrSpace]; ok {
		return p
	}
	return l.pointers[0]
}

func (l *Layout) fieldAlign(t, field *Type) uint64 {
	if t.Packed {
		return 1
	}
	return l.Align(field)
}

// Align is the alignment of a type that the target's ABI asks for, in bytes.
func (l *Layout) Align(t *Type) uint64 { return l.align(t, 0) }

func (l *Layout) align(t *Type, depth int) uint64 {
	if depth > maxDepth {
		return 1
	}
	switch t.Kind {
	case Int:
		if a := l.ints[t.Bits]; a > 0 {
			return a
		}
		// The next larger width that the layout names, else the largest one.
		best, largest := 0, 0
		for bits := range l.ints {
			if bits > t.Bits && (best == 0 || bits < best) {
				best = bits
			}
			largest = max(largest, bits)
		}
		if best == 0 {
			best = largest
		}
		return l.ints[best]
	case Half, BFloat:
		return l.floats[16]
	case Float:
		return l.floats[32]
	case Double:
		return l.floats[64]
	case X86FP80:
		if a := l.floats[80]; a > 0 {
			return a
		}
		return 16
	case FP128, PPCFP128:
		return l.floats[128]
	case MMX:
		return 8
	case Pointer:
		return l.pointer(t).align
	case Vector:
		size, _ := l.storeSize(t, depth+1)
		if a := l.vectors[int(min(size, 1<<20))*8]; a > 0 {
			return a
		}
		a := uint64(1)
		for a < size && a < 1<<20 {
			a *= 2
		}
		return a
	case Array:
		return l.align(t.Elem, depth+1)
	case Struct:
		if t.Packed {
			return 1
		}
		a := l.aggregate
		for _, f := range t.Fields {
			a = max(a, l.align(f, depth+1))
		}
		return a
	}
	return 1
}

// Offset is where a field of a structure begins.
func (l *Layout) Offset(t *Type, field int) uint64 {
	at := uint64(0)
	for i, f := range t.Fields {
		at = roundUp(at, l.fieldAlign(t, f))
		if i == field {
			break
		}
		n, _ := l.Size(f)
		at += n
	}
	return at
}

func roundUp(n, align uint64) uint64 {
	if align <= 1 {
		return n
	}
	return (n + align - 1) / align * align
}
