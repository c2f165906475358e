package bus

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Server says where a server is, and how to be let in.
type Server struct {
	URL   string // nats://HOST:PORT or tls://HOST:PORT
	Creds string // a file with NATS credentials, or with a token in one line; empty: none
	CA    string // a file with the certificates that the server's is signed by; empty: those of the system
	Name  string // of this client, for people
}

// ErrInsecure is returned for a server elsewhere without TLS or without credentials.
var ErrInsecure = errors.New("a server on another machine needs TLS (tls://...) and credentials (--creds)")

// options are those of the connection; they refuse what is not secure.
func (s Server) options() ([]nats.Option, error) {
	u, err := url.Parse(s.URL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--server: %w", err)
	case u.Scheme != "nats" && u.Scheme != "tls" || u.Host == "" || u.User != nil:
		return nil, fmt.Errorf("--server %s: must be nats://HOST:PORT or tls://HOST:PORT", u.Redacted())
	case !Loopback(u.Hostname()) && (u.Scheme != "tls" || s.Creds == ""):
		return nil, fmt.Errorf("--server %s: %w", s.URL, ErrInsecure)
	}
	// The server may be started again: a worker waits for it.
	opts := []nats.Option{nats.Name(s.Name), nats.MaxReconnects(-1), nats.ReconnectBufSize(-1)}
	if s.CA != "" {
		pem, err := os.ReadFile(s.CA)
		if err != nil {
			return nil, fmt.Errorf("--tls-ca: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("--tls-ca %s: there is no certificate in it", s.CA)
		}
		opts = append(opts, nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}))
	}
	if s.Creds != "" {
		text, err := os.ReadFile(s.Creds)
		if err != nil {
			return nil, fmt.Errorf("--creds: %w", err)
		}
		if token := strings.TrimSpace(string(text)); strings.ContainsAny(token, "\r\n") {
			opts = append(opts, nats.UserCredentials(s.Creds))
		} else {
			opts = append(opts, nats.Token(token))
		}
	}
	return opts, nil
}

// Loopback reports whether a host is this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Bus is a connection to a server.
type Bus struct {
	conn *nats.Conn
	js   jetstream.JetStream
}

// Dial connects to a server, and makes the streams and buckets that are missing.
func Dial(ctx context.Context, s Server) (*Bus, error) {
	opts, err := s.options()
	if err != nil {
		return nil, err
	}
	wait, cancel := context.WithTimeout(ctx, connecting)
	defer cancel()
	var conn *nats.Conn
	err = Persist(wait, func() (err error) {
		conn, err = nats.Connect(s.URL, opts...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("server %s: %w", s.URL, err)
	}
	var b *Bus
	err = Persist(ctx, func() (err error) {
		b, err = On(ctx, conn)
		return err
	})
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("server %s: %w", s.URL, err)
	}
	return b, nil
}

// connecting is how long a server that does not answer is waited for at the beginning: it may be starting.
const connecting = 2 * time.Second

// Persist calls a function again while its error is that of a server that is away for a moment, until ctx
// ends.
func Persist(ctx context.Context, f func() error) error {
	for {
		err := f()
		if err == nil || !transient(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// transient reports whether an error is that of a server that is away, not yet ready, or full.
func transient(err error) bool {
	for _, e := range []error{nats.ErrDisconnected, nats.ErrNoServers, nats.ErrNoResponders, nats.ErrTimeout,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse,
		jetstream.ErrAsyncPublishTimeout, jetstream.ErrJetStreamNotEnabled, jetstream.ErrNoHeartbeat,
		jetstream.ErrOrderedConsumerReset, jetstream.ErrServerShutdown, jetstream.ErrConsumerDeleted,
		jetstream.ErrConsumerNotFound, jetstream.ErrConsumerLeadershipChanged, context.DeadlineExceeded,
		io.EOF} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 || full(api)
	}
	var broken *net.OpError // the server has ended while somebody connected
	return errors.As(err, &broken)
}

// full reports whether a server has no room on its disk, which somebody may make.
func full(err *jetstream.APIError) bool {
	for _, words := range []string{"no space left on device", "insufficient storage",
		"error creating store"} {
		if strings.Contains(err.Description, words) {
			return true
		}
	}
	return false
}

// On is for a connection that exists already; Close closes it.
func On(ctx context.Context, conn *nats.Conn) (*Bus, error) {
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(1024))
	if err != nil {
		return nil, err
	}
	b := &Bus{conn, js}
	return b, b.prepare(ctx)
}

// Close ends the connection.
func (b *Bus) Close() { b.conn.Close() }
