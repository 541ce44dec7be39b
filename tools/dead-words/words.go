package main

// words are dead wherever they stand in a name.
var words = map[string]string{
	"occupation": "stay", "occupations": "stay", "usage": "stay", "usages": "stay",
	"guest": "customer", "guests": "customer",
	"presentation": "payment attempt", "presentations": "payment attempt",
	"tally": "rollup", "tallies": "rollup", "tallied": "rollup",
	"journal":   "audit, or audit log",
	"remote":    "opening, of a door",
	"attention": "worklist",
	"letter":    "mail template, or message", "letters": "mail templates, or messages",
	"traces": "footprint, of a person, or tracing",
	"hands":  "effects", "turns": "rate limiter", "deaf": "disconnected",
	"apart":  "say what the distance is for",
	"sought": "query", "wanted": "criteria, or expected",
	"patience": "timeout",
}

// wordsOfPeople are dead in the names of types, functions, fields and files of Go. Variables may use them, because a
// package account leaves no such name to the variables of those that import it.
var wordsOfPeople = map[string]string{
	"user": "account, or customer of an operator", "users": "accounts, or customers of an operator",
	"person": "account, or customer of an operator",
}

// wholeNames are dead in Go as a whole; as a part of a name they are ordinary English.
var wholeNames = map[string]string{
	"Use": "stay", "Uses": "stay", "use": "stay", "uses": "stay",
	"History": "stays",
	"Answers": "idempotency records",
	"leave":   "say what is allowed",
	"always":  "all time",
	"moment":  "position, or snapshot", "secondHand": "fallback", "SecondHand": "fallback",
	"asked": "requested, or criterion", "asks": "criteria",
}

// allowed are names that keep such a word, each for a reason.
var allowed = map[string]string{
	// ordinary English
	"errUsage": "the usage of a command line", "usage": "the same",
	"letter": "of a word: package guess",
	// the wire
	"RoleUser": "ROLE_USER",
	// the read model of people holds persons in memory, by its own name
	"person": "read model of people", "personRow": "the same", "personColumns": "the same",
}
