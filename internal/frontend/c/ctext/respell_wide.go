package ctext

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// wide respells a literal with a prefix, which ends where the walk is. Of those of C11 the parser knows L
// alone, and it reads the escapes in them as bytes:
//
//   - u'x' and U'x' are numbers of their types.
//   - Escapes in L"text" and U"text" become the characters themselves.
//   - U"text" becomes L"text" where it initialises or is assigned to something
//     that has a type of its own, for the elements have another type.
func (r *respeller) wide(start, quote int) {
	prefix, lit := string(r.text[start:quote]), r.text[quote:r.i]
	if len(lit) < 2 || lit[len(lit)-1] != lit[0] || bytes.IndexByte(lit, '\n') >= 0 {
		return
	}
	body := lit[1 : len(lit)-1]
	switch {
	case lit[0] == '\'' && (prefix == "u" || prefix == "U"):
		c, size := wideCode(body)
		switch {
		case size == 0 || size != len(body) || prefix == "u" && c > 0xffff:
		case prefix == "u":
			r.edit(start, r.i-start, fmt.Sprintf("((unsigned short)%d)", c))
		default:
			r.edit(start, r.i-start, fmt.Sprintf("%du", c))
		}
	case lit[0] == '"' && (prefix == "L" || prefix == "U" && r.typeGiven(start)):
		if text, ok := wideText(body); ok && (prefix == "U" || text != string(body)) {
			r.edit(start, r.i-start, `L"`+text+`"`)
		}
	}
}

// typeGiven reports whether what stands around the literal from start to where the walk is says that its own
// type plays no part. A declaration with __auto_type would take the type from it.
func (r *respeller) typeGiven(start int) bool {
	before := bytes.TrimRight(r.text[:start], " \t\r\n")
	behind := bytes.TrimLeft(r.text[r.i:], " \t\r\n")
	if len(before) < 2 || len(behind) == 0 || bytes.Contains(r.text, []byte("auto")) {
		return false
	}
	switch before[len(before)-1] {
	case '=':
		return !strings.ContainsRune("=!<>", rune(before[len(before)-2])) &&
			strings.ContainsRune(",;)}", rune(behind[0]))
	case '{':
		return behind[0] == ',' || behind[0] == '}'
	case ',':
		return behind[0] == '}'
	}
	return false
}

// wideText writes the inside of a wide string without escapes for codes; ok is
// false if a code is no character.
func wideText(body []byte) (text string, ok bool) {
	var b strings.Builder
	for len(body) > 0 {
		c, size := wideCode(body)
		switch {
		case size == 0 || !utf8.ValidRune(rune(c)) || c > utf8.MaxRune:
			return "", false
		case body[0] != '\\' || !strings.ContainsRune("xuU01234567", rune(body[1])):
			b.Write(body[:size])
		case c < utf8.RuneSelf:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteRune(rune(c))
		}
		body = body[size:]
	}
	return b.String(), true
}

// wideCode is the first character that the inside of a wide literal stands
// for, and how much of the text that is; 0 if it is not known.
func wideCode(b []byte) (code uint32, size int) {
	if len(b) == 0 {
		return 0, 0
	}
	if b[0] != '\\' {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n < 2 {
			return 0, 0
		}
		return uint32(c), n
	}
	if len(b) < 2 {
		return 0, 0
	}
	first, most, base := 2, 8, 16
	switch b[1] {
	case 'x':
	case 'u':
		most = 4
	case 'U':
	default:
		if b[1] < '0' || b[1] > '7' {
			c, n := characterCode(b)
			return uint32(c), n
		}
		first, most, base = 1, 3, 8
	}
	end := first
	for end < len(b) && isHex(b[end]) && (base == 16 || b[end] < '8') && (end < first+most || b[1] == 'x') {
		end++
	}
	if (b[1] == 'u' || b[1] == 'U') && end != first+most {
		return 0, 0
	}
	v, err := strconv.ParseUint(string(b[first:end]), base, 32)
	if err != nil {
		return 0, 0
	}
	return uint32(v), end
}
