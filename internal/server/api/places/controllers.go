package places

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"consigne/internal/domain/places/controller"
	"consigne/internal/kernel/access"
	"consigne/internal/kernel/clock"
	"consigne/internal/kernel/fault"
	"consigne/internal/server/api"
	"consigne/internal/server/api/shape"
)

// CodeDelivery is the delivery state of a locker's current opening code.
type CodeDelivery struct {
	Etat      string      `json:"etat" enum:"inconnu,en_attente,transmis,utilise" doc:"inconnu : pas de code, ou pas de contrôleur"`
	UtiliseLe *time.Time  `json:"utiliseLe" doc:"Null : il n'a pas servi"`
	Porte     *shape.Door `json:"porte,omitempty" doc:"Une fois le code utilisé ; absent : son contrôleur ne l'a jamais dit"`
}

func (s area) registerDelivery() {
	read := func(ctx context.Context, in *struct {
		api.IDInput
		DateFin time.Time `query:"dateFin" doc:"Du code dont il s'agit ; sans elle, le dernier"`
	},
	) (*api.Answer[CodeDelivery], error) {
		used, err := s.Openings.UsedAt(ctx, in.ID, in.DateFin)
		if err != nil {
			return nil, err
		}
		if used != nil {
			door, err := s.door(ctx, in.ID)
			return api.Reply(CodeDelivery{Etat: "utilise", UtiliseLe: shape.InParis(used), Porte: door}), err
		}
		state, err := s.delivery(ctx, in.ID)
		return api.Reply(CodeDelivery{Etat: state}), err
	}
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.EventsWrite, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "read-code-delivery", Method: http.MethodGet, Path: "/api/admin/casier/{id}/code",
		Tags:    []string{"Gestion à distance"},
		Summary: "Dire si la station a reçu le code d'ouverture",
	}, read)
	api.Register(s.Server, api.Rule{
		Audience: api.Holders, Right: access.MaintenanceMode, At: api.OwnerOfLocker,
	}, huma.Operation{
		OperationID: "read-maintenance-code-delivery", Method: http.MethodGet,
		Path: "/api/admin/casier/{id}/maintenance/code",
		Tags: []string{"Gestion à distance"}, Summary: "Le même, en mode maintenance",
	}, read)
}

func (s area) delivery(ctx context.Context, lockerID int64) (string, error) {
	if s.Controllers == nil {
		return "inconnu", nil
	}
	got, err := s.Openings.DeliveryOf(ctx, lockerID)
	switch {
	case fault.Is(err, fault.KindNotFound):
		return "inconnu", nil
	case got.Used:
		return "utilise", err
	case got.Received:
		return "transmis", err
	}
	return "en_attente", err
}

// addControllers adds the state of the controllers to the stations of an operator.
func (s area) addControllers(ctx context.Context, operatorID int64, stations []shape.Station) error {
	if s.Controllers == nil {
		return nil
	}
	known, err := s.Controllers.At(ctx, operatorID)
	for i := range stations {
		if c, ok := known[stations[i].ID]; ok {
			stations[i].Controleur = controllerBody(c)
		}
	}
	return err
}

func (s area) addController(ctx context.Context, st *shape.Station) error {
	if s.Controllers == nil {
		return nil
	}
	known, err := s.Controllers.Of(ctx, st.ID)
	if fault.Is(err, fault.KindNotFound) {
		return nil
	}
	st.Controleur = controllerBody(known)
	return err
}

func controllerBody(c controller.Controller) *shape.Controller {
	body := &shape.Controller{Logiciel: c.Software}
	body.MuetteDepuis = shape.InParis(c.SilentSince)
	return body
}

func (s area) doorsAt(ctx context.Context, stationID int64) (map[int64]*shape.Door, error) {
	if s.Controllers == nil {
		return nil, nil
	}
	doors, err := s.Controllers.Doors(ctx, stationID)
	bodies := make(map[int64]*shape.Door, len(doors))
	for id, door := range doors {
		bodies[id] = movedDoor(door)
	}
	return bodies, err
}

// door returns the last reported state of a locker's door; nil when none is known.
func (s area) door(ctx context.Context, lockerID int64) (*shape.Door, error) {
	if s.Controllers == nil {
		return nil, nil
	}
	door, err := s.Controllers.Door(ctx, lockerID)
	if fault.Is(err, fault.KindNotFound) {
		return nil, nil
	}
	return movedDoor(door), err
}

func movedDoor(door controller.Door) *shape.Door {
	body := &shape.Door{Etat: "fermee", Depuis: door.MovedAt.In(clock.Paris)}
	if door.Open {
		body.Etat = "ouverte"
	}
	return body
}
