package portfolio

import (
	"errors"
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// won is the result when a member has answered.
func (r *run) won(w *member) (engine.Result, error) {
	if err := r.fatal(); err != nil {
		return engine.Result{}, err
	}
	var wrong []engine.Failure
	for _, m := range r.members {
		if !m.definite() || m.answer.res.Verdict.Kind == w.answer.res.Verdict.Kind {
			continue
		}
		liar := m
		if m.answer.res.Verdict.Kind == property.False {
			w, liar = m, w
		}
		wrong = append(wrong, engine.Failure{Engine: liar.Name(), Err: fmt.Errorf("the engine answered %s, "+
			"but %s has found a violation", liar.answer.res.Verdict, w.Name())})
	}
	res := w.answer.res
	res.Engine = w.Name()
	res.Failures = append(r.failures(), wrong...)
	res.Stats = append([]engine.Stat(nil), res.Stats...)
	for _, m := range r.members {
		if m != w {
			res.Stats = append(res.Stats, m.stats()...)
		}
	}
	return res, nil
}

// stats are the numbers of a member, with its name.
func (m *member) stats() []engine.Stat {
	var out []engine.Stat
	if m.state == ended {
		for _, s := range m.answer.res.Stats {
			s.Name = m.Name() + ": " + s.Name
			out = append(out, s)
		}
	}
	return out
}

// fatal is the first error that is the error of the run.
func (r *run) fatal() error {
	for _, m := range r.members {
		if m.state == ended && r.cfg.fatal(m.answer.err) {
			return fmt.Errorf("engine %s: %w", m.Name(), m.answer.err)
		}
	}
	return nil
}

func (c Config) fatal(err error) bool { return err != nil && c.Fatal != nil && c.Fatal(err) }

// failures lists the defects that were met.
func (r *run) failures() []engine.Failure {
	var out []engine.Failure
	for _, m := range r.members {
		if m.state == ended && m.answer.failure != nil {
			out = append(out, *m.answer.failure)
		}
	}
	return out
}

// undecided is the result when no member has a definite answer.
func (r *run) undecided() (engine.Result, error) {
	if err := r.fatal(); err != nil {
		return engine.Result{}, err
	}
	failures := r.failures()
	took := r.participants()
	if len(took) == 0 && len(failures) > 0 {
		return engine.Result{Failures: failures}, joined(failures)
	}
	res := merge(took)
	if len(took) == 0 {
		// No member answers such tasks, or none has ended in time.
		res = r.strangers()
	}
	res.Failures = failures
	for _, f := range failures {
		res.Others = append(res.Others, engine.Opinion{Engine: f.Engine,
			Why: fmt.Sprintf("internal error: %v", f.Err)})
	}
	return res, nil
}

// joined is the error of a run of which all engines failed.
func joined(failures []engine.Failure) error {
	list := make([]error, len(failures))
	for i, f := range failures {
		list[i] = fmt.Errorf("engine %s: %w", f.Engine, f.Err)
	}
	return errors.Join(list...)
}

// participants are the members that have a reason for not knowing.
func (r *run) participants() []*member {
	var out []*member
	for _, m := range r.members {
		if m.state == ended && m.answer.failure == nil && m.answer.res.Reason != engine.OtherTask {
			out = append(out, m)
		}
	}
	return out
}

// strangers is the result when no member has a reason in the program or its limits.
func (r *run) strangers() engine.Result {
	if why := engine.StopReason(r.ctx); why != "" {
		return engine.Unknown("%s", why)
	}
	var whys []string
	for _, m := range r.members {
		if m.state == ended && m.answer.failure == nil && m.answer.res.Why != "" {
			whys = append(whys, m.answer.res.Why)
		}
	}
	return engine.Unknown("%s", strings.Join(whys, "; ")).Because(engine.OtherTask)
}

// weight orders reasons: one that lies in the program says most, one that an engine does not follow something
// least.
func weight(r engine.Result) int {
	switch {
	case r.Unfollowed:
		return 0
	case r.Reason.InProgram():
		return 2
	}
	return 1
}

// merge makes one unknown of several: that with the reason that says most.
func merge(list []*member) engine.Result {
	if len(list) == 0 {
		return engine.Result{}
	}
	best := list[0]
	for _, m := range list {
		if weight(m.answer.res) > weight(best.answer.res) {
			best = m
		}
	}
	res := best.answer.res
	if len(list) > 1 {
		for _, m := range list {
			res.Others = append(res.Others, engine.Opinion{Engine: m.Name(), Why: m.answer.res.Why})
		}
		res.Facts, res.Stats, res.Evidence = nil, nil, nil
		for _, m := range list {
			for _, f := range m.answer.res.Facts {
				res.Facts = append(res.Facts, m.Name()+": "+f)
			}
			res.Stats = append(res.Stats, m.stats()...)
			res.Evidence = append(res.Evidence, m.answer.res.Evidence...)
		}
	}
	return res
}
