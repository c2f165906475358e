package validate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/source"
	"whittle.dev/internal/witness"
)

// Options say how a witness is checked.
type Options struct {
	// run.Options hold for each question that is asked; Timeout is for all together.
	run.Options
	// IgnoreHashes accepts a witness whose hashes of the input files are others.
	IgnoreHashes bool
}

// Status says what a check of a witness has shown.
type Status string

// The results of a check of a witness.
const (
	// Confirmed: a violation witness describes an execution that violates the property, and it was replayed;
	// or the property of a correctness witness was proved, and so was each invariant.
	Confirmed Status = "confirmed"
	// Rejected: no execution that the witness describes violates the
	// property; or the property or an invariant does not hold.
	Rejected Status = "rejected"
	Unknown  Status = "unknown"
)

// Answer is the result of a check of a witness.
type Answer struct {
	Status Status
	// Violation is set for a violation witness.
	Violation bool
	Property  property.Property
	DataModel string
	Producer  string
	Inputs    []string
	// Why says in one line what the status rests on.
	Why string
	// Notes are remarks about places of the witness.
	Notes []string
	// Run is what was found about the property: along a violation witness, or in the
	// program of a correctness witness.
	Run run.Outcome
	// Invariants are those of a correctness witness.
	Invariants []InvariantAnswer
	Elapsed    time.Duration
	// Diagnostics are the warnings about the program.
	Diagnostics *source.Diagnostics
}

// Verdict is that of the witness if it is confirmed, else unknown.
func (a Answer) Verdict() property.Verdict {
	switch {
	case a.Status != Confirmed:
		return property.Verdict{}
	case a.Violation:
		return property.Violated(a.Property)
	}
	return property.Holds()
}

// InvariantAnswer is what was found about one invariant.
type InvariantAnswer struct {
	// Place is where the invariant stands in the witness, and Where the place in the
	// program that it is about.
	Place, Where string
	Expr         string
	Status       Status
	Why          string
	// Run shows an execution that breaks the invariant, if Status is Rejected.
	Run run.Outcome
}

// Witness validates a witness in one of the YAML formats of SV-COMP. What t leaves open, the property and
// the data model, is what the witness says; it must not contradict the witness. Errors are bad input
// (*InputError), such as a witness that is not well-formed or does not fit the program.
func Witness(ctx context.Context, file string, t run.Task, opt Options) (Answer, error) {
	start := time.Now()
	ctx, stop := deadline(ctx, opt.Timeout)
	defer stop()
	v := &validator{ctx: ctx, opt: opt.Options}
	if opt.Timeout > 0 {
		v.end = start.Add(opt.Timeout)
	}
	a, err := v.check(file, t, opt.IgnoreHashes)
	a.Elapsed, a.Notes = time.Since(start), v.notes
	return a, err
}

// validator is one check of a witness.
type validator struct {
	ctx   context.Context
	opt   run.Options
	end   time.Time // zero: there is none
	w     *witness.Witness
	task  run.Settled
	notes []string
}

func (v *validator) check(file string, t run.Task, ignoreHashes bool) (Answer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Answer{}, &run.InputError{Err: err}
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		return Answer{}, run.Errorf("%s: this is a witness in XML (GraphML, format 1.0); only the YAML "+
			"formats 2.0, 2.1 and 2.2 can be checked", file)
	}
	if v.w, err = witness.Read(file, text); err != nil {
		return Answer{}, &run.InputError{Err: err}
	}
	meta := v.w.Entries[0].Metadata
	if err := v.sameTask(); err != nil {
		return Answer{}, err
	}
	if v.task, err = v.resolve(t, meta.Task); err != nil {
		return Answer{}, err
	}
	if !ignoreHashes {
		if err := v.checkHashes(meta); err != nil {
			return Answer{}, err
		}
	}
	a := Answer{
		Status: Unknown, Violation: v.w.Entries[0].Type == witness.ViolationSequence, Property: v.task.Asked,
		DataModel: v.task.DataModel, Producer: strings.TrimSpace(meta.Producer.Name + " " +
			meta.Producer.Version), Inputs: v.task.Files,
	}
	switch {
	case a.Violation && v.task.Asked == property.Termination:
		return v.endless(a)
	case a.Violation:
		return v.violation(a)
	}
	return v.correctness(a)
}

// sameTask checks that the entries of a witness are about one task, and of one kind.
func (v *validator) sameTask() error {
	first := &v.w.Entries[0]
	for i := range v.w.Entries {
		e := &v.w.Entries[i]
		a, b := first.Metadata.Task, e.Metadata.Task
		switch {
		case (e.Type == witness.ViolationSequence) != (first.Type == witness.ViolationSequence):
			return &run.InputError{Err: v.w.At(e.Place, "a witness is about a violation or about "+
				"correctness, not about both")}
		case a.Specification != b.Specification || a.DataModel != b.DataModel:
			return &run.InputError{Err: v.w.At(e.Metadata.Place, "this entry is about another task than "+
				"the first one")}
		}
	}
	return nil
}

