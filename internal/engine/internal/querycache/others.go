package querycache

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

// Others is a store of answers that runs on several machines have in common. Names are short texts of digits
// and letters. Its methods may be called from any number of goroutines, and must not take long: who does not
// get an answer finds it out.
type Others interface {
	Get(name string) (sealed []byte, ok bool)
	Put(name string, sealed []byte)
}

// MaxShared bounds an answer with its query that others are told of.
const MaxShared = 64 << 10

// checkOneIn is how many answers without a witness are believed for one that is found out again.
const checkOneIn = 16

// A sealed answer is
//
//	version, one byte
//	length of the revision, revision
//	length of the query, query
//	answer
//	seal: HMAC-SHA256 of all that by the key of the run, or SHA-256 if it has none
//
// The name of a query is a digest of the revision and the query, so that another revision asks for other
// names. A seal by a key says that who has the key gave the answer; one without finds accidents only.
const sealedVersion = 1

var (
	errSeal  = errors.New("an answer of others is damaged or forged, and is ignored")
	errQuery = errors.New("an answer of others is to another query, and is ignored")
)

// name is that of a query.
func (c *Config) name(query []byte) string {
	h := sha256.New()
	h.Write(binary.AppendUvarint(nil, uint64(len(c.Revision))))
	h.Write([]byte(c.Revision))
	h.Write(query)
	return hex.EncodeToString(h.Sum(nil))
}

// seal makes an answer for others.
func (c *Config) seal(query, answer []byte) []byte {
	b := binary.AppendUvarint([]byte{sealedVersion}, uint64(len(c.Revision)))
	b = binary.AppendUvarint(append(b, c.Revision...), uint64(len(query)))
	b = append(append(b, query...), answer...)
	return append(b, sealOf(b, c.Key)...)
}

// sealOf is the seal of a text; key may be empty.
func sealOf(text, key []byte) []byte {
	if len(key) == 0 {
		sum := sha256.Sum256(text)
		return sum[:]
	}
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return h.Sum(nil)
}

// unseal reads the answer of others to a query. authentic: who gave it has the key of this run.
func (c *Config) unseal(query, sealed []byte) (answer []byte, authentic bool, err error) {
	if len(sealed) > MaxShared || len(sealed) < 1+sha256.Size || sealed[0] != sealedVersion {
		return nil, false, errSeal
	}
	text, seal := sealed[:len(sealed)-sha256.Size], sealed[len(sealed)-sha256.Size:]
	switch {
	case len(c.Key) > 0 && hmac.Equal(seal, sealOf(text, c.Key)):
		authentic = true
	case !bytes.Equal(seal, sealOf(text, nil)):
		return nil, false, errSeal
	}
	text = text[1:]
	for _, want := range [][]byte{[]byte(c.Revision), query} {
		n, used := binary.Uvarint(text)
		if used <= 0 || n > uint64(len(text)-used) || !bytes.Equal(text[used:used+int(n)], want) {
			return nil, false, errQuery
		}
		text = text[used+int(n):]
	}
	if len(text) == 0 {
		return nil, false, errSeal
	}
	return bytes.Clone(text), authentic, nil
}

// ask asks others about a query.
func (c *Cache) ask(query []byte) (a Answer, ok bool) {
	if c.cfg.Others == nil || len(query) > MaxShared {
		return Answer{}, false
	}
	sealed, ok := c.cfg.Others.Get(c.cfg.name(query))
	if !ok {
		return Answer{}, false
	}
	answer, authentic, err := c.cfg.unseal(query, sealed)
	if err != nil {
		c.refused.Add(1)
		if c.refused.Load() == 1 {
			c.cfg.Warn(err.Error())
		}
		return Answer{}, false
	}
	// It stays out of the table until the caller has looked at it.
	return Answer{Bytes: answer, Foreign: true, Authentic: authentic}, true
}

// tell tells others an answer.
func (c *Cache) tell(query, answer []byte) {
	if c.cfg.Others != nil && len(query)+len(answer)+len(c.cfg.Revision)+64 <= MaxShared {
		c.cfg.Others.Put(c.cfg.name(query), c.cfg.seal(query, answer))
	}
}

// Believe reports whether an answer may be used that has nothing by which it could be checked. One of others
// is only if it is authentic, and then some, chosen by chance, are found out again. The caller tells
// Disagree of those that are wrong.
func (c *Cache) Believe(a Answer) bool {
	switch {
	case a.Earlier && c.Verify():
		return false
	case !a.Foreign:
		return true
	}
	return a.Authentic && !c.Verify() && c.sample()%checkOneIn != 0
}

// Disagree says that the solver's answer to a query is another one than that which the cache had. Where an
// authentic one of others is wrong, no other of theirs can be relied on, nor can the run.
func (c *Cache) Disagree(query []byte, a Answer) {
	c.Reject(query)
	if !a.Foreign {
		c.Warn("the solver disagrees with an answer of an earlier run, which is ignored")
		return
	}
	c.rejected.Add(1)
	if !a.Authentic {
		return
	}
	if c.cfg.Wrong != nil {
		c.cfg.Wrong(&WrongError{bytes.Clone(query), a.Bytes})
	}
}

// WrongError is an authentic answer of others that is wrong, the evidence against who gave it.
type WrongError struct{ Query, Answer []byte }

// Error says what was asked and answered.
func (e *WrongError) Error() string {
	return fmt.Sprintf("an answer of another worker is wrong: to the query %x it is %x", e.Query, e.Answer)
}
