# ChatMRPT. "make" lists what there is to do.

BIN        := bin/chatmrpt
VERSION    := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
SAMPLE     := out/sample
SAMPLEDATA := $(addprefix --data $(SAMPLE)/,facilities.csv covariates.csv population.csv) --boundaries $(SAMPLE)/wards.zip
FUZZTIME   ?= 60s
LINT_AT    := v2.15.0
NPM        := $(shell command -v npm)
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := help

.PHONY: help
help: ## List what there is to do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build $(SAMPLE) ## Build, and serve the page with a synthetic state in it
	@test -d out/data || $(BIN) --data-dir out/data chat $(SAMPLEDATA) </dev/null >/dev/null
	$(BIN) --data-dir out/data serve

.PHONY: chat
chat: build $(SAMPLE) ## Build, and talk to a synthetic state in the terminal (results in out/results)
	$(BIN) --data-dir out/data chat --out out/results $(SAMPLEDATA)

$(SAMPLE): | build
	@$(BIN) sample $@ >/dev/null

.PHONY: build
build: web ## Build bin/chatmrpt, one file without cgo
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o $(BIN) ./cmd/chatmrpt

.PHONY: web
web: $(if $(NPM),web/node_modules) ## Build the page, with Node 20 or later; without, the program says how
ifdef NPM
	cd web && npm run --silent build
else
	@echo "web: there is no Node here; bin/chatmrpt will be without its page."
endif

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund && touch node_modules

.PHONY: test
test: web ## Get what the tests need, say what is not there, run all of them
	@.ci/needs
	$(if $(NPM),cd web && npm test --silent)
	go test ./...

.PHONY: race
race: ## Run all tests with the race detector, in random order
	CGO_ENABLED=1 go test -race -shuffle=on -timeout 30m ./...

.PHONY: lint
lint: ## Lint with the pinned golangci-lint, installed into bin/ where it is absent
	@linter=$$(.ci/golangci-lint $(LINT_AT)) && $$linter run ./...

.PHONY: vet
vet: ## go vet
	go vet ./...

.PHONY: tidy
tidy: ## Check that go.mod and go.sum are tidy
	go mod tidy -diff

.PHONY: generate
generate: ## Write generated code anew
	go generate ./...

.PHONY: generated
generated: ## Check that generated code is up to date
	@.ci/generated

.PHONY: bench
bench: build ## Benchmarks: of the packages, then of whole processes beside their peers
	go test -run '^$$' -bench . -benchmem ./...
	docs/bench/run

.PHONY: load
load: ## Load test: 200 sessions, 200 turns a second, 50 uploads of 20 MB, 100 kills
	go test -count=1 -v -timeout 20m ./docs/bench/load -args -strict \
		-sessions 200 -rate 200 -seconds 20 -uploads 50 -megabytes 20
	CHATMRPT_TEST_KILLS=100 go test -count=1 -v -timeout 20m -run TestServiceLosesNothing ./cmd/chatmrpt

.PHONY: requirements
requirements: ## Print which numbered requirements no test names
	@go run ./docs/requirements

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (60s)
	@.ci/fuzz $(FUZZTIME)

.PHONY: clean
clean: ## Remove what was built and written
	rm -rf bin dist out coverage.out web/dist/page web/node_modules