// resolve fills in what the task leaves open from the witness, and compares the rest.
func (v *validator) resolve(t run.Task, of witness.Task) (run.Settled, error) {
	at := v.w.Entries[0].Metadata.Place
	p, entry, err := witness.ParseSpecification(of.Specification)
	if err != nil {
		return run.Settled{}, &run.InputError{Err: v.w.At(at, "%v", err)}
	}
	if of.Language != "C" {
		return run.Settled{}, &run.InputError{Err: v.w.At(at, "the witness is about a program in %s, "+
			"not in C", of.Language)}
	}
	if t.Property == "" {
		t.Property = string(p)
	}
	if t.DataModel == "" && t.CompileCommands == "" {
		t.DataModel = of.DataModel
	}
	if t.Entry == "" && entry != "main" {
		t.Entry = entry
	}
	r, err := t.Settle()
	if err != nil {
		return r, err
	}
	switch {
	case r.Asked != p:
		return r, &run.InputError{Err: v.w.At(at, "the witness is about the property %s, not about %s", p,
			r.Asked)}
	case r.DataModel != of.DataModel:
		return r, &run.InputError{Err: v.w.At(at, "the witness is about the data model %s, not about %s",
			of.DataModel, r.DataModel)}
	case r.Entry != "" && r.Entry != entry && entry != "":
		return r, &run.InputError{Err: v.w.At(at,
			"the witness is about the entry function %s, not about %s", entry, r.Entry)}
	}
	return r, nil
}

// checkHashes compares the hashes of the input files.
func (v *validator) checkHashes(m witness.Metadata) error {
	files := v.task.Files // with those of a compilation database
	used := make([]bool, len(m.Task.Inputs))
	for _, f := range files {
		text, err := v.task.ReadFile(f)
		if err != nil {
			return &run.InputError{Err: err}
		}
		sum := sha256.Sum256(text)
		have := hex.EncodeToString(sum[:])
		found := false
		for i, in := range m.Task.Inputs {
			if !used[i] && in.SHA256 == have {
				used[i], found = true, true
				break
			}
		}
		if found {
			continue
		}
		for _, in := range m.Task.Inputs {
			if filepath.Base(in.Name) == filepath.Base(f) || len(files) == 1 {
				return &run.InputError{Err: v.w.At(in.Place, "the witness is about another file: the "+
					"SHA-256 hash of %s is %s, the witness has %s for %s (--ignore-hashes: check it "+
					"nevertheless)", f, have, in.SHA256, in.Name)}
			}
		}
		return &run.InputError{Err: v.w.At(m.Place, "the witness does not mention the input file %s, or "+
			"one with its SHA-256 hash %s (--ignore-hashes: check it nevertheless)", f, have)}
	}
	for i, in := range m.Task.Inputs {
		if !used[i] {
			return &run.InputError{Err: v.w.At(in.Place, "the witness is about %s as well, which is not "+
				"given (--ignore-hashes: check it nevertheless)", in.Name)}
		}
	}
	return nil
}

// run checks the program beside a monitor.
func (v *validator) run(m *witness.Monitor, opt run.Options) (run.Outcome, error) {
	asked := property.UnreachCall
	if m.Endless || !m.Race && len(m.Targets) > 0 {
		asked = v.task.Asked
	}
	o, err := run.CheckSettled(v.ctx, v.task.Beside(m.Monitor, asked), opt)
	for _, n := range m.Notes {
		v.note(v.w.Locate(m, &c.ProbeError{Probe: n.Probe, Target: n.Target, Msg: n.Msg}))
	}
	return o, v.witnessError(m, err)
}

// witnessError turns an error about a probe into one about the witness.
func (v *validator) witnessError(m *witness.Monitor, err error) error {
	var pe *c.ProbeError
	if errors.As(err, &pe) {
		return &run.InputError{Err: v.w.Locate(m, pe)}
	}
	return err
}

func (v *validator) note(e *witness.Error) {
	text := fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
	for _, n := range v.notes {
		if n == text {
			return
		}
	}
	v.notes = append(v.notes, text)
}

// left has the options with the time that is left.
func (v *validator) left(opt run.Options) run.Options {
	if !v.end.IsZero() {
		opt.Timeout = max(time.Until(v.end), time.Millisecond)
	}
	return opt
}

// haste is the time for a search among a part of the executions that a witness describes,
// if there is no limit; else it is a third of what is left.
const haste = time.Minute

// attempts are searches for an execution that a violation sequence describes, among more and
// more of them. Most witnesses describe one that passes each waypoint at its first evaluation, and in
// which no thread comes to the place of a later one before. Then the search has little to try.
var attempts = [...]struct{ strict, tight bool }{{true, true}, {true, false}, {false, false}}

// violation looks for an execution that one of the violation sequences describes.
func (v *validator) violation(a Answer) (Answer, error) {
	rejected := true
	for i := range v.w.Entries {
		for _, try := range attempts {
			m, exact, err := v.w.ViolationMonitor(&v.w.Entries[i], v.task.Asked, try.strict)
			if err != nil {
				return a, &run.InputError{Err: err}
			}
			if m.Tight = try.tight; m.Tight && len(m.Probes) == 0 {
				continue
			}
			exact = exact && !m.Tight
			opt := v.left(v.opt)
			if !exact {
				if opt.Timeout /= 3; opt.Timeout == 0 {
					opt.Timeout = haste
				}
			}
			o, err := v.run(m, opt)
			a.Run, a.Diagnostics = o, o.Diagnostics
			if err != nil {
				return a, err
			}
			if o.Verdict.Kind == property.False {
				a.Status, a.Why = Confirmed, "an execution that the witness describes violates "+
					string(v.task.Asked)
				return a, nil
			}
			if !exact {
				continue
			}
			if o.Verdict.Kind == property.Unknown {
				rejected, a.Why = false, o.Result.Why
			}
			break
		}
	}
	if rejected {
		a.Status = Rejected
		a.Why = fmt.Sprintf("no execution that the witness describes violates %s: %s", v.task.Asked,
			a.Run.Result.Why)
	}
	return a, nil
}
