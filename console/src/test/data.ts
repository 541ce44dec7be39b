import type { components } from "@/api/schema";
import type { Operator } from "@/auth/account";
import { RIGHTS, type Right } from "@/auth/rights";
import type { Station } from "@/features/stations/queries";

export function makeToken({ roles = ["ROLE_BACK"], minutes = 10 } = {}): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: "HS256" })}.${part({ sub: "12", roles, iat: now, exp: now + minutes * 60 })}.sceau`;
}

const address = { adresse: "4 rue du Port", codePostal: "38000", ville: "Grandval" };

export const grandval: Operator = {
  id: 1,
  nom: "Métropole de Grandval",
  mail: "contact@grandval.test",
  adresse: address,
  metabaseId: 7,
};
export const brume: Operator = {
  id: 3,
  nom: "Pays de Brume Mobilités",
  mail: "contact@brume.test",
  adresse: address,
  metabaseId: null,
};

export const ALL_RIGHTS: readonly Right[] = RIGHTS;

export function account(rights: readonly Right[]): components["schemas"]["AccountDetails"] {
  return {
    id: 12,
    nom: "Exemple",
    prenom: "Camille",
    email: "camille@consigne.test",
    droits: rights.map((droit) => ({ droit })),
  };
}

export function station(changes: Partial<Station> = {}): Station {
  return {
    id: 5,
    nom: "Gare centrale",
    libelleAdmin: "GRV-01",
    actif: true,
    stationType: "indiv",
    systemeComptage: null,
    adresse: { adresse: "1 place de la Gare", codePostal: "38000", ville: "Grandval" },
    exploitant: { id: 1, nom: grandval.nom },
    nombreCasiersValides: 20,
    nombreCasiersLibres: 12,
    nombreCasiersOccupes: 8,
    nombreCasiersInactifs: 3,
    etiquettes: [],
    ...changes,
  };
}

export const problem = (code: number, message: string, detail: string) => ({
  code,
  message,
  detail,
});
