package bus

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/cluster/wire"
)

// ErrNoReport is returned for a task of which there is no report.
var ErrNoReport = errors.New("there is no such report")

// PutReport stores the report of a violation.
func (b *Bus) PutReport(ctx context.Context, run, id string, text []byte) error {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
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
	_, err = o.PutBytes(ctx, run+"."+id, packed.Bytes())
	return err
}

// Report returns the report of a violation, or ErrNoReport.
func (b *Bus) Report(ctx context.Context, run, id string) ([]byte, error) {
	o, err := b.js.ObjectStore(ctx, reports)
	if err != nil {
		return nil, err
	}
	packed, err := o.GetBytes(ctx, run+"."+id)
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
