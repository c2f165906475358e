package check

import (
	"reflect"
	"testing"

	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/engine/pbmc"
	"whittle.dev/internal/engine/setting"
)

// TestSettingsReachConfig: every word of every setting is read, those that are not the default change the
// configuration, each in another way, and every field that users can set has a setting.
func TestSettingsReachConfig(t *testing.T) {
	settingsReach(t, "bmc", bmc.Settings(), bmc.Config{}, "MaxSteps", "MaxPairs", "Wrap")
	settingsReach(t, "ceds", ceds.Settings(), ceds.Config{}, "VerifyCache", "Certify", "Wrap")
	settingsReach(t, "pbmc", pbmc.Settings(), pbmc.Default(), "Wrap")
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
