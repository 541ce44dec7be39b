package mail

// Confirmation asks the holder of an account to confirm that a registration with an operator is theirs.
func Confirmation(to, firstName, operator, link string) (Message, error) {
	return write(to, "Confirmez votre inscription", "inscription-a-confirmer", map[string]string{
		"FirstName": firstName, "Operator": named(operator), "Label": "Confirmer mon inscription", "Link": link,
	})
}
