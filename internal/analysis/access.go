package analysis

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// addressUse is an address that an operation accesses memory through.
type addressUse struct {
	addr  term.Term
	write bool
}

// addressesOf returns the addresses that an operation accesses memory through.
// Output is left out: it does not take part in the order of memory accesses.
func addressesOf(op cfa.Op) []addressUse {
	switch op := op.(type) {
	case cfa.Load:
		return []addressUse{{op.Addr, false}}
	case cfa.Store:
		return []addressUse{{op.Addr, true}}
	case cfa.Free:
		return []addressUse{{op.Addr, true}}
	}
	return nil
}
