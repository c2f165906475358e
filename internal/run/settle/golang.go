package settle

import (
	"slices"

	"whittle.dev/internal/frontend/golang"
	"whittle.dev/internal/property"
)

// InGo reports whether the task is about a program in Go.
func (r Settled) InGo() bool { return slices.ContainsFunc(r.Files, golang.IsFile) }

// settleGo looks for what contradicts that a program is one in Go, or that it is one in C.
func (r *Settled) settleGo() error {
	if !r.InGo() {
		if p := r.Asked.Only(property.Property.OfGo); p != "" {
			return Errorf("the property %s is one of programs in Go", p)
		}
		return nil
	}
	if i := slices.IndexFunc(r.Files, func(f string) bool { return !golang.IsFile(f) }); i >= 0 {
		return Errorf("%s is no program in Go: it is not checked together with one", r.Files[i])
	}
	if p := r.Asked.Without(property.DefaultOfGo()); p != "" {
		if r.Property == property.Everything {
			r.Asked = property.DefaultOfGo()
		} else {
			return Errorf("the property %s is one of programs in C; those of programs in Go are %s", p,
				property.DefaultOfGo())
		}
	}
	for _, x := range []struct {
		given bool
		what  string
	}{
		{r.CompileCommands != "", "a compilation database"}, {r.DataModel != "", "a data model"},
		{len(r.Include)+len(r.Defines)+len(r.ForceIncludes) > 0, "settings of the preprocessor"},
		{r.FrontEnd != "" || r.CC != "", "a compiler"}, {r.Dialect != "", "a dialect"},
		{r.EntryPointers != "" || len(r.Replace)+len(r.RemoveBody) > 0, "settings of functions"},
		{r.Args != nil, "arguments"}, {r.ErrorLabel != "", "an error label"},
		{r.MayFail != "" || r.Strict, "what may fail"}, {r.LTL != "" || r.Liveness, "liveness"},
		{r.Volatile != "", "a meaning of volatile"}, {r.Read != nil, "a text that lies in no file"},
	} {
		if x.given {
			return Errorf("%s is for programs in C, not for those in Go", x.what)
		}
	}
	return nil
}
