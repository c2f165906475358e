package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/engine/setting"
	"whittle.dev/internal/run"
)

// engineFlags are the flags that say how a task is solved. The settings of engines have flags of their own
// where they had them before --set; help lists these under each engine.
func engineFlags(cmd *cobra.Command, o *run.Options) {
	f := cmd.Flags()
	choice := &engineChoice{o: o}
	set := func(key, value string) {
		if o.Set == nil {
			o.Set = map[string]string{}
		}
		o.Set[key] = value
	}
	heading(cmd, "How it is solved", func() {
		f.Var(&engineWord{c: choice, word: &choice.name}, "engine",
			fmt.Sprintf("what looks for the answer, a `name`: %s (default %s: %s; the first answer counts)",
				strings.Join(run.Engines(), ", "), run.Engines()[0], autoRuns()))
		f.Var(&settings{set: set}, "set", "set what an engine does, `ENGINE.NAME=VALUE` (repeatable); "+
			"'whittle help engine' lists what there is")
		f.Var((*cli.Count)(&o.MaxUnwind), "unwind",
			"unwind loops and recursion at most so often (default: no bound)")
		f.Var(&alias{func(n string) error {
			set("bmc.jobs", n)
			set("ceds.workers", n)
			set("dpr.jobs", n)
			return (new(cli.Count)).Set(n)
		}, "int"}, "jobs", "let so many goroutines share one hard question: as --set bmc.jobs=`n`, "+
			"--set ceds.workers=n and --set dpr.jobs=n (default 1)")
		f.BoolVar(&o.NoMinimise, "no-minimise", false,
			"leave a trace as it was found: do not drop steps and reorder it")
		auditFlag(cmd, &o.Audit)
		bugDirFlag(cmd, &o.BugDir)
		f.StringVar(&o.DumpSMT2, "dump-smt2", "", "write each question to the solver, of the engine bmc or "+
			"about a certificate, as an SMT-LIB 2 script to this `folder`")
	})
	hideDefault(cmd, "unwind")
	seldom(cmd, "jobs")
	heading(cmd, rareHeading, func() { oldFlags(f, set, choice) })
}

// autoRuns says what the engine "auto" does.
func autoRuns() string {
	programs, loops, threads, systems := run.AutoRuns()
	return fmt.Sprintf("%s side by side, with %s on loops of one thread and %s on loops of several, %s on "+
		"transition systems", strings.Join(programs, " and "), strings.Join(loops, " and "),
		strings.Join(threads, " and "), strings.Join(systems, " and "))
}

// oldFlags are the flags for settings that are older than --set.
func oldFlags(f *pflag.FlagSet, set func(key, value string), choice *engineChoice) {
	for _, e := range run.EngineInfos() {
		for _, s := range e.Settings {
			if s.Flag == "" {
				continue
			}
			if old := f.Lookup(s.Flag); old != nil { // two engines have a setting of this name
				v := old.Value.(*settingFlag)
				v.keys = append(v.keys, e.Name+"."+s.Name)
				continue
			}
			v := &settingFlag{of: s, keys: []string{e.Name + "." + s.Name}, set: set}
			flag := f.VarPF(v, s.Flag, "", "as --set "+v.keys[0]+"="+v.example())
			switch {
			case v.isSwitch():
				flag.NoOptDefVal = "true"
			case s.Flag == "certify":
				flag.NoOptDefVal = "native"
			}
			rare(flag)
		}
	}
	off := f.VarPF(&alias{func(string) error { return f.Set("projection", "none") }, "bool"}, "no-projection",
		"", "as --projection none")
	off.NoOptDefVal = "true"
	rare(off)
	rare(f.VarPF(&engineWord{c: choice, word: &choice.encoding}, "encoding", "", "steps: as --engine pbmc; "+
		"events: as --engine bmc"))
	rare(f.VarPF(&improvements{set: set, to: "off"}, "without", "", "as --set pbmc.NAME=off for each of "+
		"these `names`, all: pbmc.improvements=off"))
	rare(f.VarPF(&improvements{set: set, to: "on"}, "with", "", "as --set pbmc.NAME=on for each of these "+
		"`names`"))
}

// rareKey marks a flag that stands in for --set.
const rareKey = "whittle_rare"

// rare leaves a flag out of the help of a command; manual pages and completion have it.
func rare(f *pflag.Flag) {
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[rareKey] = []string{"true"}
}

// rareHeading is what such flags stand under in manual pages.
const rareHeading = "Flags for settings of engines"

// engineChoice settles an engine and the encoding that was once an option of the engine bmc.
type engineChoice struct {
	o              *run.Options
	name, encoding string
}

// settle sets the engine.
func (c *engineChoice) settle() error {
	engine := map[string]string{"": "", "steps": "pbmc", "events": "bmc"}
	e, known := engine[c.encoding]
	switch {
	case !known:
		return fmt.Errorf("want events or steps")
	case e == "" || c.name == e:
		c.o.Engine = c.name
	case c.name == "" || c.name == "auto" || c.name == "bmc":
		c.o.Engine = e
	default:
		return fmt.Errorf("the encoding %s (--encoding) is not one of the engine %s", c.encoding, c.name)
	}
	return nil
}

