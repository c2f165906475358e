// Package examples reads the programs in the folder examples, with what each says about itself.
package examples
