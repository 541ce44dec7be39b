package db

import (
	"database/sql"
)

// Pools returns the statistics of each connection pool by its name.
func (d *DB) Pools() map[string]sql.DBStats {
	pools := map[string]sql.DBStats{"write": d.write.Stats()}
	if d.engine == engineSQLite {
		pools["read"] = d.read.Stats()
	}
	return pools
}

// Transactions returns how many transactions began since the start, and how many of them lost a
// race and ran again.
func (d *DB) Transactions() (begun, lostRaces int64) {
	return d.begun.Load(), d.lostRaces.Load()
}
