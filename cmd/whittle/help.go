package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/english"
	"whittle.dev/internal/run"
)

// commandGroups says how the commands are listed in the help of whittle: what a user wants comes first.
var commandGroups = []struct {
	title    string
	commands []string
}{
	{"Check programs", []string{"check", "run", "replay", "test", "witness"}},
	{"Look inside", []string{"show"}},
	{"Use the solvers alone", []string{"solve", "sat"}},
	{"Measure", []string{"bench"}},
}

// headingKey is the annotation of a flag that names the heading it stands under; headingsKey is that of a
// command: its headings in their order, one a line.
const (
	headingKey  = "whittle_heading"
	headingsKey = "whittle_headings"
)

// heading puts the flags that add adds to a command under a heading of its help, in the order in which they
// are added.
func heading(cmd *cobra.Command, title string, add func()) {
	fs := cmd.Flags()
	fs.SortFlags = false
	before := map[string]bool{}
	fs.VisitAll(func(f *pflag.Flag) { before[f.Name] = true })
	add()
	fs.VisitAll(func(f *pflag.Flag) {
		if before[f.Name] {
			return
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		if _, named := f.Annotations[headingKey]; !named {
			f.Annotations[headingKey] = []string{title}
		}
	})
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	for _, t := range strings.Split(cmd.Annotations[headingsKey], "\n") {
		if t == title {
			return
		}
	}
	cmd.Annotations[headingsKey] = strings.TrimPrefix(cmd.Annotations[headingsKey]+"\n"+title, "\n")
}

// flagGroup is a heading and the flags under it.
type flagGroup struct {
	title string
	flags []*pflag.Flag
}

// extent says how much of a command help tells.
type extent int

const (
	brief   extent = iota // what most people need, on one screen
	ordered               // all flags but those that stand in for --set
	whole                 // all flags, as the manual page has them
)

// flagGroups returns the flags of a command as its help or its manual page lists them:
// those without a heading first, except that --help, if it is alone there, comes last.
func flagGroups(cmd *cobra.Command, show extent) []flagGroup {
	cmd.InitDefaultHelpFlag()
	titles := []string{""}
	if list := cmd.Annotations[headingsKey]; list != "" {
		titles = append(titles, strings.Split(list, "\n")...)
	}
	byTitle := map[string][]*pflag.Flag{}
	cmd.LocalFlags().VisitAll(func(*pflag.Flag) {}) // merges the flags of parents
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || show < whole && f.Annotations[rareKey] != nil ||
			show == brief && f.Annotations[seldomKey] != nil {
			return
		}
		title := ""
		if a := f.Annotations[headingKey]; len(a) == 1 {
			title = a[0]
		}
		byTitle[title] = append(byTitle[title], f)
	})
	var out []flagGroup
	for _, t := range titles {
		if len(byTitle[t]) > 0 {
			out = append(out, flagGroup{title: t, flags: byTitle[t]})
		}
	}
	if len(out) > 0 && out[0].title == "" {
		out[0].title = "Flags"
		if len(out) > 1 && len(out[0].flags) == 1 {
			out[0].title = "Help"
			out = append(out[1:], out[0])
		}
	}
	return out
}

// flagText is what help says about a flag: how it is written, and what it does.
func flagText(f *pflag.Flag) (name, usage string) {
	value, usage := pflag.UnquoteUsage(f)
	name = "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	if value == "string" {
		value = "word" // as for a reader
	}
	switch {
	case value == "":
	case f.NoOptDefVal != "":
		name += "[=" + value + "]"
	default:
		name += " " + value
	}
	switch f.DefValue {
	case "", "0", "false", "[]":
	default:
		if !strings.Contains(usage, "(default") {
			usage += " (default " + strings.Trim(f.DefValue, "[]") + ")"
		}
	}
	return name, english.OneLine(usage)
}

// helpWidth is the greatest width of help texts; on a narrow terminal they are narrower.
const helpWidth = 100

// column is where the explanations of flags and commands begin.
const column = 34

