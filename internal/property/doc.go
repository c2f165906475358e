// Package property names what is checked and the answers.
//
// A Property is one of the SV-COMP properties, or one of transition systems; a Verdict is true, false (of a
// property) or unknown. Verdict.String is the last line that the whittle command prints:
//
//	p, err := property.Parse("no-data-race")
//	fmt.Println(property.Violated(p)) // false(no-data-race)
//
// ParsePRP reads the property files of SV-COMP task definitions, for example
//
//	CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// Source: the rules of SV-COMP, sections "Properties" and "Verdicts" (https://sv-comp.sosy-lab.org).
//
// Everything that is known of a property by its name alone (formulas, parts, words for people, whether it is
// about memory) stands in one table; flags, help, readers and writers of witnesses, reports and engines read
// it.
//
// Known limits: coverage properties (COVER) and LTL formulas other than the fixed ones of SV-COMP are
// recognised and refused.
package property
