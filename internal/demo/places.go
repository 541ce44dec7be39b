package demo

import (
	"consigne/internal/domain/places/operator"
	"consigne/internal/domain/places/station"
)

// plan holds what is fixed about an operator; the rest is drawn at random.
type plan struct {
	operator operator.Operator
	prefix   string    // of the admin labels of its stations
	owner    string    // of the places where its stations are
	page     string    // address of its pages about them
	open     bool      // its stations are published
	share    int       // share of the customers, in percent
	season   [12]int64 // relative demand of each month
	sites    []site
	tariffs  []condition
	contacts []operator.Contact
}

// site holds what is fixed about a station. The coordinates are those of the real place.
type site struct {
	label, name              string
	kind                     station.Kind
	counting                 string
	street, postalCode, city string
	latitude, longitude      string
	bikes, cargo, scooters   int // number of lockers; individual stations only
	spaces                   []space
	tags                     []string
	closed                   bool // the station is out of service
	quiet                    bool // no stay in progress, so it can be deleted
}

// space is a space of a collective station.
type space struct {
	name     string
	capacity int
	closed   bool
}

const (
	indoor          = "abrité"
	power           = "prise électrique"
	reducedMobility = "PMR"
	watched         = "vidéosurveillance"
)

// Each operator has two stations without a stay in progress, one of them without a locker. The SIRETs are fictitious:
// their keys are right, and no enterprise has them.
var plans = []plan{
	{
		operator: operator.Operator{
			Name: "Métropole de Grandval", Email: "mobilites@grandval.test", MetabaseID: new(int64(101)),
			Street: "15 boulevard Maréchal Foch", StreetExtra: "Bâtiment B", PostalCode: "38000", City: "Grenoble",
			Identity: operator.Identity{
				LegalName: "Grandval Métropole, régie des mobilités", SIRET: "99999901400015", VATNumber: "FR66999999014",
				Form: operator.Regie, VATRate: 2000, Prefix: "GRV",
			},
		},
		prefix: "GRV", share: 62, owner: "Grandval Métropole", page: "https://mobilites.grandval.test", open: true,
		season: [12]int64{7, 7, 9, 10, 11, 11, 9, 6, 12, 11, 9, 6}, // mostly commuters
		sites:  grandval, tariffs: grandvalTariffs, contacts: []operator.Contact{
			{
				LastName: "Vasseur", FirstName: "Isabelle", Phone: "0476000001", Email: "astreinte@grandval.test",
				Function: "Astreinte technique",
			},
			{
				LastName: "Pellegrin", FirstName: "Marc", Phone: "0476000002", Email: "mobilites@grandval.test",
				Function: "Service des mobilités",
			},
		},
	},
	{
		operator: operator.Operator{
			Name: "Vélostation du Littoral", Email: "accueil@littoral.test", MetabaseID: new(int64(102)),
			Street: "12 quai Maubec", PostalCode: "17000", City: "La Rochelle",
			Identity: operator.Identity{
				LegalName: "Vélostation du Littoral SAS", SIRET: "99999902200018", VATNumber: "FR90999999022",
				Form: operator.Societe, VATRate: 2000, Prefix: "LITTO",
				Company: "SAS", Capital: 1_000_000, RegisterCity: "La Rochelle",
			},
		},
		prefix: "VDL", share: 27, owner: "Agglomération du Littoral", page: "https://www.littoral.test",
		season: [12]int64{4, 5, 6, 9, 11, 13, 18, 19, 12, 8, 5, 4}, // commuters and holidaymakers
		sites:  littoral, tariffs: littoralTariffs, contacts: []operator.Contact{
			{
				LastName: "Guillory", FirstName: "Anne", Phone: "0546000001", Email: "accueil@littoral.test",
				Function: "Accueil de la vélostation",
			},
		},
	},
	{
		operator: operator.Operator{
			Name: "Pays de Brume Mobilités", Email: "contact@brume.test",
			Street: "8 rue de Douarnenez", PostalCode: "29000", City: "Quimper",
			Identity: operator.Identity{
				LegalName: "Association Brume Mobilités", SIRET: "99999903000011", VATNumber: "", Form: operator.Mandataire,
				VATRate: 0, Exemption: "TVA non applicable, art. 293 B du CGI", Prefix: "BRUME",
				Principal: "Communauté du Pays de Brume",
			},
		},
		prefix: "BRU", share: 11, owner: "Communauté du Pays de Brume", page: "https://www.brume.test",
		season: [12]int64{6, 6, 8, 9, 10, 11, 12, 12, 10, 9, 7, 6},
		sites:  brume, tariffs: brumeTariffs, contacts: []operator.Contact{
			{LastName: "Le Meur", Function: "Agent technique", Phone: "0298000001"},
		},
	},
}

