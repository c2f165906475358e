package cpa

import (
	"whittle.dev/internal/engine/cpa/bdd"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/cpa/interval"
	"whittle.dev/internal/engine/cpa/predicate"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// Domains of a configuration.
//
// Values and combinations of values are for variables with few of them. In the paper on dynamic precision
// adjustment (D. Beyer, T. A. Henzinger, G. Théoduloz, ASE 2008, section 4) a variable with more is left to
// the predicates. Where there are none, ranges are what is known of it: they are widened whenever they grow,
// so that a counter takes few states, and to the constants that the program compares with, so that its bound
// is kept.

// ranges reports whether ranges are for variables with many values. Without crowds the domain bdd keeps these
// explicit.
func (r *run) ranges(use exploration) bool {
	p := r.refines
	return (p.value || p.bdd && use.crowds) && !p.predicate && !p.interval && !r.cfg.NoRanges
}

// addDomains adds the domains to an analysis.
func (r *run) addDomains(c *composite.Config, use exploration) error {
	terms, many := r.x.Terms(), r.values.Many
	if r.refines.bdd {
		limit := 0
		if use.crowds {
			limit = use.values()
		}
		d, err := bdd.New(terms, limit)
		if err != nil {
			return err
		}
		c.Domains = append(c.Domains, d)
		many = d.Loose
		if !use.crowds {
			c.Keep = func(x *multistate.Stepper, st *multistate.State, p multistate.Place, v term.Term) bool {
				return d.Many(p) || r.values.Keep(x, st, p, v)
			}
		}
	}
	switch {
	case r.refines.interval:
		c.Domains = append(c.Domains, interval.New(terms, r.cfg.interval(r.prog)))
	case r.ranges(use):
		c.Domains = append(c.Domains, interval.New(terms,
			interval.Config{Thresholds: thresholds(r.prog), Only: many, Merge: r.refines.bdd}))
	}
	if r.refines.predicate {
		r.predicate = predicate.New(terms, predicate.Config{Solver: r.solver,
			Cartesian: r.cfg.Abstraction == "cartesian", Modular: use.crowds})
		r.predicate.Precision.AnyThread = use.crowds
		c.Domains = append(c.Domains, r.predicate)
	}
	return nil
}
