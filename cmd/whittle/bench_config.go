package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/bench/tools"
	"whittle.dev/internal/cli/taskrun"
	"whittle.dev/internal/property"
)

// configText is a configuration as it is written: [NAME=][TOOL][:FLAGS], or NAME:FLAGS for whittle itself.
type configText struct {
	name, tool, flags string // tool is empty for whittle
}

// parseConfig reads a configuration. A word before the colon that is neither a shipped tool nor a file names
// flags of check.
func parseConfig(text string) (configText, error) {
	head, flags, colon := strings.Cut(text, ":")
	name, tool, named := strings.Cut(head, "=")
	if !named {
		name, tool = "", head
	}
	isTool := slices.Contains(tools.Names(), tool) || strings.HasSuffix(tool, ".yml") ||
		strings.HasSuffix(tool, ".yaml")
	c := configText{name: name, tool: tool, flags: flags}
	switch {
	case named && (name == "" || tool == ""):
		return c, fmt.Errorf("--config %q: expected NAME=TOOL, or NAME=TOOL:FLAGS", text)
	case named && tool == "whittle":
		c.tool = ""
	case named && !isTool:
		return c,
			fmt.Errorf("--config %q: no tool is called %q (known: %s, whittle; or the .yml file of one)",
				text, tool, strings.Join(tools.Names(), ", "))
	case !isTool && !colon && tool != "whittle":
		return c, fmt.Errorf("--config %q: no tool is called so (known: %s; or the .yml file of one); "+
			"flags of check are given a name with 'NAME:FLAGS'",
			text, strings.Join(tools.Names(), ", "))
	case !isTool && !named:
		c.name, c.tool = head, ""
		if head == "" {
			return c, fmt.Errorf("--config %q: expected NAME:FLAGS", text)
		}
	}
	return c, nil
}

// configurations reads the configurations and finds the tools in them; extra arguments go to those of whittle
// itself.
func (a *app) configurations(ctx context.Context, list, extra []string) ([]tasks.NamedArgs, error) {
	if len(list) == 0 {
		return []tasks.NamedArgs{{Args: extra}}, nil
	}
	var out []tasks.NamedArgs
	seen := map[string]bool{}
	for _, text := range list {
		c, err := parseConfig(text)
		if err != nil {
			return nil, err
		}
		conf := tasks.NamedArgs{Name: c.name, Args: strings.Fields(c.flags)}
		if c.tool == "" {
			conf.Args = append(conf.Args, extra...)
		} else if conf.External, err = taskrun.FindTool(ctx, c.tool); err != nil {
			return nil, fmt.Errorf("--config %q: %w", text, err)
		} else if conf.Name == "" {
			conf.Name = conf.External.Name
		}
		if seen[conf.Name] {
			return nil, fmt.Errorf("--config %q: another configuration is called %s: give it a name of its "+
				"own, NAME=TOOL:FLAGS or NAME:FLAGS", text, conf.Name)
		}
		seen[conf.Name] = true
		out = append(out, conf)
	}
	return out, nil
}

// listTools prints the tools that are known, and whether they are there.
func (a *app) listTools(ctx context.Context, files []string) error {
	names := append(tools.Names(), files...)
	for i, name := range names {
		var t *tools.Tool
		var err error
		if i < len(names)-len(files) {
			t, err = tools.Known(name)
		} else {
			t, err = tools.Load(name)
		}
		if err != nil {
			return err
		}
		found := "not found (" + strings.Join(t.Program, " or ") + ")"
		x, err := tasks.FindTool(ctx, t)
		if err == nil {
			found = strings.TrimSpace(x.Program + " " + x.Version)
		}
		var checks []string
		for _, p := range property.All() {
			if t.Checks != nil && t.Checked(p) {
				checks = append(checks, string(p))
			}
		}
		if t.Checks == nil {
			checks = []string{"any property"}
		}
		fmt.Fprintf(a.stdout, "%-12s %s\n%-12s checks %s\n", t.Name, found, "", strings.Join(checks, ", "))
		if t.Note != "" {
			writeWrapped(a.stdout, t.Note, "             ")
		}
	}
	return nil
}

// writeWrapped prints a text in lines of moderate width.
func writeWrapped(w io.Writer, text, indent string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > 100 {
			fmt.Fprintf(w, "%s%s\n", indent, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	if line != "" {
		fmt.Fprintf(w, "%s%s\n", indent, line)
	}
}

// errNoTasks says what is missing.
var errNoTasks = errors.New("no tasks, see 'whittle bench --help'")