// communes holds the INSEE codes of the towns.
var communes = map[string]string{
	"Grenoble": "38185", "Gières": "38179", "Échirolles": "38151", "Meylan": "38229", "Sassenage": "38474",
	"Voreppe":     "38565",
	"La Rochelle": "17300", "Lagord": "17200", "Rochefort": "17299", "Royan": "17306",
	"Quimper": "29232", "Douarnenez": "29046", "Concarneau": "29039",
}

var grandval = []site{
	{
		label: "Gare, parvis sud", name: "Gare centrale", kind: station.Individual,
		street: "place de la Gare", postalCode: "38000", city: "Grenoble", latitude: "45.191491", longitude: "5.714531",
		bikes: 22, cargo: 4, scooters: 4, tags: []string{indoor, watched},
	},
	{
		label: "Gare, parvis Europole", name: "Gare centrale Europole", kind: station.CountedCollective,
		counting: "Abelsensors",
		street:   "place Robert Schuman", postalCode: "38000", city: "Grenoble", latitude: "45.192870", longitude: "5.713020",
		spaces: []space{
			{name: "Rez-de-chaussée", capacity: 60},
			{name: "Mezzanine", capacity: 48},
			{name: "Sous-sol", capacity: 40, closed: true},
		},
		tags: []string{indoor, watched, reducedMobility},
	},
	{
		label: "Victor Hugo, côté tramway", name: "Place Victor Hugo", kind: station.Individual,
		street: "place Victor Hugo", postalCode: "38000", city: "Grenoble", latitude: "45.189110", longitude: "5.724970",
		bikes: 12, cargo: 2, scooters: 6,
	},
	{
		label: "Hôtel de ville, parc Mistral", name: "Hôtel de ville", kind: station.Individual,
		street: "11 boulevard Jean Pain", postalCode: "38000", city: "Grenoble", latitude: "45.186610", longitude: "5.736130",
		bikes: 10, cargo: 2, scooters: 4, tags: []string{reducedMobility},
	},
	{
		label: "Verdun, préfecture", name: "Place de Verdun", kind: station.Collective,
		street: "place de Verdun", postalCode: "38000", city: "Grenoble", latitude: "45.188690", longitude: "5.731870",
		spaces: []space{{name: "Abri nord", capacity: 24}, {name: "Abri sud", capacity: 20}}, tags: []string{indoor},
	},
	{
		label: "Saint-Bruno, marché", name: "Place Saint-Bruno", kind: station.Individual,
		street: "place Saint-Bruno", postalCode: "38000", city: "Grenoble", latitude: "45.188230", longitude: "5.713560",
		bikes: 8, cargo: 2,
	},
	{
		label: "Presqu'île, recherche", name: "Presqu'île scientifique", kind: station.Individual,
		street: "rue Félix Esclangon", postalCode: "38000", city: "Grenoble", latitude: "45.195019", longitude: "5.707754",
		bikes: 16, cargo: 4, scooters: 4, tags: []string{indoor},
	},
	{
		label: "Chavant, trottoir est", name: "Chavant", kind: station.CountedCollective, counting: "Autre",
		street: "boulevard Maréchal Lyautey", postalCode: "38000", city: "Grenoble", latitude: "45.185350",
		longitude: "5.732100",
		spaces:    []space{{name: "Abri boulevard", capacity: 36}}, tags: []string{indoor, watched},
	},
	{
		label: "Grand'Place, entrée ouest", name: "Grand'Place", kind: station.Individual,
		street: "avenue de l'Europe", postalCode: "38100", city: "Grenoble", latitude: "45.158480", longitude: "5.732050",
		bikes: 12, scooters: 6, quiet: true,
	},
	{
		label: "Gières, gare et universités", name: "Gières Universités", kind: station.CountedCollective,
		counting: "Abelsensors",
		street:   "rue de la Gare", postalCode: "38610", city: "Gières", latitude: "45.184890", longitude: "5.784950",
		spaces: []space{{name: "Abri quai", capacity: 40}, {name: "Abri parvis", capacity: 24}}, tags: []string{indoor},
	},
	{
		label: "Échirolles, Grugliasco", name: "Échirolles Grugliasco", kind: station.Collective,
		street: "44 avenue de Grugliasco", postalCode: "38130", city: "Échirolles", latitude: "45.148324",
		longitude: "5.721967",
		spaces:    []space{{name: "Abri unique", capacity: 30}}, tags: []string{indoor},
	},
	{
		label: "Meylan, mairie", name: "Meylan mairie", kind: station.Individual,
		street: "4 avenue du Vercors", postalCode: "38240", city: "Meylan", latitude: "45.208930", longitude: "5.778720",
		bikes: 8, cargo: 2, scooters: 2,
	},
	{
		label: "Sassenage, centre (travaux)", name: "Sassenage centre", kind: station.Individual,
		street: "67 rue de la République", postalCode: "38360", city: "Sassenage", latitude: "45.207204",
		longitude: "5.657717",
		bikes:     6, closed: true,
	},
	{
		label: "Voreppe, Malraux (à équiper)", name: "Voreppe Malraux", kind: station.Individual,
		street: "626 avenue André Malraux", postalCode: "38340", city: "Voreppe", latitude: "45.282205",
		longitude: "5.639652",
		closed:    true,
	},
}

