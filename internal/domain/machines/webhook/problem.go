package webhook

import "strconv"

// Problem is why a call was no success, as stored and counted; empty: it was one.
type Problem string

// The problems.
const (
	NoProblem   Problem = ""
	BadStatus   Problem = "statut"
	Redirected  Problem = "redirection"
	TimedOut    Problem = "delai"
	Unresolved  Problem = "nom"
	Forbidden   Problem = "adresse"
	Unreachable Problem = "connexion"
	BadTLS      Problem = "certificat"
	BadAnswer   Problem = "reponse"
)

// Problems lists the problems.
func Problems() []Problem {
	return []Problem{BadStatus, Redirected, TimedOut, Unresolved, Forbidden, Unreachable, BadTLS, BadAnswer}
}

// Sentence says a problem to people; empty: there is none.
func (a Attempt) Sentence() string {
	switch a.Problem {
	case NoProblem:
		return ""
	case BadStatus:
		return "Le serveur a répondu " + strconv.Itoa(a.Status) + "."
	case Redirected:
		return "Le serveur redirige vers une autre adresse (" + strconv.Itoa(a.Status) + "), ce qui n'est pas suivi."
	case TimedOut:
		return "Le serveur n'a pas répondu en dix secondes."
	case Unresolved:
		return "Le nom du serveur ne mène à aucune adresse."
	case Forbidden:
		return "L'adresse n'est pas en https, ou mène à un réseau privé ou réservé\u00a0: rien n'y est envoyé."
	case Unreachable:
		return "La connexion au serveur est impossible, ou a été coupée."
	case BadTLS:
		return "Le certificat du serveur n'est pas valable."
	}
	return "La réponse du serveur n'est pas lisible."
}
