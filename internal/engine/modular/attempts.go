package modular

import (
	"errors"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
)

// run is the algorithm: the table of pairs; then formulas in views of one thread, and of two, with more and
// more atoms while there is an alarm. Where arrays are accessed at computed indices one element of each is
// followed, where the heap is one object of it. Threads are counted, at first where samples suggest it and
// at last everywhere; in between their ids are followed.
func (s *search) run() (engine.Result, error) {
	for _, attempt := range []func() (bool, error){
		func() (bool, error) { return s.prove(reading{}, vocabularies[:early]) },
		s.follow,
		s.count,
		s.compare,
		func() (bool, error) { return s.prove(reading{ids: true}, joins) },
		func() (bool, error) { return s.prove(counting, counts[1:]) },
		func() (bool, error) { return s.prove(countingAlone, alone) },
		func() (bool, error) { return s.prove(counting, counted) },
		func() (bool, error) { return s.prove(countingEnded, slices.Concat(counts, counted)) },
	} {
		proved, err := attempt()
		if !errors.Is(err, errNothingNew) && (proved || err != nil) {
			return s.answer(proved, err)
		}
	}
	return s.unknown(), nil
}

// follow looks for a proof about one object of the heap, or else about one element of each array.
func (s *search) follow() (proved bool, err error) {
	if s.cfg.NoElement {
		return false, nil
	}
	proved, err = s.object()
	var no *model.UnsupportedError
	if errors.Is(err, errNothingNew) || errors.Is(err, table.ErrTooLarge) || errors.As(err, &no) {
		proved, err = s.prove(reading{element: true}, vocabularies)
	}
	s.followed = err == nil
	return proved, err
}

// object looks for a proof about one object of the heap: without claims about all of them, and then with
// those that are kept by what they say together.
func (s *search) object() (proved bool, err error) {
	as := reading{element: true, node: true}
	proved, err = s.prove(as, nodes)
	if proved || err != nil || s.sys.Claims == 0 {
		return proved, err
	}
	for as.claims = 1<<s.sys.Claims - 1; as.claims != 0; {
		if proved, err = s.prove(as, nodes); proved || err != nil {
			return proved, err
		}
		if s.failed == nil || s.failed.Claim == 0 {
			break
		}
		as.claims &^= 1 << (s.failed.Claim - 1)
	}
	return false, nil
}

// compare looks for a proof by many conditions about variables, with locals that are not read any more at
// last.
func (s *search) compare() (proved bool, err error) {
	if s.followed { // with an element most of them were tried
		return false, nil
	}
	proved, err = s.prove(reading{}, vocabularies[early:])
	if err == nil && !proved { // for few questions more than pairs ask
		proved, err = s.prove(counting, counts[:1])
	}
	if err == nil && !proved && !s.cfg.NoPairs {
		proved, err = s.prove(reading{old: true}, pairs)
	}
	return proved, err
}

// counting, countingEnded and countingAlone are how a program is read to count threads, and those that have
// ended, too, or those at places where one was seen at a time.
var (
	counting      = reading{count: true, old: true}
	countingEnded = reading{count: true, old: true, few: true}
	countingAlone = reading{count: true, old: true, alone: true}
)

// count looks for a proof by counting threads where samples suggest it.
func (s *search) count() (proved bool, err error) {
	proved, err = s.read(reading{count: true, old: true, bounds: true})
	if proved || err != nil || !s.samples.Telling() {
		return proved, err
	}
	if proved, err = s.refine(first); proved || err != nil {
		return proved, err
	}
	if s.samples.Tickets() && !s.cfg.NoPairs {
		if proved, err = s.prove(counting, counted[:1]); proved || err != nil {
			return proved, err
		}
	}
	return s.prove(countingEnded, counts[:1])
}
