package eventfacts

import "context"

// A Meter counts steps of work on a graph, of which there may be as many as pairs of events, and looks at the
// context now and then.
type Meter struct {
	ctx  context.Context
	tell func(steps int) // may be nil
	open int             // since the last look
}

// meterSteps is the number of steps between two looks at the context.
const meterSteps = 1 << 14

// NewMeter returns a meter. tell, if not nil, is called with the number of steps since its last call.
func NewMeter(ctx context.Context, tell func(steps int)) *Meter { return &Meter{ctx: ctx, tell: tell} }

// Tick counts steps, and fails when the context has ended.
func (m *Meter) Tick(steps int) error {
	if m.open += steps; m.open < meterSteps {
		return nil
	}
	if m.tell != nil {
		m.tell(m.open)
	}
	m.open = 0
	return m.ctx.Err()
}

// Err is the error of the context.
func (m *Meter) Err() error { return m.ctx.Err() }
