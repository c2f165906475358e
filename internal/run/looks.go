package run

import "context"

// A task is answered by one look at the program, or by more of them: where a first one leaves open whether
// threads that have their turns end (terminates.go), and where it has proved everything while allocations
// succeed (second_look.go).

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
		switch {
		case err == nil && endsByTurns(r, first, opt):
			return endByTurns(r, opt, answer, fail)
		case err == nil && looksAgain(r, first):
			return lookAgain(ctx, r, opt, answer, fail)
		}
		return nil
	}}
}
