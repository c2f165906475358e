package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Failing says which of the calls fail that need memory or another resource.
type Failing uint8

// The calls that may fail.
const (
	// NoneFail: no call fails.
	NoneFail Failing = iota
	// CheckedFail: calls that allocate may fail where the program itself compares the result with null, see
	// library.Checks.
	CheckedFail
	// AllFail: all may fail.
	AllFail
)

// EntryPointers says where the pointers among the parameters of an entry function lead. The zero value leaves
// them any value.
type EntryPointers struct {
	Elems uint64 // how many elements the fresh object has to which each pointer leads; 0: any value
	Null  bool   // the pointer may be null instead
}

// ParseEntryPointers reads "any" or "" (any value), "null" (a fresh object or null), "fresh" or "array:n".
func ParseEntryPointers(s string) (EntryPointers, error) {
	switch s {
	case "", "any":
		return EntryPointers{}, nil
	case "null":
		return EntryPointers{Elems: 1, Null: true}, nil
	case "fresh":
		return EntryPointers{Elems: 1}, nil
	}
	if n, ok := strings.CutPrefix(s, "array:"); ok {
		if elems, err := strconv.ParseUint(n, 10, 16); err == nil && elems > 0 {
			return EntryPointers{Elems: elems}, nil
		}
	}
	return EntryPointers{}, fmt.Errorf("%q does not say where pointers of the entry function lead "+
		"(known: any, null, fresh, array:n with n from 1 to 65535)", s)
}
