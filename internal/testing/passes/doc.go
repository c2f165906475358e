// Package passes has the pipeline that tests run programs through, so that what engines and passes are tested
// with goes through as many passes as possible.
package passes
