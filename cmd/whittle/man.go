package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/english"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/version"
)

// manCommand is whittle man.
func (a *app) manCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man [-o DIR] [COMMAND]...",
		Short: "Print a manual page, or write all of them",
		Long: `man prints the manual page of whittle, or of one of its commands, in the language of man(1) and groff(1). With -o it writes the pages of all commands to a folder, which is made if it does not exist: whittle.1, whittle-check.1, and so on.

A page says the same as whittle help --all, and has the older flags for settings.`,
		Example: `  whittle man check | man -l -
  whittle man -o ~/.local/share/man/man1`,
		ValidArgsFunction: a.helpCommand().ValidArgsFunction,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir == "" {
				of, err := findCommand(cmd.Root(), args)
				if err != nil {
					return err
				}
				return writeManTo(a.stdout, of)
			}
			if len(args) > 0 {
				return fmt.Errorf("with -o the pages of all commands are written, see '%s --help'",
					cmd.CommandPath())
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return err
			}
			return eachCommand(cmd.Root(), func(c *cobra.Command) error {
				return outfile.Write(filepath.Join(dir, manName(c)+".1"),
					func(w io.Writer) error { return writeManTo(w, c) })
			})
		},
	}
	cmd.Flags().StringVarP(&dir, "output-dir", "o", "", "write the pages of all commands to this `folder`")
	return cmd
}

// eachCommand calls f for a command and all below it that help shows.
func eachCommand(cmd *cobra.Command, f func(*cobra.Command) error) error {
	if err := f(cmd); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			if err := eachCommand(c, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// manName is the name of the page of a command: whittle-bench-gen.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// writeManTo writes the page of a command.
func writeManTo(w io.Writer, cmd *cobra.Command) error {
	b := bufio.NewWriter(w)
	writeMan(b, cmd)
	return b.Flush()
}

// writeMan writes the page of a command. Errors of writing stick to w.
func writeMan(w *bufio.Writer, cmd *cobra.Command) {
	fmt.Fprintf(w, ".TH %s 1 \"\" \"whittle %s\" \"whittle\"\n.nh\n.ad l\n",
		roff(strings.ToUpper(manName(cmd))), version.String())
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", roff(manName(cmd)), roff(lowerFirst(cmd.Short)))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.nf\n")
	for _, line := range useLines(cmd) {
		fmt.Fprintln(w, roffLine(line))
	}
	fmt.Fprintf(w, ".fi\n.SH DESCRIPTION\n")
	exits := manText(w, cmd.Long)
	if cmd.Long == "" {
		fmt.Fprintf(w, "%s.\n", roffLine(cmd.Short))
	}
	for _, g := range subcommands(cmd) {
		fmt.Fprintf(w, ".SH %s\n", roff(strings.ToUpper(g.title)))
		for _, c := range g.commands {
			fmt.Fprintf(w, ".TP\n.BR %s (1)\n%s\n", roff(manName(c)), roffLine(c.Short+"."))
		}
	}
	fmt.Fprintf(w, ".SH OPTIONS\n")
	groups := flagGroups(cmd, whole)
	for _, g := range groups {
		if len(groups) > 1 {
			fmt.Fprintf(w, ".SS %s\n", roff(g.title))
		}
		for _, f := range g.flags {
			name, usage := flagText(f)
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(name)), roffLine(usage))
		}
	}
	if exits != "" {
		fmt.Fprintf(w, ".SH EXIT STATUS\n%s\n", roffLine(exits))
	}
	if cmd.Example != "" {
		fmt.Fprintf(w, ".SH EXAMPLES\n.nf\n")
		for _, line := range strings.Split(cmd.Example, "\n") {
			fmt.Fprintln(w, roffLine(line))
		}
		fmt.Fprintf(w, ".fi\n")
	}
	fmt.Fprintf(w, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set, output has no colours unless "+
		"\\fB\\-\\-color always\\fP is given.\n")
	if p := cmd.Parent(); p != nil {
		fmt.Fprintf(w, ".SH SEE ALSO\n.BR %s (1)\n", roff(manName(p)))
	}
}

// manText writes the paragraphs of a text, except for the one with the exit codes, which it returns.
func manText(w io.Writer, text string) (exits string) {
	if text == "" {
		return ""
	}
	for i, p := range strings.Split(text, "\n\n") {
		if rest, ok := strings.CutPrefix(p, "Exit codes: "); ok {
			exits = english.OneLine(rest)
			continue
		}
		if i > 0 {
			fmt.Fprintln(w, ".PP")
		}
		if !strings.HasPrefix(p, "  ") {
			fmt.Fprintln(w, roffLine(english.OneLine(p)))
			continue
		}
		fmt.Fprintln(w, ".nf")
		for _, line := range strings.Split(p, "\n") {
			fmt.Fprintln(w, roffLine(line))
		}
		fmt.Fprintln(w, ".fi")
	}
	return exits
}

// roff writes what is special in the language of groff so that it stands for itself; hyphens are those of
// ASCII, which can be copied to a command line.
func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~",
		`\(ti`).Replace(s)
}

// roffLine is roff for a whole line, which must not begin like a request.
func roffLine(s string) string {
	s = roff(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

// lowerFirst makes the first letter a small one, as names of pages are explained.
func lowerFirst(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' || strings.HasPrefix(s, "A ") {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}
