package cluster_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
	"whittle.dev/internal/testing/testflag"
)

// certificate writes one for these addresses that signs itself, and its key.
func certificate(t *testing.T, dir string, addresses ...string) (cert, key string) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, BasicConstraintsValid: true}
	for _, a := range addresses {
		c.IPAddresses = append(c.IPAddresses, net.ParseIP(a))
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der},
		key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// ip runs commands of ip(8), and says what the first one that fails has said.
func ip(lines ...string) error {
	for _, line := range lines {
		if out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %s: %w: %s", line, err, out)
		}
	}
	return nil
}

// hosts makes namespaces, each with an own link to the server, and returns for each the name of the link
// and its own. The server's address is 10.193.1.1 for all.
func hosts(t *testing.T, n int) (names []string) {
	if os.Geteuid() != 0 {
		t.Skip("namespaces of networks need root")
	}
	for i := 1; i <= n; i++ {
		name := fmt.Sprintf("whittle%d-%d", os.Getpid()%100000, i)
		link := fmt.Sprintf("wt%da%d", os.Getpid()%100000, i)
		other := strings.Replace(link, "a", "b", 1)
		in := "netns exec " + name + " ip "
		t.Cleanup(func() { ip("link del " + link); ip("netns del " + name) })
		err := ip("netns add "+name, "link add "+link+" type veth peer name "+other,
			"link set "+other+" netns "+name, fmt.Sprintf("addr add 10.193.%d.1/24 dev %s", i, link),
			"link set "+link+" up", in+"link set lo up",
			in+fmt.Sprintf("addr add 10.193.%d.2/24 dev %s", i, other), in+"link set "+other+" up",
			in+fmt.Sprintf("route add default via 10.193.%d.1", i))
		if err != nil {
			t.Skipf("no namespaces: %v", err)
		}
		names = append(names, link, name)
	}
	return names
}

// TestThreeHosts has workers in three networks with TLS and a token. One is cut off for longer than it is
// waited for, and one is slow. Its tasks are others' meanwhile, and what it says later counts once.
func TestThreeHosts(t *testing.T) {
	if !testflag.Deep() {
		t.Skip("only with -scale: it waits for the patience of the server")
	}
	names := hosts(t, 3)
	dir := t.TempDir()
	cert, key := certificate(t, dir, "10.193.1.1", "127.0.0.1")
	token := filepath.Join(dir, "token")
	if err := os.WriteFile(token, []byte("0123456789abcdef0123\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "10.193.1.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close()
	child(t, nil, "server", at, t.TempDir(), token, cert, key)
	for i, delay := range []string{"0s", "0s", "75ms"} {
		child(t, []string{"ip", "netns", "exec", names[2*i+1]},
			"worker", fmt.Sprintf("host%d", i+1), "tls://"+at, token, cert, delay)
	}
	s := &stage{T: t, to: bus.Server{URL: "tls://" + at, Creds: token, CA: cert, Name: "test"}}
	b := s.dial()
	defer b.Close()
	var contents []string
	for i := range 300 {
		contents = append(contents, []string{"true", "unknown"}[i%2]+" 300ms")
	}
	items := (&site{T: t}).items(contents...)
	cfg := config("b1")
	done := 0
	cfg.Done = func(tasks.Record, bool) {
		switch done++; done {
		case 30:
			if err := ip("link set " + names[2] + " down"); err != nil {
				t.Error(err)
			}
		case 200: // some 20 s later
			if err := ip("link set " + names[2] + " up"); err != nil {
				t.Error(err)
			}
		}
	}
	recs, err := batch.Run(t.Context(), b, "r", items, cfg)
	s.judge("r", contents, items, recs, err)
	by := map[string]int{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	b.All(ctx, func(_, _ string, _ time.Time, r *wire.Result) {
		by[r.Worker]++
		if done--; done == 0 {
			stop()
		}
	})
	if len(by) != 3 {
		t.Errorf("not all hosts have results: %v", by)
	}
	t.Logf("results: %v", by)
}
