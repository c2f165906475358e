// Package yamlfile says where things stand in YAML files, for the readers of task definitions, witnesses and
// descriptions of tools. These walk the syntax tree themselves, since each of their messages names a place
// and since decoding into structs panics on some inputs.
//
// # Main functions
//
//	Document   the tree of a text with one document
//	Mapping    the values of a mapping by key; Pairs: its entries
//	Text       the content of a text; Scalar: also numbers and truth values
//	At         an error about a node of the tree
//	Place      the line and column at which a node begins
//	Syntax     the error for a text that is no YAML, with its place
//
// # Example
//
//	doc, err := yamlfile.Document("a.yml", text, "the list")
//	if err != nil {
//		return err // a.yml:3:7: error: not a YAML file: ...
//	}
//	return yamlfile.At("a.yml", doc, "expected a list") // a.yml:1:1: error: expected a list
//
// # Known limits
//
// Columns count what the parser counts, characters of a line.
package yamlfile
