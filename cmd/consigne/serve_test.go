package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
)

func TestRequestsUnderWayAreFinished(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	begun, goOn, stopped := make(chan bool), make(chan bool), make(chan error, 1)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		begun <- true
		<-goOn
		_, _ = io.WriteString(w, "fini")
	})
	go func() { stopped <- serveUntil(ctx, listener, handler, func() {}, 0, slog.New(slog.DiscardHandler)) }()

	text := make(chan string, 1)
	go func() {
		response, err := http.Get("http://" + listener.Addr().String())
		if err != nil {
			text <- err.Error()
			return
		}
		defer func() { _ = response.Body.Close() }()
		body, _ := io.ReadAll(response.Body)
		text <- string(body)
	}()
	<-begun
	stop()
	goOn <- true
	if got := <-text; got != "fini" {
		t.Errorf("the request under way got %q", got)
	}
	if err := <-stopped; err != nil {
		t.Errorf("stop: %v", err)
	}
}
