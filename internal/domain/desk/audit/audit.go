// Package audit defines the audit log: one line for every write, with who did what to which object,
// where and when (docs/rules.md#audit). A line holds ids and facts, and never personal data, secrets,
// codes or cards, so that erasing a person does not change the log.
package audit

import (
	"context"
	"strings"
	"time"

	"consigne/internal/kernel/paging"
)

// Action is the kind of an audit line, as `object.verb` in French because it is shown on screen.
type Action string

// The actions.
const (
	LoggedIn            Action = "compte.connexion"
	SessionEnded        Action = "compte.deconnexion"
	SessionRevoked      Action = "compte.session_revoquee"
	SessionsEnded       Action = "compte.sessions_terminees" // from a list of them, by the person or a colleague
	PasswordChanged     Action = "compte.mot_de_passe"
	PasswordLinkMade    Action = "compte.lien_mot_de_passe"
	FactorAdded         Action = "compte.facteur_ajoute"
	FactorRenamed       Action = "compte.facteur_nomme"
	FactorRemoved       Action = "compte.facteur_retire"
	FactorsReset        Action = "compte.facteurs_effaces" // by a colleague
	RecoveryUsed        Action = "compte.code_secours"
	RecoveryRenewed     Action = "compte.codes_secours"
	IdentityAdded       Action = "compte.fournisseur_lie" // to an identity at a provider of single sign-on
	IdentityRemoved     Action = "compte.fournisseur_retire"
	ProviderCreated     Action = "fournisseur.creation" // of single sign-on
	ProviderChanged     Action = "fournisseur.modification"
	ProviderDeleted     Action = "fournisseur.suppression"
	AccountCreated      Action = "compte.creation"
	MemberInvited       Action = "compte.invitation" // again; the first comes with the account
	StationCreated      Action = "station.creation"
	StationChanged      Action = "station.modification"
	StationArchived     Action = "station.suppression"
	StationSwitchedOn   Action = "station.activation"
	StationSwitchedOff  Action = "station.desactivation"
	StationSilent       Action = "station.muette"
	StationBack         Action = "station.retablie"
	LockersImported     Action = "station.casiers" // several at once
	LockerCreated       Action = "casier.creation"
	LockerChanged       Action = "casier.modification"
	LockerArchived      Action = "casier.suppression"
	LockerSwitchedOn    Action = "casier.activation"
	LockerSwitchedOff   Action = "casier.desactivation"
	CodeGiven           Action = "casier.code"
	CodeSent            Action = "casier.code_envoye" // to the customer of a stay there, by e-mail
	CodeUsed            Action = "casier.ouverture"
	StayStarted         Action = "utilisation.debut"
	StayEnded           Action = "utilisation.fin"
	StayMadeFree        Action = "utilisation.gratuite"
	StayOverrun         Action = "utilisation.depassement"
	StayRemoved         Action = "utilisation.enlevement"
	TariffCreated       Action = "tarif.creation"
	TariffCopied        Action = "tarif.duplication"
	TariffChanged       Action = "tarif.modification"
	TariffArchived      Action = "tarif.suppression"
	TariffPeriods       Action = "tarif.plages"
	TariffBeneficiaries Action = "tarif.usagers"
	TariffLockers       Action = "tarif.casiers"
	TariffReplayed      Action = "tarif.rejeu" // its past stays priced again
	ReplayStopped       Action = "tarif.rejeu_arrete"
	BatchAsked          Action = "tarif.lot" // of refunds
	BatchPaused         Action = "tarif.lot_pause"
	BatchResumed        Action = "tarif.lot_reprise"
	BatchRejected       Action = "tarif.lot_refuse"
	BatchFinished       Action = "tarif.lot_termine"
	OperatorCreated     Action = "exploitant.creation"
	OperatorChanged     Action = "exploitant.modification"
	OperatorArchived    Action = "exploitant.suppression"
	MonthClosed         Action = "exploitant.mois_cloture"
	AccountsChanged     Action = "exploitant.comptes"       // of its bookkeeping
	ContractAdded       Action = "exploitant.engagement"    // of availability
	SpanRuled           Action = "intervalle.qualification" // of unavailability: its cause and on whose account
	DataImported        Action = "exploitant.import"        // of a file of its former system
	ContactCreated      Action = "referent.creation"
	ContactChanged      Action = "referent.modification"
	ContactDeleted      Action = "referent.suppression"
	RoleGranted         Action = "compte.role_ajoute"
	RoleTaken           Action = "compte.role_retire"
	AccountChanged      Action = "compte.modification"
	EmailConfirmed      Action = "compte.email"
	EmailWithdrawn      Action = "compte.email_annule" // the one that was to be confirmed
	AccountBanned       Action = "compte.bannissement"
	AccountReinstated   Action = "compte.retablissement"
	AccountAnonymised   Action = "compte.anonymisation"
	AccountDeleted      Action = "compte.suppression"
	AccountWarned       Action = "compte.avertissement"
	AccountExported     Action = "compte.export"
	AccountNamed        Action = "compte.presentation" // a field key named an e-mail that no other account has
	AccountClaimed      Action = "compte.revendication"
	AccountConfirmed    Action = "compte.rattachement"
	CardChanged         Action = "compte.carte"
	AccountNoted        Action = "compte.note" // during a call
	AccountNoteDeleted  Action = "compte.note_supprimee"
	LockerNoted         Action = "casier.note" // during a call of nobody in particular
	LockerNoteDeleted   Action = "casier.note_supprimee"
	PaymentPresented    Action = "paiement.presentation"
	PaymentSettled      Action = "paiement.resultat"
	PaymentManual       Action = "paiement.manuel"
	PaymentCancelled    Action = "paiement.annulation"
	PaymentOrdered      Action = "paiement.ordre"
	PaymentMadeFree     Action = "paiement.gratuit"
	PaymentReduced      Action = "paiement.reduit" // its subscription ended early
	PaymentRefunded     Action = "paiement.remboursement"
	RefundRefused       Action = "paiement.remboursement_refuse"
	RefundRequested     Action = "paiement.demande_remboursement" // of managers, by who may not refund
	RequestRefused      Action = "paiement.demande_refusee"
	RequestWithdrawn    Action = "paiement.demande_retiree" // by who asked
	PaymentDisputed     Action = "paiement.contestation"    // by the holder of the card
	DisputeWon          Action = "paiement.contestation_gagnee"
	DisputeLost         Action = "paiement.contestation_perdue"
	ReceiptSent         Action = "paiement.recu_envoye"
	Subscribed          Action = "abonnement.creation"
	TermBegun           Action = "abonnement.echeance"

	SubscriptionCancelled Action = "abonnement.resiliation"
	PlaceGiven            Action = "abonnement.casier"
	PlaceTaken            Action = "abonnement.casier_retire"
	SubscriptionMoved     Action = "abonnement.station"
	SubscriptionResumed   Action = "abonnement.reprise" // it goes on
	SubscriptionEnded     Action = "abonnement.fin"     // by itself

	WaitBegun     Action = "attente.creation" // for a place of a tariff
	WaitStations  Action = "attente.stations" // others are waited for too
	WaitOffered   Action = "attente.offre"
	WaitRefused   Action = "attente.refus"
	WaitLapsed    Action = "attente.offre_echue" // the offer was not answered
	WaitAsked     Action = "attente.question"    // whether the person still waits
	WaitConfirmed Action = "attente.confirmation"
	WaitMoved     Action = "attente.rang"
	WaitEnded     Action = "attente.fin"

	LeftBikeOpened  Action = "velo.ouverture" // a file about a bicycle that was left
	LeftBikeChanged Action = "velo.modification"
	LeftBikeStep    Action = "velo.etape"
	LeftBikePhoto   Action = "velo.photo"
	LeftBikeUndone  Action = "velo.annulation" // of its last step

	InterventionOpened   Action = "intervention.ouverture"
	InterventionAgain    Action = "intervention.signalement" // reported, or seen, once more
	InterventionReturned Action = "intervention.retour"      // what was seen has ended
	InterventionTaken    Action = "intervention.prise_en_charge"
	InterventionReleased Action = "intervention.liberation"
	InterventionChanged  Action = "intervention.modification"
	InterventionComment  Action = "intervention.commentaire"
	InterventionPhoto    Action = "intervention.photo"
	InterventionResolved Action = "intervention.resolution"
	InterventionReopened Action = "intervention.reouverture"

	KeyCreated          Action = "cle.creation"
	KeyChanged          Action = "cle.modification"
	KeyReplaced         Action = "cle.remplacement" // its secret
	KeyRevoked          Action = "cle.revocation"
	WebhookCreated      Action = "notification.creation"
	WebhookChanged      Action = "notification.modification"
	WebhookDeleted      Action = "notification.suppression"
	WebhookSecret       Action = "notification.secret" // was replaced
	WebhookTried        Action = "notification.essai"
	WebhookResent       Action = "notification.renvoi"
	WebhookSuspended    Action = "notification.suspension" // its receiver fails, or is gone
	DemoLoaded          Action = "plateforme.demonstration"
	AuditTrimmed        Action = "journal.purge"
	WorkRetried         Action = "tache.relance"
	WorkAbandoned       Action = "tache.abandon"
	LineTaken           Action = "ligne.prise_en_charge" // of the worklist
	LineReleased        Action = "ligne.liberation"
	LinePostponed       Action = "ligne.report"
	LineResumed         Action = "ligne.reprise"
	DifferenceExplained Action = "ecart.explication" // between what is recorded here and what the payment provider moved
)

