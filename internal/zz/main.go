package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"whittle.dev/internal/analysis/unset"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

func main() {
	clean, n := 0, 0
	for _, f := range os.Args[1:] {
		p, _, err := c.Load(context.Background(), c.Config{Files: []string{f}, Property: property.Default().Without(property.NoDeadlock)})
		if err != nil {
			fmt.Println(f, err)
			continue
		}
		start := time.Now()
		q, err := pass.Frozen(context.Background(), pass.Without(p, property.Default()), pass.Options{KeepAccesses: true}, "resolve", "tail", "inline", "unreachable")
		if err != nil {
			fmt.Println(f, err)
			continue
		}
		mid := time.Now()
		r, err := unset.Analyse(context.Background(), q)
		n++
		if r.Clean() {
			clean++
		}
		fmt.Println(filepath.Base(f), r.Clean(), q.NumEdges, mid.Sub(start).Milliseconds(), time.Since(mid).Milliseconds())
		if !r.Clean() {
			r.Debug()
		}
	}
	fmt.Println(clean, "of", n)
}
