// Package live tells which registers of a procedure may still be read at a location.
package live