var littoral = []site{
	{
		label: "La Rochelle, gare", name: "Gare de La Rochelle", kind: station.CountedCollective, counting: "Abelsensors",
		street: "place Pierre Semard", postalCode: "17000", city: "La Rochelle", latitude: "46.152677",
		longitude: "-1.145259",
		spaces:    []space{{name: "Rez-de-chaussée", capacity: 50}, {name: "Étage", capacity: 30}},
		tags:      []string{indoor, watched},
	},
	{
		label: "La Rochelle, place de Verdun", name: "Place de Verdun", kind: station.Individual,
		street: "place de Verdun", postalCode: "17000", city: "La Rochelle", latitude: "46.162709", longitude: "-1.154192",
		bikes: 14, cargo: 2, scooters: 4,
	},
	{
		label: "La Rochelle, Vieux-Port ouest", name: "Vieux-Port", kind: station.Individual,
		street: "esplanade Saint-Jean-d'Acre", postalCode: "17000", city: "La Rochelle", latitude: "46.155528",
		longitude: "-1.156518",
		bikes:     10, cargo: 2, scooters: 8, tags: []string{reducedMobility},
	},
	{
		label: "La Rochelle, relais Jean Moulin", name: "Parc relais Jean Moulin", kind: station.Collective,
		street: "17 avenue Jean Moulin", postalCode: "17000", city: "La Rochelle", latitude: "46.153617",
		longitude: "-1.140694",
		spaces:    []space{{name: "Abri couvert", capacity: 40}}, tags: []string{indoor},
	},
	{
		label: "La Rochelle, l'Encan", name: "L'Encan", kind: station.Individual,
		street: "quai Louis Prunier", postalCode: "17000", city: "La Rochelle", latitude: "46.151382", longitude: "-1.149827",
		bikes: 6, scooters: 4, quiet: true,
	},
	{
		label: "Lagord, les Greffières (à équiper)", name: "Parc relais Les Greffières", kind: station.Individual,
		street: "rue des Greffières", postalCode: "17140", city: "Lagord", latitude: "46.191819", longitude: "-1.145932",
		closed: true,
	},
	{
		label: "Rochefort, gare", name: "Gare de Rochefort", kind: station.Individual,
		street: "place Françoise Dorléac", postalCode: "17300", city: "Rochefort", latitude: "45.947150",
		longitude: "-0.965180",
		bikes:     12, cargo: 2, scooters: 2, tags: []string{indoor},
	},
	{
		label: "Royan, gare", name: "Gare de Royan", kind: station.CountedCollective, counting: "Autre",
		street: "cours de l'Europe", postalCode: "17200", city: "Royan", latitude: "45.626250", longitude: "-1.016250",
		spaces: []space{{name: "Abri gare", capacity: 28}}, tags: []string{indoor},
	},
}

var brume = []site{
	{
		label: "Quimper, gare", name: "Gare de Quimper", kind: station.Collective,
		street: "place Louis Armand", postalCode: "29000", city: "Quimper", latitude: "47.994430", longitude: "-4.092270",
		spaces: []space{{name: "Abri parvis", capacity: 24}}, tags: []string{indoor, reducedMobility},
	},
	{
		label: "Quimper, Résistance", name: "Place de la Résistance", kind: station.Individual,
		street: "place de la Résistance", postalCode: "29000", city: "Quimper", latitude: "47.993860", longitude: "-4.104250",
		bikes: 8, cargo: 2,
	},
	{
		label: "Douarnenez, Port-Rhu", name: "Port-Rhu", kind: station.Individual,
		street: "place de l'Enfer", postalCode: "29100", city: "Douarnenez", latitude: "48.091830", longitude: "-4.330840",
		bikes: 6, scooters: 2, quiet: true,
	},
	{
		label: "Concarneau, gare (à équiper)", name: "Gare de Concarneau", kind: station.Individual,
		street: "avenue de la Gare", postalCode: "29900", city: "Concarneau", latitude: "47.877050", longitude: "-3.919180",
		closed: true,
	},
}
