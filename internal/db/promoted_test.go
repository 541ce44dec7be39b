package db

import (
	"testing"
	"time"
)

// After a failover, a replica that follows the new primary does not lag behind what the former one had written alone.
func TestAReplicaIsMeasuredAgainstTheNewPrimary(t *testing.T) {
	now := time.Now()
	r := &replica{replayed: 100}
	r.primaryWasAt(logPosition{now.Add(-20 * time.Second), 200})
	if !r.lags() {
		t.Error("a replica that has missed a hundred bytes for twenty seconds does not lag")
	}
	r.primaryWasAt(logPosition{now, 100})
	if r.lags() {
		t.Error("it lags behind a primary that is gone")
	}
}
