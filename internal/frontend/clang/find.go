package clang

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// The versions whose output package llvm reads, the preferred one first.
var versions = []string{"", "-19", "-18", "-17", "-16", "-15", "-14"}

// findCompiler returns the path of the compiler: that of the configuration, or the first one that is
// installed. A version without a number may be too new or too old; it is taken only where it is all there
// is.
func findCompiler(cfg Config) (string, error) {
	if cfg.Command != "" {
		path, err := exec.LookPath(cfg.Command)
		if err != nil {
			return "", fmt.Errorf("the compiler %s: %w", cfg.Command, err)
		}
		return path, nil
	}
	name, what := "clang", "C through LLVM"
	if slices.ContainsFunc(cfg.Files, IsFile) {
		name, what = "clang++", "C++"
	}
	for _, v := range append(slices.Clone(versions[1:]), "") {
		if path, err := exec.LookPath(name + v); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %s is compiled by %s, which is not installed (looked for %s); --cc names "+
		"another command", cfg.Files[0], what, name, strings.Join(versionsOf(name), ", "))
}

func versionsOf(name string) (out []string) {
	for _, v := range versions {
		out = append(out, name+v)
	}
	return out
}
