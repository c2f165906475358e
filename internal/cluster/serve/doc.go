// Package serve is the coordinator of a cluster: a NATS server with JetStream in this process, and a page
// about what goes on.
//
//	s, err := serve.Start(serve.Options{Listen: "127.0.0.1:4222", Store: "dir"})
//	defer s.Stop()
//
// The server keeps everything in files in Store: one that was killed goes on where it was. On another address
// than this machine's it takes connections with TLS and a token alone. Any other NATS server with JetStream
// does as well; then none of this is needed but the page.
package serve
