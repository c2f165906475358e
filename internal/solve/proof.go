package solve

import (
	"fmt"
	"os"
	"path/filepath"

	"whittle.dev/sat"
)

// proofFile writes a proof to a file that gets its name when it is complete.
type proofFile struct {
	*sat.ProofWriter
	file *os.File
	// complete says that the empty clause was derived.
	complete bool
	placed   bool // the file has its name
}

// newProofFile makes a file beside the one that it shall become, or a temporary
// file if that is empty. A device or a pipe is written to as it is.
func newProofFile(name string, check bool) (*proofFile, error) {
	dir, pattern := "", "whittle-*.drat"
	if name != "" {
		dir, pattern = filepath.Dir(name), "."+filepath.Base(name)+".*"
		if fi, err := os.Stat(name); err == nil && !fi.Mode().IsRegular() {
			if check {
				return nil, fmt.Errorf("proof: %s is no regular file, so the proof could not be checked",
					name)
			}
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return nil, fmt.Errorf("proof: %w", err)
			}
			return &proofFile{ProofWriter: sat.NewProofWriter(f, false), file: f, placed: true}, nil
		}
	}
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return &proofFile{ProofWriter: sat.NewProofWriter(f, false), file: f}, nil
}

// Learn implements sat.Proof.
func (p *proofFile) Learn(clause []sat.Lit) {
	if !p.complete {
		p.ProofWriter.Learn(clause)
		p.complete = len(clause) == 0
	}
}

// finish ends the proof with the empty clause and gives the file its name.
func (p *proofFile) finish(name string) error {
	p.Learn(nil) // a conflict by propagation alone may have no lemma
	err := p.Flush()
	rename := name != "" && !p.placed
	if rename && err == nil {
		err = p.file.Chmod(0o644)
	}
	if e := p.file.Close(); err == nil {
		err = e
	}
	if rename && err == nil {
		err = os.Rename(p.file.Name(), name)
		p.placed = err == nil
	}
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// drop closes the file and removes it if it did not get its name.
func (p *proofFile) drop() {
	p.file.Close()
	if !p.placed {
		os.Remove(p.file.Name())
	}
}
