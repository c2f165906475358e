// Package task reads SV-COMP task definitions.
//
// A task definition (format 2.0, a .yml file) names the input files of a program, the properties to check
// with their expected verdicts, and the data model:
//
//	format_version: '2.0'
//	input_files: 'lock.i'
//	properties:
//	  - property_file: ../properties/unreach-call.prp
//	    expected_verdict: true
//	options:
//	  language: C
//	  data_model: ILP32
//
// Load reads one with the property files that it names, and Select picks the property to check:
//
//	def, err := task.Load("lock.yml", nil)
//	exp, err := def.Select("") // the only property that is supported
//	fmt.Println(def.Inputs, def.DataModel, exp.Property, exp.Expected)
//
// Reading is strict: unknown and repeated keys, wrong types and missing files
// are errors, and every error is an *Error with file, line and column.
//
// Source: https://gitlab.com/sosy-lab/benchmarking/task-definition-format
//
// Known limits: YAML anchors, aliases and tags are refused, required files
// and languages other than C as well.
package task
