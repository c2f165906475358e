package querycache

import (
	"runtime/debug"
	"strconv"
	"strings"
)

// solverRevision is to be raised when the solver, or what asks it, gave answers that were wrong or mean something
// else now.
const solverRevision = 2

// Revision tells which whittle this is: that of the solver, and of the build as far as the binary knows it.
func Revision() string {
	parts := []string{strconv.Itoa(solverRevision)}
	if info, ok := debug.ReadBuildInfo(); ok {
		parts = append(parts, info.Main.Version)
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				parts = append(parts, s.Value)
			}
		}
	}
	return strings.Join(parts, " ")
}
