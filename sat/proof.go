package sat

import (
	"bufio"
	"io"
	"strconv"
)

// Proof receives the clauses of a derivation in order. Slices are only valid during the call. The clauses of
// Learn follow from those before by reverse unit propagation (RUP).
type Proof interface {
	Input(clause []Lit)  // a clause of the caller, as given to AddClause
	Axiom(clause []Lit)  // a clause of a theory: true there, not derivable here
	Learn(clause []Lit)  // a derived clause; empty: unsatisfiable
	Delete(clause []Lit) // a clause that is not used any more
}

// proofLog shows the steps of the derivation to those who asked for them, if any.
type proofLog struct {
	proof Proof              // nil for none
	debug func(clause []Lit) // nil for none
}

// on reports that a proof is kept: only then does the order of deletions matter.
func (p *proofLog) on() bool { return p.proof != nil }

func (p *proofLog) input(clause []Lit) {
	if p.proof != nil {
		p.proof.Input(clause)
	}
}

func (p *proofLog) axiom(clause []Lit) {
	if p.proof != nil {
		p.proof.Axiom(clause)
	}
}

func (p *proofLog) learn(clause []Lit) {
	if p.proof != nil {
		p.proof.Learn(clause)
	}
}

// derived shows a derived clause to the proof and the debug hook.
func (p *proofLog) derived(clause []Lit) {
	p.learn(clause)
	if p.debug != nil {
		p.debug(clause)
	}
}

func (p *proofLog) delete(clause []Lit) {
	if p.proof != nil {
		p.proof.Delete(clause)
	}
}

// ProofWriter writes a [Proof] as DRAT text (Wetzler, Heule and Hunt, SAT 2014). Clauses of theories, which
// DRAT does not know, are lines that begin with "t"; input clauses are only written if asked for, as lines
// that begin with "i". Without both the text is plain DRAT. Call [ProofWriter.Flush] at the end.
type ProofWriter struct {
	w      *bufio.Writer
	inputs bool
	buf    []byte
}

// NewProofWriter returns a writer to w; inputs asks for the input clauses too,
// which a proof over incremental use needs.
func NewProofWriter(w io.Writer, inputs bool) *ProofWriter {
	return &ProofWriter{w: bufio.NewWriterSize(w, 1<<16), inputs: inputs}
}

// Input implements [Proof].
func (p *ProofWriter) Input(clause []Lit) {
	if p.inputs {
		p.line("i ", clause)
	}
}

// Axiom implements [Proof].
func (p *ProofWriter) Axiom(clause []Lit) { p.line("t ", clause) }

// Learn implements [Proof].
func (p *ProofWriter) Learn(clause []Lit) { p.line("", clause) }

// Delete implements [Proof].
func (p *ProofWriter) Delete(clause []Lit) { p.line("d ", clause) }

func (p *ProofWriter) line(head string, clause []Lit) {
	p.buf = append(p.buf[:0], head...)
	for _, l := range clause {
		p.buf = strconv.AppendInt(p.buf, int64(l.Dimacs()), 10)
		p.buf = append(p.buf, ' ')
	}
	p.buf = append(p.buf, '0', '\n')
	p.w.Write(p.buf) // the error sticks and is reported by Flush
}

// Flush writes what is buffered and returns the first error.
func (p *ProofWriter) Flush() error { return p.w.Flush() }
