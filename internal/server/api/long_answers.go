package api

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// How many long answers a node gives at once: each holds a connection to the database for as long as its client reads.
const (
	longOfCaller   = 2
	longOfOperator = 4
	longWait       = 10 * time.Second // nobody knows when one ends
)

const (
	msgLongOfCaller   = "Deux téléchargements sont déjà en cours avec votre compte. Veuillez réessayer quand l'un d'eux sera terminé."
	msgLongOfOperator = "Quatre téléchargements sont déjà en cours pour cet exploitant. Veuillez réessayer quand l'un d'eux sera terminé."
)

// longAnswers counts the long answers that this node is giving, by caller and by operator.
type longAnswers struct {
	mu      sync.Mutex
	running map[string]int
}

// begin counts an answer to the actor, about the operator or the platform (0), until end is called, once.
// fault.TooMany: as many as may be are being given.
func (l *longAnswers) begin(actor access.Actor, operatorID int64) (end func(), err error) {
	counted := []string{fmt.Sprintf("account %d, key %d", actor.AccountID, actor.KeyID())}
	if operatorID != 0 {
		counted = append(counted, fmt.Sprintf("operator %d", operatorID))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running[counted[0]] >= longOfCaller {
		return nil, &fault.Error{Kind: fault.KindTooMany, Detail: msgLongOfCaller, RetryAfter: longWait}
	}
	if operatorID != 0 && l.running[counted[1]] >= longOfOperator {
		return nil, &fault.Error{Kind: fault.KindTooMany, Detail: msgLongOfOperator, RetryAfter: longWait}
	}
	for _, name := range counted {
		l.running[name]++
	}
	return func() { l.end(counted) }, nil
}

func (l *longAnswers) end(counted []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, name := range counted {
		if l.running[name]--; l.running[name] == 0 {
			delete(l.running, name)
		}
	}
}

// beginAnswer counts an admitted call if its answer is a long one. A stream of changes is none: it waits, and has
// limits of its own. The download that a ticket opens is counted by export, which knows whose it is.
func (s *Server) beginAnswer(known *Request) (end func(), err error) {
	rule := known.call.rule
	if !rule.Slow && !rule.Long || rule.Own || rule.Audience == Public {
		return func() {}, nil
	}
	end, err = s.long.begin(known.actor, known.operator)
	if refused := fault.Of(err); refused != nil && rule.Long {
		refused.Detail = strings.Replace(refused.Detail, "téléchargements", "téléchargements ou calculs", 1)
	}
	return end, err
}
