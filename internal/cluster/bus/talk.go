package bus

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"whittle.dev/internal/cluster/wire"
)

// Messages between two processes that have the key of a server in common, see Server.Key. A request is a
// nonce, a text and the seal of both under the subject; the seal of a reply also has the nonce of its
// request, so that no reply stands for another one.

const (
	nonceLen = 16
	// replyPatience is how long a reply is waited for, and replyTries how often it is asked for.
	replyPatience = 5 * time.Second
	replyTries    = 3
)

// errForged is returned for what does not come from somebody with the key.
var errForged = errors.New("a message has no valid seal")

// talkSubject is where somebody listens.
func talkSubject(id string) string { return "whittle.talk." + id }

// sealed is a seal.
func sealed(key []byte, kind, subject string, nonce, text []byte) []byte {
	h := hmac.New(sha256.New, key)
	for _, part := range [][]byte{[]byte(kind), []byte(subject), nonce} {
		h.Write([]byte{byte(len(part))}) // subjects are short, see wire.CheckName
		h.Write(part)
	}
	h.Write(text)
	return h.Sum(nil)
}

// Listen answers requests under a name until ctx ends, several at a time. Requests of others than those who
// have the key are not answered.
func (b *Bus) Listen(ctx context.Context, id string, key []byte,
	answer func(context.Context, []byte) []byte) error {
	if err := wire.CheckName(id); err != nil || len(key) == 0 {
		return errors.Join(err, errors.New("whoever listens needs a name and a token"))
	}
	subject := talkSubject(id)
	sub, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		nonce, text, err := openRequest(key, subject, m.Data)
		if err != nil || ctx.Err() != nil {
			return
		}
		go func() {
			reply := answer(ctx, text)
			// A reply that gets lost is asked for again.
			_ = m.Respond(append(sealed(key, "reply", subject, nonce, reply), reply...))
		}()
	})
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = sub.Unsubscribe() }) // the connection may have ended before
	return nil
}

// openRequest takes a request apart.
func openRequest(key []byte, subject string, data []byte) (nonce, text []byte, err error) {
	if len(data) < nonceLen+sha256.Size || len(data) > wire.MaxMessage {
		return nil, nil, errForged
	}
	nonce, seal, text := data[:nonceLen], data[nonceLen:nonceLen+sha256.Size], data[nonceLen+sha256.Size:]
	if !hmac.Equal(seal, sealed(key, "request", subject, nonce, text)) {
		return nil, nil, errForged
	}
	return nonce, text, nil
}

// Ask sends a request to who listens under a name. It is sent again when no reply comes, so it may arrive
// more than once.
func (b *Bus) Ask(ctx context.Context, id string, key, text []byte) ([]byte, error) {
	subject := talkSubject(id)
	nonce := make([]byte, nonceLen)
	rand.Read(nonce) // it does not fail
	request := slices.Concat(nonce, sealed(key, "request", subject, nonce, text), text)
	if len(request) > wire.MaxMessage {
		return nil, errors.New("a message is too large")
	}
	var m *nats.Msg
	var err error
	for range replyTries {
		wait, stop := context.WithTimeout(ctx, replyPatience)
		m, err = b.conn.RequestWithContext(wait, subject, request)
		stop()
		if err == nil || ctx.Err() != nil || !transient(err) || errors.Is(err, nats.ErrNoResponders) {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return openReply(key, subject, nonce, m.Data)
}

// openReply takes the reply to a request apart.
func openReply(key []byte, subject string, nonce, data []byte) ([]byte, error) {
	if len(data) < sha256.Size {
		return nil, errForged
	}
	seal, reply := data[:sha256.Size], data[sha256.Size:]
	if !hmac.Equal(seal, sealed(key, "reply", subject, nonce, reply)) {
		return nil, errForged
	}
	return reply, nil
}
