package whittle

import (
	"os"
	"path/filepath"

	"whittle.dev/internal/engine/ceds"
	"whittle.dev/smt"
	"whittle.dev/smt/audit"
	"whittle.dev/smt/dump"
	"whittle.dev/smt/native"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// certifyConflicts bounds the effort for one question about a certificate.
const certifyConflicts = 1_000_000

// certification says how certificates are checked, if they are; a wrong answer of the solver goes to wrong.
func certification(o Options, wrong *error) (*ceds.Certify, error) {
	if o.Certify == "" && o.Certificate == "" {
		return nil, nil
	}
	out := &ceds.Certify{File: o.Certificate}
	if o.Certificate != "" {
		if info, err := os.Stat(filepath.Dir(o.Certificate)); err != nil || !info.IsDir() {
			return nil, inputError("the certificate %s has no folder to be in", o.Certificate)
		}
	}
	if o.DumpSMT2 != "" {
		folder, err := dump.NewFolder(o.DumpSMT2)
		if err != nil {
			return nil, inputError("%v", err)
		}
		out.Folder = folder
	}
	if o.Certify == "" || o.Certify == "native" {
		out.Solver = func(st *term.Store) (smt.Solver, error) {
			return audit.New(st, native.New(st, native.Config{Conflicts: certifyConflicts}), auditConfig(wrong)), nil
		}
		return out, nil
	}
	cfg := process.Config{Command: o.Certify}
	if _, err := process.New(term.NewStore(), cfg); err != nil {
		return nil, inputError("%v", err)
	}
	out.Solver = func(st *term.Store) (smt.Solver, error) { return process.New(st, cfg) }
	return out, nil
}

// checkCertify refuses certificates of an engine that has none, and scripts of one that writes none.
func checkCertify(o Options) error {
	asked := o.Certify != "" || o.Certificate != ""
	switch {
	case asked && o.Engine != "ceds":
		return inputError("the engine %s gives no certificate, the engine ceds does", o.Engine)
	case o.DumpSMT2 != "" && o.Engine == "ceds" && !asked:
		return inputError("the engine ceds writes the questions about a certificate alone: use --certify with --dump-smt2")
	}
	return nil
}
