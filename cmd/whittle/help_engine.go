package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/engine/setting"
	"whittle.dev/internal/run"
)

// helpEngines prints what engines there are and what can be set about them, or about the one that is named.
func (a *app) helpEngines(names []string) error {
	infos := run.EngineInfos()
	switch len(names) {
	case 0:
		fmt.Fprintf(a.stdout, "Engines look for the answer of 'whittle check'.\nThe default, auto, runs "+
			"%s.\n\nEngines:\n", autoRuns())
		for _, e := range infos {
			item(a.stdout, "  "+e.Name, e.Summary, 15, helpWidth)
		}
		fmt.Fprintf(a.stdout, "\n'whittle help engine NAME' lists what can be set about one.\n")
		return nil
	case 1:
		for _, e := range infos {
			if e.Name == names[0] {
				printEngine(a.stdout, e)
				return nil
			}
		}
		return fmt.Errorf("unknown engine %q (known: %s)", names[0], strings.Join(run.Engines()[1:], ", "))
	}
	return fmt.Errorf("expected the name of one engine")
}

// printEngine explains the settings of an engine.
func printEngine(w io.Writer, e run.EngineInfo) {
	fmt.Fprintf(w, "%s: %s.\n\nUsage:\n  whittle check --engine %[1]s --set %[1]s.NAME=VALUE "+
		"...\n\nSettings:\n", e.Name, e.Summary)
	for _, s := range e.Settings {
		item(w, "  "+s.Name, settingText(s), 22, helpWidth)
		for i, v := range s.Values {
			name := v.Name
			if i == 0 {
				name += " (default)"
			}
			if v.Summary != "" {
				item(w, strings.Repeat(" ", 22)+name, v.Summary, 40, helpWidth)
			}
		}
	}
}

// settingText says in one line what a setting does, what may be written, where it comes from and what flag it
// has.
func settingText(s setting.Doc) string {
	text := s.Summary
	switch {
	case s.Values == nil:
		text += "; a " + s.Form + " (default: " + s.Default + ")"
	case s.Values[0].Summary == "":
		text += "; " + s.Values[0].Name + " (default) or " + s.Values[1].Name
	}
	if s.Flag != "" {
		text += "; also --" + s.Flag
	}
	if s.Source != "" {
		text += " [" + s.Source + "]"
	}
	return text
}

// settingNames completes --set.
func settingNames(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	var out []string
	key, _, valued := strings.Cut(toComplete, "=")
	for _, e := range run.EngineInfos() {
		for _, s := range e.Settings {
			name := e.Name + "." + s.Name
			switch {
			case !valued:
				out = append(out, name+"=\t"+s.Summary)
			case name == key:
				for _, v := range s.Values {
					out = append(out, strings.TrimSuffix(name+"="+v.Name+"\t"+v.Summary, "\t"))
				}
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// flagValues completes the values of flags that stand for settings.
func flagValues() map[string]completer {
	improvements := pbmcImprovements()
	out := map[string]completer{
		"with":    list(improvements...),
		"without": list(append([]string{"all"}, improvements...)...),
	}
	for _, e := range run.EngineInfos() {
		for _, s := range e.Settings {
			if s.Flag == "" || s.Values == nil || strings.HasPrefix(s.Flag, "no-") || out[s.Flag] != nil {
				continue
			}
			var list []string
			for _, v := range s.Values {
				list = append(list, strings.TrimSuffix(v.Name+"\t"+v.Summary, "\t"))
			}
			out[s.Flag] = words(list...)
		}
	}
	return out
}
