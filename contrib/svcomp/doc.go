// The svcomp command makes the archive of whittle for SV-COMP: a ZIP file with the program, statically
// linked, its licence, a README for the organisers, the tool-info module for BenchExec, and a smoke test.
//
//	go run ./contrib/svcomp -o whittle.zip      # in the root of the repository; or: make svcomp
//
// The archive is the same for the same sources and the same Go: entries are sorted and have a fixed time, and
// the program is built without paths of the machine.
//
// Known limits: the program is for Linux on x86-64, as the machines of SV-COMP are.
package main