// engineWord is the value of --engine or --encoding.
type engineWord struct {
	c    *engineChoice
	word *string
}

// String is the word as it was given.
func (w *engineWord) String() string {
	if w.word == nil {
		return ""
	}
	return *w.word
}

// Type names the kind of value in the help text.
func (*engineWord) Type() string { return "name" }

// Set takes the word.
func (w *engineWord) Set(s string) error {
	*w.word = s
	return w.c.settle()
}

// settings is the value of --set.
type settings struct {
	set   func(key, value string)
	given map[string]string
	order []string
}

// String lists what was given.
func (s *settings) String() string { return strings.Join(s.order, ",") }

// Type names the kind of value in the help text.
func (*settings) Type() string { return "setting" }

// Set takes ENGINE.NAME=VALUE. Given again with another value it is refused, as other flags are.
func (s *settings) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("expected ENGINE.NAME=VALUE, such as bmc.projection=none")
	}
	if before, again := s.given[key]; again && before != value {
		return fmt.Errorf("%s was set to %q before, and takes one value", key, before)
	}
	if s.given == nil {
		s.given = map[string]string{}
	}
	s.given[key] = value
	s.order = append(s.order, text)
	s.set(key, value)
	return nil
}

// Append, Replace and GetSlice make it a list: it may be given several times.
func (s *settings) Append(text string) error { return s.Set(text) }

// Replace is Append: nothing is taken back.
func (s *settings) Replace(list []string) error {
	for _, text := range list {
		if err := s.Set(text); err != nil {
			return err
		}
	}
	return nil
}

// GetSlice returns what was given.
func (s *settings) GetSlice() []string { return s.order }

// settingFlag is the value of a flag that stands for a setting, or for those of several engines that have it.
type settingFlag struct {
	of   setting.Doc
	keys []string
	set  func(key, value string)
	text string
}

// isSwitch reports whether the flag turns a switch off: --no-NAME.
func (v *settingFlag) isSwitch() bool { return strings.HasPrefix(v.of.Flag, "no-") }

// example is what help shows as the value.
func (v *settingFlag) example() string {
	switch {
	case v.isSwitch():
		return "off"
	case v.of.Values == nil:
		return "`" + v.of.Form + "`"
	}
	names := make([]string, len(v.of.Values))
	for i, w := range v.of.Values {
		names[i] = w.Name
	}
	return "`" + strings.Join(names, "|") + "`"
}

// String is the value as it was given.
func (v *settingFlag) String() string { return v.text }

// Type names the kind of value in the help text.
func (v *settingFlag) Type() string {
	if v.isSwitch() {
		return "bool"
	}
	return v.of.Form
}

// Set takes a value; of a switch true, which turns it off, or false.
func (v *settingFlag) Set(s string) error {
	v.text = s
	if v.isSwitch() {
		word, ok := map[string]string{"true": "off", "false": "on"}[s]
		if !ok {
			return fmt.Errorf("want true or false")
		}
		s = word
	}
	for _, k := range v.keys {
		v.set(k, s)
	}
	return nil
}

// improvements is the value of --without and --with: settings of the engine pbmc that are switched off or on.
type improvements struct {
	set   func(key, value string)
	to    string
	order []string
}

// String lists the names.
func (v *improvements) String() string { return strings.Join(v.order, ",") }

// Type names the kind of value in the help text.
func (*improvements) Type() string { return "names" }

// Set takes names separated by commas.
func (v *improvements) Set(text string) error {
	for _, name := range strings.Split(text, ",") {
		if name == "all" {
			name = "improvements"
		}
		if !slices.Contains(pbmcImprovements(), name) {
			return fmt.Errorf("the engine pbmc has no improvement %q (all, %s)", name,
				strings.Join(pbmcImprovements()[1:], ", "))
		}
		v.order = append(v.order, name)
		v.set("pbmc."+name, v.to)
	}
	return nil
}

// Append adds names.
func (v *improvements) Append(text string) error { return v.Set(text) }

// Replace is Append.
func (v *improvements) Replace(list []string) error { return v.Set(strings.Join(list, ",")) }

// GetSlice returns the names.
func (v *improvements) GetSlice() []string { return v.order }

// pbmcImprovements are the switches of the engine pbmc, the one for all of them first.
func pbmcImprovements() []string {
	var out []string
	for _, e := range run.EngineInfos() {
		for _, s := range e.Settings {
			if e.Name == "pbmc" && len(s.Values) == 2 &&
				(s.Values[0].Name == "on" || s.Values[0].Name == "off") {
				out = append(out, s.Name)
			}
		}
	}
	return out
}

// alias is the value of a flag that is another way to write something.
type alias struct {
	do   func(string) error
	kind string
}

// String is empty: there is no default.
func (*alias) String() string { return "" }

// Type names the kind of value in the help text.
func (a *alias) Type() string { return a.kind }

// Set does what the flag stands for.
func (a *alias) Set(s string) error { return a.do(s) }