// printHelp is the help of every command. Of a command with many flags, brief help is one screen.
func (a *app) printHelp(cmd *cobra.Command, w io.Writer, show extent) {
	if !hasBrief(cmd) {
		show = ordered
	}
	width := helpWidth
	if cols, terminal := cli.TerminalWidth(w); terminal && cols >= 60 && cols < width {
		width = cols
	}
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	examples := cmd.Example
	if show == brief {
		text, examples = briefText(text, "\n\n", 1, 1), briefText(examples, "\n", 3, 0)
	}
	fmt.Fprintf(w, "%s\n\nUsage:\n", reflow(text, width))
	for _, line := range useLines(cmd) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if cmd.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", examples)
	}
	for _, g := range subcommands(cmd) {
		fmt.Fprintf(w, "\n%s:\n", g.title)
		for _, c := range g.commands {
			item(w, "  "+c.Name(), c.Short, 15, width)
		}
	}
	for _, g := range flagGroups(cmd, show) {
		if show == brief && g.title == "Help" {
			continue // who reads this has found it
		}
		fmt.Fprintf(w, "\n%s:\n", g.title)
		for _, f := range g.flags {
			name, usage := flagText(f)
			if show == brief {
				usage = briefUsage(usage, width-column)
			}
			item(w, "  "+name, usage, column, width)
		}
	}
	if show == brief {
		fmt.Fprintf(w, "\n'whittle help --all %s' says more, and has all flags.\n",
			strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "))
	}
	if cmd.Flags().Lookup("set") != nil {
		if show != brief {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "'whittle help engine NAME' lists what can be set about an engine.\n")
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n'%s COMMAND --help' says more about a command.\n", cmd.CommandPath())
	}
}

// useLines says how a command is called.
func useLines(cmd *cobra.Command) []string {
	if !cmd.HasAvailableSubCommands() {
		return []string{cmd.Parent().CommandPath() + " " + cmd.Use}
	}
	var out []string
	if strings.Contains(cmd.Use, " ") { // it does something itself
		out = append(out, cmd.Parent().CommandPath()+" "+cmd.Use)
	}
	return append(out, cmd.CommandPath()+" COMMAND ...")
}

// commandGroup is a heading and the commands under it.
type commandGroup struct {
	title    string
	commands []*cobra.Command
}

// subcommands returns the commands of a command under headings.
func subcommands(cmd *cobra.Command) []commandGroup {
	left := map[string]*cobra.Command{}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			left[c.Name()] = c
		}
	}
	var out []commandGroup
	if !cmd.HasParent() {
		for _, g := range commandGroups {
			group := commandGroup{title: g.title}
			for _, name := range g.commands {
				if c := left[name]; c != nil {
					group.commands = append(group.commands, c)
					delete(left, name)
				}
			}
			if len(group.commands) > 0 {
				out = append(out, group)
			}
		}
	}
	rest := commandGroup{title: "Commands"}
	if len(out) > 0 {
		rest.title = "More"
	}
	for _, c := range cmd.Commands() { // in the order of the names
		if left[c.Name()] != nil {
			rest.commands = append(rest.commands, c)
		}
	}
	if len(rest.commands) > 0 {
		out = append(out, rest)
	}
	return out
}

// item prints a name and, from a column on, what it is.
func item(w io.Writer, name, text string, column, width int) {
	lines := wrap(text, width-column)
	if len(name)+2 > column {
		fmt.Fprintln(w, name)
		name = ""
	}
	for _, line := range lines {
		fmt.Fprintf(w, "%-*s%s\n", column, name, line)
		name = ""
	}
}

// wrap breaks a text into lines; words that are longer stand alone.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// reflow breaks the paragraphs of a text anew; a paragraph whose lines are indented stays as it is.
func reflow(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, "  ") {
			paragraphs[i] = strings.Join(wrap(p, width), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// helpCommand is whittle help.
func (a *app) helpCommand() *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:   "help [COMMAND]... | engine [NAME]",
		Short: "Explain a command and its flags, or the settings of an engine",
		Example: `  whittle help
  whittle help check
  whittle help --all check
  whittle help show cfa
  whittle help engine bmc`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string,
			cobra.ShellCompDirective) {
			if len(args) > 0 && args[0] == "engine" {
				return run.Engines()[1:], cobra.ShellCompDirectiveNoFileComp
			}
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			names := []string{}
			if of == cmd.Root() {
				names = append(names, "engine\twhat can be set about an engine")
			}
			for _, c := range of.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && args[0] == "engine" {
				return a.helpEngines(args[1:])
			}
			of, err := findCommand(cmd.Root(), args)
			if err != nil {
				return err
			}
			show := brief
			if all {
				show = ordered
			}
			a.printHelp(of, a.stdout, show)
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "all flags of the command, also those that few people use")
	return cmd
}

// findCommand returns the command that the words name.
func findCommand(root *cobra.Command, words []string) (*cobra.Command, error) {
	cmd := root
	for _, word := range words {
		var next *cobra.Command
		for _, c := range cmd.Commands() {
			if c.Name() == word && c.IsAvailableCommand() {
				next = c
			}
		}
		if next == nil {
			return nil, fmt.Errorf("there is no command '%s %s', see '%s --help'", cmd.CommandPath(), word,
				cmd.CommandPath())
		}
		cmd = next
	}
	return cmd, nil
}
