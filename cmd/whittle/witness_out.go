package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"whittle.dev/internal/check"
	"whittle.dev/internal/outfile"
)

// writeWitness writes the file of --witness. That there is no witness is told, and is no failure.
func (o *output) writeWitness(a *app, res check.Outcome) error {
	created, err := creationTime(os.Getenv("SOURCE_DATE_EPOCH"))
	if err == nil {
		opt := check.WitnessOptions{Format: o.witnessFormat, Created: created}
		if opt.Format == "" {
			opt.Format = check.WitnessFormatOf(o.witness)
		}
		err = outfile.Write(o.witness, func(w io.Writer) error { return res.WriteWitness(w, opt) })
	}
	if errors.Is(err, check.ErrNoWitness) {
		fmt.Fprintf(a.stderr, "whittle: --witness: %s is not written: %v\n", o.witness, err)
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
