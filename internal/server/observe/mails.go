package observe

import (
	"context"

	"consigne/internal/adapter/mail"
	"consigne/internal/domain/machines/queue"
)

// The outcomes of an attempt to send a mail.
const (
	mailSent      = "sent"
	mailFailed    = "failed" // will be tried again
	mailAbandoned = "abandoned"
)

type sender struct {
	node *Node
	mail.Sender
}

// Sender wraps a sender and counts the mails it sends.
func (n *Node) Sender(watched mail.Sender) mail.Sender { return sender{n, watched} }

func (s sender) Send(ctx context.Context, message mail.Message) (bool, error) {
	kept, err := s.Sender.Send(ctx, message)
	if err == nil {
		s.node.mails.WithLabelValues(mailSent).Inc()
	}
	return kept, err
}

// ItemWorked implements queue.Metrics.
func (n *Node) ItemWorked(kind queue.Kind, outcome queue.Outcome) {
	n.work.WithLabelValues(string(kind), string(outcome)).Inc()
	if kind != queue.Mails {
		return
	}
	switch outcome { // includes mails that could not be written from their template
	case queue.Failed, queue.Panicked:
		n.mails.WithLabelValues(mailFailed).Inc()
	case queue.Given:
		n.mails.WithLabelValues(mailAbandoned).Inc()
	case queue.Done:
	}
}
