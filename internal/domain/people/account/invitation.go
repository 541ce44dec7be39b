package account

import (
	"context"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
)

// Invitation is the last one that was sent to a member of a team who has not signed in yet.
type Invitation struct {
	At      time.Time
	Expired bool // its link; the sign-in with a provider that an invitation may name does not expire
}

func (s *Service) invitation(ctx context.Context, member Account, at time.Time) (*Invitation, error) {
	provider, err := s.CompulsoryProvider(ctx, member)
	expired := provider == "" && !s.clock.Now().Before(at.Add(invitationLife))
	return &Invitation{At: at, Expired: expired}, err
}

// InviteAgain sends a new invitation to a member of the team who has not signed in yet; the links sent before are dead.
// fault.Forbidden: the actor does not rank above the account everywhere it has roles. fault.Conflict: the member has
// signed in, was not invited or is banned. fault.TooMany: the address has had enough mails.
func (s *Service) InviteAgain(
	ctx context.Context, actor access.Actor, operatorID int64, role access.Role, accountID int64,
) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		member, err := s.member(ctx, operatorID, role, accountID)
		if err != nil {
			return err
		}
		if !actor.MayEdit(member.actor("")) {
			return fault.Forbidden()
		}
		if !member.Active {
			return fault.Conflict("Ce compte est banni\u00a0: réactivez-le avant d'envoyer une invitation.")
		}
		invited, err := s.store.Invitations(ctx, operatorID, role)
		if err != nil {
			return err
		}
		if _, waits := invited[member.ID]; !waits {
			return fault.Conflict("Cette personne n'a plus d'invitation en attente.")
		}
		return s.renewInvitation(ctx, actor, operatorID, member)
	})
}

// renewInvitation ends the links that a member was sent, and queues an invitation.
func (s *Service) renewInvitation(ctx context.Context, actor access.Actor, operatorID int64, member Account) error {
	now := s.clock.Now()
	if err := s.store.RevokePasswordLinks(ctx, member.ID, now); err != nil {
		return err
	}
	if err := s.store.CancelMails(ctx, outbox.Invitation, member.ID); err != nil {
		return err
	}
	if err := s.invite(ctx, member, now); err != nil {
		return err
	}
	return s.record(ctx, audit.MemberInvited, actor, operatorID, member.ID, nil)
}
