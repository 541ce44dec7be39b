# Consigne. `make` alone builds; `make help` lists the rest.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.SUFFIXES:

GOLANGCI_VERSION := v2.15.0
GOLANGCI := .cache/bin/golangci-lint-$(GOLANGCI_VERSION)
STRIPE_MOCK_VERSION := v0.203.0
STRIPE_MOCK := .cache/bin/stripe-mock-$(STRIPE_MOCK_VERSION)
GOVULNCHECK_VERSION := v1.8.0
GOVULNCHECK := .cache/bin/govulncheck-$(GOVULNCHECK_VERSION)
OAPI_CODEGEN_VERSION := v2.8.2
OAPI_CODEGEN := .cache/bin/oapi-codegen-$(OAPI_CODEGEN_VERSION)
NFPM_VERSION := v2.45.0
NFPM := .cache/bin/nfpm-$(NFPM_VERSION)
VERSION := $(shell git describe --tags --always --abbrev=12 --dirty 2>/dev/null || echo dev)

NODE_STAMP := node_modules/.package-lock.json
OPENAPI_LINT := scripts/openapi-lint/node_modules/.package-lock.json
CONSOLE := console/dist/index.html
GO_CLIENT := clients/consigne/client.gen.go
CONSOLE_SOURCES := $(shell find console/src console/public console/scripts docs/aide -type f ! -path '*/test/*' ! -name '*.test.*' 2>/dev/null) \
	$(wildcard console/*.html console/package.json console/tsconfig.json console/*.config.*)
GO_SOURCES := $(shell find cmd internal -type f ! -name '*_test.go' ! -path '*/testdata/*' 2>/dev/null) \
	$(wildcard console/*.go) go.mod go.sum

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: bin/consigne ## build, then serve the console with demonstration data on http://127.0.0.1:8080
	@exec bin/consigne serve --demo

.PHONY: build
build: bin/consigne ## build bin/consigne, the console inside it

.PHONY: dev
dev: $(NODE_STAMP) ## serve the sources on http://127.0.0.1:5173, both sides reloading on change
	@exec scripts/dev.sh

.PHONY: cluster
cluster: bin/consigne ## serve from two nodes behind HAProxy, on PostgreSQL with a standby that takes over: http://127.0.0.1:8080
	@exec scripts/cluster.sh

TEST_STEPS := tools build lint fresh check-alerts test-go bench-smoke test-clients test-console test-e2e
CHECK_STEPS := lint-go lint-console lint-e2e check-go check-console

.PHONY: test
test: ## run every check; installs missing tools
	@MAKE='$(MAKE)' scripts/run-steps.sh test $(TEST_STEPS)

.PHONY: check
check: ## before each commit, in a minute once caches are warm: style, types, fast Go tests, console tests of what changed
	@MAKE='$(MAKE)' scripts/run-steps.sh check $(CHECK_STEPS)
	@echo "Not run: PostgreSQL; tests of the API, jobs, adapters and command; console tests of unchanged files; journeys; \
	OpenAPI, alerts and generated files. « make test » runs all."

.PHONY: check-go
check-go: # kernel, domain, stores and read models, on SQLite alone; the other packages compile
	go build ./...
	go test ./internal/kernel/... ./internal/domain/... ./internal/db/... ./internal/store/... ./internal/readmodel/... | grep -v '\[no test files\]'
	go -C tools test ./...

.PHONY: check-console
check-console: $(NODE_STAMP) # the tests that import a file changed since the last commit
	npm run -w console test -- --changed

# Most of these use one core: two at a time, each with its output in one piece.
.PHONY: lint
lint: $(GOLANGCI) $(NODE_STAMP) $(OPENAPI_LINT) ## check style, types, the OpenAPI document and the import rules between packages
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-go lint-console lint-e2e lint-openapi

.PHONY: lint-go
lint-go: $(GOLANGCI)
	$(GOLANGCI) run
	cd tools && $(CURDIR)/$(GOLANGCI) run
	go -C tools run ./dead-words ..
	go -C tools run ./security-proofs ..
	go -C tools run ./budgets ..

.PHONY: lint-console
lint-console: $(NODE_STAMP)
	npm run -w console lint
	npm run -w console types

.PHONY: lint-e2e
lint-e2e: $(NODE_STAMP)
	npm run -w e2e lint
	npm run -w e2e types

.PHONY: lint-openapi
lint-openapi: $(OPENAPI_LINT) ## check docs/openapi.json with Redocly and Spectral
	cd scripts/openapi-lint && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
		node_modules/.bin/redocly lint --config redocly.yaml ../../docs/openapi.json
	cd scripts/openapi-lint && node spectral.mjs ../../docs/openapi.json

.PHONY: vulnerabilities
vulnerabilities: $(GOVULNCHECK) ## list known vulnerabilities in code that is reached, from vuln.go.dev
	$(GOVULNCHECK) ./...

# There, a test whose needs are missing fails; elsewhere it is skipped.
test-go race: export CONSIGNE_TEST_REQUIRE := all
# Collecting garbage as often as a server does takes an eighth of their time.
test-go race: export GOGC := 400
# A test's database is gone before a vacuum would pay.
test-go race: export CONSIGNE_TEST_POSTGRES_OPTIONS := -c autovacuum=off
# Those that take longest come first, so that no core waits for them at the end. As many packages run as there are cores:
# with more, a busy machine starves the tests that kill nodes and time what they find.
GO_TESTS := ./internal/server/api ./cmd/consigne ./...

# Whole sites whose nodes, proxies and databases die under load: they take minutes each, and a release runs them (make drill).
DRILLS := ^(TestClusterSurvivesItsParts|TestPrimaryDiesUnderLoad)$$

# Without go test's vet: govet has run in lint, with more checks. Without debugging information: it makes linking slower.
.PHONY: test-go
test-go: $(STRIPE_MOCK) $(CONSOLE) ## run the Go tests, on SQLite and on PostgreSQL
	@began=$$(date +%s); \
	scripts/with-postgres.sh go test -vet=off -ldflags=-w -timeout 40m -p $$(nproc) -skip '$(DRILLS)' $(GO_TESTS); \
	go -C tools test ./...; \
	echo "make test-go: passed in $$(( $$(date +%s) - began )) s"

.PHONY: test-clients
test-clients: bin/consigne $(GO_CLIENT) ## generate the Go client of the API, and make the main flows and docs/integration.md with the real binary
	cd clients && go vet ./... && go test -count=1 ./...

.PHONY: race
race: $(STRIPE_MOCK) $(CONSOLE) ## run the Go tests under the race detector, which needs a C compiler
	scripts/with-postgres.sh go test -race $(GO_TESTS)

.PHONY: drill
drill: drill-sites drill-kills drill-groups drill-numbers drill-webhooks drill-calls drill-edits drill-properties bench-once ## what a release proves besides make test: two hours or more

.PHONY: drill-sites
drill-sites: $(CONSOLE) ## kill the nodes, the proxy, the provider and the databases of whole sites under load: some minutes
	CONSIGNE_TEST_REQUIRE=all scripts/with-postgres.sh go test -run '$(DRILLS)' -v -count=1 -timeout 1h ./cmd/consigne

.PHONY: drill-kills
drill-kills: $(CONSOLE) ## kill the server 100 times at random while stays are collected, and while 2,000 refunds are made, on both engines
	CONSIGNE_DRILL_KILLS=$${KILLS:-100} scripts/with-postgres.sh go test -run TestKilledAtAnyMoment -v -count=1 -timeout 1h ./cmd/consigne
	CONSIGNE_TEST_REFUNDS=$${REFUNDS:-2000} scripts/with-postgres.sh go test -run TestRefundsKilledAtAnyMoment -v -count=1 -timeout 1h ./cmd/consigne

.PHONY: drill-groups
drill-groups: $(CONSOLE) ## kill nodes 100 times while 10,000 small sums are collected together, on both engines
	CONSIGNE_DRILL_KILLS=$${KILLS:-100} CONSIGNE_DRILL_PAYMENTS=$${PAYMENTS:-10000} \
		scripts/with-postgres.sh go test -run TestGroupsOutliveKills -v -count=1 -timeout 3h ./cmd/consigne

.PHONY: drill-calls
drill-calls: $(CONSOLE) ## check what each list reads with every combination of its filters, race 1,000 times for one locker, on both engines, diagnose 200 incidents, play a year of a city, and close the months of a demonstration
	CONSIGNE_DRILL_CALLS=1 CONSIGNE_TEST_REQUIRE=all scripts/with-postgres.sh \
		go test -run 'TestListsReadByIndex|TestRaceForOneLocker|TestIncidentsAreDiagnosed|TestAYearOfACity' -v -count=1 -timeout 1h ./internal/server/api
	CONSIGNE_DRILL_CALLS=1 CONSIGNE_TEST_REQUIRE=all scripts/with-postgres.sh \
		go test -run 'TestTheMonthsOfTheDemonstrationClose' -v -count=1 -timeout 1h ./cmd/consigne

.PHONY: drill-edits
drill-edits: ## change the money of a site 10,000 times by SQL, and verify it 1,000 times beside 20 callers, on both engines: the table of what found each
	CONSIGNE_DRILL_EDITS=$${EDITS:-10000} CONSIGNE_DRILL_VERIFIES=$${VERIFIES:-1000} CONSIGNE_TEST_REQUIRE=all scripts/with-postgres.sh \
		go test -run 'TestRandomEditsOfMoneyAreFound|TestVerifyBesideCallers' -v -count=1 -timeout 2h ./internal/server/api

# What asks a database many times for each random case.
PROPERTIES := ^(TestPaymentsAgreeWithTheirFilter|TestAccountsAreThoseThatANaiveFilterFinds|TestTotalsAreThoseOfTheRows|TestMergedClaims)$$

.PHONY: drill-properties
drill-properties: ## try 1,000 random cases of each property of lists, people, rollups and claims, on both engines
	CONSIGNE_TEST_REQUIRE=all scripts/with-postgres.sh go test -run '$(PROPERTIES)' -v -count=1 -timeout 2h -p 1 -rapid.checks=$${CHECKS:-1000} \
		./internal/readmodel/lists ./internal/readmodel/people ./internal/readmodel/rollups ./internal/store/people

.PHONY: drill-numbers
drill-numbers: $(CONSOLE) ## kill nodes 1,000 times while 10,000 payments are settled, on both engines: half an hour or more
	CONSIGNE_DRILL_KILLS=$${KILLS:-1000} CONSIGNE_DRILL_PAYMENTS=$${PAYMENTS:-10000} \
		scripts/with-postgres.sh go test -run TestNumbersOutliveKills -v -count=1 -timeout 3h ./cmd/consigne

.PHONY: drill-webhooks
drill-webhooks: $(CONSOLE) $(NODE_STAMP) ## kill nodes and the receiver of their webhooks while 100,000 events are sent, on both engines: half an hour or more
	CONSIGNE_DRILL_EVENTS=$${EVENTS:-100000} CONSIGNE_DRILL_KILLS=$${KILLS:-100} \
		scripts/with-postgres.sh go test -run TestWebhooksOutliveKills -v -count=1 -timeout 3h ./cmd/consigne

.PHONY: check-alerts
check-alerts: ## check Prometheus' configuration, and run the tests of the alerts
	@command -v promtool >/dev/null || { echo "promtool is missing: run « make tools » first." >&2; exit 1; }
	cd deploy/prometheus && promtool check config prometheus.yml && promtool check rules alerts.yml && promtool test rules alerts_test.yml

.PHONY: test-console
test-console: $(NODE_STAMP) ## run the unit tests of the console
	npm run -w console test

.PHONY: test-e2e
test-e2e: bin/consigne $(NODE_STAMP) ## run the journeys in a browser against the real binary
	scripts/with-postgres.sh npm run -w e2e test

.PHONY: bench
bench: ## run the Go benchmarks, on both engines
	scripts/with-postgres.sh --on-disk go test -run '^$$' -bench . -benchmem ./...

.PHONY: bench-compare
bench-compare: bin/consigne ## compare Consigne's history with PocketBase and with a handwritten handler
	scripts/bench-compare.sh

.PHONY: bench-stays
bench-stays: $(CONSOLE) ## measure what a stay costs to write, beside the raw commits of the disk: a minute and a half an engine
	go test -run '^$$' -bench Stays -benchtime 1x ./cmd/consigne

.PHONY: bench-cluster
bench-cluster: ## measure the cost of a second node, and the effect of slow clients on others: five minutes
	go test -run '^$$' -bench 'SecondNode|SlowClients' -benchtime 1x ./cmd/consigne

.PHONY: bench-streams
bench-streams: ## measure what ten thousand open consoles cost a node: a minute and a half
	go test -run '^$$' -bench IdleStreams -benchtime 1x ./cmd/consigne

.PHONY: bench-start
bench-start: ## measure the start and the memory of a node with 100,000 and a million people, on both engines: some ten minutes
	scripts/with-postgres.sh --on-disk go test -run '^$$' -bench Start -benchtime 1x -timeout 60m ./cmd/consigne

# As arguments of the test programs: go test's own -bench would run one package at a time.
.PHONY: bench-once
bench-once: $(CONSOLE) ## run every Go benchmark once, small, on both engines, to see that they still work
	CONSIGNE_BENCH_SMOKE=1 CONSIGNE_TEST_REQUIRE=all scripts/with-postgres.sh go test -timeout 40m -run '^$$' ./... -args -test.bench=. -test.benchtime=1x

# Without PocketBase, whose compilation takes minutes.
.PHONY: bench-smoke
bench-smoke: bin/consigne ## see in seconds that bench-compare and bench-replay still work
	@dir=$$(mktemp -d /tmp/consigne-smoke.XXXXXX); trap 'rm -rf "$$dir"' EXIT; export CONSIGNE_BENCH_SMOKE=1; \
	{ scripts/bench-compare.sh && \
	CONSIGNE_BENCH_ADDRESSES="sqlite:$$dir/consigne.db" scripts/bench-replay.sh -from 8 -hours 0.05 -speed 60; } > "$$dir/said" 2>&1 || \
	{ cat "$$dir/said"; exit 1; }

.PHONY: bench-replay
bench-replay: bin/consigne ## replay a day of a thousand stations over a million payments, at 100 times its speed
	scripts/bench-replay.sh

.PHONY: generate
generate: $(NODE_STAMP) ## write docs/openapi.json, and the console's types, rights, security events and fold, from the Go code
	go run ./cmd/consigne openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json
	npm run -w console generate

.PHONY: examples
examples: ## send the examples of the API again, write them, then generate
	go test ./internal/server/api -run '^TestExamples$$' -count=1 -record-examples
	@$(MAKE) --no-print-directory generate

.PHONY: notices
notices: $(CONSOLE) ## write internal/notices/notices.txt: the licences of the third-party code that is delivered
	go -C tools run ./notices notices > .cache/notices.txt
	mv .cache/notices.txt internal/notices/notices.txt

.PHONY: fresh
fresh: $(NODE_STAMP) bin/consigne ## fail on an outdated generated file, or a dependency without accepted licence
	@scripts/check-generated.sh

.PHONY: format
format: $(GOLANGCI) $(NODE_STAMP) ## format every source
	$(GOLANGCI) fmt
	npm run -w console format
	npm run -w e2e format

.PHONY: tools
tools: ## install what the tests need: Debian packages; in this folder, tools and npm packages
	@scripts/install-tools.sh
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(NODE_STAMP) $(GOLANGCI) $(STRIPE_MOCK) $(OAPI_CODEGEN) $(OPENAPI_LINT)

.PHONY: release
release: $(NFPM) $(CONSOLE) ## write the release of HEAD into release/: archives, Debian packages and their checksums
	scripts/release.sh $(NFPM) $(VERSION)

.PHONY: check-release
check-release: $(NFPM) ## build the release in two clean clones and compare every byte (takes minutes)
	scripts/check-release.sh

.PHONY: clean
clean: ## remove build outputs; data, node_modules and downloaded tools stay
	rm -rf bin release console/bundled e2e/test-results e2e/playwright-report
	find console/dist -mindepth 1 ! -name .gitkeep -delete

# Rebuilt when a source or the version changes.
bin/consigne: $(GO_SOURCES) $(CONSOLE) .cache/version
	go build -ldflags '-s -w -X main.version=$(VERSION)' -o $@ ./cmd/consigne

.cache/version: always
	@mkdir -p $(@D)
	@echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' > $@
.PHONY: always
always:

# The build also lists in console/bundled the packages that it contains. Vite empties dist; .gitkeep is restored so
# that a fresh clone compiles before the console is built.
$(CONSOLE): $(CONSOLE_SOURCES) $(NODE_STAMP)
	npm run -w console build
	@touch console/dist/.gitkeep $@

# No package here needs its install scripts, so all are disabled.
$(NODE_STAMP): package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Apart from the other packages: only `make lint` needs these 157, and no build waits for them.
$(OPENAPI_LINT): scripts/openapi-lint/package-lock.json
	cd $(<D) && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Compiled from source through the module proxy: takes about two minutes, once.
$(GOLANGCI):
	GOBIN='$(CURDIR)/.cache/bin' CGO_ENABLED=0 go install \
		github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv .cache/bin/golangci-lint $@

# 1.9.0 needs a module that the proxy does not serve.
$(GOVULNCHECK):
	GOBIN='$(CURDIR)/.cache/bin' CGO_ENABLED=0 go install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	mv .cache/bin/govulncheck $@

$(STRIPE_MOCK):
	GOBIN='$(CURDIR)/.cache/bin' CGO_ENABLED=0 go install github.com/stripe/stripe-mock@$(STRIPE_MOCK_VERSION)
	mv .cache/bin/stripe-mock $@

$(OAPI_CODEGEN):
	GOBIN='$(CURDIR)/.cache/bin' CGO_ENABLED=0 go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@$(OAPI_CODEGEN_VERSION)
	mv .cache/bin/oapi-codegen $@

# Not checked in: 75,000 lines.
$(GO_CLIENT): docs/openapi.json clients/consigne/oapi-codegen.yaml $(OAPI_CODEGEN)
	$(OAPI_CODEGEN) -config clients/consigne/oapi-codegen.yaml docs/openapi.json

# Later versions need modules that the proxy does not serve.
$(NFPM):
	GOBIN='$(CURDIR)/.cache/bin' CGO_ENABLED=0 go install github.com/goreleaser/nfpm/v2/cmd/nfpm@$(NFPM_VERSION)
	mv .cache/bin/nfpm $@
