package station

// box bounds a part of France, in degrees.
type box struct{ west, south, east, north float64 }

// france lists the boxes in which the national checker wants the coordinates of the schema « Stationnement cyclable »:
// metropolitan France, Guadeloupe, Martinique, Guyane, La Réunion, Mayotte.
var france = []box{
	{-5.141277, 41.333571, 9.560091, 51.088989},
	{-61.809839, 15.832041, -61.001959, 16.514488},
	{-61.229033, 14.388646, -60.809655, 14.878723},
	{-54.60239, 2.111055, -51.619041, 5.748138},
	{55.216526, -21.389631, 55.836654, -20.8718},
	{45.01833, -13.005254, 45.299985, -12.63659},
}

// InFrance reports whether the national checker takes a position, in degrees, for one in France. Places close to the
// border pass.
func InFrance(longitude, latitude float64) bool {
	for _, b := range france {
		if longitude > b.west && longitude < b.east && latitude > b.south && latitude < b.north {
			return true
		}
	}
	return false
}
