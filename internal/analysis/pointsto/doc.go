// Package pointsto finds which objects, and where in them, the registers and terms of a program may point
// to; and from that which objects an access may come to after their end ([Outlived]).
//
// [Analyse] is for whole programs:
//
//	pts, err := pointsto.Analyse(ctx, p, cfa.NewRegIndex(p))
//	...
//	for _, ref := range pts.Of(load.Addr).Refs {
//		fmt.Println(pts.Objects[ref.Obj].Name(), "at", ref.Off)
//	}
//
// # Source
//
// L. O. Andersen, "Program analysis and specialization for the C programming language" (1994), chapter 4.
package pointsto
