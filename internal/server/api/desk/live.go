package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"consigne/internal/domain/desk/live"
	"consigne/internal/kernel/access"
	"consigne/internal/server/api"
)

const (
	// livePause is the shortest time between two writes to a stream: what changes meanwhile is told together.
	livePause = 250 * time.Millisecond
	// heartbeat is how often a stream on which nothing happens is written to, so that proxies keep it and a lost client
	// is noticed.
	heartbeat = 15 * time.Second
	// liveTimeout is how long a client may take to read what was written.
	liveTimeout = 10 * time.Second
)

// LiveChange is one object that changed. It holds ids alone; what changed is read by the usual calls.
type LiveChange struct {
	Sujet      live.Topic `json:"sujet"`
	Exploitant int64      `json:"exploitant,omitempty" doc:"Absent : la plateforme"`
	Station    int64      `json:"station,omitempty"`
	ID         int64      `json:"id,omitempty" doc:"De l'objet ; du casier pour une porte, un code ou un refus. Absent : plusieurs objets"`
}

// TransformSchema adds the topics to the OpenAPI document.
func (LiveChange) TransformSchema(_ huma.Registry, schema *huma.Schema) *huma.Schema {
	for _, topic := range live.Topics() {
		schema.Properties["sujet"].Enum = append(schema.Properties["sujet"].Enum, string(topic))
	}
	return schema
}

func (s area) registerLive() {
	// Staff: each change is sent only if its right is held then.
	api.Register(s.Server, api.Rule{Audience: api.Staff, Slow: true, Own: true}, huma.Operation{
		OperationID: "live-changes", Method: http.MethodGet, Path: "/api/admin/flux", Tags: []string{"Session"},
		Summary: "Suivre les changements",
		Description: "Un flux d'événements (`text/event-stream`) : `changement` dit ce qui a changé chez les exploitants de l'appelant, selon ses droits au moment de " +
			"l'envoi ; `reprise` dit que des changements ont pu manquer et qu'il faut tout relire ; `fin`, qu'il faut ouvrir un nouveau flux. Le flux se termine " +
			"avec le jeton. `Last-Event-ID` reprend où le précédent s'est arrêté : un changement peut être dit deux fois, aucun n'est perdu.",
		Responses: api.FileAnswers("text/event-stream", s.SchemaOf(reflect.TypeFor[LiveChange]())),
	}, func(ctx context.Context, in *struct {
		LastEventID   string `header:"Last-Event-ID"`
		Authorization string `header:"Authorization" hidden:"true"`
	},
	) (*huma.StreamResponse, error) {
		stream, err := s.Live.Open(api.ActorOf(ctx), positionIn(in.LastEventID), time.Now())
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(hctx huma.Context) {
			defer stream.Close()
			_, w := humachi.Unwrap(hctx)
			hctx.SetHeader("Content-Type", "text/event-stream; charset=utf-8")
			hctx.SetHeader("Cache-Control", "no-store, no-transform")
			hctx.SetHeader("X-Accel-Buffering", "no")
			live := liveWriter{w: w, connection: http.NewResponseController(w)}
			bearer := api.BearerIn(in.Authorization)
			s.sendLive(ctx, &live, stream, func(ctx context.Context) (access.Actor, error) {
				return s.Accounts.Authenticate(ctx, bearer)
			})
			if live.late {
				stream.Dropped()
			}
		}}, nil
	})
}

// positionIn reads a Last-Event-ID; -1 when there is none. One that cannot be read is known to no node.
func positionIn(header string) int64 {
	if header == "" {
		return -1
	}
	position, err := strconv.ParseInt(header, 10, 64)
	if err != nil || position < 0 {
		return math.MaxInt64
	}
	return position
}

// sendLive writes the stream until the client is gone, its session or its rights have ended, or the node stops.
func (s area) sendLive(
	ctx context.Context, live *liveWriter, stream *live.Stream,
	authenticate func(ctx context.Context) (access.Actor, error),
) {
	// The server's time limit for reading a request would end the stream.
	if err := live.connection.SetReadDeadline(time.Time{}); err != nil {
		s.Log.WarnContext(ctx, "no stream over this connection: its time limits cannot be set", "error", err)
		_, _ = live.w.Write([]byte(lastEvent))
		return
	}
	live.retry(time.Second)
	pulse := time.NewTimer(0) // the first pulse sends the headers and the position
	defer pulse.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.Live.Ended():
			// All clients come back at once otherwise, to the nodes that are left.
			live.retry(500*time.Millisecond + rand.N(2*time.Second))
			live.end()
			return
		case <-stream.Ready():
			if wait := livePause - time.Since(live.written); wait > 0 {
				select {
				case <-ctx.Done():
					return
				case <-time.After(wait):
				}
			}
		case <-pulse.C:
		}
		batch, err := stream.Take(ctx, time.Now(), authenticate)
		if err != nil || ctx.Err() != nil {
			live.end()
			return
		}
		if !live.batch(batch) {
			return
		}
		stream.Sent(len(batch.Changes))
		pulse.Reset(heartbeat)
	}
}

// lastEvent tells the client to open another stream.
const lastEvent = "event: fin\ndata: {}\n\n"

// liveWriter writes server-sent events to one connection.
type liveWriter struct {
	w          http.ResponseWriter
	connection *http.ResponseController
	buffer     bytes.Buffer
	written    time.Time // when something was last written
	late       bool      // the client did not read in time
}

// retry tells the client how long to wait before it connects again; it is sent with the next event.
func (l *liveWriter) retry(wait time.Duration) {
	fmt.Fprintf(&l.buffer, "retry: %d\n", wait.Milliseconds())
}

func (l *liveWriter) end() {
	l.buffer.WriteString(lastEvent)
	l.flush()
}

// batch sends changes, and where the stream resumes. Without a change, clients show nothing. It returns false when the
// client is gone.
func (l *liveWriter) batch(batch live.Batch) bool {
	if batch.Reset {
		l.buffer.WriteString("event: reprise\ndata: {}\n\n")
	}
	for _, c := range batch.Changes {
		data, err := json.Marshal(LiveChange{c.Topic, c.OperatorID, c.StationID, c.ObjectID})
		if err != nil {
			return false
		}
		fmt.Fprintf(&l.buffer, "event: changement\ndata: %s\n\n", data)
	}
	fmt.Fprintf(&l.buffer, "id: %d\n\n", batch.Position)
	return l.flush()
}

func (l *liveWriter) flush() bool {
	defer l.buffer.Reset()
	l.written = time.Now()
	if err := l.connection.SetWriteDeadline(l.written.Add(liveTimeout)); err != nil {
		return false
	}
	_, err := l.w.Write(l.buffer.Bytes())
	if err == nil {
		err = l.connection.Flush()
	}
	l.late = err != nil && time.Since(l.written) >= liveTimeout
	return err == nil
}
