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

	"whittle.dev/internal/check"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/property"
)

// writeWitnesses writes the file of --witness, or of several properties one for each that is decided, with
// its name before the ending.
func (o *output) writeWitnesses(a *app, res check.Outcome) error {
	if len(res.Several) == 0 {
		return o.writeWitness(a, res, o.witness)
	}
	var failed []error
	for _, p := range res.Several {
		if p.Verdict.Kind != property.Unknown {
			ext := filepath.Ext(o.witness)
			name := strings.TrimSuffix(o.witness, ext) + "." + string(p.Property) + ext
			failed = append(failed, o.writeWitness(a, p, name))
		}
	}
	return errors.Join(failed...)
}

// writeWitness writes a witness to a file. That there is none is told, and is no failure.
func (o *output) writeWitness(a *app, res check.Outcome, name string) error {
	created, err := creationTime(os.Getenv("SOURCE_DATE_EPOCH"))
	if err == nil {
		opt := check.WitnessOptions{Format: o.witnessFormat, Created: created}
		if opt.Format == "" {
			opt.Format = check.WitnessFormatOf(name)
		}
		err = outfile.Write(name, func(w io.Writer) error { return res.WriteWitness(w, opt) })
	}
	if errors.Is(err, check.ErrNoWitness) {
		fmt.Fprintf(a.stderr, "whittle: --witness: %s is not written: %v\n", name, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("--witness: %w", err)
	}
	return nil
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
