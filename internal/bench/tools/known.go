package tools

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed known/*.yml
var known embed.FS

// Names are the names of the shipped tools, sorted.
func Names() []string {
	files, err := fs.Glob(known, "known/*.yml")
	if err != nil {
		return nil
	}
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(strings.TrimPrefix(f, "known/"), ".yml"))
	}
	slices.Sort(out)
	return out
}

// Known returns a shipped tool.
func Known(name string) (*Tool, error) {
	text, err := known.ReadFile("known/" + name + ".yml")
	if err != nil {
		return nil, fmt.Errorf("no tool is called %q (known: %s)", name, strings.Join(Names(), ", "))
	}
	return Read(name+".yml", text)
}
