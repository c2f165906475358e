package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// completionCommand is whittle completion.
func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a script that completes commands, flags and their values in a shell",
		Long: `completion prints a script for a shell. Once the shell has read it, the Tab key completes the names of commands, flags, engines, properties, formats and files.

  bash        whittle completion bash > ~/.local/share/bash-completion/completions/whittle
  zsh         whittle completion zsh > "${fpath[1]}/_whittle"
  fish        whittle completion fish > ~/.config/fish/completions/whittle.fish
  powershell  whittle completion powershell | Out-String | Invoke-Expression

Bash needs the package bash-completion. A shell that was started before has to be started again.`,
		Example:           `  source <(whittle completion bash)      # for this bash alone`,
		ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("want the name of one shell: %s", strings.Join(shells, ", "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			}
			return fmt.Errorf("there is no completion for %q, only for %s", args[0],
				strings.Join(shells, ", "))
		},
	}
}

// completer says how a value is completed.
type completer = cobra.CompletionFunc

// words completes words, each with an explanation after a tab if wanted.
func words(list ...string) completer {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}

// list completes words separated by commas; none is offered twice.
func list(names ...string) completer {
	return func(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
		before := ""
		if i := strings.LastIndex(toComplete, ","); i >= 0 {
			before = toComplete[:i+1]
		}
		var out []string
		for _, n := range names {
			if !strings.Contains(","+before, ","+n+",") {
				out = append(out, before+n)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// extensions completes files whose names end so, and folders.
func extensions(ext ...string) completer {
	return cobra.FixedCompletions(ext, cobra.ShellCompDirectiveFilterFileExt)
}

var (
	anyFile = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	folders = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	nothing = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)
)

// propertyNames completes properties; what looks like a path is the name of a property file.
func propertyNames(cmd *cobra.Command, args []string, toComplete string) ([]string,
	cobra.ShellCompDirective) {
	if strings.ContainsAny(toComplete, "./") {
		return []string{"prp"}, cobra.ShellCompDirectiveFilterFileExt
	}
	var out []string
	for _, p := range property.All() {
		out = append(out, string(p))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// engineNames completes engines.
func engineNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	out := []string{"auto\t" + autoRuns()}
	for _, e := range run.EngineInfos() {
		out = append(out, e.Name+"\t"+e.Summary)
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// byFlag completes the values of flags of any command, by the name of the flag.
var byFlag = map[string]completer{
	"accounting":       words("auto", "cgroup", "processes"),
	"by":               words("set", "folder"),
	"certify":          words("native\tthe built-in solver", "z3", "cvc5"),
	"color":            words("auto", "always", "never"),
	"compile-commands": extensions("json"),
	"data-model": words("LP64\t64-bit: int has 32 bits, long and pointers 64",
		"ILP32\t32-bit: int, long and pointers have 32 bits"),
	"encoding":       words("events\tthe engine bmc", "steps\tthe engine pbmc"),
	"engine":         engineNames,
	"expected":       words("true", "false", "unknown"),
	"memory":         words("1GB", "2GB", "4GB", "8GB"),
	"pass":           list(run.Passes()...),
	"property":       propertyNames,
	"set":            settingNames,
	"solver":         words("native", "z3", "cvc5", "bitwuzla", "yices-smt2", "mathsat", "opensmt"),
	"volatile":       words("race\tas in C", "atomic\tas in kernels"),
	"timeout":        words("10s", "60s", "5m", "15m"),
	"trace":          extensions("json"),
	"witness-format": words("yaml\tfor witnesses 2.0 and 2.2", "graphml\tfor older validators"),
}

// byCommand completes the values of flags that mean something else in one command.
var byCommand = map[string]completer{
	"whittle check --format":         words(formats...),
	"whittle bench --format":         words("text", "csv", "json"),
	"whittle bench compare --format": words("text", "markdown", "json"),
	"whittle bench compare --solver": words("cadical", "minisat", "kissat", "z3", "cvc5", "bitwuzla"),
	"whittle bench table --format":   words("text", "csv", "json"),
	"whittle test --format":          words(suiteFormats...),
	"whittle test --coverage":        words(run.Coverages()...),
	"whittle test --output":          folders,
}

// byValue completes the values of all other flags, by what the help calls the value.
var byValue = map[string]completer{"file": anyFile, "folder": folders}

// arguments completes what stands after the flags of a command.
var arguments = map[string]completer{
	"whittle check":         extensions("c", "i", "yml", "vmt", "btor2", "btor", "litmus"),
	"whittle run":           extensions("c", "i"),
	"whittle replay":        extensions("json", "c", "i"),
	"whittle test":          extensions("c", "i"),
	"whittle witness check": extensions("yml", "c", "i"),
	"whittle show cfa":      extensions("c", "i"),
	"whittle show ts":       extensions("c", "i", "vmt", "btor2", "btor"),
	"whittle solve":         extensions("smt2"),
	"whittle sat":           extensions("cnf"),
	"whittle bench":         extensions("yml", "tsv", "c", "i"),
	"whittle bench table":   extensions("jsonl"),
	"whittle bench compare": func(_ *cobra.Command, args []string, _ string) ([]string,
		cobra.ShellCompDirective) {
		if len(args) == 0 {
			return []string{"sat\tformulas in DIMACS CNF", "smt\tSMT-LIB 2 scripts over bit-vectors",
					"theories\tSMT-LIB 2 scripts over numbers and functions", "systems\ttransition systems"},
				cobra.ShellCompDirectiveNoFileComp
		}
		return []string{"cnf", "smt2"}, cobra.ShellCompDirectiveFilterFileExt
	},
	"whittle version": nothing,
}

// complete gives every flag and every command its completions. It comes last, when all commands are there.
func complete(root *cobra.Command) error {
	settable := flagValues()
	return eachCommand(root, func(cmd *cobra.Command) error { return completeOne(cmd, settable) })
}

// completeOne gives completions to a command and its flags. settable completes those for settings of engines.
func completeOne(cmd *cobra.Command, settable map[string]completer) error {
	path := cmd.CommandPath()
	if f := arguments[path]; f != nil && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = f
	}
	var wrong error
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if _, there := cmd.GetFlagCompletionFunc(f.Name); there || f.Value.Type() == "bool" {
			return
		}
		value, _ := pflag.UnquoteUsage(f)
		how := nothing
		for _, c := range []completer{byCommand[path+" --"+f.Name], byFlag[f.Name], settable[f.Name],
			byValue[value]} {
			if c != nil {
				how = c
				break
			}
		}
		if err := cmd.RegisterFlagCompletionFunc(f.Name, how); err != nil {
			wrong = err
		}
	})
	return wrong
}
