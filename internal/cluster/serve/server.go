package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// Options say where the server listens and what it asks for.
type Options struct {
	Listen string // HOST:PORT; port 0: any
	Store  string // the folder of the streams
	// Creds is a file with the token that clients must have; empty: none is asked for.
	Creds string
	// Cert and Key are files with the certificate and its key; empty: no TLS.
	Cert, Key string
	// Log is told errors of the server; may be nil.
	Log func(format string, args ...any)
}

// Server is a server that runs.
type Server struct {
	nats  *server.Server
	token string
	store string
	full  chan struct{}
}

// ready is how long the server may need to start: a large store is read.
const ready = time.Minute

// settings are those of the server; they refuse what is not secure.
func (o Options) settings() (*server.Options, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %q is no port", o.Listen, port)
	}
	if !bus.Loopback(host) && (o.Cert == "" || o.Creds == "") {
		return nil, fmt.Errorf("--listen %s: on another address than that of this machine (127.0.0.1) a "+
			"server needs --tls-cert, --tls-key and --creds", o.Listen)
	}
	s := &server.Options{Host: host, Port: int(n), JetStream: true, StoreDir: o.Store, NoSigs: true,
		ServerName: "whittle", MaxPayload: wire.MaxMessage + 64<<10}
	if n == 0 {
		s.Port = server.RANDOM_PORT
	}
	if (o.Cert == "") != (o.Key == "") {
		return nil, errors.New("--tls-cert and --tls-key belong together")
	}
	if o.Cert != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert: %w", err)
		}
		s.TLS = true
		s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if o.Creds != "" {
		text, err := os.ReadFile(o.Creds)
		if err != nil {
			return nil, fmt.Errorf("--creds: %w", err)
		}
		if s.Authorization = strings.TrimSpace(string(text)); len(s.Authorization) < 16 ||
			strings.ContainsAny(s.Authorization, "\r\n") {
			return nil, fmt.Errorf("--creds %s: must hold a token in one line, of 16 characters at least",
				o.Creds)
		}
	}
	return s, nil
}

// Start starts a server.
func Start(o Options) (*Server, error) {
	settings, err := o.settings()
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(settings)
	if err != nil {
		return nil, err
	}
	l := &logger{log: o.Log, full: make(chan struct{})}
	s.SetLogger(l, false, false)
	s.Start()
	if !s.ReadyForConnections(ready) {
		s.Shutdown()
		return nil, fmt.Errorf("the server does not start on %s: %s", o.Listen, l.last())
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("the server cannot keep its streams in %s: %s", o.Store, l.last())
	}
	return &Server{s, settings.Authorization, o.Store, l.full}, nil
}

// URL is where clients find the server.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Addr is the HOST:PORT at which the server listens.
func (s *Server) Addr() string { return s.nats.Addr().String() }

// Bus connects to the server within the process, past TLS and token.
func (s *Server) Bus(ctx context.Context) (*bus.Bus, error) {
	conn, err := nats.Connect("", nats.InProcessServer(s.nats), nats.Name("coordinator"), nats.Token(s.token))
	if err != nil {
		return nil, err
	}
	b, err := bus.On(ctx, conn)
	if err != nil {
		conn.Close()
	}
	return b, err
}

// room is how many bytes there must be before a server whose disk was full is started again.
const room = 8 << 20

// Full waits until the disk was full and has room again. Streams that could not write do not write any more:
// the server is to be started again then. An error is that of ctx.
func (s *Server) Full(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.full:
	}
	probe := filepath.Join(s.store, "room")
	for {
		err := os.WriteFile(probe, make([]byte, room), 0o600)
		if e := os.Remove(probe); err == nil && e == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Stop ends the server; what it has stays in its store.
func (s *Server) Stop() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}
