package rollups

// Statuses are in the order of their numbers.
var Statuses = statuses
