package builtin

import (
	"fmt"
	"math"
	"strings"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
)

// realText is what a conversion makes of a floating-point constant: Go's verbs do what C's do with these
// flags, correctly rounded as in the GNU library. ok is false for what it does not know.
func (f *fn) realText(d directive, v value.Value) (text string, ok bool) {
	s := f.Types.Scalar(v.Type)
	bits, constant := f.Ts.ConstUint64(v.Term)
	if strings.IndexByte("eEfFgG", d.verb) < 0 || d.length == "L" || d.starWidth || d.starPrecision ||
		s.Class != repr.Floating || s.Width != 64 || !constant {
		return "", false
	}
	x := math.Float64frombits(bits)
	const hash = 1 << 3
	if math.IsInf(x, 0) || math.IsNaN(x) || d.flags&hash != 0 {
		return "", false
	}
	format := "%"
	for i, flag := range "-+ #0" {
		if d.flags&(1<<i) != 0 {
			format += string(flag)
		}
	}
	precision := d.precision
	switch {
	case precision < 0:
		precision = 6
	case precision == 0 && (d.verb == 'g' || d.verb == 'G'):
		precision = 1
	}
	verb := d.verb
	if verb == 'F' {
		verb = 'f'
	}
	return fmt.Sprintf(fmt.Sprintf("%s%d.%d%c", format, d.width, precision, verb), x), true
}
