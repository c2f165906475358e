package report

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"whittle.dev/internal/trace"
)

// storeRun is a row of writes, or reads, side by side.
type storeRun struct {
	at, told int // the first effect that tells it, and how many do
	next     uint64
	names    []string
	values   []string
	bytes    []byte
	single   []bool // by write: it is of one byte
	chars    bool   // all are of one byte
	zero     bool
	w        *words
	found    []Effect // by members
}

// maxGap is the padding between members that a row may leave out.
const maxGap = 8

// goesOn reports whether a write goes on where a row has ended, of which the last of n effects tell.
func (r *storeRun) goesOn(s *trace.Step, n int) bool {
	return len(r.names) > 0 && r.at+r.told == n && s.Addr >= r.next && s.Addr-r.next < maxGap &&
		rootOf(s.Object) == rootOf(r.names[0])
}

func (r *storeRun) add(s *trace.Step, w *words) {
	first := len(r.names) == 0
	one := s.Value.Width == 8
	r.chars, r.zero = (first || r.chars) && one, (first || r.zero) && s.Value.Bits == 0 && s.Value.High == 0
	r.names, r.values = append(r.names, w.object(s)), append(r.values, w.value(s.Value))
	r.bytes, r.single = append(r.bytes, byte(s.Value.Bits)), append(r.single, one)
	r.next, r.w = s.Addr+uint64(s.Value.Width/8), w
}

// maxElements is how many elements of an array are told.
const maxElements = 8

// effects is a row of at least three writes as one: of a string, of an array, or of anything set to zero; or,
// of what is copied byte by byte, as one for each member. nil: they are told one by one.
func (r *storeRun) effects(kind EffectKind) []Effect {
	if len(r.names) < 3 {
		return nil
	}
	if object, value := r.whole(); value != "" {
		return []Effect{{Kind: kind, Object: object, Value: value}}
	}
	return r.members(kind)
}

// maxRow is the length of a row up to which its members are looked for.
const maxRow = 256

// members is a row in which single bytes of members, and those between members, are written, which are not
// told; nil: there are none.
func (r *storeRun) members(kind EffectKind) []Effect {
	if len(r.names) > maxRow {
		return r.found
	}
	out := []Effect{}
	split := false
	for i := 0; i < len(r.names); {
		base, _, inside := strings.Cut(r.names[i], "+")
		j := i + 1
		for j < len(r.names) && strings.HasPrefix(r.names[j], base+"+") {
			j++
		}
		characters := r.characters(i)
		switch value := r.values[i]; {
		case characters > 2:
			split, j = true, i+characters
			of, first, _ := element(base)
			out = append(out, Effect{Kind: kind, Object: r.place(of, first, characters),
				Value: literal(r.bytes[i:j])})
		case inside: // between members
			split = true
		case j-i > 1:
			split = true
			value = r.w.value(numberOf(r.bytes[i:j]))
			fallthrough
		default:
			out = append(out, Effect{Kind: kind, Object: base, Value: value})
		}
		i = j
	}
	if !split {
		return nil
	}
	if len(out) > maxElements {
		out = append(out[:maxElements], Effect{Kind: EffectMore})
	}
	r.found = out
	return out
}

// characters is how many elements of an array of characters the row has from the i-th on.
func (r *storeRun) characters(i int) int {
	base, first, ok := element(r.names[i])
	j := i
	for ; j < len(r.names) && ok && r.single[j]; j++ {
		if of, at, same := element(r.names[j]); !same || of != base || at != first+j-i {
			break
		}
	}
	return j - i
}

// numberOf is the value of bytes in memory, as what a signed integer has if it is negative.
func numberOf(row []byte) *trace.Value {
	v := &trace.Value{Width: 8 * min(len(row), 8)}
	for i := range v.Width / 8 {
		v.Bits |= uint64(row[i]) << (8 * i)
	}
	v.Signed = v.Width < 64 && row[v.Width/8-1] >= 0x80
	return v
}

