# Everything can be done with the go command alone; these are names for the longer ones.

GO ?= go

.PHONY: build test svcomp clean

build: ## the program, without C libraries
	CGO_ENABLED=0 $(GO) build -trimpath -o whittle ./cmd/whittle

test: ## the tests of an ordinary run
	$(GO) test ./...

svcomp: ## whittle.zip for SV-COMP
	$(GO) run ./contrib/svcomp -o whittle.zip

clean:
	rm -f whittle whittle.zip
