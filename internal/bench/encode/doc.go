// Package encode writes results as CSV and JSON.
package encode
