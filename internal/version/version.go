package version

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
)

// release is the version in development.
const release = "0.1.0-dev"

// String returns the version of whittle, with the revision it was built from when that is known.
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	rev, dirty := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+"
			}
		}
	}
	if rev == "" {
		return release
	}
	return release + " (" + rev[:min(12, len(rev))] + dirty + ")"
}

// Build says which whittle this is, as far as the binary knows it: the version and the commit. A build of
// sources that no commit names is known by the content of its file.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release + " " + executable()
	}
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
	return info.Main.Version + " " + commit
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
