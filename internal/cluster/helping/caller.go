package helping

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/property"
)

// Flag is the one by which a task is a helper; its value is the name that the run listens under.
const Flag = "assist"

// leaving bounds what is done on the server in the end.
const leaving = 2 * time.Second

// Caller calls helpers.
type Caller struct {
	Server bus.Server
	Build  string        // of this whittle; workers of other builds do not help
	Item   tasks.Item    // the task; the property is that of the question
	Args   []string      // of check, without those of the item
	Memory uint64        // bytes, for each helper; 0: no limit
	Wall   time.Duration // for each helper; 0: no limit
	Count  int           // how many are called
	Log    func(error)   // is told why there are no helpers; may be nil
}

// Call has workers help until ctx ends. answer gives the replies to their messages.
func (c *Caller) Call(ctx context.Context, p property.Property,
	answer func(context.Context, []byte) []byte) {
	if err := c.call(ctx, p, answer); err != nil && ctx.Err() == nil && c.Log != nil {
		c.Log(fmt.Errorf("helpers: %w", err))
	}
}

func (c *Caller) call(ctx context.Context, p property.Property,
	answer func(context.Context, []byte) []byte) error {
	b, err := bus.Dial(ctx, c.Server)
	if err != nil {
		return err
	}
	defer b.Close()
	id := rand.Text()
	if err := b.Listen(ctx, id, c.Server.Key(), answer); err != nil {
		return err
	}
	it := c.Item
	it.Property = p
	cfg := tasks.Config{Build: c.Build, Wall: c.Wall, Memory: c.Memory, Procs: 1}
	for i := range c.Count {
		cfg.Configs = append(cfg.Configs, tasks.NamedArgs{Name: fmt.Sprintf("helper-%d", i+1),
			Args: append(c.Args[:len(c.Args):len(c.Args)], "--"+Flag+"="+id)})
	}
	run := "check-" + id
	defer forget(context.WithoutCancel(ctx), b, run)
	_, err = batch.Run(ctx, b, run, []tasks.Item{it}, cfg)
	return err
}

// forget stops what is left of a run, and removes it.
func forget(ctx context.Context, b *bus.Bus, name string) {
	ctx, stop := context.WithTimeout(ctx, leaving)
	defer stop()
	r, err := b.Run(ctx, name)
	if err != nil {
		return // it was not begun
	}
	r.Cancelled = true
	_ = b.Update(ctx, r) // helpers end by themselves when nobody listens
	_ = b.Forget(ctx, r)
}

// Ask carries a message of a helper to the run that listens under a name, and the reply back.
func Ask(ctx context.Context, b *bus.Bus, s bus.Server, id string, message []byte) ([]byte, error) {
	return b.Ask(ctx, id, s.Key(), message)
}
