package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/memory"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/trace"
	"whittle.dev/internal/verdicts"
	"whittle.dev/internal/version"
)

// What was found out about a program is kept for later runs that ask the same about the same program,
// wherever it stands in its files now. An answer is kept with the limits of its run; a violation is replayed
// again. What is asked is known by the task and the options, the program by its digest as lowered. A property
// with a lowering of its own is kept with the digest of that, too: what is lowered for it may differ where
// the program of the run is the same.

// memoryFormat is to be raised when records mean something else, or had wrong answers.
const memoryFormat = 1

// recollection is what a run knows of earlier ones that asked the same. A nil *recollection knows nothing.
type recollection struct {
	store   *verdicts.Store
	key     verdicts.Key
	program *memory.Program
	record  memory.Record
	// found is set if there is a record, and all if every answer of the run is from it.
	found, all bool
}

// recollect looks up what was found out about the program; nil: nothing is kept of this run. Where more is
// wanted than the answer it is asked again.
func (r *checkRun) recollect(prog *cfa.Program) *recollection {
	o := r.opt
	if o.Verdicts == nil || o.Explain || o.DumpSMT2 != "" || o.Audit || o.Helpers != nil || o.Lead != nil ||
		o.with != nil || o.system || r.task.Monitor != nil || r.certificate.wanted() {
		return nil
	}
	program, err := memory.At(prog)
	if err != nil {
		return nil // nothing can be told of such a program
	}
	task := r.task.Task
	task.Files = nil // what is in them is the program
	asked, err := json.Marshal(struct {
		Format    int
		Build     string
		Task      Task
		Asked     property.Property
		Lowering  property.Property
		Open      bool
		Engine    string
		Set       map[string]string
		MaxUnwind int
		Plain     bool
		First     bool
		KeepGoing bool
		Sum       []byte
	}{memoryFormat, version.Build(), task, r.task.Asked, r.task.Lowering(), r.task.Open, o.Engine, o.Set,
		o.MaxUnwind, o.NoMinimise, o.First, o.KeepGoing, program.Sum[:]})
	if err != nil {
		return nil
	}
	m := &recollection{store: o.Verdicts, program: program, key: sha256.Sum256(asked)}
	data, ok := m.store.Get(m.key)
	m.found = ok && json.Unmarshal(data, &m.record) == nil
	return m
}

// recalled is what was found out about a property of a program, in which violations of others do not end
// executions.
func (r *checkRun) recalled(ctx context.Context, a memory.Answer, in *memory.Program,
	prog *cfa.Program) (o Outcome, ok bool) {
	if a.Kept.Kind == property.Unknown && !r.memory.record.Covers(r.opt.Timeout, int64(r.opt.work)) {
		return o, false
	}
	res, ok := in.Recall(a.Kept)
	if !ok {
		return o, false
	}
	if res.Trace != nil {
		full, err := replayed(ctx, prog, res.Trace)
		if err != nil || full.Property != res.Trace.Property || full.Property != res.Verdict.Property ||
			!r.task.Asked.Covers(full.Property) {
			return o, false
		}
		res.Trace = full
	}
	res.Remembered = true
	return Outcome{Result: res, Verdict: res.Verdict, Files: prog.Files, prog: prog, Engine: a.Engine,
		DataModel: r.task.DataModel, Inputs: r.task.Files, Settings: r.opt.Set}, true
}

// replayed is a trace with its steps.
func replayed(ctx context.Context, prog *cfa.Program, tr *trace.Trace) (*trace.Trace, error) {
	if tr.Weak != nil {
		return graphs.Replay(ctx, prog, tr.Machine())
	}
	return interp.Replay(ctx, prog, tr.Machine())
}

// recallOne answers the only question of a run, if the answer is known.
func (r *checkRun) recallOne(ctx context.Context, prog *cfa.Program) (o Outcome, ok bool) {
	if r.memory = r.recollect(prog); r.memory == nil || !r.memory.found ||
		len(r.memory.record.Answers) != 1 {
		return o, false
	}
	o, r.memory.all = r.recalled(ctx, r.memory.record.Answers[0], r.memory.program, prog)
	o.Engine = "" // judge adds it
	if r.memory.all {
		r.work.done.Store(r.memory.record.Work)
	}
	return o, r.memory.all
}

// recall settles what is known from earlier runs, and returns it.
func (s *agenda) recall(ctx context.Context) (known property.Property) {
	s.memory = s.recollect(s.prog)
	if s.memory == nil || !s.memory.found {
		return ""
	}
	own := map[property.Property]*ownProgram{}
	for _, a := range s.memory.record.Answers {
		about, prog := s.memory.program, s.prog
		if a.Own != "" {
			p := own[a.Property]
			if p == nil {
				p = s.own(ctx, a.Property)
				own[a.Property] = p
			}
			if p.about == nil || hex.EncodeToString(p.about.Sum[:]) != a.Own {
				continue
			}
			about, prog = p.about, p.prog
		} else if a.Kept.Kind == property.False {
			var err error
			if prog, err = s.program(ctx, a.Kept.Violated); err != nil {
				continue
			}
		}
		o, ok := s.recalled(ctx, a, about, prog)
		if !ok {
			continue
		}
		if a.Own == "" {
			o.joint = s.prog
			o.Result.Trace = s.task.MadeFor(o.Result.Trace)
		}
		s.settle(o, a.Property)
		known = property.Join(known, a.Property)
	}
	s.memory.all = s.task.Asked.Without(known) == ""
	if s.memory.all {
		s.work.done.Store(s.memory.record.Work)
	}
	return known
}

// ownProgram is one that was made for a property alone; about is nil if it could not be made.
type ownProgram struct {
	prog  *cfa.Program
	about *memory.Program
}

func (s *agenda) own(ctx context.Context, p property.Property) *ownProgram {
	prog, err := s.program(ctx, p)
	if err != nil || prog == nil {
		return &ownProgram{}
	}
	about, err := memory.At(prog)
	if err != nil {
		return &ownProgram{}
	}
	return &ownProgram{prog, about}
}

// remember keeps the answers of a run: by the parts of what was asked.
func (r *checkRun) remember(ctx context.Context, answers map[property.Property]Outcome) {
	m := r.memory
	if m == nil || m.all {
		return
	}
	keepOpen := ctx.Err() == nil || errors.Is(context.Cause(ctx), engine.ErrTimeout)
	record := memory.Record{Work: r.work.done.Load(), Timeout: r.opt.Timeout, Budget: int64(r.opt.work)}
	for _, p := range r.task.Asked.Parts() {
		o, ok := answers[p]
		if !ok || o.BugReport != "" || o.passed != nil || o.instead != nil || o.Files == nil ||
			o.Result.Verdict.Kind == property.Unknown && (!keepOpen || o.Result.Reason == engine.Failed) {
			continue
		}
		a := memory.Answer{Property: p, Engine: o.Engine}
		in := m.program
		if r.agenda != nil && settle.OwnLowering(p) && o.prog != nil && o.prog != r.agenda.prog {
			var err error
			if in, err = memory.At(o.prog); err != nil {
				continue
			}
			a.Own = hex.EncodeToString(in.Sum[:])
		}
		if a.Kept, ok = in.Keep(o.Result); ok {
			record.Answers = append(record.Answers, a)
		}
	}
	if len(record.Answers) == 0 {
		return
	}
	data, err := json.Marshal(record)
	if err == nil {
		err = m.store.Put(m.key, data)
	}
	if err != nil {
		r.event(Event{Warning: "what was found out cannot be kept: " + err.Error()})
	}
}
