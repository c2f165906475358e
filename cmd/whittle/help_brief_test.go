package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestBriefHelp: the help of check fits on a screen, each flag on a line, and says where the rest is.
func TestBriefHelp(t *testing.T) {
	eachTested(t, func(t *testing.T, a *app, cmd *cobra.Command) {
		if !hasBrief(cmd) {
			return
		}
		var short, long bytes.Buffer
		a.printHelp(cmd, &short, brief)
		a.printHelp(cmd, &long, ordered)
		if n := strings.Count(short.String(), "\n"); n > 42 || n >= strings.Count(long.String(), "\n") {
			t.Errorf("%d lines", n)
		}
		if !strings.Contains(short.String(), "whittle help --all ") {
			t.Error("it does not say where the rest is")
		}
		for _, line := range strings.Split(short.String(), "\n") {
			if strings.HasPrefix(line, strings.Repeat(" ", column)) {
				t.Errorf("a flag takes several lines: %s", line)
			}
		}
	})
}
