package golang

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// print lowers the built-in functions print and println, which write to the stream for errors.
func (f *fn) print(line bool, args []ssa.Value, vs [][]term.Term) {
	var form strings.Builder
	var words []term.Term
	for i, v := range vs {
		t := args[i].Type()
		if line && i > 0 {
			form.WriteByte(' ')
		}
		switch {
		case is(t, types.IsString):
			form.WriteByte('s')
			words = append(words, v...)
			continue
		case is(t, types.IsBoolean):
			form.WriteByte('t')
		case isSigned(t):
			form.WriteByte('d')
		case is(t, types.IsInteger):
			form.WriteByte('u')
		case len(v) == 1 && !is(t, types.IsFloat):
			form.WriteByte('p')
		default:
			f.unsupported("print of a value of type " + typeName(t))
			return
		}
		words = append(words, f.resize(v[0], 64, isSigned(t)))
	}
	if line {
		form.WriteByte('\n')
	}
	f.emit(cfa.Print{Form: formatter{}, Format: f.stringData(form.String() + "\x00"), Args: words,
		Errors: true, Name: "print"})
}

// A formatter prints by letters: one for each value, and spaces and ends of lines as they are.
type formatter struct{}

// Format implements cfa.Formatter.
func (formatter) Format(dst, format []byte, args []uint64, str cfa.StringReader) ([]byte, error) {
	for _, c := range format {
		if c == ' ' || c == '\n' {
			dst = append(dst, c)
			continue
		}
		v := args[0]
		args = args[1:]
		switch c {
		case 'd':
			dst = strconv.AppendInt(dst, int64(v), 10)
		case 'u':
			dst = strconv.AppendUint(dst, v, 10)
		case 't':
			dst = strconv.AppendBool(dst, v != 0)
		case 'p':
			dst = append(dst, "0x"...)
			dst = strconv.AppendUint(dst, v, 16)
		case 's':
			n := int(args[0])
			args = args[1:]
			if n == 0 {
				continue
			}
			s, bad := str(v, n)
			if bad != "" {
				return dst, cfa.UndefinedError(bad)
			}
			dst = append(dst, s...)
		}
	}
	return dst, nil
}

// Strings implements cfa.Formatter.
func (formatter) Strings(string) []int { return nil }

// namesForPeople says what names tell people.
func namesForPeople() *cfa.Names {
	return &cfa.Names{Own: []string{"deferred call", "waiter", "waiting", "channel", "selectCase"}}
}
