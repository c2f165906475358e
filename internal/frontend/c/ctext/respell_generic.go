package ctext

import (
	"bytes"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/c/ctype"
)

// maxGenericDepth bounds generic selections inside one another: each doubles what is inside.
const maxGenericDepth = 5

// association is a part of a generic selection: T: e. Places are offsets; key
// is -1 for "default", and of the controlling expression, which has no type.
type association struct {
	typ, colon, end int
	isDefault       bool
}

// generic respells the generic selection whose keyword stands at start:
//
//	_Generic(x, T: a, default: b)
//
// becomes
//
//	__builtin_choose_expr(1, _Generic(x, T: a, default: b), __whittle_generic_(x, _Alignof(T), a, 0, b))
//
// The selection in front is a copy: what the parser takes for the type of the expression is that of its own
// choice. All operands are in the call, with their places. It is resolved after parsing; see settle.
func (r *respeller) generic(start int) {
	back := r.i
	parts, closing, ok := r.associations()
	if !ok || r.depth >= maxGenericDepth {
		r.i = back
		return
	}
	hasDefault := false
	for _, p := range parts[1:] {
		hasDefault = hasDefault || p.isDefault
	}
	inner := *r
	inner.edits, inner.depth = nil, r.depth+1
	for _, p := range parts {
		inner.i, inner.end = p.colon, p.end
		inner.region()
		if inner.err != nil {
			r.err, r.errAt, r.edits = inner.err, inner.errAt, append(r.edits, inner.edits...)
			return
		}
	}
	// The copy has what is inside respelled as well.
	var copied strings.Builder
	copied.WriteString("_Generic(")
	for i, p := range parts {
		if i > 0 {
			typ := r.flat(p.typ, p.colon, nil)
			if strings.Contains(typ, "enum") {
				// the parser takes the colon for that of C23's enum e : type
				typ += " __attribute__((unused))"
			}
			copied.WriteString(", " + typ)
		}
		copied.WriteString(r.flat(p.colon, p.end, inner.edits))
	}
	if first := parts[min(1, len(parts)-1)]; !hasDefault {
		// The parser may find no association where there is one.
		copied.WriteString(", default" + r.flat(first.colon, first.end, inner.edits))
	}
	r.edit(start, len("_Generic"), "__builtin_choose_expr(1, "+copied.String()+"), "+ctype.Generic)
	for _, p := range parts[1:] {
		if p.isDefault {
			r.edit(p.typ, len("default"), "0 ")
		} else {
			r.edit(p.typ, 0, "_Alignof(")
			r.edit(p.colon, 0, ")")
		}
		r.edit(p.colon, 1, ",")
	}
	r.edit(closing, 0, ")")
	r.edits = append(r.edits, inner.edits...)
	r.i = closing + 1
}

// associations reads the brackets of a generic selection. The first part is the controlling expression. ok is
// false if they have another form, as when macros make them.
func (r *respeller) associations() (parts []association, closing int, ok bool) {
	directive := bytes.HasPrefix(bytes.TrimLeft(r.text[r.lineStart(r.i):], " \t"), []byte("#"))
	_, k := r.token()
	if k != '(' {
		return nil, 0, false
	}
	p := association{typ: r.i, colon: r.i}
	depth, questions := 1, 0
	for {
		from := r.i
		at, k := r.token()
		if k == 0 {
			return nil, 0, false
		}
		if directive && brokenLine(r.text[from:at]) {
			return nil, 0, false // the macro ends before
		}
		switch k {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '?':
			if depth == 1 {
				questions++
			}
		case 'a':
			if depth == 1 && p.typ < 0 {
				p.typ, p.isDefault = at, string(r.text[at:r.i]) == "default"
				continue
			}
		case ':':
			switch {
			case depth != 1:
			case questions > 0:
				questions--
			case len(parts) > 0 && p.colon < 0 && p.typ >= 0:
				p.colon = at
			default:
				return nil, 0, false
			}
		}
		if depth == 0 || depth == 1 && k == ',' {
			if p.colon < 0 {
				return nil, 0, false
			}
			p.end = at
			parts = append(parts, p)
			p, questions = association{typ: -1, colon: -1}, 0
			if depth == 0 {
				return parts, at, len(parts) > 1
			}
		}
	}
}

// lineStart is where the line of a place begins, lines joined by backslashes counted as one.
func (r *respeller) lineStart(i int) int {
	for {
		nl := bytes.LastIndexByte(r.text[:i], '\n')
		if nl < 0 {
			return 0
		}
		if joined := bytes.TrimRight(r.text[:nl], "\r"); len(joined) > 0 && joined[len(joined)-1] == '\\' {
			i = nl
			continue
		}
		return nl + 1
	}
}

// brokenLine reports whether white space has the end of a line that no backslash continues.
func brokenLine(space []byte) bool {
	for i, c := range space {
		if c == '\n' &&
			(i == 0 || space[i-1] != '\\' && !(space[i-1] == '\r' && i > 1 && space[i-2] == '\\')) {
			return true
		}
	}
	return false
}

// flat is a part of the text with edits, without comments and on one line.
func (r *respeller) flat(from, to int, edits []Insertion) string {
	var text []byte
	done := from
	// Selections inside one another leave their edits in another order.
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Insertion) int { return a.Offset - b.Offset })
	for _, e := range edits {
		if e.Offset >= from && e.Offset < to {
			text = append(append(text, r.text[done:e.Offset]...), e.Text...)
			done = e.Offset + e.cut
		}
	}
	scan := respeller{text: append(text, r.text[done:to]...)}
	scan.end = len(scan.text)
	var b strings.Builder
	for end := 0; ; end = scan.i {
		at, k := scan.token()
		if k == 0 {
			return b.String()
		}
		if at > end {
			b.WriteByte(' ')
		}
		b.Write(scan.text[at:scan.i])
	}
}
