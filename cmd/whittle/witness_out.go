package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"whittle.dev/internal/outfile"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// writeWitnesses writes the file of --witness. Of several properties it is about the one that decides: the
// first with the verdict of the whole for which there is a witness. Beside it stands a file for each other
// one that is decided, with its name before the ending; what was written is told.
func (o *output) writeWitnesses(a *app, res run.Outcome) error {
	if len(res.Several) == 0 {
		err := o.writeWitness(res, o.witness)
		if errors.Is(err, run.ErrNoWitness) {
			fmt.Fprintf(a.stderr, "whittle: --witness: %s is not written: %v\n", o.witness, err)
			return nil
		}
		return err
	}
	var failed []error
	var beside []string
	decided := ""
	for _, p := range res.Several {
		if p.Verdict.Kind == property.Unknown {
			continue
		}
		name := o.witness
		if decided != "" || p.Verdict.Kind != res.Verdict.Kind {
			ext := filepath.Ext(o.witness)
			name = strings.TrimSuffix(o.witness, ext) + "." + string(p.Property) + ext
		}
		switch err := o.writeWitness(p, name); {
		case errors.Is(err, run.ErrNoWitness):
			fmt.Fprintf(a.stderr, "whittle: --witness: none of %s is written: %v\n", p.Property, err)
		case err != nil:
			failed = append(failed, err)
		case name == o.witness:
			decided = fmt.Sprintf("%s is about %s: %s", name, p.Property, p.Verdict)
		default:
			beside = append(beside, name)
		}
	}
	if decided == "" {
		decided = fmt.Sprintf("%s is not written: the verdict is %s", o.witness, res.Verdict)
	}
	if len(beside) > 0 {
		decided += "; beside it " + strings.Join(beside, ", ")
	}
	fmt.Fprintf(a.stderr, "whittle: --witness: %s\n", decided)
	return errors.Join(failed...)
}

// writeWitness writes a witness to a file; an error that is run.ErrNoWitness says why there is none.
func (o *output) writeWitness(res run.Outcome, name string) error {
	created, err := creationTime(os.Getenv("SOURCE_DATE_EPOCH"))
	if err == nil {
		opt := run.WitnessOptions{Format: o.witnessFormat, Created: created}
		if opt.Format == "" {
			opt.Format = run.WitnessFormatOf(name)
		}
		err = outfile.Write(name, func(w io.Writer) error { return res.WriteWitness(w, opt) })
	}
	if err != nil && !errors.Is(err, run.ErrNoWitness) {
		return fmt.Errorf("--witness: %w", err)
	}
	return err
}

// creationTime is the present, or the time that the environment sets so that what is made twice is
// the same (https://reproducible-builds.org/specs/source-date-epoch/).
func creationTime(epoch string) (time.Time, error) {
	if epoch == "" {
		return time.Now(), nil
	}
	s, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil || s < 0 || s > 253402300799 { // the end of the year 9999
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %q, which is no number of seconds since 1970",
			epoch)
	}
	return time.Unix(s, 0), nil
}
