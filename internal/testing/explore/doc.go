// Package explore visits all states of a small transition system, one by one: the oracle of the tests of
// package ts and of the engines on it.
package explore
