package work

import (
	"os"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/wire"
)

// TestSourceOfServerAway fetches a source from a server that is stopped and comes back, and one that it does
// not have.
func TestSourceOfServerAway(t *testing.T) {
	o := serve.Options{Listen: "127.0.0.1:0", Store: t.TempDir()}
	s, err := serve.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	o.Listen = strings.TrimPrefix(s.URL(), "nats://")
	b, err := bus.Dial(t.Context(), bus.Server{URL: s.URL(), Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	content := []byte("int main(void) { return 0; }")
	if err := b.Send(t.Context(), content); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	back := make(chan *serve.Server)
	go func() {
		time.Sleep(300 * time.Millisecond)
		s, err := serve.Start(o)
		if err != nil {
			t.Error(err)
		}
		back <- s
	}()
	w := &Worker{Bus: b, Scratch: t.TempDir()}
	file := wire.File{Path: "a.c", Hash: wire.Hash(content), Size: int64(len(content))}
	name, err := w.source(t.Context(), file)
	if s = <-back; s != nil {
		defer s.Stop()
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != string(content) {
		t.Errorf("%q, %v", got, err)
	}
	unknown := wire.File{Path: "b.c", Hash: wire.Hash([]byte("b")), Size: 1}
	if _, err := w.source(t.Context(), unknown); err == nil {
		t.Error("the server has what nobody has sent")
	}
}
