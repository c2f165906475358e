// Command whittle-serve coordinates task sets on many machines: a NATS server with JetStream for
// "whittle bench --server" and "whittle worker". It is a program of its own because the
// server would cost each run of whittle 2 ms and 20 MB.
package main
