package layout

import "modernc.org/cc/v4"

// EnumKind returns the integer type of an enumeration as gcc chooses it: an
// unsigned one unless a value is negative, int or that if it holds all values,
// else long or long long. The parser takes a signed one for the largest values.
func (l *Layout) EnumKind(t *cc.EnumType) cc.Kind {
	k := t.UnderlyingType().Kind()
	if t.Min() >= 0 {
		switch k {
		case cc.Long:
			k = cc.ULong
		case cc.LongLong:
			k = cc.ULongLong
		}
	}
	return l.FirstOfWidth(k)
}

// FirstOfWidth returns long for long long where both are the same, as gcc does for enumerations.
func (l *Layout) FirstOfWidth(k cc.Kind) cc.Kind {
	switch {
	case l.model == LP64 && k == cc.LongLong:
		return cc.Long
	case l.model == LP64 && k == cc.ULongLong:
		return cc.ULong
	}
	return k
}