// The kinds of object.
const (
	KindAccount      = "compte"
	KindStation      = "station"
	KindLocker       = "casier"
	KindStay         = "utilisation"
	KindTariff       = "tarif"
	KindOperator     = "exploitant"
	KindContact      = "referent"
	KindKey          = "cle"
	KindPayment      = "paiement"
	KindSubscription = "abonnement"
	KindPlatform     = "plateforme"
	KindProvider     = "fournisseur"
	KindDifference   = "ecart"
	KindWebhook      = "notification"
	KindWait         = "attente"
	KindLeftBike     = "velo"
	KindIntervention = "intervention"
)

// Kind returns the kind of object that the action is about; empty: of several kinds.
func (a Action) Kind() string {
	kind, _, _ := strings.Cut(string(a), ".")
	switch kind {
	case KindAccount, KindStation, KindLocker, KindStay, KindTariff, KindOperator, KindContact, KindKey, KindPayment,
		KindSubscription, KindPlatform, KindProvider, KindDifference, KindWebhook, KindWait, KindLeftBike,
		KindIntervention:
		return kind
	}
	return ""
}

// Object is the object that the action changed.
type Object struct {
	Kind string
	ID   int64
}

// Entry is a line to be added to the audit log.
type Entry struct {
	At         time.Time
	ActorID    int64 // 0: a job, a command or a key
	ActorKeyID int64 // 0 in an entry to be added: the key of the context, if no account acts
	OperatorID int64 // 0: the platform
	StationID  int64 // 0: at no station
	Action     Action
	Object     Object
	Changes    map[string]any // written as JSON on the wire; nil: none
}

