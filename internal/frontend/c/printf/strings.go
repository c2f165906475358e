package printf

import "strings"

// Strings implements cfa.Formatter.
func (Formats) Strings(format string) []int {
	var out []int
	arg := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("#0- +'123456789.*hlqjzt", format[i]) >= 0; i++ {
			if format[i] == '*' {
				arg++
			}
		}
		switch {
		case i >= len(format) || format[i] == '%' || format[i] == 'm':
			continue
		case format[i] == 's' || format[i] == 'S':
			out = append(out, arg)
		}
		arg++
	}
	return out
}
