package places_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"

	"consigne/internal/domain/places/photo"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/fault"
	"consigne/internal/store"
	"consigne/internal/store/storetest"
)

func pngOf(width int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, width, 2))
	img.SetRGBA(0, 0, color.RGBA{G: 200, A: 255})
	var out bytes.Buffer
	_ = png.Encode(&out, img) // to memory
	return out.Bytes()
}

// Photos are those of their object at its operator, once each, until their term.
func TestPhotos(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.NewLocker(t, s)
		ctx, clock := t.Context(), &storetest.Clock{Time: storetest.Now}
		service := photo.NewService(s, clock)
		of := photo.Object{OperatorID: 1, Kind: photo.OfIntervention, ID: 5}
		others := []photo.Object{
			{OperatorID: 2, Kind: of.Kind, ID: 5},
			{OperatorID: 1, Kind: photo.OfLeftBike, ID: 5},
			{OperatorID: 1, Kind: of.Kind, ID: 6},
		}
		send := func(of photo.Object, width int) photo.Photo {
			t.Helper()
			kept, err := service.Add(ctx, access.Actor{AccountID: 1}, of, pngOf(width), nil)
			storetest.Check(t, err)
			return kept
		}
		first, second := send(of, 2), send(of, 3)
		send(others[1], 2)
		list, err := service.Of(ctx, of)
		if err != nil || len(list) != 2 || list[0] != first || list[1] != second {
			t.Fatal(list, err)
		}
		content, err := service.Content(ctx, of, first.ID)
		if err != nil || !bytes.HasPrefix(content, []byte("\xff\xd8\xff")) {
			t.Fatal(len(content), err)
		}
		for _, other := range others {
			if _, err := service.Content(ctx, other, first.ID); !fault.Is(err, fault.KindNotFound) {
				t.Fatal(other, err)
			}
			if err := service.Remove(ctx, other, first.ID, nil); !fault.Is(err, fault.KindNotFound) {
				t.Fatal(other, err)
			}
		}
		storetest.Check(t, service.Remove(ctx, of, second.ID, nil))

		clock.Time = clock.AddDate(0, 6, 0)
		storetest.Check(t, service.KeepUntil(ctx, others[1], clock.Time))
		storetest.Check(t, s.ErasePhotos(ctx, clock.Time))
		left := func(of photo.Object) int {
			t.Helper()
			list, err := service.Of(ctx, of)
			storetest.Check(t, err)
			return len(list)
		}
		if of, other := left(of), left(others[1]); of != 1 || other != 0 {
			t.Fatal(of, other)
		}
		storetest.Check(t, s.ErasePhotos(ctx, storetest.Now.AddDate(2, 0, 0).Add(-time.Second)))
		if left(of) != 1 {
			t.Fatal("erased early")
		}
		storetest.Check(t, s.ErasePhotos(ctx, storetest.Now.AddDate(2, 0, 0)))
		if left(of) != 0 {
			t.Fatal("kept")
		}
	})
}

// A file that is sent twice at once is one photo, and an object never has more than ten.
func TestPhotosRace(t *testing.T) {
	storetest.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		storetest.NewLocker(t, s)
		service := photo.NewService(s, storetest.Fixed(storetest.Now))
		of := photo.Object{OperatorID: 1, Kind: photo.OfIntervention, ID: 5}
		for width := 2; width < 2+photo.Most-1; width++ {
			if added := storetest.Race(2, func() bool {
				_, err := service.Add(t.Context(), access.Actor{}, of, pngOf(width), nil)
				return err == nil
			}); added != 2 {
				t.Fatalf("%d of 2 answered", added)
			}
		}
		width := make(chan int, 4)
		for i := range 4 {
			width <- 100 + i
		}
		if added := storetest.Race(4, func() bool {
			_, err := service.Add(t.Context(), access.Actor{}, of, pngOf(<-width), nil)
			return err == nil
		}); added != 1 {
			t.Fatalf("%d were added beside nine", added)
		}
	})
}
