package c

import (
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/dialect"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/parse"
)

// What a program is made of, and what its words mean; see package config.
type (
	Config          = config.Config
	Unit            = config.Unit
	DataModel       = config.DataModel
	Dialect         = config.Dialect
	EntryPointers   = config.EntryPointers
	Failing         = config.Failing
	Proposition     = config.Proposition
	VolatileMeaning = config.VolatileMeaning
)

// The data models, the calls that may fail, and what accesses through volatile lvalues are.
const (
	LP64  = config.LP64
	ILP32 = config.ILP32

	NoneFail    = config.NoneFail
	CheckedFail = config.CheckedFail
	AllFail     = config.AllFail

	VolatileDisputed = config.VolatileDisputed
	VolatileRaces    = config.VolatileRaces
	VolatileAtomic   = config.VolatileAtomic
)

// ParseDialect reads the name of a dialect: cbmc, esbmc, smack or sv-comp. An empty one stands for all,
// told apart by the names that occur.
func ParseDialect(name string) (Dialect, error) { return dialect.Parse(name) }

// DialectNames lists the names of dialects.
func DialectNames() []string { return dialect.Names() }

// Dialects lists the standards of C that the parser knows.
func Dialects() []string { return parse.Dialects() }

// ParseEntryPointers reads "any" or "" (any value), "null" (a fresh object or null), "fresh" or "array:n".
func ParseEntryPointers(s string) (EntryPointers, error) { return config.ParseEntryPointers(s) }

// IsErrorFunction reports whether no execution may call a function.
func IsErrorFunction(name string) bool { return lower.IsErrorFunction(name) }
