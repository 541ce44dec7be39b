package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/domain/people/outbox"
	"consigne/internal/domain/people/security"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

// The messages shown for a wrong identity of a manager or another member of a team.
const (
	msgAllFields = "Veuillez renseigner tous les champs."
	msgPhone     = "Le format du numéro de téléphone n'est pas correct."
)

// Team lists, by name, the accounts that hold the staff role at the operator.
func (s *Service) Team(ctx context.Context, operatorID int64, role access.Role) ([]Account, error) {
	team, err := s.store.AccountsWithRole(ctx, operatorID, role)
	if err != nil {
		return nil, err
	}
	changes, err := s.store.PendingEmails(ctx, operatorID, role, s.clock.Now())
	if err != nil {
		return nil, err
	}
	invited, err := s.store.Invitations(ctx, operatorID, role)
	if err != nil {
		return nil, err
	}
	for i := range team {
		team[i].PendingEmail = changes[team[i].ID]
		if at, ok := invited[team[i].ID]; ok {
			if team[i].Invitation, err = s.invitation(ctx, team[i], at); err != nil {
				return nil, err
			}
		}
	}
	return team, nil
}

// AddMember creates an account with a staff role at the operator, and invites the person to set a
// password. fault.Invalid: an account at any operator already has the e-mail; only an administrator can
// give that account the role, with GrantRole. fault.Forbidden: the actor is a key that lacks a right of the role.
func (s *Service) AddMember(
	ctx context.Context, actor access.Actor, operatorID int64, role access.Role, typed Account,
) (int64, error) {
	valid, err := typed.validateIdentity()
	if err != nil {
		return 0, err
	}
	if !actor.MayGive(role, operatorID) {
		return 0, fault.Forbidden()
	}
	valid.Active, valid.Admin, valid.PasswordHash = true, false, ""
	valid.Roles = map[int64][]access.Role{operatorID: {role}}
	now := s.clock.Now()
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		if valid.ID, err = s.store.CreateAccount(ctx, valid, now); err != nil {
			return err
		}
		if err := s.invite(ctx, valid, now); err != nil {
			return err
		}
		if err := s.noteRole(ctx, security.RoleGranted, actor, valid.ID, role); err != nil {
			return err
		}
		return s.record(ctx, audit.AccountCreated, actor, operatorID, valid.ID, map[string]any{"role": role})
	})
	return valid.ID, err
}

// ChangeMember replaces the names, telephone and e-mail of a member of the team. Unless the account is
// nothing but an invitation that was not accepted yet, a new e-mail takes effect only once the person
// confirms it; until then it is the PendingEmail of the returned account, and the e-mail of the account,
// typed again, withdraws it. fault.Forbidden: the actor does not rank above the account everywhere it has
// roles. audit.Overwrite: the identity was changed after typed.Revision.
func (s *Service) ChangeMember(
	ctx context.Context, actor access.Actor, operatorID int64, role access.Role, typed Account,
) (Account, error) {
	valid, err := typed.validateIdentity()
	if err != nil {
		return valid, err
	}
	var changed Account
	err = s.store.Atomically(ctx, func(ctx context.Context) error {
		member, err := s.member(ctx, operatorID, role, typed.ID)
		if err != nil {
			return err
		}
		if !actor.MayEdit(member.actor("")) {
			return fault.Forbidden()
		}
		if err := audit.Unchanged(ctx, s.store, object(member.ID), typed.Revision, identityEdits); err != nil {
			return err
		}
		awaited, err := s.awaitedEmail(ctx, member.ID)
		if err != nil {
			return err
		}
		changed = valid
		changed.Active = member.Active
		before, invited := member, false
		moved := !sameMailbox(valid.Email, member.Email)
		if moved && member.PasswordHash == "" {
			if invited, err = s.store.OnlyInvited(ctx, member.ID); err != nil {
				return err
			}
		}
		switch {
		case !moved:
			if err := s.withdrawEmail(ctx, actor, operatorID, awaited); err != nil {
				return err
			}
		case !invited:
			if changed.PendingEmail, err = s.requestEmail(ctx, actor, member, awaited, valid.Email); err != nil {
				return err
			}
			changed.Email = member.Email
			if changed.PendingEmail == awaited.Email {
				before.Email = valid.Email // as it was shown
			}
		}
		if err := s.store.SetIdentity(ctx, changed); err != nil {
			return err
		}
		if invited {
			member.Email = valid.Email
			if err := s.inviteAgain(ctx, actor, operatorID, member); err != nil {
				return err
			}
		}
		if fields := changedFields(before, valid); fields != nil {
			if err := s.record(ctx, audit.AccountChanged, actor, operatorID, typed.ID, fields); err != nil {
				return err
			}
		}
		stored, err := s.store.AccountByID(ctx, typed.ID)
		changed.Revision = stored.Revision
		return err
	})
	return changed, err
}

// The lines that tell of changes of an identity, of roles, and of whether an account may sign in.
var (
	identityEdits = audit.By(audit.AccountChanged, audit.EmailConfirmed, audit.EmailWithdrawn)
	roleEdits     = audit.By(audit.RoleGranted, audit.RoleTaken)
	banEdits      = audit.By(audit.AccountBanned, audit.AccountReinstated)
)

