package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// node is the node of Consigne that is measured, in a process of its own.
type node struct {
	address  string
	command  *exec.Cmd
	liveHeap atomic.Int64 // MB, after the last garbage collection
	folder   string
}

// secret is the same for each run, so that a database that is kept can read its ledger's keys again.
const secret = "le-secret-d-une-journee-rejouee-et-de-rien-d-autre-0123456789"

func startNode(ctx context.Context, binary, database string) (*node, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	listen := listener.Addr().String()
	_ = listener.Close()
	if binary, err = filepath.Abs(binary); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "consigne-replay")
	if err != nil {
		return nil, err
	}
	n := &node{address: "http://" + listen, command: exec.Command(binary, "serve"), folder: folder}
	n.command.Dir = folder
	n.command.Env = append(os.Environ(), "CONSIGNE_DATABASE_URL="+database, "CONSIGNE_LISTEN="+listen,
		"CONSIGNE_TILES_URL=aucun", "CONSIGNE_SECOND_FACTOR=aucun",
		"CONSIGNE_SECRET="+secret, "GODEBUG=gctrace=1")
	lines, err := n.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := n.command.Start(); err != nil {
		return nil, err
	}
	go n.readHeap(lines)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, n.address+"/readyz", nil)
		if err != nil {
			return nil, err
		}
		if got, err := http.DefaultClient.Do(request); err == nil {
			_ = got.Body.Close()
			if got.StatusCode == http.StatusOK {
				return n, nil
			}
		}
		if time.Now().After(deadline) {
			n.stop()
			return nil, fmt.Errorf("the node does not answer at %s", n.address)
		}
	}
}

func (n *node) stop() {
	_ = n.command.Process.Signal(syscall.SIGTERM)
	_ = n.command.Wait()
	_ = os.RemoveAll(n.folder)
}

var collected = regexp.MustCompile(`^gc \d+ .*->(\d+) MB, \d+ MB goal`)

// readHeap reads the traces of Go's garbage collections from the log, and prints the log's warnings.
func (n *node) readHeap(lines io.Reader) {
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(make([]byte, 64<<10), 1<<20)
	for scanner.Scan() {
		if live := collected.FindSubmatch(scanner.Bytes()); live != nil {
			mb, _ := strconv.ParseInt(string(live[1]), 10, 64) // the text holds digits only
			n.liveHeap.Store(mb)
		} else if bytes.Contains(scanner.Bytes(), []byte(`"level":"ERROR"`)) ||
			bytes.Contains(scanner.Bytes(), []byte(`"level":"WARN"`)) {
			fmt.Fprintln(os.Stderr, scanner.Text())
		}
	}
}

// load is the use of resources by a process and its children.
type load struct {
	processor time.Duration // total so far
	memory    int64         // MB; memory that they share counts once
}

// loadOf reads the usage from /proc. Each child of a database server is a connection.
func loadOf(pid int) load {
	total, shared := load{}, int64(0)
	for _, process := range append(childrenOf(pid), pid) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
		if err != nil {
			continue // the process has just ended
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		last := 13
		if process == pid {
			last = 15 // includes the children that have ended
		}
		for _, field := range fields[11:last] {
			ticks, _ := strconv.Atoi(field) // the kernel writes numbers
			total.processor += time.Duration(ticks) * 10 * time.Millisecond
		}
		anonymous, mapped := memoryOf(process)
		total.memory += anonymous
		shared = max(shared, mapped)
	}
	total.memory += shared
	return total
}

func childrenOf(pid int) []int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)) // empty if there are none
	children := []int{}
	for _, field := range strings.Fields(string(text)) {
		if child, err := strconv.Atoi(field); err == nil {
			children = append(children, child)
		}
	}
	return children
}

// memoryOf returns the private and the shared memory of a process, in MB.
func memoryOf(pid int) (alone, shared int64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // empty if it has ended
	for line := range strings.Lines(string(status)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kb, _ := strconv.ParseInt(fields[1], 10, 64) // lines without a number are not used
		switch fields[0] {
		case "RssAnon:":
			alone = kb / 1024
		case "RssShmem:":
			shared = kb / 1024
		}
	}
	return alone, shared
}
