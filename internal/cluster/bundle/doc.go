// Package bundle finds the files that a task consists of: the program, the task definition with its inputs
// and property files, and what they include by #include "..." as far as it lies beside them.
//
//	b, err := bundle.Of("tasks/queue.yml")
//	for _, f := range b.Files { ... f.Path, f.Content ... }
//
// Known limits: folders named by flags (-I) and headers that are found only through them are not taken along.
package bundle
