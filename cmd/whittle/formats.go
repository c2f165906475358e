package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/outfile"
	"whittle.dev/internal/run"
)

// formats are the formats of the answer of check.
var formats = []string{"text", "json", "github"}

// formatFlags are the flags of check about formats.
func (o *output) formatFlags(cmd *cobra.Command) {
	heading(cmd, "Output", func() {
		f := cmd.Flags()
		f.StringVar(&o.format, "format", "text", "print the answer in the format of this `name`: text, "+
			"json (one object), or github (text with annotations for GitHub Actions before the verdict)")
		f.StringVar(&o.harness, "replay-harness", "", "write a C program to this `file` as well that "+
			"repeats a violation, built by gcc")
		f.StringVar(&o.record, "record", "", "write a violation as a trace to this `file` as well, for "+
			"'whittle run --trace'")
		f.StringVar(&o.sarif, "sarif", "", "write the answer as a SARIF 2.1.0 log to this `file` as well")
		f.StringVar(&o.witness, "witness", "", "write a witness to this `file` as well, of SV-COMP or "+
			"of BTOR2: why the answer is what it is, for validators")
		f.StringVar(&o.witnessFormat, "witness-format", "",
			"the `format` of the witness: yaml, or graphml for older validators (default: as the name of "+
				"the file says, else yaml)")
	})
}

// check refuses flags that cannot be followed, before there is an answer that would be lost.
func (o *output) check() error {
	switch {
	case !slices.Contains(formats, o.format):
		return fmt.Errorf("format %q is none of %s", o.format, strings.Join(formats, ", "))
	case o.json && o.format == "github":
		return errors.New("--json contradicts --format github")
	}
	switch o.witnessFormat {
	case "", run.WitnessYAML, run.WitnessGraphML:
	default:
		return fmt.Errorf("witness format %q is none of %s, %s", o.witnessFormat, run.WitnessYAML,
			run.WitnessGraphML)
	}
	if err := namedFile("--report", o.report); err != nil {
		return err
	}
	if err := namedFile("--witness", o.witness); err != nil {
		return err
	}
	if err := namedFile("--replay-harness", o.harness); err != nil {
		return err
	}
	return errors.Join(namedFile("--record", o.record), namedFile("--sarif", o.sarif))
}

// namedFile refuses a file that a flag names if nothing can be written there.
func namedFile(flag, name string) error {
	switch name {
	case "":
		return nil
	case "-":
		return fmt.Errorf("%s needs the name of a file: standard output ends with the answer", flag)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s: %s is a folder", flag, name)
	}
	switch info, err := os.Stat(filepath.Dir(name)); {
	case err != nil:
		return fmt.Errorf("%s: %w", flag, err)
	case !info.IsDir():
		return fmt.Errorf("%s: %s is no folder", flag, filepath.Dir(name))
	}
	return nil
}

// write prints the answer on standard output.
func (o *output) write(a *app, res run.Outcome) error {
	switch {
	case o.json || o.format == "json":
		return res.WriteJSON(a.stdout)
	case o.format == "github":
		return res.WriteGitHub(a.stdout, o.options(a.stdout), sourceRoot())
	}
	return res.WriteText(a.stdout, o.options(a.stdout))
}

// extra writes what is written besides the answer, also if there is none because of an error. An
// answer is not lost because this fails: it is told on standard error.
func (o *output) extra(a *app, res run.Outcome, err error) (ok bool) {
	ok = true
	failed := func(err error) {
		if err != nil {
			fmt.Fprintf(a.stderr, "whittle: %v\n", err)
			ok = false
		}
	}
	if o.format == "github" {
		failed(res.WriteGitHubDiagnostics(a.stderr, err, sourceRoot()))
	}
	if o.sarif != "" {
		werr := outfile.Write(o.sarif, func(w io.Writer) error {
			return res.WriteSARIF(w, sourceRoot(),
				err)
		})
		if werr != nil {
			werr = fmt.Errorf("--sarif: %w", werr)
		}
		failed(werr)
	}
	if o.record != "" && err == nil {
		if werr := outfile.Write(o.record, res.WriteTrace); !errors.Is(werr, run.ErrNoViolation) {
			failed(werr)
		}
	}
	if o.report != "" && err == nil {
		failed(o.writeReport(a, res))
	}
	if o.witness != "" && err == nil {
		failed(o.writeWitnesses(a, res))
	}
	return ok
}

// sourceRoot is the folder that GitHub takes names of files to be relative to: the checkout, if
// whittle runs in a folder of it, else empty, for the current folder.
func sourceRoot() string {
	workspace := os.Getenv("GITHUB_WORKSPACE")
	here, err := os.Getwd()
	if workspace == "" || err != nil {
		return ""
	}
	if rel, err := filepath.Rel(workspace, here); err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return workspace
}
