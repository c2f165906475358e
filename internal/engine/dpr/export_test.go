package dpr

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/sat"
	"whittle.dev/smt/native"
)

// Explored is a program of which paths were explored, with the certificate.
type Explored struct{ s *search }

// Explore explores a program up to a violation.
func Explore(ctx context.Context, cfg Config, p *cfa.Program) (*Explored, engine.Result, error) {
	cfg.CertifyBy = "native"
	s, err := New(cfg).search(ctx, engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		return nil, engine.Result{}, err
	}
	res, err := s.run()
	return &Explored{s}, res, err
}

// Edges is how many edges the program has that was executed.
func (x *Explored) Edges() int { return x.s.info.Prog.NumEdges }

// Reasons are those of the certificate.
func (x *Explored) Reasons() []certify.Reason { return slices.Clone(x.s.cert.Reasons) }

// Path are the choices of the latest execution.
func (x *Explored) Path() []sat.Lit { return x.s.latest.path }

// Check checks the certificate, with other reasons unless they are nil.
func (x *Explored) Check(reasons []certify.Reason) (*proof.Certificate, error) {
	return x.check(x, reasons)
}

// CheckOf checks the certificate as that of another program.
func (x *Explored) CheckOf(other *Explored, reasons []certify.Reason) (*proof.Certificate, error) {
	return x.check(other, reasons)
}

func (x *Explored) check(of *Explored, reasons []certify.Reason) (*proof.Certificate, error) {
	s := *x.s
	s.info, s.code, s.choices = of.s.info, of.s.code, of.s.choices
	old := s.cert.Reasons
	defer func() { s.cert.Reasons = old }()
	if reasons != nil {
		s.cert.Reasons = reasons
	}
	return s.cert.Check(s.ctx, certify.Config{Runner: s.runner(), Choice: s.space.Choice,
		Solver: native.New(s.terms, native.Config{})})
}
