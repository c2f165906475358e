package parse

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/source"
)

// translate runs the parser over the sources of one unit.
func (u *Unit) translate(ctx context.Context, cfg *Config, pre *prune.Preamble, diags *source.Diagnostics,
	sources []cc.Source) error {
	arch := "amd64"
	if cfg.Model == layout.ILP32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		return fmt.Errorf("making the parser: %w", err)
	}
	files := &headerFS{cfg: cfg, unit: u}
	u.packs = &packTable{}
	conf := &cc.Config{
		ABI:                        abi,
		FS:                         files,
		IncludePaths:               cfg.quotePaths(),
		SysIncludePaths:            cfg.systemPaths(),
		PragmaHandler:              u.packs.pragma,
		UnsignedEnums:              true,
		IgnoreNegativeShiftAmounts: true,
	}
	sources = append([]cc.Source{
		{Name: prune.PredefinedName, Value: u.partOf(prune.PredefinedName, pre.Macros.Text)},
		{Name: prune.PreludeName, Value: u.partOf(prune.PreludeName, pre.Prelude.Text)},
	}, sources...)

	conf.SysIncludePaths = append(conf.SysIncludePaths, absentDir)
	ast, err := runParser(ctx, conf, sources)
	for u.takesAsEmpty(err) {
		*u.packs, u.opened = packTable{}, nil
		ast, err = runParser(ctx, conf, sources)
	}
	// What is wrong with a file that was included is more to the point than
	// what the parser makes of its absence.
	if files.failed != nil {
		return reportText(files.failedName, files.failed, u.Files, diags)
	}
	if err == nil {
		err = u.packs.err
	}
	var internal *parserFailure
	switch {
	case err == nil:
		u.AST = ast
		u.reportAbsent(cfg, pre, false, diags)
		u.settle(cfg.Model, diags)
		return nil
	case ctx.Err() != nil:
		return err
	case !u.reportAbsent(cfg, pre, true, diags):
		return nil
	case errors.As(err, &internal):
		err = fmt.Errorf("%s: %w", u.Name, err)
		diags.Add(source.Error, source.Pos{}, "%s", err.Error())
		return err
	}
	u.report(err, diags)
	return nil
}

// parserFailure says that the parser did not come to an end by itself.
type parserFailure struct{ what string }

func (e *parserFailure) Error() string { return e.what }

// runParser calls the parser, which knows neither contexts nor limits and may panic: it runs in a goroutine
// of its own, which is left behind when time is over (its memory is freed when it ends by itself).
func runParser(ctx context.Context, conf *cc.Config, sources []cc.Source) (*cc.AST, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	type result struct {
		ast *cc.AST
		err error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				line, _, _ := strings.Cut(fmt.Sprint(r), "\n")
				done <- result{err: &parserFailure{"the C parser cannot make sense of the program (" +
					cleanMessage(line) + ")"}}
			}
		}()
		ast, err := cc.Translate(conf, sources)
		done <- result{ast, err}
	}()
	limit := time.NewTimer(parseLimit)
	defer limit.Stop()
	select {
	case r := <-done:
		return r.ast, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-limit.C:
		return nil, &parserFailure{fmt.Sprintf("parsing takes longer than %s", parseLimit)}
	}
}
