package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/watch"
	"whittle.dev/internal/version"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "whittle-serve: %v\n", err)
		os.Exit(2)
	}
}

// command is the command line.
func command() *cobra.Command {
	o := serve.Options{Log: logLine}
	web := ""
	cmd := &cobra.Command{
		Use:   "whittle-serve [flags]",
		Short: "Coordinate task sets on many machines",
		Long: `whittle-serve runs a NATS server with JetStream, by which 'whittle bench --server' hands out tasks to
'whittle worker' on as many machines as there are. Everything is kept in --store: a server that was killed goes
on where it was. Ctrl-C ends it.

On another address than 127.0.0.1 it needs a certificate and a token: --tls-cert, --tls-key and --creds.

Exit codes: 0 it was ended, 2 bad input or usage.`,
		Example: `  whittle-serve --http 127.0.0.1:8222
  whittle-serve --listen 0.0.0.0:4222 --tls-cert cert.pem --tls-key key.pem --creds token`,
		Args:          cobra.NoArgs,
		Version:       version.String(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), o, web) },
	}
	cmd.CompletionOptions.DisableDefaultCmd = true
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "the `address` for workers and runs; port 0 is any "+
		"that is free")
	fs.StringVar(&o.Store, "store", "whittle-cluster", "the `folder` in which everything is kept")
	fs.StringVar(&web, "http", "", "show a page about runs and workers at this `address`, and metrics for "+
		"Prometheus below it")
	fs.StringVar(&o.Creds, "creds", "", "a `file` with the token that clients must have, in one line")
	fs.StringVar(&o.Cert, "tls-cert", "", "a `file` with the server's certificate")
	fs.StringVar(&o.Key, "tls-key", "", "a `file` with the certificate's key")
	return cmd
}

// run serves until ctx ends. After the disk was full the server is started again.
func run(ctx context.Context, o serve.Options, web string) error {
	tell := fmt.Printf
	for {
		again, err := session(ctx, &o, &web, tell)
		if err != nil || !again {
			return err
		}
		logLine("the disk was full, and has room again: the server is started again")
		tell = func(string, ...any) (int, error) { return 0, nil }
	}
}

// session is one life of the server. The addresses become those that were chosen. again says that the server
// is to be started again.
func session(ctx context.Context, o *serve.Options, web *string, tell func(string, ...any) (int, error)) (
	again bool, err error) {
	s, err := serve.Start(*o)
	if err != nil {
		return false, err
	}
	defer s.Stop()
	o.Listen = s.Addr()
	tell("server: %s\n", s.URL())
	if *web != "" {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		b, err := s.Bus(ctx)
		if err != nil {
			return false, err
		}
		defer b.Close()
		l, err := net.Listen("tcp", *web)
		if err != nil {
			return false, fmt.Errorf("--http: %w", err)
		}
		tally := watch.NewTally()
		go tally.Follow(ctx, b)
		h := &http.Server{Handler: tally.Handler(b), ReadHeaderTimeout: 10 * time.Second}
		go h.Serve(l)
		defer h.Close()
		*web = l.Addr().String()
		tell("page: http://%s/\n", *web)
	}
	return s.Full(ctx) == nil, nil
}

// logLine writes a line with the time to standard error.
func logLine(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format(time.TimeOnly)+" "+format+"\n", args...)
}
