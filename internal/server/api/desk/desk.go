// Package desk holds the calls about the worklist, the call, the audit log, live changes, saved views and statistics.
package desk

import "consigne/internal/server/api"

// area holds the handlers of these calls.
type area struct{ *api.Server }

// Register adds the calls.
func Register(s *api.Server) {
	a := area{s}
	a.registerLive()
	a.registerSavedViews()
	a.registerAudit()
	a.registerAuditExport()
	a.registerWorklist()
	a.registerFieldwork()
	a.registerCalls()
	a.registerDashboards()
	a.registerStatistics()
	a.registerToday()
}
