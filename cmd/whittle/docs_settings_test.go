package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/golden"
)

// TestSettingsPage compares docs/settings.md with what the engines say of themselves.
func TestSettingsPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Settings of the engines

` + "`whittle check --set ENGINE.NAME=VALUE`" + ` sets what an engine does; some settings have a flag besides. The default stands first. A setting
of an engine that does not run has no influence. Reductions change how long a verdict takes, and whether there is one, never
` + "`true` into `false`" + `; the tests compare.
`)
	for _, e := range run.EngineInfos() {
		if len(e.Settings) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s%s.\n\n| name | values | what it does |\n|---|---|---|\n", e.Name,
			strings.ToUpper(e.Summary[:1]), e.Summary[1:])
		for _, s := range e.Settings {
			values := "a " + s.Form + "; " + s.Default
			if s.Values != nil {
				var words []string
				for _, v := range s.Values {
					words = append(words, "`"+v.Name+"`")
				}
				values = strings.Join(words, ", ")
			}
			text := s.Summary
			for _, v := range s.Values {
				if v.Summary != "" {
					text += "; `" + v.Name + "`: " + v.Summary
				}
			}
			if s.Flag != "" {
				text += " (`--" + s.Flag + "`)"
			}
			if s.Source != "" {
				text += ". From " + s.Source
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Name, values, text)
		}
	}
	golden.File(t, filepath.Join("..", "..", "docs", "settings.md"), b.String())
}
