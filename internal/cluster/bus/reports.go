package bus

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/cluster/wire"
)

// ErrNoReport is returned for a task of which there is no report.
var ErrNoReport = errors.New("there is no such report")

// reportPatience is how long a report is waited for.
const reportPatience = time.Minute

func reportSubject(build, run, id string) string {
	return "whittle.report." + build + "." + run + "." + id
}

// PutViolation stores a violation with its trace, of which a report can be made. The trace may be empty.
func (b *Bus) PutViolation(ctx context.Context, j *wire.Job, trace []byte) error {
	head, err := j.Encode()
	if err != nil {
		return err
	}
	return b.put(ctx, foundName(j.Run, j.ID()), slices.Concat(head, []byte("\n"), trace))
}

// Violation returns what PutViolation has stored, or ErrNoReport.
func (b *Bus) Violation(ctx context.Context, run, id string) (j *wire.Job, trace []byte, err error) {
	text, err := b.get(ctx, foundName(run, id))
	if err != nil {
		return nil, nil, err
	}
	head, trace, _ := bytes.Cut(text, []byte("\n"))
	if j, err = wire.DecodeJob(head); err == nil && (j.Run != run || j.ID() != id) {
		err = errors.New("a violation is that of another task")
	}
	return j, trace, err
}

func foundName(run, id string) string { return run + "." + id + ".found" }

// MakeReports calls a function when the report of a violation that a build has found is asked for, until ctx
// ends. Of those who do so for a build one is asked.
func (b *Bus) MakeReports(ctx context.Context, build string, report func(run, id string) error) error {
	sub, err := b.conn.QueueSubscribe(reportSubject(build, "*", "*"), "reports", func(m *nats.Msg) {
		run, id, ok := TaskOf(m.Subject)
		if !ok {
			return
		}
		go func() {
			said := ""
			if err := report(run, id); err != nil {
				said = err.Error()
			}
			_ = m.Respond([]byte(said)) // who has asked may have gone
		}()
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	return sub.Unsubscribe()
}

// Report returns the report of a violation, or ErrNoReport. A worker makes it if none has.
func (b *Bus) Report(ctx context.Context, run, id string) ([]byte, error) {
	if wire.CheckName(run) != nil || wire.CheckName(id) != nil {
		return nil, ErrNoReport
	}
	text, err := b.Made(ctx, run, id)
	if !errors.Is(err, ErrNoReport) {
		return text, err
	}
	if _, _, err := b.Violation(ctx, run, id); err != nil {
		return nil, err
	}
	r, err := b.Run(ctx, run)
	if err != nil {
		return nil, err
	}
	wait, stop := context.WithTimeout(ctx, reportPatience)
	defer stop()
	switch m, err := b.conn.RequestWithContext(wait, reportSubject(r.Build, run, id), nil); {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, fmt.Errorf("a worker makes the report, but none of build %s is there", r.Build)
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("the report is being made, come again")
	case err != nil:
		return nil, err
	case len(m.Data) > 0:
		return nil, fmt.Errorf("a worker could not make the report: %s", m.Data)
	}
	return b.Made(ctx, run, id)
}

// PutReport stores the report of a violation.
func (b *Bus) PutReport(ctx context.Context, run, id string, text []byte) error {
	return b.put(ctx, run+"."+id, text)
}

// Made returns the report of a violation that somebody has made, or ErrNoReport.
func (b *Bus) Made(ctx context.Context, run, id string) ([]byte, error) {
	return b.get(ctx, run+"."+id)
}

// put stores what belongs to a violation.
func (b *Bus) put(ctx context.Context, name string, text []byte) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if packed.Len() > wire.MaxReport {
		return fmt.Errorf("the report has %d bytes, at most %d are kept", packed.Len(), wire.MaxReport)
	}
	o, err := b.js.ObjectStore(ctx, reports)
	if err != nil {
		return err
	}
	if is, err := o.Status(ctx); err != nil {
		return err
	} else if is.Size() > maxReports {
		return errors.New("there are too many reports")
	}
	_, err = o.PutBytes(ctx, name, packed.Bytes())
	return err
}

// get returns what belongs to a violation, or ErrNoReport.
func (b *Bus) get(ctx context.Context, name string) ([]byte, error) {
	o, err := b.js.ObjectStore(ctx, reports)
	if err != nil {
		return nil, err
	}
	packed, err := o.GetBytes(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, ErrNoReport
	}
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, wire.MaxReportText+1))
	if err == nil && len(text) > wire.MaxReportText {
		err = fmt.Errorf("a report has more than %d bytes", wire.MaxReportText)
	}
	return text, err
}

// removeReports removes those of a run.
func (b *Bus) removeReports(ctx context.Context, run string) error {
	o, err := b.js.ObjectStore(ctx, reports)
	if err != nil {
		return err
	}
	list, err := o.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, x := range list {
		if len(x.Name) > len(run) && x.Name[:len(run)+1] == run+"." {
			err = errors.Join(err, o.Delete(ctx, x.Name))
		}
	}
	return err
}
