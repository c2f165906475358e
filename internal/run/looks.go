package run

import "context"

// A task is answered by one look at the program, or by another one where the first has proved everything
// while allocations succeed (second_look.go).

// oneLook at a task is a run with its own question; what it finds leads to the next one, nil: there is none.
type oneLook struct {
	task Settled
	opt  Options
	then func(context.Context, Outcome, error) *oneLook
}

// looks returns the first look; the last one sets the answer.
func looks(r Settled, answer *Outcome, fail *error, opt Options) *oneLook {
	return &oneLook{r, opt, func(ctx context.Context, first Outcome, err error) *oneLook {
		*answer, *fail = first, err
		if err == nil && looksAgain(r, first) {
			return lookAgain(ctx, r, opt, answer, fail)
		}
		return nil
	}}
}
