// Package gcc says what the gcc of a machine can build. Only tests use it: they compare whittle with gcc's
// programs, and are skipped, with the reason, where there is none.
//
//	if why := gcc.Missing("-m32"); why != "" {
//		t.Skip(why)
//	}
//
// Known limits: it knows nothing of other compilers, and takes gcc from PATH.
package gcc
