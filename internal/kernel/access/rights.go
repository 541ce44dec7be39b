// Package access defines who may do what. The matrix in this file is the only place that grants a
// right: the API, the tests and the documents read it here.
//
// An account holds a right at an operator, through its roles there. ROLE_ADMIN holds every right
// everywhere. A caller who is not staff at an operator gets the same answer for its objects as for
// objects that do not exist (docs/rules.md#scope).
package access

import "slices"

// Right is one of the 17 rights of docs/rules.md#rights, as written on the wire.
type Right string

// The rights of docs/rules.md#rights.
const (
	OperatorsRead    Right = "DROIT_EXPLOITANTS_LECTURE"
	OperatorsWrite   Right = "DROIT_EXPLOITANTS_ECRITURE"
	StationsRead     Right = "DROIT_STATIONS_LECTURE"
	StationsWrite    Right = "DROIT_STATIONS_ECRITURE"
	LockersRead      Right = "DROIT_CASIERS_LECTURE"
	LockersWrite     Right = "DROIT_CASIERS_ECRITURE"
	TariffsRead      Right = "DROIT_TARIFS_LECTURE"
	TariffsWrite     Right = "DROIT_TARIFS_ECRITURE"
	ManagersRead     Right = "DROIT_USER_GESTIONNAIRES_LECTURE"
	ManagersWrite    Right = "DROIT_USER_GESTIONNAIRES_ECRITURE"
	HotlineRead      Right = "DROIT_USER_HOTLINE_LECTURE"
	HotlineWrite     Right = "DROIT_USER_HOTLINE_ECRITURE"
	TechniciansRead  Right = "DROIT_USER_MAINTENEURS_LECTURE"
	TechniciansWrite Right = "DROIT_USER_MAINTENEURS_ECRITURE"
	EventsRead       Right = "DROIT_EVENEMENTS_LECTURE"
	EventsWrite      Right = "DROIT_EVENEMENTS_ECRITURE"
	MaintenanceMode  Right = "DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"
)

// Role is a role that an account has at one operator.
type Role string

// The roles of docs/rules.md#rights. Customer (Utilisateur) is not a staff role: an account gets it
// with its first stay or subscription at the operator, and it grants nothing.
const (
	Manager    Role = "Gestionnaire"
	Hotline    Role = "Hotline"
	Technician Role = "Mainteneur"
	Customer   Role = "Utilisateur"
)

// Global roles, as the token's roles claim carries them.
const (
	RoleAdmin = "ROLE_ADMIN"
	RoleBack  = "ROLE_BACK"
	RoleUser  = "ROLE_USER"
)

// matrix lists, for each right, the staff roles that hold it.
var matrix = []struct {
	right Right
	roles []Role
}{
	{OperatorsRead, []Role{Manager, Hotline, Technician}},
	{OperatorsWrite, nil},
	{StationsRead, []Role{Manager, Hotline, Technician}},
	{StationsWrite, []Role{Manager}},
	{LockersRead, []Role{Manager, Hotline, Technician}},
	{LockersWrite, []Role{Manager, Technician}},
	{TariffsRead, []Role{Manager, Hotline}},
	{TariffsWrite, []Role{Manager}},
	{ManagersRead, []Role{Manager}},
	{ManagersWrite, nil},
	{HotlineRead, []Role{Manager, Hotline}},
	{HotlineWrite, []Role{Manager}},
	{TechniciansRead, []Role{Manager, Technician}},
	{TechniciansWrite, []Role{Manager}},
	{EventsRead, []Role{Manager, Hotline, Technician}},
	{EventsWrite, []Role{Manager, Hotline}},
	{MaintenanceMode, []Role{Manager, Technician}},
}

// All returns the 17 rights, in the order of the matrix.
func All() []Right {
	rights := make([]Right, len(matrix))
	for i, row := range matrix {
		rights[i] = row.right
	}
	return rights
}

// Grants reports whether any of the roles holds the right.
func Grants(roles []Role, right Right) bool {
	for _, row := range matrix {
		if row.right == right {
			return slices.ContainsFunc(roles, func(role Role) bool { return slices.Contains(row.roles, role) })
		}
	}
	return false
}

// RightsOf lists the rights of the role, in the order of the matrix.
func RightsOf(role Role) []Right {
	return slices.DeleteFunc(All(), func(right Right) bool { return !Grants([]Role{role}, right) })
}

// Staff reports whether the role makes its holder part of the operator's team.
func (r Role) Staff() bool { return r == Manager || r == Hotline || r == Technician }
