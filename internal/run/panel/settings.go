package panel

import (
	"maps"
	"slices"
	"strings"

	"whittle.dev/internal/engine/setting"
	"whittle.dev/internal/run/settle"
)

// EngineInfo describes an engine.
type EngineInfo struct {
	Name, Summary string
	Settings      []setting.Doc
}

// EngineInfos describes the engines other than "auto", which runs these.
func EngineInfos() []EngineInfo {
	var out []EngineInfo
	for _, e := range engines {
		out = append(out, EngineInfo{e.name, e.summary, e.settings()})
	}
	return out
}

// ReadSettings sorts Options.Set by engines.
func ReadSettings(o Options) (map[string]map[string]string, error) {
	out := map[string]map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(o.Set)) {
		name, what, dot := strings.Cut(key, ".")
		i := slices.IndexFunc(engines, func(e engineEntry) bool { return e.name == name })
		switch {
		case !dot:
			return nil, settle.Errorf("setting %q: expected ENGINE.NAME, such as bmc.projection", key)
		case i < 0:
			return nil, settle.Errorf("setting %q: no engine is called %s (known: %s)", key, name,
				strings.Join(Engines()[1:], ", "))
		case !slices.ContainsFunc(engines[i].settings(), func(d setting.Doc) bool { return d.Name == what }):
			return nil, settle.Errorf("setting %q: the engine %s has no such setting (see 'whittle help "+
				"engine %s')", key, name, name)
		}
		if out[name] == nil {
			out[name] = map[string]string{}
		}
		out[name][what] = o.Set[key]
	}
	return out, nil
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
		for _, d := range e.settings() {
			if _, given := set[e.name][d.Name]; given && d.Sole {
				out = append(out, demand{"the setting " + e.name + "." + d.Name, func(x engineEntry) bool {
					_, too := set[x.name][d.Name]
					return x.name == e.name || too && d.Flag != "" // a flag is for all that have it
				}, false})
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
			return settle.Errorf("%s is for the engine %s, not for %s", d.what, whoDoes(d), e.name)
		}
	}
	return nil
}

// whoDoes is the first engine that does what is asked for.
func whoDoes(d demand) string {
	return engines[slices.IndexFunc(engines, d.does)].name
}

// SoleEngine is the engine that is meant where options ask for something that one engine alone does; empty:
// all of them are.
func SoleEngine(o Options, set map[string]map[string]string) (string, error) {
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
			return "", settle.Errorf("%s is for the engine %s and %s for the engine %s: choose one",
				list[0].what, a, d.what, b)
		}
	}
	return "", settle.Errorf("no engine does all that is asked for")
}

// MeansOneEngine reports whether options name an engine, or ask for what one alone does.
func (o Options) MeansOneEngine() bool {
	if o.Engine != "" && o.Engine != Auto || o.With != nil {
		return true
	}
	set, err := ReadSettings(o)
	if err != nil {
		return false // newEngine reports it
	}
	only, err := SoleEngine(o, set)
	return err != nil || only != ""
}

// Certifies reports whether options ask that a proof be checked, or written.
func (o Options) Certifies() bool {
	for key := range o.Set {
		if strings.HasSuffix(key, ".certify") || strings.HasSuffix(key, ".certificate") {
			return true
		}
	}
	return false
}
