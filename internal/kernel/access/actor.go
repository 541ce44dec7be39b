package access

import "slices"

// Actor is the caller of one request, as the database knows it at that moment.
type Actor struct {
	AccountID int64
	SessionID string
	Admin     bool
	Roles     map[int64][]Role // by operator; operators still in service only
}

// StaffAt tells whether the actor belongs to the operator's team. An
// administrator belongs to every team.
func (a Actor) StaffAt(operatorID int64) bool {
	return a.Admin || slices.ContainsFunc(a.Roles[operatorID], Role.Staff)
}

// Staff tells whether the actor may enter the console at all.
func (a Actor) Staff() bool { return a.Admin || len(a.Operators()) > 0 }

// Can tells whether the actor holds the right at the operator.
func (a Actor) Can(right Right, operatorID int64) bool {
	return a.Admin || Grants(a.Roles[operatorID], right)
}

// RightsAt lists the actor's rights at the operator, in the order of the matrix.
// Operator 0 stands for the platform: 17 rights for an administrator, else none.
func (a Actor) RightsAt(operatorID int64) []Right {
	rights := []Right{}
	for _, right := range All() {
		if a.Can(right, operatorID) {
			rights = append(rights, right)
		}
	}
	return rights
}

// Operators lists, in order, the operators at which the actor holds a staff
// role; an administrator needs none.
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

// rank orders what an account is at one operator.
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

// MayDemote tells whether the actor may take a role at the operator from the
// other: nobody demotes an account that outranks theirs.
func (a Actor) MayDemote(other Actor, operatorID int64) bool {
	return a.Admin || (!other.Admin && rank(other.Roles[operatorID]) <= rank(a.Roles[operatorID]))
}

// MayEdit tells whether the actor may change who the other is. An e-mail opens an
// account wherever it has roles: the actor must stand above the other at each of
// those operators, as a customer elsewhere and a colleague of equal rank show.
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

// ManagerAt tells whether the actor is a manager at the operator, or an administrator.
func (a Actor) ManagerAt(operatorID int64) bool {
	return a.Admin || slices.Contains(a.Roles[operatorID], Manager)
}

// GlobalRoles are the roles that the token carries.
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
