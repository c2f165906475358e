package witness

import (
	"strconv"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/trace"
)

// constant writes a value as a C constant expression of a type; ok is false for values that have none.
func constant(k c.Kind, bits uint64) (text string, ok bool) {
	if k.Class != c.IntegerVar || k.Width < 1 || k.Width > 64 {
		return "", false
	}
	suffix := ""
	if k.Wide {
		suffix = "LL"
	}
	if !k.Signed {
		v := bits << (64 - k.Width) >> (64 - k.Width)
		// Narrower types are promoted to int, so that nothing needs a suffix.
		if k.Width >= 32 {
			suffix = "U" + suffix
		}
		return strconv.FormatUint(v, 10) + suffix, true
	}
	v := int64(bits<<(64-k.Width)) >> (64 - k.Width)
	if least := int64(-1) << (k.Width - 1); v == least && k.Width >= 32 {
		// The number without its sign is too large for the type.
		return "(" + strconv.FormatInt(v+1, 10) + suffix + " - 1)", true
	}
	return strconv.FormatInt(v, 10) + suffix, true
}

// equals writes that a variable, or \result, has a value; ok is false if C has no words for that.
func equals(name string, k c.Kind, v trace.Value) (text string, ok bool) {
	switch {
	case k.Class == c.PointerVar && v.Bits == 0 && v.Width == k.Width:
		return name + " == 0", true
	case v.Width != k.Width && !(k.Bool && v.Width == 0):
		return "", false
	}
	text, ok = constant(k, v.Bits)
	return name + " == " + text, ok
}
