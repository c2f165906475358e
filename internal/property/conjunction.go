package property

import (
	"slices"
	"strings"
)

// A conjunction is written in one way only, so that equal properties are equal strings: its members stand in
// the order of the table, none is a part of another, and all parts of a named conjunction are that one. The
// order is the one in which verdicts are looked at: the first member that is violated is the verdict.

// Join is the conjunction of properties; empty for none.
func Join(list ...Property) Property {
	wanted := map[Property]bool{}
	for _, p := range list {
		for _, q := range p.Parts() {
			wanted[q] = q != ""
		}
	}
	var names []string
	for _, r := range table {
		if len(r.parts) > 0 && !slices.ContainsFunc(r.parts, func(q Property) bool { return !wanted[q] }) {
			for _, q := range r.parts {
				delete(wanted, q)
			}
			names = append(names, string(r.name))
		}
		if wanted[r.name] {
			names = append(names, string(r.name))
		}
	}
	return Property(strings.Join(names, ","))
}

// Members are the properties that p was joined from: p alone for one with a name, none for the empty one.
func (p Property) Members() []Property {
	if p == "" {
		return nil
	}
	var out []Property
	for name := range strings.SplitSeq(string(p), ",") {
		out = append(out, Property(name))
	}
	return out
}

// Parts are the properties that p is the conjunction of, in the order of SV-COMP's property files; p alone
// for one that is no conjunction.
func (p Property) Parts() []Property {
	if parts := p.entry().parts; parts != nil {
		return parts
	}
	if !strings.Contains(string(p), ",") {
		return []Property{p}
	}
	var out []Property
	for _, q := range p.Members() {
		out = append(out, q.Parts()...)
	}
	return out
}

// Without is what is left of p when the parts of q are decided; empty if nothing is.
func (p Property) Without(q Property) Property {
	return p.Only(func(r Property) bool { return !q.Covers(r) })
}

// Only is the conjunction of those parts of p for which a condition holds; empty if there are none.
func (p Property) Only(which func(Property) bool) Property {
	return Join(slices.DeleteFunc(slices.Clone(p.Parts()), func(q Property) bool { return !which(q) })...)
}
