package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// heldLocks says which locks a thread holds.
func heldLocks(names *cfa.Names, locks []trace.HeldLock) string {
	if len(locks) == 0 {
		return "holding no lock"
	}
	parts := make([]string, len(locks))
	for i, l := range locks {
		name := names.Whole(l.Object)
		if name == "" {
			name = "a lock"
		}
		how := ""
		if l.Kind == cfa.SyncReadLock {
			how = "for reading "
		}
		parts[i] = fmt.Sprintf("%s (taken %sat %s)", name, how, shortPlace(l.Where))
	}
	return "holding " + strings.Join(parts, ", ")
}

// shortPlace drops the folders and the column of a place.
func shortPlace(where string) string {
	file, line := splitPlace(where)
	return filepath.Base(file) + line
}
