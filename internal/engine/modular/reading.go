package modular

import (
	"errors"

	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/samples"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/internal/property"
)

// tableLimits bound the table of pairs, first with the values of few variables; nodeLimits do with one
// object of the heap, which few proofs do without the region of.
var (
	tableLimits = table.Limits{Values: 6, Stores: 96, Seats: 400, Pairs: 40_000}
	nodeLimits  = table.Limits{Values: 6, Stores: 256, Seats: 400, Pairs: 300_000}
)

// reading says how a program is read: with one element of each array, with one object of the heap, with
// locals that are not read any more, with ids of threads, with counters of them and candidates from samples.
// With few, those are counted, too, that have ended; with bounds, those at places where few were seen, with
// alone, where one was. Claims are those about all objects of the heap.
type reading struct {
	element, node, old, ids, count, few, bounds, alone bool

	claims uint64
}

// options say how the program is read.
func (s *search) options(as reading) model.Options {
	return model.Options{OneElement: as.element, OneNode: as.node, Claims: as.claims, OldLocals: as.old,
		Ids: as.ids, Shared: as.count, Races: s.task.Property == property.NoDataRace,
		Property: s.task.Property}
}

// errNothingNew says that a program has nothing of what a reading adds: arrays that are accessed at computed
// indices, objects of the heap, joins of threads of which something is known, counters of threads that have
// ended.
var errNothingNew = errors.New("there is nothing of the kind to follow")

// read reads the program, unless it was read so before, and makes the table. It reports whether the table
// alone is a proof.
func (s *search) read(as reading) (proved bool, err error) {
	if s.sys != nil && s.as == as {
		return false, nil
	}
	sys, err := model.Extract(s.ctx, s.task.Program, s.options(as))
	if err != nil {
		return false, err
	}
	if as.node && !sys.Node {
		return false, errNothingNew
	}
	if as.element && len(sys.Rigid) == 0 {
		return false, errNothingNew
	}
	if as.ids && !sys.JoinsKnown() {
		return false, errNothingNew
	}
	s.samples = nil
	if as.count {
		if err := s.merge(sys); err != nil {
			return false, err
		}
		sys.SplitPlaces()
		sys.Few = as.few
		if s.samples, err = samples.Run(s.ctx, sys, samples.Limits{}); err != nil {
			return false, err
		}
		for _, l := range s.samples.Laws() {
			sys.Count(l)
		}
		if as.bounds {
			for _, b := range s.samples.Bounds() {
				sys.Bounded(b)
			}
		}
		if as.alone {
			for _, b := range s.samples.Alone() {
				sys.Bounded(b)
			}
		}
		if as.few && !sys.CountsEnded() {
			return false, errNothingNew
		}
	}
	limits := tableLimits
	if as.node {
		limits = nodeLimits
	}
	if s.table, err = table.New(s.ctx, sys, limits); err != nil {
		return false, err
	}
	s.sys, s.as, s.copies, s.views = sys, as, fixpoint.NewCopies(sys), nil
	if !s.excluded() {
		if s.samples != nil {
			s.views = s.samples.Views(s.table, s.copies)
		}
		return false, nil
	}
	p := certify(s.table, 1, nil, s.copies)
	s.proof = &p
	return true, nil
}

// merge makes one step of several where others cannot tell them from one.
func (s *search) merge(sys *model.System) error {
	if s.cfg.NoSections || s.task.Property == property.NoDataRace {
		return nil
	}
	t, err := table.New(s.ctx, sys, tableLimits)
	if errors.Is(err, table.ErrTooLarge) {
		return nil
	}
	if err == nil {
		sys.Merge(t.Movers())
	}
	return err
}
