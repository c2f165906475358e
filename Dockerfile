# An image that has the program and nothing else:
#
#   docker build -t whittle .
#   docker run --rm -v "$PWD:/work" whittle check prog.c
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /out/whittle ./cmd/whittle && mkdir -p /out/tmp

FROM scratch
COPY --from=build /out/whittle /usr/local/bin/whittle
# Descriptions of internal errors are written there.
COPY --from=build /out/tmp /tmp
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/whittle"]
