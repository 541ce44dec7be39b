package store

import (
	"database/sql"
)

// Pools returns the statistics of each connection pool by its name.
func (s *Store) Pools() map[string]sql.DBStats {
	pools := map[string]sql.DBStats{"write": s.write.Stats()}
	if s.engine == engineSQLite {
		pools["read"] = s.read.Stats()
	}
	if s.replica != nil {
		pools["replica"] = s.replica.Stats()
	}
	return pools
}

// Transactions returns how many transactions began since the start, and how many of them lost a
// race and ran again.
func (s *Store) Transactions() (begun, lostRaces int64) {
	return s.begun.Load(), s.lostRaces.Load()
}
