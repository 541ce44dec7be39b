package access

import "slices"

// Actor is the caller of one request, as the database knows it when the request is handled.
type Actor struct {
	AccountID int64
	SessionID string
	Admin     bool
	Roles     map[int64][]Role // roles by operator; only operators still in service
}

// StaffAt reports whether the actor belongs to the operator's team. An administrator belongs to every
// team.
func (a Actor) StaffAt(operatorID int64) bool {
	return a.Admin || slices.ContainsFunc(a.Roles[operatorID], Role.Staff)
}

// Staff reports whether the actor may use the console at all.
func (a Actor) Staff() bool { return a.Admin || len(a.Operators()) > 0 }

// Can reports whether the actor holds the right at the operator.
func (a Actor) Can(right Right, operatorID int64) bool {
	return a.Admin || Grants(a.Roles[operatorID], right)
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

// Operators lists, in ascending order, the operators at which the actor holds a staff role. The list
// may be empty for an administrator, who needs no role.
func (a Actor) Operators() []int64 {
	ids := []int64{}
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

// MayDemote reports whether the actor may take a role at the operator from the other account. An
// account cannot demote one that ranks above it there.
func (a Actor) MayDemote(other Actor, operatorID int64) bool {
	return a.Admin || (!other.Admin && rank(other.Roles[operatorID]) <= rank(a.Roles[operatorID]))
}

// MayEdit reports whether the actor may change the other account's name, e-mail and telephone. An
// e-mail opens an account at every operator where it has roles, so the actor must rank above the other
// account at each of them. An equal rank is not enough, nor is it when the other account is only a
// customer of an operator at which the actor has no rank.
func (a Actor) MayEdit(other Actor) bool {
	if a.Admin {
		return true
	}
	for operatorID, roles := range other.Roles {
		if rank(roles) >= rank(a.Roles[operatorID]) {
			return false
		}
	}
	return !other.Admin
}

// ManagerAt reports whether the actor is a manager at the operator, or an administrator.
func (a Actor) ManagerAt(operatorID int64) bool {
	return a.Admin || slices.Contains(a.Roles[operatorID], Manager)
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
