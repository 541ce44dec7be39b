# The image of a node: one static binary on an empty image, run as a user who owns only /data.
#   docker build --build-arg VERSION="$(git describe --tags --always)" -t consigne .

FROM node:20-bookworm-slim AS console
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts
COPY console console
COPY docs/aide docs/aide
RUN npm run -w console build

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd cmd
COPY internal internal
COPY console/embed.go console/
COPY --from=console /src/console/dist console/dist
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$VERSION" -o /root/consigne ./cmd/consigne
# An empty image lacks certificates and folders with their modes. The licences of the delivered code are copied too.
RUN mkdir -p /image/etc/ssl/certs /image/data /image/tmp /image/usr/share/doc/consigne /image/usr/share/doc/ca-certificates \
	&& cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ \
	&& cp /usr/share/doc/ca-certificates/copyright /image/usr/share/doc/ca-certificates/ \
	&& cp internal/notices/notices.txt /image/usr/share/doc/consigne/copyright \
	&& cp /root/consigne /image/consigne \
	&& chown 65532:65532 /image/data && chmod 700 /image/data && chmod 1777 /image/tmp

FROM scratch
COPY --from=build /image /
USER 65532:65532
ENV CONSIGNE_LISTEN=0.0.0.0:8080 CONSIGNE_DATABASE_URL=sqlite:/data/consigne.db
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["/consigne", "health"]
ENTRYPOINT ["/consigne"]
CMD ["serve"]
