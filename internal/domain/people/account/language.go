package account

import (
	"context"

	"consigne/internal/domain/desk/audit"
	"consigne/internal/kernel/fault"
	"consigne/internal/kernel/text"
)

const msgLanguage = "Les langues sont «\u00a0fr\u00a0», «\u00a0en\u00a0», «\u00a0de\u00a0», «\u00a0es\u00a0», «\u00a0it\u00a0» et «\u00a0nl\u00a0»."

// SetLanguage stores the language of letters to a customer of the operator; empty: it is not known. fault.NotFound: the
// operator knows no such person.
func (s *Service) SetLanguage(
	ctx context.Context, operatorID, accountID int64, language text.Language,
) (text.Language, error) {
	if !language.Known() {
		return "", fault.Invalid("langue", msgLanguage)
	}
	return language, s.store.Atomically(ctx, func(ctx context.Context) error {
		id, err := s.store.KnownCustomer(ctx, accountID, operatorID)
		if err != nil {
			return err
		}
		before, err := s.store.AccountByID(ctx, id)
		if err != nil || before.Language == language {
			return err
		}
		if err := s.store.SetLanguage(ctx, id, language); err != nil {
			return err
		}
		return s.store.Record(ctx, audit.Entry{
			At: s.clock.Now(), OperatorID: operatorID, Action: audit.AccountChanged, Object: object(id),
			Changes: map[string]any{"langue": []text.Language{before.Language, language}},
		})
	})
}
