package layout

import (
	"fmt"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

type recordType interface {
	cc.Type
	NumFields() int
	FieldByIndex(int) *cc.Field
}

// record returns the layout of a struct or union.
func (l *Layout) record(t cc.Type) *record {
	if r := l.done[t]; r != nil {
		return r
	}
	if l.open[t] {
		return &record{err: fmt.Errorf("%s contains itself", t)}
	}
	l.open[t] = true
	r := l.place(t.(recordType))
	delete(l.open, t)
	l.done[t] = r
	return r
}

// placing is gcc's record_layout_info: where the next member goes.
type placing struct {
	l       *Layout
	spec    *spec
	isUnion bool
	bits    uint64 // position after what is placed
	size    uint64 // of a union so far, bits
	align   uint64 // of the record so far, bits
	user    bool
	err     error
}

// member is what place knows about one member.
type member struct {
	f        *cc.Field
	t        cc.Type
	size     uint64 // bits
	bitField bool
	zero     bool // a bit-field of width zero
	named    bool
	packed   bool
	declared uint64 // bits: alignment that the declaration asks for, 0 for none
}

// nothing reports whether a struct or union has only bit-fields of width zero:
// what checks a condition at compile time may consist of one.
func nothing(t recordType) bool {
	for i := range t.NumFields() {
		f := t.FieldByIndex(i)
		if f == nil || !f.IsBitfield() || f.Declarator() != nil || f.ValueBits() != 0 {
			return false
		}
	}
	return true
}

func (l *Layout) place(t recordType) *record {
	n := t.NumFields()
	if n == 0 {
		if t.IsIncomplete() {
			return &record{align: 1, err: fmt.Errorf("%s is incomplete", t)}
		}
		return &record{align: 1}
	}
	s, ok := l.spec(t)
	if !ok && nothing(t) {
		return &record{align: 1}
	}
	if !ok {
		return &record{align: 1, err: fmt.Errorf("the layout of %s is not supported", t)}
	}
	p := &placing{l: l, spec: s, isUnion: t.Kind() == cc.Union, align: 8}
	if s.aligned > 0 {
		p.align = max(p.align, 8*s.aligned)
		p.user = true
	}
	type placed struct {
		member
		at uint64 // bits
	}
	var all []placed
	for i := 0; i < n; i++ {
		f := t.FieldByIndex(i)
		if f == nil {
			return &record{align: 1, err: fmt.Errorf("the layout of %s is not known", t)}
		}
		m, err := p.member(f, i)
		if err != nil {
			return &record{align: 1, err: err}
		}
		at := p.put(m)
		if p.err != nil {
			return &record{align: 1, err: p.err}
		}
		all = append(all, placed{m, at})
	}
	total := p.bits
	if p.isUnion {
		total = p.size
	}
	r := &record{align: p.align / 8, userAlign: p.user}
	r.size = roundUp((total+7)/8, r.align)

	// A bit-field is accessed in bytes that belong to bit-fields or padding.
	for i, m := range all {
		if !m.bitField {
			r.fields = append(r.fields, Field{Name: m.f.Name(), Type: m.t, Offset: m.at / 8,
				Container: m.size / 8, Member: m.f})
			continue
		}
		if m.zero {
			continue
		}
		first, last := uint64(0), 8*((m.size+7)/8) // in a union
		if !p.isUnion {
			first, last = m.at, 8*r.size
			for j := i - 1; j >= 0 && all[j].bitField && !all[j].zero; j-- {
				first = all[j].at
			}
			for j := i + 1; j < len(all); j++ {
				if !all[j].bitField || all[j].zero && all[j].at > m.at {
					last = all[j].at
					break
				}
			}
		}
		from, to := m.at, m.at+m.size // the bits of its memory location
		if !p.isUnion {
			for j := i - 1; j >= 0 && all[j].bitField && !all[j].zero; j-- {
				from = all[j].at
			}
			for j := i + 1; j < len(all) && all[j].bitField && !all[j].zero; j++ {
				to = all[j].at + all[j].size
			}
		}
		off, size := container(m.at, m.size, first/8, last/8, unitSize(l, m.t))
		r.fields = append(r.fields, Field{
			Name: m.f.Name(), Type: m.t, Offset: off, Container: size,
			IsBitField: true, BitOffset: uint(m.at - 8*off), BitWidth: uint(m.size), Member: m.f,
			First: from / 8, End: (to + 7) / 8,
		})
	}
	return r
}

func unitSize(l *Layout, t cc.Type) uint64 {
	if s, err := l.Sizeof(t); err == nil && s > 0 {
		return s
	}
	return 1
}

// container chooses the bytes through which a bit-field is accessed: the aligned unit of its type when it
// lies within [first, last), the bytes that the bit-fields around it occupy; else just the bytes it covers.
func container(at, width, first, last, unit uint64) (off, size uint64) {
	off = at / 8 / unit * unit
	if off >= first && off+unit <= last && at+width <= 8*(off+unit) {
		return off, unit
	}
	off = at / 8
	return off, (at+width+7)/8 - off
}

// member gathers what is known about the i-th member.
func (p *placing) member(f *cc.Field, i int) (member, error) {
	m := member{f: f, t: f.Type(), bitField: f.IsBitfield(), named: f.Declarator() != nil,
		packed: p.spec.packed}
	if i < len(p.spec.members) {
		s := p.spec.members[i]
		m.packed = m.packed || s.packed
		m.declared = 8 * s.aligned
		for _, t := range s.alignAs {
			a, err := p.l.Alignof(t)
			if err != nil {
				return m, err
			}
			m.declared = max(m.declared, 8*a)
		}
	}
	switch {
	case m.bitField:
		m.size = uint64(f.ValueBits())
		m.zero = m.size == 0
	case isFlexible(m.t):
		// a flexible array member: no size
	default:
		size, err := p.l.Sizeof(m.t)
		if err != nil {
			return m, fmt.Errorf("member %q: %w", f.Name(), err)
		}
		if size > 1<<58 {
			return m, fmt.Errorf("member %q is too large", f.Name())
		}
		m.size = 8 * size
	}
	return m, nil
}

func isFlexible(t cc.Type) bool {
	a, ok := t.(*cc.ArrayType)
	return ok && a.Len() < 0 && !syntax.IsVLA(a)
}

// put places one member and returns its position in bits: gcc's place_field and update_alignment_for_field.
func (p *placing) put(m member) uint64 {
	known := uint64(0) // 0: aligned to anything
	if !p.isUnion {
		known = p.bits & -p.bits
	}
	ta, tuser, err := p.l.align(m.t)
	if err != nil {
		p.err = fmt.Errorf("member %q: %w", m.f.Name(), err)
		return 0
	}
	typeAlign := 8 * ta
	adjusted := 8 * p.l.memberAlign(m.t, ta, tuser)
	desired, user, bitField := p.declAlign(m, typeAlign, tuser, known)

	if m.bitField {
		if m.named {
			a := adjusted
			switch {
			case m.zero:
			case p.spec.pack != 0:
				a = min(a, 8*p.spec.pack)
			case m.packed:
				a = min(a, 8)
			}
			p.align = max(p.align, desired, a)
			user = user || tuser
		}
	} else {
		p.align = max(p.align, desired)
	}
	p.user = p.user || user
	if p.isUnion {
		p.size = max(p.size, roundUp(m.size, 8))
		return 0
	}
	if known != 0 && known < desired {
		p.bits = roundUp(p.bits, desired)
	}
	if bitField && !m.zero && !m.packed && p.spec.pack == 0 {
		// A bit-field may not span more units of its type's alignment than the type itself.
		unit, err := p.l.Sizeof(m.t)
		if err != nil {
			p.err = err
			return 0
		}
		in := p.bits % adjusted
		if (in+m.size+adjusted-1)/adjusted > 8*unit/adjusted {
			p.bits = roundUp(p.bits, adjusted)
		}
	}
	at := p.bits
	p.bits += m.size
	return at
}

// declAlign is gcc's layout_decl for members: the alignment in bits, whether the user asked for it, and
// whether the member is still a bit-field (one that fills a machine mode in the right place is not).
func (p *placing) declAlign(m member, typeAlign uint64, typeUser bool, known uint64) (align uint64, user,
	bitField bool) {
	align, user = 1, false
	if m.declared > 0 {
		align, user = m.declared, true
	}
	declUser := user
	packed := m.packed
	doType := func() {
		if typeAlign > align {
			align, user = typeAlign, typeUser
		}
	}
	switch {
	case m.bitField && m.zero:
		packed = false
		bitField = true
		doType()
	case m.bitField:
		bitField = true
		switch m.size {
		case 8, 16, 32, 64, 128:
			if m.size == 128 && p.l.model == ILP32 {
				break
			}
			if !(m.size > 8 && m.packed) && (known == 0 || known >= m.size) {
				align = max(align, m.size)
				bitField = false
			}
		}
	case packed && declUser:
	default:
		doType()
	}
	if packed && !declUser {
		align = min(align, 8)
	}
	if !packed && !user {
		align = min(align, 8*p.l.memberAlign(m.t, max(align/8, 1), false))
		align = max(align, 1)
	}
	if p.spec.pack != 0 && !(m.bitField && m.zero) {
		align = min(align, 8*p.spec.pack)
	}
	return align, user, bitField
}

func roundUp(n, to uint64) uint64 {
	if to <= 1 {
		return n
	}
	return (n + to - 1) / to * to
}
