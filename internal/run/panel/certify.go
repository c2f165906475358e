package panel

import (
	"os"
	"path/filepath"

	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/solve"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// CertifyConflicts bounds the effort for one question about a certificate.
const CertifyConflicts = 1_000_000

// certification says how certificates are checked: by the solver of a name, and written to a file, if that is
// not empty. A wrong answer of the solver goes to wrong.
func certification(o Options, solver, file string, wrong *error) (*certify.Config, error) {
	out := &certify.Config{File: file}
	if file != "" {
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return nil, settle.Errorf("the certificate %s has no folder to be in", file)
		}
	}
	var err error
	if out.Folder, err = dumpFolder(o); err != nil {
		return nil, err
	}
	if solve.IsNative(solver) {
		out.Solver = func(st *term.Store) (smt.Solver, error) {
			return audit.New(st, native.New(st, native.Config{Conflicts: CertifyConflicts}),
				solve.Audited(wrong)), nil
		}
		return out, nil
	}
	if out.Solver, err = solve.With(solver); err != nil {
		return nil, settle.Errorf("%v", err)
	}
	return out, nil
}
