package rollups_test

import (
	"encoding/json"
	"testing"
	"time"

	"consigne/internal/domain/desk/statistics"
	"consigne/internal/domain/stays/stay"
	"consigne/internal/kernel/clock"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
	"consigne/internal/testenv"
)

// Whatever writes, folds and makes blocks at once, the figures are those of rollups without any block.
func TestBlocksFollowRollups(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		w := storetest.NewPayers(t, s)
		draw := testenv.Random(t)
		first, today := clock.DayOn(2026, 2, 3), clock.DayOn(2026, 11, 3)
		storetest.Race(8, func() bool {
			for range 25 {
				var err error
				switch draw.IntN(4) {
				case 0:
					err = s.Fold(ctx)
				case 1:
					err = s.MakeBlocks(ctx, first+clock.Day(draw.IntN(int(today-first)+2)))
				default:
					p := w.Draw(draw, 0)
					at := (first + clock.Day(draw.IntN(int(today-first)))).Begins().Add(time.Duration(draw.IntN(24)) * time.Hour)
					err = s.ImportUnbilledStays(ctx, []stay.Stay{{
						OperatorID: p.OperatorID, LockerID: p.LockerID, AccountID: p.AccountID, Place: draw.IntN(1 << 30),
						StartedAt: at, EndedAt: new(at.Add(time.Duration(draw.IntN(100_000)) * time.Second)),
					}})
				}
				if err != nil {
					t.Error(err)
				}
			}
			return true
		})
		storetest.Check(t, s.MakeBlocks(ctx, first+70))
		service := statistics.NewService(s, stillClock{today.Begins()})
		figures := func() (list []string) {
			for _, days := range []clock.Day{1, 8, 40, 128, 269} {
				for _, operatorID := range []int64{0, 1} {
					report, err := service.Report(ctx, operatorID, statistics.Period{First: today - days, Last: today})
					storetest.Check(t, err)
					text, err := json.Marshal(report)
					storetest.Check(t, err)
					list = append(list, string(text))
				}
			}
			return list
		}
		withBlocks := figures()
		if n, err := s.Count(ctx, "count blocks", `SELECT COUNT(*) FROM rollup_blocks
			WHERE days = 64`); err != nil || n == 0 {
			t.Errorf("%d long blocks, %v", n, err)
		}
		storetest.Check(t, s.Exec(ctx, "test", `DELETE FROM rollup_blocks`))
		storetest.Check(t, s.Exec(ctx, "test", `INSERT INTO stale_rollups SELECT DISTINCT dimension, period FROM rollups
			WHERE period > 0 ON CONFLICT DO NOTHING`))
		for i, without := range figures() {
			if withBlocks[i] != without {
				t.Fatalf("with blocks\n%s\nwithout\n%s", withBlocks[i], without)
			}
		}
	})
}
