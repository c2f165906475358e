package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// race prints the two accesses of a data race, with their threads and the locks that these hold.
func race(b *strings.Builder, t *trace.Trace, files *source.Files) {
	r, ok := trace.FindRace(t)
	if !ok {
		return
	}
	w := newWords(t, true)
	for _, a := range []*trace.RaceAccess{&r.First, &r.Second} {
		verb := "reads"
		if a.Write {
			verb = "writes"
		}
		where := a.Where
		if files != nil && a.Step.User.IsValid() {
			where = files.Format(a.Step.User)
		}
		fmt.Fprintf(b, "T%d (%s) %s %s at %s", a.Thread, a.ThreadName, verb, w.object(a.Step),
			shortPlace(where))
		if a.Source != "" {
			fmt.Fprintf(b, ": %s", a.Source)
		}
		b.WriteString("\n   ")
		switch {
		case a.Step.Section != 0:
			b.WriteString("in an atomic section, ")
		case a.Atomic:
			b.WriteString("atomically, ")
		}
		b.WriteString(heldLocks(t.Names, a.Locks))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

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