// changedFields lists, by their names on the wire, the fields of a member that changed. The values are
// left out because the audit log holds no personal data.
func changedFields(before, after Account) map[string]any {
	names := []string{}
	for _, field := range []struct{ name, before, after string }{
		{"nom", before.LastName, after.LastName},
		{"prenom", before.FirstName, after.FirstName},
		{"telephone", before.Phone, after.Phone},
		{"email", before.Email, after.Email},
	} {
		if field.before != field.after {
			names = append(names, field.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return map[string]any{"champs": strings.Join(names, ", ")}
}

// inviteAgain ends the links sent to the former address of a member who has not accepted the invitation
// yet, and queues an invitation to the new address.
func (s *Service) inviteAgain(ctx context.Context, actor access.Actor, operatorID int64, member Account) error {
	if err := s.Security.Note(ctx, security.Event{
		At: s.clock.Now(), Kind: security.EmailChanged, AccountID: member.ID, ActorID: actor.AccountID,
	}); err != nil {
		return err
	}
	return s.renewInvitation(ctx, actor, operatorID, member)
}

// invite queues an invitation. fault.TooMany: the address has had enough mails.
func (s *Service) invite(ctx context.Context, member Account, now time.Time) error {
	if err := outbox.Allow(ctx, s.store, member.Email, now); err != nil {
		return err
	}
	return s.store.QueueMail(ctx, outbox.Invitation, member.ID, now)
}

// RemoveMember takes the role at the operator from the account and keeps the account. The role's rights
// are refused from the next call on. audit.Overwrite: its roles were changed after the revision that the actor
// saw; 0: not told.
func (s *Service) RemoveMember(
	ctx context.Context, actor access.Actor, operatorID int64, role access.Role, accountID, seen int64,
) error {
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		member, err := s.member(ctx, operatorID, role, accountID)
		if err != nil {
			return err
		}
		if !actor.MayDemote(member.actor(""), operatorID) {
			return fault.Forbidden()
		}
		if err := audit.Unchanged(ctx, s.store, object(accountID), seen, roleEdits); err != nil {
			return err
		}
		taken, err := s.store.TakeRole(ctx, accountID, operatorID, role)
		if err != nil {
			return err
		}
		if !taken {
			return fault.NotFound()
		}
		if err := s.noteRole(ctx, security.RoleTaken, actor, accountID, role); err != nil {
			return err
		}
		return s.record(ctx, audit.RoleTaken, actor, operatorID, accountID, map[string]any{"role": role})
	})
}

// GrantRole gives an existing account a staff role at an operator. audit.Overwrite: its roles were changed after
// the revision that the actor saw; 0: not told.
func (s *Service) GrantRole(
	ctx context.Context, actor access.Actor, accountID, operatorID int64, role access.Role, seen int64,
) error {
	if !role.Staff() {
		return fault.Invalid("role", "Ce rôle n'est pas correct.")
	}
	return s.store.Atomically(ctx, func(ctx context.Context) error {
		held, err := s.store.AccountByID(ctx, accountID)
		if err != nil || slices.Contains(held.Roles[operatorID], role) {
			return err
		}
		if held.Unconfirmed {
			return fault.Conflict(msgUnconfirmed)
		}
		if err := audit.Unchanged(ctx, s.store, object(accountID), seen, roleEdits); err != nil {
			return err
		}
		if err := s.store.GrantRole(ctx, accountID, operatorID, role); err != nil {
			return err
		}
		if err := s.store.Touch(ctx, accountID, s.clock.Now()); err != nil {
			return err
		}
		if err := s.noteRole(ctx, security.RoleGranted, actor, accountID, role); err != nil {
			return err
		}
		return s.record(ctx, audit.RoleGranted, actor, operatorID, accountID, map[string]any{"role": role})
	})
}

// member finds an account that is not erased and holds the role at the operator.
func (s *Service) member(ctx context.Context, operatorID int64, role access.Role, accountID int64) (Account, error) {
	member, err := s.store.AccountByID(ctx, accountID)
	if err == nil && !slices.Contains(member.Roles[operatorID], role) {
		err = fault.NotFound()
	}
	return member, err
}

// validateIdentity checks the typed identity of a member (docs/rules.md#text, docs/rules.md#teams) and
// returns it trimmed.
func (a Account) validateIdentity() (Account, error) {
	a.Phone, a.Email = text.Phone(a.Phone), text.Email(a.Email)
	var broken fault.Broken
	for _, f := range []struct {
		name string
		text *string
	}{{"nom", &a.LastName}, {"prenom", &a.FirstName}, {"telephone", &a.Phone}, {"email", &a.Email}} {
		broken.Line(f.name, f.text)
		broken.Unless(*f.text != "", f.name, msgAllFields)
	}
	if err := broken.Err(); err != nil {
		return a, err
	}
	if refusal := fault.Of(ValidateEmail("email", a.Email)); refusal != nil {
		broken.Unless(false, "email", refusal.Detail)
	}
	phone, err := NormalisePhone("telephone", a.Phone)
	broken.Unless(err == nil, "telephone", msgPhone)
	a.Phone = phone
	return a, broken.Err()
}

func (s *Service) noteRole(
	ctx context.Context, kind security.Kind, actor access.Actor, accountID int64, role access.Role,
) error {
	return s.Security.Note(ctx,
		security.Event{At: s.clock.Now(), Kind: kind, AccountID: accountID, ActorID: actor.AccountID, Reason: string(role)})
}

func (s *Service) record(
	ctx context.Context, action audit.Action, actor access.Actor, operatorID, accountID int64, changes map[string]any,
) error {
	return s.store.Record(ctx, audit.Entry{
		At: s.clock.Now(), ActorID: actor.AccountID, OperatorID: operatorID, Action: action, Object: object(accountID),
		Changes: changes,
	})
}
