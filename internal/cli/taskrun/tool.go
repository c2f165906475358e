package taskrun

import (
	"context"
	"strings"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/bench/tools"
)

// FindTool finds a tool by its name or by the file that describes it.
func FindTool(ctx context.Context, name string) (*tasks.External, error) {
	read := tools.Known
	if strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".yaml") {
		read = tools.Load
	}
	t, err := read(name)
	if err != nil {
		return nil, err
	}
	return tasks.FindTool(ctx, t)
}
