package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/property"
)

// Whether an access through a volatile lvalue can race is a matter of Config.Volatile.

// volatility reports what it means for accesses that an lvalue of the program is volatile, if it is; see
// value.Place.
func (lv *lvalues) volatility(n cc.ExpressionNode) (relaxed, disputed bool) {
	if lv.unit.model || !lv.low.cfg.tellsVolatile() {
		return false, false
	}
	t := lv.unit.types.Expr(n)
	if t == nil || t.Quals&ctype.Volatile == 0 {
		return false, false
	}
	return lv.low.cfg.Volatile == VolatileAtomic, lv.low.cfg.Volatile == VolatileDisputed
}

// tellsVolatile reports whether it matters which accesses are volatile.
func (c *Config) tellsVolatile() bool {
	return c.Volatile == VolatileAtomic || c.Volatile == VolatileDisputed && c.Property == property.NoDataRace
}
