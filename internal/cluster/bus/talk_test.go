package bus

import (
	"bytes"
	"slices"
	"testing"
)

// TestSeals changes each bit of sealed messages, their subjects, keys and nonces: nothing of it is let in.
func TestSeals(t *testing.T) {
	key, text, nonce := []byte("a key"), []byte("close"), bytes.Repeat([]byte{7}, nonceLen)
	request := slices.Concat(nonce, sealed(key, "request", "s", nonce, text), text)
	reply := slices.Concat(sealed(key, "reply", "s", nonce, text), text)
	if _, got, err := openRequest(key, "s", request); err != nil || !bytes.Equal(got, text) {
		t.Fatalf("request: %q (%v)", got, err)
	}
	if got, err := openReply(key, "s", nonce, reply); err != nil || !bytes.Equal(got, text) {
		t.Fatalf("reply: %q (%v)", got, err)
	}
	for i := range 8 * len(request) {
		bad := slices.Clone(request)
		bad[i/8] ^= 1 << (i % 8)
		if _, _, err := openRequest(key, "s", bad); err == nil {
			t.Errorf("request with bit %d changed", i)
		}
	}
	for i := range 8 * len(reply) {
		bad := slices.Clone(reply)
		bad[i/8] ^= 1 << (i % 8)
		if _, err := openReply(key, "s", nonce, bad); err == nil {
			t.Errorf("reply with bit %d changed", i)
		}
	}
	other := bytes.Repeat([]byte{8}, nonceLen)
	_, _, e1 := openRequest(key, "t", request)
	_, _, e2 := openRequest([]byte("another"), "s", request)
	_, _, e3 := openRequest(key, "s", slices.Concat(nonce, reply))
	_, _, e4 := openRequest(key, "s", request[:nonceLen])
	_, e5 := openReply(key, "s", other, reply)
	_, e6 := openReply(key, "s", nonce, request[nonceLen:])
	for i, err := range []error{e1, e2, e3, e4, e5, e6} {
		if err == nil {
			t.Errorf("forged message %d is let in", i+1)
		}
	}
}
