package querycache

import (
	"strconv"

	"whittle.dev/internal/version"
)

// solverRevision is to be raised when the solver, or what asks it, gave answers that were wrong or mean
// something else now.
const solverRevision = 2

// Revision says which whittle this is: that of the solver, and of the build as far as the binary knows it.
func Revision() string { return strconv.Itoa(solverRevision) + " " + version.Build() }
