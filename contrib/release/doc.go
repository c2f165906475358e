// Package release has the recipes by which whittle reaches its users, or tests those that lie elsewhere:
//
//	.goreleaser.yaml      archives and Debian packages for a release, with manual pages and completions
//	Dockerfile            an image with the program alone
//	action.yml            an action for GitHub
//	homebrew/whittle.rb   a formula for Homebrew
//
// The tests read each recipe and run what can be run without a registry: the builds for all systems (with
// -scale), the tool itself where it is installed. The script of the action is run by a test of cmd/whittle.
//
// Known limits: the image, the formula and the bills of materials are not built by tests.
package release