// whole is the place of a row and its value; the value is empty if it has none.
func (r *storeRun) whole() (object, value string) {
	n := len(r.names)
	base, first, ok := element(r.names[0])
	if last, at, same := element(r.names[n-1]); ok && same && last == base && at-first == n-1 {
		switch {
		case r.chars && !r.zero:
			return r.place(base, first, n), literal(r.bytes)
		case r.zero:
			return r.place(base, first, n), "{0}"
		case n <= maxElements:
			return r.place(base, first, n), "{" + strings.Join(r.values, ", ") + "}"
		}
		return r.place(base, first, n), "{" + strings.Join(r.values[:maxElements], ", ") + ", ...}"
	}
	if r.zero && !strings.Contains(r.names[0], "+") {
		return common(r.names), "{0}"
	}
	return "", ""
}

// place names elements of an array: the array, if they are the first ones.
func (r *storeRun) place(base string, first, n int) string {
	if first == 0 {
		return base
	}
	return fmt.Sprintf("%s[%d..%d]", base, first, first+n-1)
}

// maxLiteral is the length of the longest string that is told.
const maxLiteral = 60

// literal is a string of C, without the zeros at its end.
func literal(b []byte) string {
	b = bytes.TrimRight(b, "\x00")
	more := ""
	if len(b) > maxLiteral {
		b, more = b[:maxLiteral], "..."
	}
	var out strings.Builder
	out.WriteByte('"')
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch escape := strings.IndexByte("\a\b\f\n\r\t\v\"\\", b[0]); {
		case escape >= 0:
			out.WriteString(`\` + `abfnrtv"\`[escape:escape+1])
		case r == utf8.RuneError && size == 1, !unicode.IsPrint(r):
			size = 1
			fmt.Fprintf(&out, "\\%03o", b[0])
		default:
			out.Write(b[:size])
		}
		b = b[size:]
	}
	out.WriteByte('"')
	return out.String() + more
}

// element splits "a.b[3]" into "a.b" and 3.
func element(name string) (base string, index int, ok bool) {
	i := strings.LastIndexByte(name, '[')
	if i < 0 || !strings.HasSuffix(name, "]") {
		return "", 0, false
	}
	index, err := strconv.Atoi(name[i+1 : len(name)-1])
	return name[:i], index, err == nil
}

// rootOf is the object of a name such as "a.b[3]".
func rootOf(name string) string {
	if i := strings.IndexAny(name, ".[+"); i > 0 {
		return name[:i]
	}
	return name
}

// common is the place that the names have in common.
func common(names []string) string {
	first := names[0]
	for _, n := range names[1:] {
		for !strings.HasPrefix(n, first) {
			first = first[:len(first)-1]
		}
	}
	if i := strings.LastIndexAny(first, ".["); i > 0 && len(first) < len(names[0]) {
		first = first[:i]
	}
	return first
}

// copied is a member that a library function has written byte by byte, one of them in a step, with its value;
// nil: the step is none of these.
func (w *words) copied(s *trace.Step) (name string, v *trace.Value) {
	const around = 16 // bytes, with what is read between them
	if !s.Model || s.Kind != trace.KindStore || s.Value == nil || s.Value.Width != 8 {
		return "", nil
	}
	base, _, _ := strings.Cut(s.Object, "+")
	at := slices.IndexFunc(w.t.Steps, func(x trace.Step) bool { return x.Key == s.Key && x.Kind == s.Kind })
	found := map[uint64]byte{}
	begin := uint64(0)
	for i := max(at-2*around, 0); i < min(at+2*around, len(w.t.Steps)); i++ {
		x := &w.t.Steps[i]
		of, _, inside := strings.Cut(x.Object, "+")
		if of != base || x.Kind != trace.KindStore || x.Thread != s.Thread || x.User != s.User ||
			x.Value == nil || x.Value.Width != 8 {
			continue
		}
		if !inside {
			begin = x.Addr
		}
		found[x.Addr] = byte(x.Value.Bits)
	}
	var row []byte
	for b, ok := found[begin]; ok && len(row) < 8; b, ok = found[begin+uint64(len(row))] {
		row = append(row, b)
	}
	if len(row) < 2 {
		return "", nil
	}
	return w.t.Names.Whole(base), numberOf(row)
}
