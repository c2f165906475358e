package run

import (
	"reflect"
	"strings"
	"testing"

	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/cpa"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/engine/pbmc"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/engine/setting"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
)

// TestSettingsReachConfig: every word of every setting is read, those that are not the default change the
// configuration, each in another way, and every field that users can set has a setting.
func TestSettingsReachConfig(t *testing.T) {
	settingsReach(t, "bmc", bmc.Settings(), bmc.Config{}, "MaxSteps", "MaxPairs", "Wrap",
		"EagerJobs", "Helpers", "Lead")
	settingsReach(t, "ceds", ceds.Settings(), ceds.Config{}, "CacheRevision", "VerifyCache", "Certify",
		"Wrap", "Others", "OthersKey")
	settingsReach(t, "cpa", cpa.Settings(), cpa.Config{}, "Certify", "Wrap")
	settingsReach(t, "dpr", dpr.Settings(), dpr.Config{}, "Certifier", "Wrap", "EagerJobs", "Helpers", "Lead")
	settingsReach(t, "modular", modular.Settings(), modular.Config{}, "Wrap")
	settingsReach(t, "pbmc", pbmc.Settings(), pbmc.Default(), "Wrap")
	settingsReach(t, "pdr", pdr.Settings(), pdr.Config{}, "Wrap", "Solver", "Depth")
	settingsReach(t, "slab", slab.Settings(), slab.Config{}, "Solver", "Wrap")
}

func settingsReach[C any](t *testing.T, engine string, table setting.Table[C], def C, others ...string) {
	changed := map[string]bool{}
	for _, name := range others {
		changed[name] = true
	}
	seen := map[string]string{}
	try := func(s setting.Setting[C], value string, differs bool) {
		cfg := def
		if err := s.Set(&cfg, value); err != nil {
			t.Errorf("%s.%s=%s: %v", engine, s.Name, value, err)
		}
		was, is := reflect.ValueOf(def), reflect.ValueOf(cfg)
		fields := ""
		for i := range is.NumField() {
			if f := is.Type().Field(i); f.IsExported() && f.Type.Kind() != reflect.Func &&
				!reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
				fields += f.Name + " "
				changed[f.Name] = true
			}
		}
		if (fields != "") != differs {
			t.Errorf("%s.%s=%s changes %q", engine, s.Name, value, fields)
		}
	}
	for _, s := range table {
		if seen[s.Name] != "" || s.Summary == "" {
			t.Errorf("%s.%s stands twice, or says nothing", engine, s.Name)
		}
		seen[s.Name] = s.Summary
		cfg := def
		if s.Form != "file" && s.Form != "folder" && s.Form != "solver" &&
			s.Set(&cfg, "no such word") == nil {
			t.Errorf("%s.%s takes any word", engine, s.Name)
		}
		switch {
		case s.Values == nil && s.Form == "number":
			try(s, "7", true)
		case s.Values == nil:
			try(s, "text", true)
		}
		for i, v := range s.Values {
			// "dfs" for what is empty by default is written, though it means the same.
			if i > 0 || v.Name == "on" {
				try(s, v.Name, i > 0)
			}
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[C]()) {
		if len(f.Index) == 1 && f.IsExported() && !changed[f.Name] {
			t.Errorf("no setting of %s changes Config.%s", engine, f.Name)
		}
	}
}

func TestSoleEngine(t *testing.T) {
	for _, c := range []struct {
		opt        Options
		want, fail string
	}{
		{Options{}, "", ""},
		{Options{Set: map[string]string{"bmc.projection": "none", "ceds.store": "whole",
			"ceds.max-states": "10"}}, "", ""},
		{Options{MaxUnwind: 3}, "bmc", ""},
		{Options{Set: map[string]string{"pbmc.depth": "4", "pbmc.improvements": "off"}}, "pbmc", ""},
		{Options{Set: map[string]string{"pbmc.depth": "4", "ceds.certify": "native"}}, "", "choose one"},
		{Options{Set: map[string]string{"pbmc.depth": "4"}, MaxUnwind: 3}, "", "choose one"},
		{Options{Set: map[string]string{"ceds.certify": "native"}, DumpSMT2: "folder"}, "ceds", ""},
		{Options{Set: map[string]string{"ceds.certify": "native", "cpa.certify": "native"}}, "ceds", ""},
		{Options{Set: map[string]string{"cpa.certify": "native"}}, "cpa", ""},
		{Options{DumpSMT2: "folder"}, "bmc", ""},
	} {
		set, err := panel.ReadSettings(c.opt.forPanel())
		if err != nil {
			t.Fatal(err)
		}
		got, err := panel.SoleEngine(c.opt.forPanel(), set)
		if got != c.want || (err != nil) != (c.fail != "") || err != nil &&
			!strings.Contains(err.Error(), c.fail) {
			t.Errorf("%+v: %q, %v", c.opt.forPanel(), got, err)
		}
	}
	o, err := Check(t.Context(), program(t, lostUpdate), Options{Set: map[string]string{"pbmc.depth": "50"}})
	if err != nil || o.Engine != "auto (pbmc)" || o.Verdict.Kind != property.False ||
		!strings.Contains(o.Result.Why, "steps") {
		t.Errorf("%s: %s because of %s, %v", o.Engine, o.Verdict, o.Result.Why, err)
	}
}

// TestSettings: what no engine has, and what the one that is asked for does not do, is refused.
func TestSettings(t *testing.T) {
	for _, c := range []struct {
		engine, key, value, fail string
	}{
		{"", "projection", "none", "expected ENGINE.NAME"},
		{"", "abc.x", "1", "no engine is called abc"},
		{"ceds", "bmc.x", "1", "has no such setting"},
		{"bmc", "bmc.projection", "some", `"some" is not cone or none`},
		{"bmc", "bmc.values", "no", `"no" is not on or off`},
		{"ceds", "ceds.workers", "-1", "no positive number"},
		{"bmc", "pbmc.depth", "3", "the setting pbmc.depth is for the engine pbmc, not for bmc"},
		{"bmc", "ceds.certify", "native", "is for the engine ceds"},
		{"bmc", "ceds.search", "bfs", ""},
		{"", "pbmc.improvements", "off", ""},
	} {
		opt := Options{Engine: c.engine, Set: map[string]string{c.key: c.value}}
		_, err := Check(t.Context(), program(t, lostUpdate), opt)
		if c.fail == "" && err != nil || c.fail != "" &&
			(!IsInputError(err) || !strings.Contains(err.Error(), c.fail)) {
			t.Errorf("%s, %s=%s: %v", c.engine, c.key, c.value, err)
		}
	}
}
