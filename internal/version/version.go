package version

import "runtime/debug"

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
