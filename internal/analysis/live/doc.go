// Package live says which registers of a procedure may still be read at a location.
package live
