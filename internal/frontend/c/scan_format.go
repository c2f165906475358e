package c

import (
	"strings"

	"modernc.org/cc/v4"
)

// scanItem is a directive of a format of scanf.
type scanItem struct {
	verb     byte   // 0: characters that have to be there
	length   string // "h", "ll" and the like
	width    uint64 // 0: none
	set      string // for [: whether each of the 256 characters belongs to it, as a byte 0 or 1
	suppress bool
}

// stores reports whether a directive has an argument.
func (s scanItem) stores() bool { return s.verb != 0 && s.verb != '%' && !s.suppress }

// isText reports whether a conversion stores characters that are not a number.
func (s scanItem) isText() bool { return s.verb == 'c' || s.verb == 's' || s.verb == '[' }

// parseScan reads a format of integers and texts. Spaces are left out.
func parseScan(format string) (items []scanItem, ok bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			if !strings.ContainsRune(" \t\n\v\f\r", rune(format[i])) {
				items = append(items, scanItem{})
			}
			continue
		}
		i++
		var item scanItem
		if i < len(format) && format[i] == '*' {
			item.suppress = true
			i++
		}
		for ; i < len(format) && format[i] >= '0' && format[i] <= '9'; i++ {
			if item.width = item.width*10 + uint64(format[i]-'0'); item.width > 1<<20 {
				return nil, false
			}
		}
		for ; i < len(format) && strings.IndexByte("hlzjt", format[i]) >= 0; i++ {
			item.length += format[i : i+1]
		}
		if i >= len(format) {
			return nil, false
		}
		item.verb = format[i]
		switch item.verb {
		case 'd', 'i', 'u', 'x', 'X', 'o', '%':
		case 'c', 's', '[':
			if item.length != "" {
				return nil, false // wide characters
			}
			if item.verb == '[' {
				n := 0
				if item.set, n = scanSet(format[i+1:]); n == 0 {
					return nil, false
				}
				i += n
			}
		default:
			return nil, false
		}
		items = append(items, item)
	}
	return items, true
}

// scanSet reads the set of characters behind a [ and says how long that is; 0: it does not end, or is empty.
func scanSet(s string) (set string, n int) {
	in, i := byte(1), 0
	if i < len(s) && s[i] == '^' {
		in = 0
		i++
	}
	table := []byte(strings.Repeat(string([]byte{1 - in}), 256))
	for first := i; i < len(s); i++ {
		switch {
		case s[i] == ']' && i > first:
			return string(table), i + 1
		case i+2 < len(s) && s[i+1] == '-' && s[i+2] != ']' && s[i] <= s[i+2]:
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				table[c] = in
			}
			i += 2
		default:
			table[s[i]] = in
		}
	}
	return "", 0
}

// mayStoreNothing reports whether scanf may return 0: text and single characters at the begin are missing
// only where the input ends.
func mayStoreNothing(items []scanItem) bool {
	return len(items) == 0 || items[0].suppress || items[0].verb != 'c' && items[0].verb != 's'
}

// bound is what a decimal number of the item's width is below, if that says anything of a type of so many
// bits. A minus sign takes one digit.
func (s scanItem) bound(bits int) (uint64, bool) {
	if s.verb != 'd' || s.width == 0 || s.width > 18 {
		return 0, false
	}
	b := uint64(1)
	for range s.width {
		b *= 10
	}
	return b, b < 1<<(bits-1)
}

// scanType is the type that a conversion stores; nil: there is none of that name.
func (f *fn) scanType(s scanItem) cc.Type {
	if s.isText() {
		return f.types.Char
	}
	return map[string]cc.Type{"": f.types.Int, "h": f.types.Short, "hh": f.types.Char, "l": f.types.Long,
		"ll": f.types.Llong, "z": f.types.Long, "j": f.types.Llong, "t": f.types.Long}[s.length]
}
