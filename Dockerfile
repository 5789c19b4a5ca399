# The bill of materials (docker build --sbom) lists Cargo.lock, because scanners find no dependencies in the binary.
ARG BUILDKIT_SBOM_SCAN_CONTEXT=true

# At least 1.91, the first Cargo that knows `host-tuple`. The digest is that of the index of all architectures, as
# `docker buildx imagetools inspect rust:1.95-slim-bookworm` prints it. Dependabot renews it.
FROM rust:1.95-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS build
WORKDIR /src

# A static binary for the machine that builds it. Naming the target keeps the flag away from build scripts and
# procedural macros, which cannot be static.
ENV CARGO_BUILD_TARGET=host-tuple RUSTFLAGS="-C target-feature=+crt-static"

COPY . .
# The caches outlive the build, so after a change only the affected crates are compiled.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    # The page contains the engine if clients/browser/build has made it.
    engine=$([ ! -f clients/browser/dist/plyd.wasm ] || echo ,engine) && \
    cargo build --profile dist --features "mcp,otlp$engine" --locked && cp target/*/dist/plyd /plyd
# By itself: together, the server would get the features that the client of NATS turns on in their common dependencies.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --profile dist --package plyd-queue --locked && cp target/*/dist/plyd-queue /plyd-queue

FROM scratch
LABEL org.opencontainers.image.title="plyd" \
      org.opencontainers.image.description="A stateless game-AI service: positions in, exact alpha-beta moves, scores and pruning statistics out" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /plyd /plyd-queue /
# A number, so that an orchestrator that requires a non-root user can verify it.
USER 65532:65532
# Probes and metrics have a separate listener, for the health check. Set another address to reach it from outside.
ENV PLYD_LISTEN=0.0.0.0:8080 PLYD_METRICS_LISTEN=127.0.0.1:9090 PLYD_LOG_FORMAT=json MALLOC_ARENA_MAX=2
EXPOSE 8080
# The image has no shell and no curl, so the binary itself asks /livez, at PLYD_METRICS_LISTEN.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["/plyd", "healthcheck"]
ENTRYPOINT ["/plyd"]
