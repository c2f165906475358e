package check

import (
	"slices"
	"strings"

	"whittle.dev/internal/engine/setting"
)

// EngineInfo describes an engine.
type EngineInfo struct {
	Name, Summary string
	Settings      []Setting
}

// Setting describes something that can be chosen about an engine, in Options.Set.
type Setting struct {
	// Name is that within the engine: "projection" of "bmc.projection".
	Name string
	// Summary says what the setting does; of a switch, what happens when it is on.
	Summary string
	// Values are the words that may be written, the default first, and what they mean; nil: Form says what is
	// written.
	Values []SettingValue
	// Form is what is written if not one of a few words: "number", "file", "folder", "solver".
	Form string
	// Default says what holds without the setting, if Values do not.
	Default string
	// Source is the paper and section that it comes from; empty: it is of whittle's own.
	Source string
	// Flag is the flag of 'whittle check' for the setting; empty: none.
	Flag string
}

// SettingValue is one word that may be written.
type SettingValue struct{ Name, Summary string }

// EngineInfos describes the engines other than "auto", which runs these.
func EngineInfos() []EngineInfo {
	var out []EngineInfo
	for _, e := range engines {
		info := EngineInfo{Name: e.name, Summary: e.summary}
		for _, d := range e.settings {
			s := Setting{Name: d.Name, Summary: d.Summary, Form: d.Form, Default: d.Default, Source: d.Source,
				Flag: d.Flag}
			for _, v := range d.Values {
				s.Values = append(s.Values, SettingValue(v))
			}
			info.Settings = append(info.Settings, s)
		}
		out = append(out, info)
	}
	return out
}

// readSettings sorts Options.Set by engines.
func readSettings(o Options) (map[string]map[string]string, error) {
	out := map[string]map[string]string{}
	for _, key := range sortedKeys(o.Set) {
		name, what, dot := strings.Cut(key, ".")
		i := slices.IndexFunc(engines, func(e engineEntry) bool { return e.name == name })
		switch {
		case !dot:
			return nil, inputError("setting %q: expected ENGINE.NAME, such as bmc.projection", key)
		case i < 0:
			return nil, inputError("setting %q: no engine is called %s (known: %s)", key, name,
				strings.Join(Engines()[1:], ", "))
		case !slices.ContainsFunc(engines[i].settings, func(d setting.Doc) bool { return d.Name == what }):
			return nil, inputError("setting %q: the engine %s has no such setting (see 'whittle help "+
				"engine %s')", key, name, name)
		}
		if out[name] == nil {
			out[name] = map[string]string{}
		}
		out[name][what] = o.Set[key]
	}
	return out, nil
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// demand is something asked for that not every engine does.
type demand struct {
	what string
	does func(engineEntry) bool
	// hint: an engine that does not do it may be asked all the same.
	hint bool
}

// demands are those of options.
func demands(o Options, set map[string]map[string]string) []demand {
	var out []demand
	certified := false
	for _, e := range engines {
		for _, d := range e.settings {
			if _, given := set[e.name][d.Name]; given && d.Sole {
				out = append(out, demand{"the setting " + e.name + "." + d.Name,
					func(x engineEntry) bool { return x.name == e.name }, false})
				certified = certified || d.Name == "certify" || d.Name == "certificate"
			}
		}
	}
	if o.MaxUnwind > 0 { // it is meant to end the run, which others would not do there
		out = append(out, demand{"a bound on unwinding", func(e engineEntry) bool { return e.unwinds }, true})
	}
	if o.DumpSMT2 != "" && !certified { // with a certificate it is the questions about that one
		out = append(out, demand{"a folder for questions to the solver (--dump-smt2 without --certify)",
			func(e engineEntry) bool { return e.dumps }, false})
	}
	return out
}

// checkSole refuses what the engine that is asked for does not do.
func checkSole(o Options, e engineEntry, set map[string]map[string]string) error {
	for _, d := range demands(o, set) {
		if !d.hint && !d.does(e) {
			return inputError("%s is for the engine %s, not for %s", d.what, whoDoes(d), e.name)
		}
	}
	return nil
}

// whoDoes is the first engine that does what is asked for.
func whoDoes(d demand) string {
	return engines[slices.IndexFunc(engines, d.does)].name
}

// soleEngine is the engine that is meant where options ask for something that one engine alone does; empty:
// all of them are.
func soleEngine(o Options, set map[string]map[string]string) (string, error) {
	list := demands(o, set)
	if len(list) == 0 {
		return "", nil
	}
	i := slices.IndexFunc(engines, func(e engineEntry) bool {
		return !slices.ContainsFunc(list, func(d demand) bool { return !d.does(e) })
	})
	if i >= 0 {
		return engines[i].name, nil
	}
	for _, d := range list[1:] {
		if a, b := whoDoes(list[0]), whoDoes(d); a != b {
			return "", inputError("%s is for the engine %s and %s for the engine %s: choose one",
				list[0].what, a, d.what, b)
		}
	}
	return "", inputError("no engine does all that is asked for")
}
