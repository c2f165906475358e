package querycache

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// solverRevision is to be raised when the solver, or what asks it, gave answers that were wrong or mean
// something else now.
const solverRevision = 2

// Revision says which whittle this is: that of the solver, and of the build as far as the binary knows it. A
// build of sources that no commit names is known by the content of its file.
func Revision() string {
	parts := []string{strconv.Itoa(solverRevision)}
	if info, ok := debug.ReadBuildInfo(); ok {
		parts = append(parts, info.Main.Version)
		commit, clean := "", false
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				commit = s.Value
			case "vcs.modified":
				clean = s.Value == "false"
			}
		}
		if commit == "" || !clean {
			commit += " " + executable()
		}
		parts = append(parts, commit)
	}
	return strings.Join(parts, " ")
}

// executable is a digest of the file that runs, or empty if it cannot be read.
func executable() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close() // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}
