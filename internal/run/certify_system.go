package run

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/solve"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// systemCertificate says how the invariant behind a proof about a system is checked, that an engine made of a
// program included. Whichever engine makes the proof, the run does that, so the settings by which the engine
// ceds does it are taken from the options.
type systemCertificate struct {
	solver string // its name; empty: the built-in one, and a proof stands if it finds no answer
	file   string // empty: the invariant is not written
}

// takeCertificate takes the settings about certificates out of the options.
func (o *Options) takeCertificate() (c systemCertificate, err error) {
	o.Set = maps.Clone(o.Set)
	for key, value := range o.Set {
		switch {
		case strings.HasSuffix(key, ".certify"):
			c.solver = value
		case strings.HasSuffix(key, ".certificate"):
			c.file = value
		default:
			continue
		}
		delete(o.Set, key)
	}
	if c.file != "" {
		if info, err := os.Stat(filepath.Dir(c.file)); err != nil || !info.IsDir() {
			return c, settle.Errorf("the certificate %s has no folder to be in", c.file)
		}
	}
	_, err = c.make()
	return c, err
}

// wanted reports whether a proof without a checked certificate is none.
func (c systemCertificate) wanted() bool { return c.solver != "" || c.file != "" }

// make returns how solvers are made.
func (c systemCertificate) make() (func(*term.Store) (smt.Solver, error), error) {
	if solve.IsNative(c.solver) {
		conflicts := int64(panel.CertifyConflicts)
		if !c.wanted() {
			conflicts /= 10
		}
		return func(st *term.Store) (smt.Solver, error) {
			return native.New(st, native.Config{Conflicts: conflicts}), nil
		}, nil
	}
	with, err := solve.With(c.solver)
	if err != nil {
		return nil, settle.Errorf("%v", err)
	}
	return with, nil
}

// certify checks the invariant of a proof by a solver that knows nothing of how it was found. A wrong one is
// an error. If a certificate was asked for, "holds" needs one.
func (q *question) certify(ctx context.Context, t engine.Task, res engine.Result) (engine.Result, error) {
	c := q.certificate
	if res.Proof != nil {
		return q.certifyProof(ctx, t, res)
	}
	if res.Invariant == nil {
		if !c.wanted() {
			return res, nil
		}
		return uncertified(res, "the engine gave no invariant"), nil
	}
	q.event(Event{Stage: "certify"})
	begin := time.Now()
	claim := res.Invariant.Claim(t)
	solver, err := c.make()
	if err != nil {
		return res, err
	}
	a, err := claim.Check(ctx, solver)
	if err != nil {
		return res, err
	}
	cert := &proof.Certificate{Checked: a.Status == inductive.Holds, Questions: a.Questions,
		Time: time.Since(begin), Evidence: &proof.Invariant{
			Transitions: int64(len(claim.System.Transitions)), Goals: int64(len(claim.Goals))}}
	switch {
	case a.Status == inductive.Refuted:
		return res, fmt.Errorf("the invariant of the proof is none: that %s is wrong", a.Which)
	case a.Status == inductive.Undecided && ctx.Err() != nil && c.wanted():
		return uncertified(res, engine.StopReason(ctx)), nil
	case a.Status == inductive.Undecided && c.wanted():
		return uncertified(res, fmt.Sprintf("that %s is not known: %s", a.Which, a.Why)), nil
	case a.Status == inductive.Undecided:
		cert.Reason = fmt.Sprintf("that %s is not known: %s", a.Which, a.Why)
	}
	res.Certificate = cert
	if c.file != "" {
		title := fmt.Sprintf("Certificate of whittle: %s holds of %s", t.Property, q.task.Files[0])
		err := outfile.Write(c.file, func(w io.Writer) error { return claim.Write(w, title) })
		if err != nil {
			return uncertified(res, err.Error()), nil
		}
	}
	return res, nil
}

// certifyProof checks a proof that an engine gives beside a verdict; one that is not found to be right is
// none.
func (q *question) certifyProof(ctx context.Context, t engine.Task,
	res engine.Result) (engine.Result, error) {
	q.event(Event{Stage: "certify"})
	solver, err := q.certificate.make()
	if err != nil {
		return res, err
	}
	begin := time.Now()
	if p, ok := res.Proof.(engine.About); ok {
		if err := p.About(ctx, t); err != nil {
			return uncertified(res, err.Error()), nil
		}
	}
	cert, err := res.Proof.Check(ctx, solver)
	if err != nil {
		return res, err
	}
	cert.Time = time.Since(begin)
	if !cert.Checked {
		return uncertified(res, cert.Reason), nil
	}
	res.Certificate = cert
	if file := q.certificate.file; file != "" {
		title := fmt.Sprintf("Certificate of whittle: %s holds of %s", t.Property, q.task.Files[0])
		err := outfile.Write(file, func(w io.Writer) error { return res.Proof.Write(w, title) })
		if err != nil {
			return uncertified(res, err.Error()), nil
		}
	}
	return res, nil
}

// uncertified is what becomes of a proof that needs a certificate and has none.
func uncertified(res engine.Result, why string) engine.Result {
	un := engine.Unknown("the proof is not certified: %s", why)
	un.Stats, un.Facts = res.Stats, res.Facts
	return un
}
