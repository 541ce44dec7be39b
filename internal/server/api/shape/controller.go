package shape

import (
	"time"
)

// Controller is the state of a station's controller.
type Controller struct {
	MuetteDepuis *time.Time `json:"muetteDepuis" doc:"Null : la station est en ligne"`
	Logiciel     string     `json:"logiciel" doc:"Tel qu'il se présente"`
}

// Door is the last reported state of a door.
type Door struct {
	Etat   string    `json:"etat" enum:"ouverte,fermee"`
	Depuis time.Time `json:"depuis"`
}
