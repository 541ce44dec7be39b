package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is a server to compare, in a process of its own.
type server struct {
	name    string
	command func(ctx context.Context, address string) *exec.Cmd
	// token opens a session on the server, which has just started.
	token func(ctx context.Context, site string) (string, error)
	// path returns the path of a page of a list.
	path func(list list, page int) string
}

// list is a list to request: the stays of one operator or of all, without tests.
type list struct {
	name       string
	operatorID int
}

var lists = []list{{"one operator", 1}, {"all operators", 0}}

// servers returns Consigne, PocketBase with and without a total, and the handler written by hand, which use the files
// in the folder.
func servers(binary, folder string) ([]server, error) {
	itself, err := os.Executable()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "consigne.db")
	pocketBase := filepath.Join(folder, "pocketbase")
	email, err := administrator(binary, file)
	if err != nil {
		return nil, err
	}
	bearer := "" // from Consigne, which starts first; the handler by hand takes it too
	listStays := func(list list, page int) string {
		query := url.Values{"page": {strconv.Itoa(page)}, "filterTests": {"1"}}
		if list.operatorID != 0 {
			query.Set("exploitant", strconv.Itoa(list.operatorID))
		}
		return "/api/admin/usages?" + query.Encode()
	}
	records := func(more string) func(list list, page int) string {
		return func(list list, page int) string {
			filter := `test=false`
			if list.operatorID != 0 {
				filter = fmt.Sprintf(`exploitants="%015d" && test=false`, list.operatorID)
			}
			return "/api/collections/utilisations/records?perPage=10&sort=-debut,-id&expand=stations,casiers,usagers,tarifs" +
				more +
				"&page=" + strconv.Itoa(page) + "&filter=" + url.QueryEscape(filter)
		}
	}
	superuser := func(context.Context, string) (string, error) { return pocketBaseToken(pocketBase) }
	servePocketBase := func(ctx context.Context, address string) *exec.Cmd {
		return exec.CommandContext(ctx, itself, "pocketbase", pocketBase, address)
	}
	all := []server{
		{
			name: "Consigne",
			command: func(ctx context.Context, address string) *exec.Cmd {
				command := exec.CommandContext(ctx, binary, "serve")
				command.Env = append(os.Environ(), "CONSIGNE_DATABASE_URL=sqlite:"+file, "CONSIGNE_LISTEN="+address,
					"CONSIGNE_TILES_URL=aucun", "CONSIGNE_SECOND_FACTOR=aucun")
				return command
			},
			token: func(ctx context.Context, site string) (string, error) {
				var err error
				bearer, err = login(ctx, site, email)
				return bearer, err
			},
			path: listStays,
		},
		{
			name: "by hand",
			command: func(ctx context.Context, address string) *exec.Cmd {
				return exec.CommandContext(ctx, itself, "plain", file, address)
			},
			token: func(context.Context, string) (string, error) { return bearer, nil },
			path:  listStays,
		},
	}
	if !withPocketBase {
		return all, nil
	}
	return append(all,
		server{name: "PocketBase", command: servePocketBase, token: superuser, path: records("")},
		server{name: "PocketBase, skipTotal", command: servePocketBase, token: superuser, path: records("&skipTotal=1")},
	), nil
}

const password = "marmotte-fougère-rivage-42" // which the rules of passwords accept

// administrator creates an administrator and keeps the token of the invitation for login.
func administrator(binary, file string) (email string, err error) {
	email = fmt.Sprintf("banc-%d@exemple.test", time.Now().UnixNano())
	create := exec.Command(binary, "admin", "create", "-nom", "Banc", "-prenom", "Essai", email)
	create.Env = append(os.Environ(), "CONSIGNE_DATABASE_URL=sqlite:"+file)
	create.Stderr = os.Stderr
	out, err := create.Output()
	if err != nil {
		return "", fmt.Errorf("make an administrator: %w", err)
	}
	link := regexp.MustCompile(`jeton=(\w+)`).FindSubmatch(out)
	if link == nil {
		return "", fmt.Errorf("no link in %q", out)
	}
	invitation = string(link[1])
	return email, nil
}

var invitation string

// login opens a session. The first call also sets the password, with the token of the invitation.
func login(ctx context.Context, site, email string) (string, error) {
	if invitation != "" {
		if _, err := post(ctx, site+"/api/mot-de-passe/changer",
			map[string]string{"jeton": invitation, "motDePasse": password}); err != nil {
			return "", err
		}
		invitation = ""
	}
	answer, err := post(ctx, site+"/api/compte/connexion", map[string]string{"username": email, "password": password})
	return answer["token"], err
}

func post(ctx context.Context, address string, body map[string]string) (map[string]string, error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(sent))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = got.Body.Close() }()
	read, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %d %s %w", address, got.StatusCode, read, err)
	}
	answer := map[string]string{}
	return answer, json.Unmarshal(read, &answer)
}

// running is a server that has been started.
type running struct {
	site, token string
	process     *os.Process
	stop        func()
}

func (s server) start(ctx context.Context) (*running, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	_ = listener.Close()
	command := s.command(ctx, address)
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Start(); err != nil {
		return nil, err
	}
	r := &running{site: "http://" + address, process: command.Process, stop: func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		connection, err := net.Dial("tcp", address)
		if err == nil {
			_ = connection.Close()
			break
		}
		if time.Now().After(deadline) {
			r.stop()
			return nil, fmt.Errorf("%s does not answer: %w\n%s", s.name, err, said.String())
		}
	}
	if r.token, err = s.token(ctx, r.site); err != nil {
		r.stop()
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return r, nil
}

// processorTime returns the processor time that the process has used so far; Linux counts it in hundredths of a
// second.
func (r *running) processorTime() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	total := 0
	for _, field := range fields[11:13] { // utime and stime
		ticks, err := strconv.Atoi(field)
		if err != nil {
			return 0, err
		}
		total += ticks
	}
	return time.Duration(total) * 10 * time.Millisecond, nil
}
