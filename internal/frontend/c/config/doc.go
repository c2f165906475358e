// Package config says what the C front end is told of a program: its files, what their words mean, which
// property is checked, and what an observer or a monitor looks at.
package config
