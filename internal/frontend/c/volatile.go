package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/property"
)

// Whether an access through a volatile lvalue can race is a matter of Config.Volatile.

// isVolatile reports whether an lvalue of the program is volatile, if that matters.
func (f *fn) isVolatile(n cc.ExpressionNode) bool {
	if f.unit.model || !f.cfg.tellsVolatile() {
		return false
	}
	t := f.unit.types.Expr(n)
	return t != nil && t.Quals&ctype.Volatile != 0
}

// orderOf is the order of one access to a place. That accesses are atomic because they are volatile does not
// make an operation atomic that consists of two: v++ reads and writes.
func (f *fn) orderOf(p place) cfa.Order {
	if p.volatile && f.cfg.Volatile == VolatileAtomic {
		return max(p.order, cfa.Relaxed)
	}
	return p.order
}

// disputed reports whether accesses to a place race or not depending on what volatile means.
func (f *fn) disputed(p place) bool { return p.volatile && f.cfg.Volatile == VolatileDisputed }

// tellsVolatile reports whether it matters which accesses are volatile.
func (c *Config) tellsVolatile() bool {
	return c.Volatile == VolatileAtomic || c.Volatile == VolatileDisputed && c.Property == property.NoDataRace
}
