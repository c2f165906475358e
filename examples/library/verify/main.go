package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"whittle.dev"
)

func main() {
	var properties []string
	flag.Func("property", "what is checked, may be repeated: "+strings.Join(whittle.Properties(), ", "),
		func(name string) error {
			properties = append(properties, name)
			return nil
		})
	format := flag.String("format", "", "write the outcome in this form")
	engines := flag.Bool("engines", false, "list the engines and what can be set about them")
	flag.Parse()
	if *engines {
		list(os.Stdout)
		return
	}
	if err := verify(context.Background(), os.Stdout, properties, whittle.Format(*format),
		flag.Args()); err != nil {
		var in *whittle.InputError
		if errors.As(err, &in) {
			for _, m := range in.Messages {
				fmt.Fprintf(os.Stderr, "%s:%d:%d: %s: %s\n", m.File, m.Line, m.Column, m.Severity, m.Text)
			}
		}
		fmt.Fprintln(os.Stderr, "verify:", err)
		os.Exit(2)
	}
}

// list prints the engines.
func list(w io.Writer) {
	fmt.Fprintf(w, "whittle %s\n", whittle.Version())
	for _, e := range whittle.Engines() {
		fmt.Fprintf(w, "%s: %s\n", e.Name, e.Summary)
		for _, s := range e.Settings {
			fmt.Fprintf(w, "    %s: %s\n", s.Name, s.Summary)
		}
	}
}

// verify checks C files, which it reads into memory.
func verify(ctx context.Context, w io.Writer, properties []string, format whittle.Format,
	files []string) error {
	task := whittle.Task{Property: properties}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		task.Sources = append(task.Sources, whittle.Source{Name: name, Text: string(text)})
	}
	o, err := whittle.Check(ctx, task, whittle.Options{Timeout: time.Minute})
	if err != nil {
		return err
	}
	if format != "" {
		return o.Write(ctx, w, format)
	}
	for _, p := range o.Several { // if several properties were checked: an answer for each
		fmt.Fprintf(w, "%s: %s (%s: %s)\n", strings.Join(p.Property, ", "), p.Verdict, p.Reason, p.Why)
	}
	fmt.Fprintf(w, "%s: %s (%s: %s)\n", strings.Join(o.Property, ", "), o.Verdict, o.Reason, o.Why)
	invariants, err := o.Invariants(ctx)
	if err != nil {
		return err
	}
	for _, i := range invariants {
		fmt.Fprintf(w, "line %d, in %s: %s\n", i.Line, i.Function, i.Expression)
	}
	if o.Trace != nil {
		printTrace(w, o.Trace)
	}
	return nil
}

// printTrace prints the steps that tell something.
func printTrace(w io.Writer, t *whittle.Trace) {
	for _, s := range t.Steps {
		if s.Minor || s.Thread < 0 {
			continue
		}
		fmt.Fprintf(w, "%s, line %d: %s\n", t.Threads[s.Thread], s.Line, s.Text)
		for _, e := range s.Effects {
			fmt.Fprintln(w, "    "+e.String())
		}
	}
	fmt.Fprintln(w, t.Message)
}
