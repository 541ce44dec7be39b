package main

import (
	"context"
	"log/slog"

	"consigne/internal/server/api"
	"consigne/internal/store"
)

// readFromReplica makes read-only calls use the replica, if one is configured.
func (c config) readFromReplica(ctx context.Context, database *store.Store, log *slog.Logger) error {
	if c.ReplicaURL == "" {
		return nil
	}
	err := database.ReadFrom(c.ReplicaURL, func(unused error) {
		if unused != nil {
			log.WarnContext(ctx, "the replica is not read", "error", unused)
			return
		}
		log.InfoContext(ctx, "the replica is read")
	})
	if err != nil {
		return wrong("CONSIGNE_DATABASE_REPLICA_URL", err.Error())
	}
	return nil
}

// positions returns the source of replication positions, or nil without a replica.
func (p parts) positions() api.Positions {
	if p.config.ReplicaURL == "" {
		return nil
	}
	return p.store
}
