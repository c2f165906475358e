package c

import "testing"

// ModelledFunctions lists the functions of each embedded header that are modelled.
func ModelledFunctions(t *testing.T) map[string]map[string]bool {
	t.Helper()
	out := map[string]map[string]bool{}
	for header, cells := range functionsByHeader(t) {
		out[header] = cells[modelled]
	}
	return out
}

// DeclaredFunctions yields the names and the parameters of the functions that a header declares.
func DeclaredFunctions(text string) [][]string {
	return declaresFunction.FindAllStringSubmatch(text, -1)
}
