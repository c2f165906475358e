package dpr

import (
	"fmt"
	"io"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/abstract"
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/property"
	"whittle.dev/sat"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// runner makes what executes with abstract values.
func (s *search) runner() *abstract.Runner {
	r := abstract.New(s.info, s.code, s.tree, s.choices, func(n oracle.Name) []uint64 { return s.split[n] })
	r.Over = func() bool { return s.ctx.Err() != nil }
	return r
}

// certified checks and writes the certificate of a result, if one is wanted and it has one.
func (s *search) certified(res engine.Result) (engine.Result, error) {
	if s.cert == nil || res.Verdict.Kind != property.True {
		return res, nil
	}
	s.task.Emit(engine.Event{Stage: "certify"})
	start := time.Now()
	var solver smt.Solver = native.New(s.terms, native.Config{})
	if s.cfg.Certifier != nil {
		var err error
		if solver, err = s.cfg.Certifier(s.terms); err != nil {
			return engine.Result{}, err
		}
	}
	if c, ok := solver.(io.Closer); ok {
		defer c.Close()
	}
	cert, err := s.cert.Check(s.ctx,
		certify.Config{Runner: s.runner(), Solver: solver, Choice: s.space.Choice})
	if err != nil {
		return engine.Result{}, fmt.Errorf("dpr: the certificate is wrong: %w", err)
	}
	cert.Time = time.Since(start)
	res.Certificate = cert
	if s.cfg.Certificate != "" {
		if err := s.cert.Write(s.cfg.Certificate, s.where); err != nil {
			s.task.Emit(engine.Event{Stage: "certify",
				Warning: fmt.Sprintf("the certificate was not written: %v", err)})
		}
	}
	return res, nil
}

// where says where a choice is made.
func (s *search) where(l sat.Lit) string {
	n := s.tree.Edge(s.space.Choice(l))
	for _, proc := range s.info.Prog.Procs {
		for _, e := range proc.Edges {
			if e.ID == n {
				return s.info.Prog.Files.Format(e.Pos)
			}
		}
	}
	return "an object"
}
