package status

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// Run is a run and how far it is.
type Run struct {
	*wire.Run
	Done int // tasks with a result
}

// State is the run in a word.
func (r Run) State() string {
	switch {
	case r.Done >= r.Total:
		return "done"
	case r.Cancelled:
		return "cancelled"
	}
	return "running"
}

// Cluster is what there is at a time.
type Cluster struct {
	Runs    []Run
	Workers []*wire.Beat
}

// Read looks at a cluster.
func Read(ctx context.Context, b *bus.Bus) (*Cluster, error) {
	runs, err := b.Runs(ctx)
	if err != nil {
		return nil, err
	}
	c := &Cluster{}
	for _, r := range runs {
		n, err := b.Done(ctx, r.Name)
		if err != nil {
			return nil, err
		}
		c.Runs = append(c.Runs, Run{r, n})
	}
	c.Workers, err = b.Beats(ctx)
	return c, err
}

// Text writes two tables: runs and workers.
func (c *Cluster) Text(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(c.Runs) == 0 {
		fmt.Fprintln(t, "no runs")
	} else {
		fmt.Fprintln(t, "run\tstate\tdone\ttasks\tbuild\tbegun")
	}
	for _, r := range c.Runs {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\n", r.Name, r.State(), r.Done, r.Total, r.Build,
			r.Created.UTC().Format(time.DateTime))
	}
	fmt.Fprintln(t)
	if len(c.Workers) == 0 {
		fmt.Fprintln(t, "no workers")
	} else {
		fmt.Fprintln(t, "worker\tbuild\tslots\tdone\trejected\truns")
	}
	for _, x := range c.Workers {
		now := strings.Join(x.Running, ", ")
		if now == "" {
			now = "-"
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%s\n", x.Worker, x.Build, x.Slots, x.Done, x.Rejected, now)
	}
	return t.Flush()
}
