package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// eachTested calls f for every command that users see.
func eachTested(t *testing.T, f func(t *testing.T, a *app, cmd *cobra.Command)) {
	t.Helper()
	a := &app{}
	root, err := a.command()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = eachCommand(root, func(cmd *cobra.Command) error {
		n++
		t.Run(manName(cmd), func(t *testing.T) { f(t, a, cmd) })
		return nil
	})
	if err != nil || n < 10 {
		t.Fatalf("%d commands, error %v", n, err)
	}
}

// TestHelpIsComplete looks for every command and every flag in the help and in the manual page of its
// command.
func TestHelpIsComplete(t *testing.T) {
	eachTested(t, func(t *testing.T, a *app, cmd *cobra.Command) {
		var help, man bytes.Buffer
		a.printHelp(cmd, &help, ordered)
		writeManTo(&man, cmd)
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() && !strings.Contains(help.String(), "\n  "+c.Name()+" ") {
				t.Errorf("the help does not list the command %s", c.Name())
			}
			if c.IsAvailableCommand() && !strings.Contains(man.String(), ".BR "+roff(manName(c))+" (1)") {
				t.Errorf("the manual page does not list the command %s", c.Name())
			}
		}
		flags := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			flags++
			for _, title := range f.Annotations[headingKey] {
				if !strings.Contains("\n"+cmd.Annotations[headingsKey]+"\n", "\n"+title+"\n") {
					t.Errorf("--%s stands under %q, which is no heading", f.Name, title)
				}
			}
			name, usage := flagText(f)
			if rare := f.Annotations[rareKey] != nil; !rare && !strings.Contains(help.String(), name) ||
				usage == "" {
				t.Errorf("the help does not explain --%s", f.Name)
			}
			if !strings.Contains(man.String(), ".B "+roff(strings.TrimSpace(name))+"\n") {
				t.Errorf("the manual page does not explain --%s", f.Name)
			}
		})
		if flags == 0 {
			t.Error("there is not even --help")
		}
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%q is no good short description", cmd.Short)
		}
		for _, line := range strings.Split(help.String(), "\n") {
			if len(line) > helpWidth && !strings.HasPrefix(line, "  whittle ") {
				t.Errorf("a line of the help is %d columns wide: %s", len(line), line)
			}
		}
	})
}
