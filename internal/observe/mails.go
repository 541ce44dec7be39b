package observe

import (
	"context"
	"time"

	"consigne/internal/mail"
	"consigne/internal/outbox"
)

// What becomes of an attempt to send a mail.
const (
	mailSent      = "sent"
	mailFailed    = "failed" // and will be tried again
	mailAbandoned = "abandoned"
)

type sender struct {
	node *Node
	mail.Sender
}

// Sender returns the same sender, watched.
func (n *Node) Sender(watched mail.Sender) mail.Sender { return sender{n, watched} }

func (s sender) Send(ctx context.Context, letter mail.Letter) (bool, error) {
	kept, err := s.Sender.Send(ctx, letter)
	if err == nil {
		s.node.mails.WithLabelValues(mailSent).Inc()
	}
	return kept, err
}

// queue counts the mails that were not sent, a letter that cannot be written included.
type queue struct {
	node *Node
	outbox.Queue
}

// Queue returns the same queue, watched.
func (n *Node) Queue(watched outbox.Queue) outbox.Queue { return queue{n, watched} }

func (q queue) PostponeMail(ctx context.Context, id int64, until time.Time) error {
	q.node.mails.WithLabelValues(mailFailed).Inc()
	return q.Queue.PostponeMail(ctx, id, until)
}

func (q queue) AbandonMail(ctx context.Context, id int64, at time.Time) error {
	q.node.mails.WithLabelValues(mailAbandoned).Inc()
	return q.Queue.AbandonMail(ctx, id, at)
}
