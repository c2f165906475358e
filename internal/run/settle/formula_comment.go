package settle

import (
	"regexp"
	"slices"
	"strings"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
)

// A formula may stand in a comment of the program, as the examples of Ultimate have it:
//
//	//@ ltl invariant positive: [] <> AP(x > 0);
var formulaComment = regexp.MustCompile(`//@[ \t]*ltl[ \t]+invariant[ \t]+(\w+)[ \t]*:([^;\n]*)` +
	`|/\*@\s*ltl\s+invariant\s+(\w+)\s*:([^;*]*)`)

// commented is the conjunction of the formulas in comments of the files of the program.
func (r *Settled) commented() (string, error) {
	files := slices.Clone(r.Files)
	for _, u := range r.units {
		files = append(files, u.File)
	}
	var list []string
	for _, file := range files {
		text, err := r.ReadFile(file)
		if err != nil {
			return "", &InputError{err}
		}
		for _, m := range formulaComment.FindAllStringSubmatch(string(text), -1) {
			name, formula := m[1]+m[3], strings.TrimSpace(m[2]+m[4])
			f, err := ltl.Parse(formula)
			if err != nil {
				return "", Errorf("%s: the formula %s: %v", file, name, err)
			}
			if r.names == nil {
				r.names = map[string]string{}
			}
			r.names[f.String()] = name
			list = append(list, formula)
		}
	}
	switch len(list) {
	case 0:
		return "", Errorf("the property %s needs a formula: --ltl, or a comment of the form "+
			"//@ ltl invariant name: formula;", property.LTL)
	case 1:
		return list[0], nil
	}
	return "(" + strings.Join(list, ") && (") + ")", nil
}
