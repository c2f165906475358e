package printf

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
)

// Lines prints the format itself and ends the line, as puts does.
type Lines struct{}

// Format implements cfa.Formatter.
func (Lines) Format(dst, format []byte, _ []uint64, _ cfa.StringReader) ([]byte, error) {
	return append(append(dst, format...), '\n'), nil
}

// Strings implements cfa.Formatter.
func (Lines) Strings(string) []int { return nil }

// Formats formats as C's printf does, where pointers and long have a width.
type Formats struct{ PtrWidth int }

// Format implements cfa.Formatter.
func (f Formats) Format(dst, format []byte, args []uint64, str cfa.StringReader) ([]byte, error) {
	return (&formatter{ptrWidth: f.PtrWidth, str: str}).format(dst, format, args)
}

// formatter formats as C's printf does for integers, characters, strings and pointers.
type formatter struct {
	ptrWidth int
	str      cfa.StringReader
}

// conversion is one parsed conversion specification.
type conversion struct {
	minus, plus, space, alt, zero bool
	width                         int
	prec                          int // negative: none
	bits                          int // width of the argument by its length modifier
	verb                          byte
}

// format appends the text for a format string to dst.
func (f *formatter) format(dst, format []byte, args []uint64) ([]byte, error) {
	next := func() (uint64, error) {
		if len(args) == 0 {
			return 0, cfa.UndefinedError("the format asks for more arguments than there are")
		}
		a := args[0]
		args = args[1:]
		return a, nil
	}
	for i := 0; i < len(format); {
		c := format[i]
		i++
		if c != '%' {
			dst = append(dst, c)
			continue
		}
		cv, n, err := f.parse(format[i:], next)
		if err != nil {
			return dst, err
		}
		i += n
		if cv.verb == '%' {
			dst = append(dst, '%')
			continue
		}
		a, err := next()
		if err != nil {
			return dst, err
		}
		if dst, err = f.convert(dst, cv, a); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// parse reads a conversion specification after its percent sign, and returns
// its length. Asterisks take their numbers from next.
func (f *formatter) parse(s []byte, next func() (uint64, error)) (cv conversion, n int, err error) {
	cv.prec, cv.bits = -1, 32
	at := func() byte {
		if n < len(s) {
			return s[n]
		}
		return 0
	}
flags:
	for ; ; n++ {
		switch at() {
		case '-':
			cv.minus = true
		case '+':
			cv.plus = true
		case ' ':
			cv.space = true
		case '#':
			cv.alt = true
		case '0':
			cv.zero = true
		case '\'', 'I': // grouping and digits of the locale: none in "C"
		default:
			break flags
		}
	}
	number := func() (int, error) {
		if at() == '*' {
			n++
			a, err := next()
			return int(int32(a)), err
		}
		v := 0
		for ; at() >= '0' && at() <= '9'; n++ {
			if v = v*10 + int(at()-'0'); v > maxPad {
				return 0, errWide
			}
		}
		return v, nil
	}
	if cv.width, err = number(); err != nil {
		return cv, n, err
	}
	if cv.width < 0 {
		cv.minus, cv.width = true, -cv.width
	}
	if at() == '.' {
		n++
		if cv.prec, err = number(); err != nil {
			return cv, n, err
		}
	}
	if cv.width > maxPad || cv.prec > maxPad {
		return cv, n, errWide
	}
	n += f.length(&cv, s[n:])
	cv.verb = at()
	n++
	if cv.verb == 0 {
		return cv, n, cfa.UndefinedError("the format ends inside a conversion")
	}
	if !strings.ContainsRune("diuoxXcsp%", rune(cv.verb)) {
		return cv, n, fmt.Errorf("the conversion %%%c of a format", cv.verb)
	}
	return cv, n, nil
}

// maxPad bounds widths and precisions, so that a format cannot ask for gigabytes.
const maxPad = 1 << 20

var errWide = errors.New("a field of more than a million characters")

// length reads a length modifier and returns its length.
func (f *formatter) length(cv *conversion, s []byte) int {
	text := string(s[:min(2, len(s))])
	switch {
	case text == "hh":
		cv.bits = 8
		return 2
	case text == "ll":
		cv.bits = 64
		return 2
	case strings.HasPrefix(text, "h"):
		cv.bits = 16
		return 1
	case strings.HasPrefix(text, "l"), strings.HasPrefix(text, "z"), strings.HasPrefix(text, "t"):
		cv.bits = f.ptrWidth
		return 1
	case strings.HasPrefix(text, "j"), strings.HasPrefix(text, "q"), strings.HasPrefix(text, "L"):
		cv.bits = 64
		return 1
	}
	return 0
}

// convert appends one converted argument.
func (f *formatter) convert(dst []byte, cv conversion, a uint64) ([]byte, error) {
	v := a & mask(cv.bits)
	switch cv.verb {
	case 'd', 'i':
		s := int64(v<<(64-cv.bits)) >> (64 - cv.bits)
		sign, magnitude := "", uint64(s)
		switch {
		case s < 0:
			sign, magnitude = "-", -magnitude
		case cv.plus:
			sign = "+"
		case cv.space:
			sign = " "
		}
		return f.number(dst, cv, sign, strconv.FormatUint(magnitude, 10)), nil
	case 'u':
		return f.number(dst, cv, "", strconv.FormatUint(v, 10)), nil
	case 'o':
		digits := strconv.FormatUint(v, 8)
		switch { // the leading zero of %#o
		case !cv.alt || v == 0 && cv.prec != 0:
		case v == 0:
			cv.prec = 1
		case cv.prec < 0:
			digits = "0" + digits
		default:
			cv.prec = max(cv.prec, len(digits)+1)
		}
		return f.number(dst, cv, "", digits), nil
	case 'x', 'X':
		digits := strconv.FormatUint(v, 16)
		prefix := ""
		if cv.alt && v != 0 {
			prefix = "0x"
		}
		if cv.verb == 'X' {
			digits, prefix = strings.ToUpper(digits), strings.ToUpper(prefix)
		}
		return f.number(dst, cv, prefix, digits), nil
	case 'p':
		v = a & mask(f.ptrWidth)
		if v == 0 {
			cv.zero = false
			return pad(dst, cv, "", "(nil)"), nil
		}
		return f.number(dst, cv, "0x", strconv.FormatUint(v, 16)), nil
	case 'c':
		cv.zero = false
		return pad(dst, cv, "", string([]byte{byte(a)})), nil
	}
	return f.text(dst, cv, a)
}

// text converts %s.
func (f *formatter) text(dst []byte, cv conversion, a uint64) ([]byte, error) {
	cv.zero = false
	addr := a & mask(f.ptrWidth)
	if addr == 0 {
		s := "(null)"
		if cv.prec >= 0 && cv.prec < len(s) {
			s = "" // as glibc does
		}
		return pad(dst, cv, "", s), nil
	}
	s, bad := f.str(addr, cv.prec)
	if bad != "" {
		return dst, cfa.UndefinedError(bad)
	}
	return pad(dst, cv, "", string(s)), nil
}

// number appends digits with their sign or prefix, precision and padding.
func (f *formatter) number(dst []byte, cv conversion, prefix, digits string) []byte {
	if cv.prec >= 0 {
		cv.zero = false
		if cv.prec == 0 && digits == "0" {
			digits = ""
		}
		if n := cv.prec - len(digits); n > 0 {
			digits = strings.Repeat("0", n) + digits
		}
	}
	return pad(dst, cv, prefix, digits)
}

// pad appends text that is at least as wide as the conversion says.
func pad(dst []byte, cv conversion, prefix, text string) []byte {
	n := max(cv.width-len(prefix)-len(text), 0)
	switch {
	case cv.minus:
		dst = append(append(dst, prefix...), text...)
		return append(dst, strings.Repeat(" ", n)...)
	case cv.zero:
		dst = append(append(dst, prefix...), strings.Repeat("0", n)...)
		return append(dst, text...)
	}
	dst = append(append(dst, strings.Repeat(" ", n)...), prefix...)
	return append(dst, text...)
}

// mask has the lowest bits of a word set.
func mask(bits int) uint64 { return ^uint64(0) >> (64 - bits) }
