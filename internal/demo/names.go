package demo

import (
	"fmt"
	"strings"
)

var firstNames = []string{
	"Adrien", "Agathe", "Alexandre", "Alice", "Amandine", "Amina", "Anaïs", "Antoine", "Arnaud", "Aurélie",
	"Baptiste", "Bastien", "Béatrice", "Benoît", "Bruno", "Camille", "Capucine", "Catherine", "Cécile", "Céline",
	"Charlotte", "Chloé", "Christophe", "Claire", "Clément", "Corentin", "Damien", "Delphine", "Élise", "Élodie",
	"Émilie", "Éric", "Estelle", "Étienne", "Fabien", "Fanny", "Farid", "Florence", "François", "Gaëlle",
	"Gauthier", "Guillaume", "Gwenaëlle", "Hugo", "Inès", "Isabelle", "Jean-Baptiste", "Jeanne", "Jérôme", "Joséphine",
	"Julie", "Karim", "Laëtitia", "Laurent", "Léa", "Loïc", "Louise", "Lucas", "Lucie", "Ludovic",
	"Maëlle", "Malik", "Manon", "Margaux", "Marie-Laure", "Mathilde", "Maxime", "Mélanie", "Mickaël", "Myriam",
	"Nathalie", "Nicolas", "Noémie", "Olivier", "Pascal", "Pauline", "Philippe", "Quentin", "Raphaël", "Rémi",
	"Romain", "Sabrina", "Samuel", "Sandrine", "Sébastien", "Soizic", "Stéphanie", "Sylvain", "Thomas", "Valérie",
	"Vincent", "Xavier", "Yann", "Yasmine", "Zoé",
}

var lastNames = []string{
	"Allard", "André", "Arnaud", "Aubert", "Bailly", "Barbier", "Baron", "Baudry", "Benoît", "Berger",
	"Bernard", "Bertrand", "Besson", "Blanchard", "Bouchet", "Boulanger", "Bourgeois", "Boyer", "Brun", "Carpentier",
	"Caron", "Chauvin", "Chevalier", "Collet", "Colin", "Cordier", "Costa", "Da Silva", "David", "Deschamps",
	"Diallo", "Didier", "Dubois", "Dufour", "Dumas", "Dupuis", "Durand", "Fabre", "Faure", "Fernandez",
	"Fleury", "Fontaine", "Fournier", "Gaillard", "Garnier", "Gauthier", "Gérard", "Girard", "Gros", "Guillot",
	"Haddad", "Henry", "Huet", "Jacquet", "Joly", "Kerhervé", "Lacroix", "Lambert", "Le Bihan", "Le Gall",
	"Le Goff", "Leclercq", "Lefèvre", "Léger", "Leroux", "Lopez", "Mallet", "Marty", "Masson", "Mercier",
	"Meunier", "Michaud", "Moreau", "Morel", "Morvan", "Nguyen", "Noël", "Olivier", "Pelletier", "Picard",
	"Pichon", "Poirier", "Prévost", "Quéré", "Renaud", "Rey", "Richard", "Rivière", "Robin", "Rolland",
	"Roux", "Roy", "Salaün", "Saunier", "Tanguy", "Tessier", "Traoré", "Vidal", "Vincent", "Weber",
}

var plainCharacters = strings.NewReplacer(
	"à", "a", "â", "a", "ä", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"î", "i", "ï", "i", "ô", "o", "ö", "o", "ù", "u", "û", "u", "ü", "u", " ", "-",
)

// mailbox returns the part of an e-mail address before the @.
func mailbox(firstName, lastName string) string {
	return plainCharacters.Replace(strings.ToLower(firstName + "." + lastName))
}

// phone returns a different number for each person, from the range that the regulator reserves for fiction, so that a
// number of the demonstration never belongs to anybody.
func phone(person int) string { return fmt.Sprintf("063998%04d", (2718+37*person)%10000) }
