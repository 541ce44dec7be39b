package security

import "slices"

// Family is the class of a kind, by which the events are counted and filtered.
type Family string

// The families, in the order of the screens. The word is what begins their kinds, changes of rights apart:
// an index computes it in the database (store/security).
const (
	SignIns   Family = "connexion"
	Refusals  Family = "acces"
	Rights    Family = "droits"
	Accounts  Family = "compte"
	Providers Family = "fournisseur"
	Keys      Family = "cle"
)

// Label is a word of the wire and its label on the screens.
type Label[T any] struct {
	Value T
	Text  string
}

var families = []Label[Family]{
	{SignIns, "Connexions"},
	{Refusals, "Accès refusés"},
	{Rights, "Droits"},
	{Accounts, "Comptes"},
	{Providers, "Fournisseurs d'identité"},
	{Keys, "Clés d'accès"},
}

// kinds says of each kind its family and its label. A kind that is missing here fails TestEveryKindIsDescribed.
var kinds = []struct {
	kind   Kind
	family Family
	label  string
}{
	{LoginFailed, SignIns, "Échec de connexion"},
	{LockedOut, SignIns, "Connexion verrouillée"},
	{NewAddress, SignIns, "Connexion depuis une nouvelle adresse"},
	{Denied, Refusals, "Accès refusé"},
	{RoleGranted, Rights, "Rôle donné"},
	{RoleTaken, Rights, "Rôle retiré"},
	{PasswordChanged, Accounts, "Mot de passe changé"},
	{EmailRequested, Accounts, "Adresse e-mail à confirmer"},
	{EmailChanged, Accounts, "Adresse e-mail changée"},
	{FactorAdded, Accounts, "Second facteur ajouté"},
	{FactorRemoved, Accounts, "Second facteur retiré"},
	{FactorsReset, Accounts, "Seconds facteurs effacés"},
	{RecoveryUsed, Accounts, "Code de secours utilisé"},
	{RecoveryRenewed, Accounts, "Codes de secours renouvelés"},
	{IdentityAdded, Accounts, "Identité liée"},
	{IdentityRemoved, Accounts, "Identité déliée"},
	{SessionsEnded, Accounts, "Sessions terminées"},
	{ProviderCreated, Providers, "Fournisseur d'identité ajouté"},
	{ProviderChanged, Providers, "Fournisseur d'identité modifié"},
	{ProviderDeleted, Providers, "Fournisseur d'identité supprimé"},
	{KeyCreated, Keys, "Clé créée"},
	{KeyChanged, Keys, "Clé modifiée"},
	{KeyReplaced, Keys, "Clé remplacée"},
	{KeyRevoked, Keys, "Clé révoquée"},
	{KeyExpired, Keys, "Clé utilisée après sa fin"},
	{KeyNewNetwork, Keys, "Clé utilisée depuis un nouveau réseau"},
	{WebhookSecret, Keys, "Secret d'une notification sortante donné"},
}

// Families lists the families with their labels, in the order of the screens.
func Families() []Label[Family] { return slices.Clone(families) }

// KindsOf lists the kinds of a family with their labels, in the order of the screens.
func KindsOf(family Family) (of []Label[Kind]) {
	for _, k := range kinds {
		if k.family == family {
			of = append(of, Label[Kind]{k.kind, k.label})
		}
	}
	return of
}

// Family returns the family of the kind; empty: there is no such kind.
func (k Kind) Family() Family {
	for _, known := range kinds {
		if known.kind == k {
			return known.family
		}
	}
	return ""
}

// Label returns what the screens call the kind.
func (k Kind) Label() string {
	for _, known := range kinds {
		if known.kind == k {
			return known.label
		}
	}
	return string(k)
}

// Label returns what the screens call the family.
func (f Family) Label() string {
	for _, known := range families {
		if known.Value == f {
			return known.Text
		}
	}
	return string(f)
}
