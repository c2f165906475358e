package builtin

import (
	"whittle.dev/internal/frontend/c/value"

	"whittle.dev/internal/frontend/c/lower"
)

// objectSizeCall is __builtin_object_size(p, mode): p is not evaluated.
func objectSizeCall(f *fn, c *lower.NamedCall) value.Value {
	if len(c.Args) != 2 {
		return f.Values.Unsupported(f.Types.SizeT, c.Name)
	}
	mode, ok := f.Consts.ConstSize(c.Args[1])
	if !ok || mode > 3 {
		return f.Values.Unsupported(f.Types.SizeT, c.Name+" with this second argument")
	}
	unknown := ^uint64(0)
	if mode >= 2 {
		unknown = 0
	}
	d, ok := f.Named.PointsTo(c.Args[0])
	switch {
	case d.Unsure:
		return f.Values.Unsupported(f.Types.SizeT, c.Name+" of a part of what a cast points to")
	case !ok || mode&1 == 1 && !d.HasEnd:
		return f.Values.Const(f.Types.SizeT, unknown)
	case mode&1 == 1:
		return f.Values.Const(f.Types.SizeT, d.Remaining(d.End))
	}
	return f.Values.Const(f.Types.SizeT, d.Remaining(d.Size))
}
