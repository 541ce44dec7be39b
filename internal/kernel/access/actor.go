package access

import "slices"

// Actor is the caller of one request, as the database knows it when the request is handled: an account, or a service
// key. The zero Actor is the platform itself.
type Actor struct {
	AccountID int64 // 0: a key
	SessionID string
	Admin     bool
	Roles     map[int64][]Role // roles by operator; only operators still in service
	Key       *Key             // nil: an account
}

// Key is a service key as the caller of a request. It has no account, session or role.
type Key struct {
	ID         int64
	OperatorID int64
	Rights     []Right
}

// KeyID returns the number of the key, or 0 for an account.
func (a Actor) KeyID() int64 {
	if a.Key == nil {
		return 0
	}
	return a.Key.ID
}

// Is reports whether the actor is the account. A key is none, and the account 0 is nobody.
func (a Actor) Is(accountID int64) bool {
	return a.Key == nil && accountID != 0 && a.AccountID == accountID
}

// at reports whether the key is the operator's and holds a right there.
func (k *Key) at(operatorID int64) bool {
	return k != nil && operatorID != 0 && k.OperatorID == operatorID && len(k.Rights) > 0
}

// holdsAll reports whether the rights contain all those of the role.
func holdsAll(rights []Right, role Role) bool {
	return !slices.ContainsFunc(RightsOf(role), func(right Right) bool { return !slices.Contains(rights, right) })
}

// StaffAt reports whether the actor belongs to the operator's team. An administrator belongs to every
// team.
func (a Actor) StaffAt(operatorID int64) bool {
	return a.Admin || a.Key.at(operatorID) || slices.ContainsFunc(a.Roles[operatorID], Role.Staff)
}

// Staff reports whether the actor may use the console at all.
func (a Actor) Staff() bool { return a.Admin || len(a.Operators()) > 0 }

// Can reports whether the actor holds the right at the operator.
func (a Actor) Can(right Right, operatorID int64) bool {
	return a.Admin || a.Key.at(operatorID) && slices.Contains(a.Key.Rights, right) || Grants(a.Roles[operatorID], right)
}

// RightsAt lists the actor's rights at the operator, in the order of the matrix. Operator 0 means the
// platform: an administrator has 17 rights there, everybody else none.
func (a Actor) RightsAt(operatorID int64) []Right {
	rights := []Right{}
	for _, right := range All() {
		if a.Can(right, operatorID) {
			rights = append(rights, right)
		}
	}
	return rights
}

// Operators lists, in ascending order, the operators at which the actor holds a staff role, or that of its key. The
// list may be empty for an administrator, who needs no role.
func (a Actor) Operators() []int64 {
	ids := []int64{}
	if a.Key != nil && a.Key.at(a.Key.OperatorID) {
		ids = append(ids, a.Key.OperatorID)
	}
	for id, roles := range a.Roles {
		if slices.ContainsFunc(roles, Role.Staff) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// rank returns the rank that roles at one operator give: 2 for a manager, 1 for other staff, else 0.
func rank(roles []Role) int {
	highest := 0
	for _, role := range roles {
		switch role {
		case Manager:
			highest = 2
		case Hotline, Technician:
			highest = max(highest, 1)
		}
	}
	return highest
}

// rankAt returns the rank of the actor at the operator. A key ranks with managers when it holds all their rights, above
// them when it may also write managers, and otherwise with nobody.
func (a Actor) rankAt(operatorID int64) int {
	if a.Key == nil {
		return rank(a.Roles[operatorID])
	}
	switch {
	case !a.ManagerAt(operatorID):
		return 0
	case a.Can(ManagersWrite, operatorID):
		return 3
	}
	return 2
}

// MayDemote reports whether the actor may take a role at the operator from the other account. An
// account cannot demote one that ranks above it there; a key must itself rank above.
func (a Actor) MayDemote(other Actor, operatorID int64) bool {
	if a.Key != nil {
		return !other.Admin && rank(other.Roles[operatorID]) < a.rankAt(operatorID)
	}
	return a.Admin || (!other.Admin && rank(other.Roles[operatorID]) <= rank(a.Roles[operatorID]))
}

// MayGive reports whether the actor may make an account with the role at the operator, given the right to do so there.
// A key must hold all rights of the role: the account would else do what the key may not.
func (a Actor) MayGive(role Role, operatorID int64) bool {
	return a.Key == nil || a.Key.at(operatorID) && holdsAll(a.Key.Rights, role)
}

// MayEdit reports whether the actor may change the other account's name, e-mail and telephone. An
// e-mail opens an account at every operator where it has roles, so the actor must rank above the other
// account at each of them. An equal rank is not enough, nor is it when the other account is only a
// customer of an operator at which the actor has no rank. A key that does not rank with managers edits nobody, not even
// an account without roles.
func (a Actor) MayEdit(other Actor) bool {
	if a.Admin {
		return true
	}
	if a.Key != nil && a.rankAt(a.Key.OperatorID) == 0 {
		return false
	}
	for operatorID, roles := range other.Roles {
		if rank(roles) >= a.rankAt(operatorID) {
			return false
		}
	}
	return !other.Admin
}

// ManagerAt reports whether the actor is a manager at the operator, an administrator, or a key with all rights of a
// manager there.
func (a Actor) ManagerAt(operatorID int64) bool {
	return a.Admin || a.Key.at(operatorID) && holdsAll(a.Key.Rights, Manager) ||
		slices.Contains(a.Roles[operatorID], Manager)
}

// GlobalRoles returns the roles that the token carries.
func (a Actor) GlobalRoles() []string {
	roles := []string{RoleUser}
	if len(a.Operators()) > 0 {
		roles = append([]string{RoleBack}, roles...)
	}
	if a.Admin {
		roles = append([]string{RoleAdmin}, roles...)
	}
	return roles
}
