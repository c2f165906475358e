package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestManualPagesAreRoff has groff look at the pages.
func TestManualPagesAreRoff(t *testing.T) {
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("no groff to check the pages with")
	}
	eachTested(t, func(t *testing.T, a *app, cmd *cobra.Command) {
		var page, out, complaints bytes.Buffer
		writeManTo(&page, cmd)
		run := exec.Command(groff, "-man", "-Tascii", "-ww", "-P-cbou")
		run.Stdin, run.Stdout, run.Stderr = &page, &out, &complaints
		if err := run.Run(); err != nil || complaints.Len() > 0 {
			t.Fatalf("groff: %v\n%s", err, complaints.String())
		}
		if text := out.String(); !strings.Contains(text, "OPTIONS") || !strings.Contains(text, "--help") {
			t.Errorf("the page is not readable:\n%s", text)
		}
	})
}