// Line is an entry as read from the log, with the names that its objects have now.
type Line struct {
	Entry
	ID           int64
	ActorName    string // of an account, or « clé LABEL »; empty: a job or a command
	OperatorName string
	StationName  string // empty: at no station
	ObjectName   string // name of the station, tariff, locker or provider; for a stay or payment, that of its locker
	Names        map[Object]Name
}

// Recorder adds a line in the transaction of the write that the line is about.
type Recorder interface {
	Record(ctx context.Context, entry Entry) error
}

// Filter selects lines; zero values select all.
type Filter struct {
	OperatorID int64
	StationID  int64  // includes its lockers and their stays
	Object     Object // without an ID: all objects of the kind
	ActorID    int64
	Action     Action
	From       *time.Time // included
	Before     *time.Time // excluded
}

// On returns the filter narrowed to an object. A station includes its lockers and their stays.
func (f Filter) On(object Object) Filter {
	if object.Kind == KindStation {
		f.StationID = object.ID
	} else {
		f.Object = object
	}
	return f
}

// none reports whether no line can match: the action is never about that kind of object.
func (f Filter) none() bool {
	kind := f.Action.Kind()
	return kind != "" && f.Object.Kind != "" && f.Object.Kind != kind
}

// Reader reads the audit log.
type Reader interface {
	// AuditLines returns a page of lines, newest first.
	AuditLines(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Line], error)
	// AuditLinesAfter returns at most limit lines after a key, or the first of all. They are not counted.
	AuditLinesAfter(ctx context.Context, filter Filter, after *paging.Key, limit int) (paging.Page[Line], error)
}

// Service reads the audit log. It is written by the services, each in the transaction of its own write.
type Service struct{ store Reader }

// NewService returns a Service on the store.
func NewService(store Reader) *Service { return &Service{store} }

// Lines returns a page of lines, newest first.
func (s *Service) Lines(ctx context.Context, filter Filter, window paging.Window) (paging.Page[Line], error) {
	if filter.none() {
		return paging.Page[Line]{Items: []Line{}}, nil
	}
	return s.store.AuditLines(ctx, filter, window)
}

// exportBatch is how many lines of an export are held in memory at a time.
const exportBatch = 1000

// Export gives all the lines, newest first, batch by batch. Each batch is a query of its own, so that a slow client
// holds no connection.
func (s *Service) Export(ctx context.Context, filter Filter, batch func([]Line) error) error {
	if filter.none() {
		return nil
	}
	var after *paging.Key
	for {
		page, err := s.store.AuditLinesAfter(ctx, filter, after, exportBatch)
		if err != nil {
			return err
		}
		if len(page.Items) > 0 {
			if err := batch(page.Items); err != nil {
				return err
			}
		}
		if after = page.Next; after == nil {
			return nil
		}
	}
}

// Differences returns the facts that changed, each as [before, after].
func Differences(before, after map[string]any) map[string]any {
	changed := map[string]any{}
	for name, was := range before {
		if is := after[name]; is != was {
			changed[name] = []any{was, is}
		}
	}
	return changed
}
