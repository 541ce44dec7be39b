import createClient from "openapi-fetch";
import type { components, paths } from "../../console/src/api/schema.d.ts";
import { accounts, password } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";

test.use({ serverName: "generated-client" });

/** All rights of a manager, with which a key does what managers do. */
const MANAGER_RIGHTS: components["schemas"]["Right"][] = [
  "DROIT_EXPLOITANTS_LECTURE",
  "DROIT_STATIONS_LECTURE",
  "DROIT_STATIONS_ECRITURE",
  "DROIT_CASIERS_LECTURE",
  "DROIT_CASIERS_ECRITURE",
  "DROIT_TARIFS_LECTURE",
  "DROIT_TARIFS_ECRITURE",
  "DROIT_USER_GESTIONNAIRES_LECTURE",
  "DROIT_USER_HOTLINE_LECTURE",
  "DROIT_USER_HOTLINE_ECRITURE",
  "DROIT_USER_MAINTENEURS_LECTURE",
  "DROIT_USER_MAINTENEURS_ECRITURE",
  "DROIT_EVENEMENTS_LECTURE",
  "DROIT_EVENEMENTS_ECRITURE",
  "DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE",
];

/** A client whose types openapi-typescript makes of the contract, as `make generate` does. */
function clientOf(baseUrl: string, bearer?: string) {
  return createClient<paths>({
    baseUrl,
    headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
  });
}

/** Returns what a call answered, and fails on a refusal. */
function made<T>({ data, error }: { data?: T; error?: components["schemas"]["ErrorBody"] }): T {
  expect(error?.detail).toBeUndefined();
  return data as T;
}

/** Makes, as an administrator, a key with all rights of a manager, and signs in with it. */
async function signIn(url: string) {
  const tokens = made(
    await clientOf(url).POST("/api/compte/connexion", {
      body: { username: accounts.admin, password },
    }),
  );
  const admin = clientOf(url, "token" in tokens ? tokens.token : undefined);
  const key = made(
    await admin.POST("/api/admin/exploitant/{id}/cle", {
      params: { path: { id: 1 } },
      body: {
        libelle: "Application mobile",
        droits: MANAGER_RIGHTS,
        terrain: true,
      },
    }),
  );
  return clientOf(url, key.cle);
}

test("un client généré crée une station, un tarif, une utilisation, et la rembourse", async ({
  server,
}) => {
  const api = await signIn(server.url);
  const { idStation } = made(
    await api.POST("/api/admin/exploitant/{id}/station/ajouter", {
      params: { path: { id: 1 } },
      body: {
        nom: "Parvis",
        libelleAdmin: "Parvis de la gare",
        stationType: "indiv",
        adresse: "1 place de la Gare",
        codePostal: "38000",
        ville: "Grenoble",
        latitude: "45.191",
        longitude: "5.714",
      },
    }),
  );
  const lockers: number[] = [];
  for (const nom of ["A1", "A2"]) {
    const { id } = made(
      await api.POST("/api/admin/station/{id}/creer-casier", {
        params: { path: { id: idStation } },
        body: { nom, type: 2, stationCarteAdresse: "1", stationCartePort: nom.slice(1) },
      }),
    );
    lockers.push(id);
  }
  const tariff = made(
    await api.POST("/api/admin/exploitant/{id}/tarif/creation-tarif", {
      params: { path: { id: 1 } },
      body: {
        libelleAdmin: "Vélo",
        libelleUtilisateur: "Casier vélo",
        typeTarif: "heure",
        montant: 50,
      },
    }),
  );
  const tied = made(
    await api.PUT("/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", {
      params: { path: { id: tariff.id, stationId: idStation } },
      body: { idCasiers: lockers },
    }),
  );
  expect(tied.casiers.map(({ selectionne }) => selectionne)).toEqual([true, true]);

  const person = made(
    await api.POST("/api/terrain/utilisateurs", {
      body: { email: "lea@exemple.fr", nom: "Martin", prenom: "Léa", telephone: "0612345678" },
    }),
  );
  made(
    await api.PUT("/api/terrain/utilisateurs/{id}/carte", {
      params: { path: { id: person.id } },
      body: { jeton: "sim_acceptee" },
    }),
  );
  const debut = new Date(Math.floor(Date.now() / 60_000 - 90) * 60_000).toISOString();
  const begin = () =>
    api.POST("/api/terrain/occupations", {
      params: { header: { "Idempotency-Key": "essai-1" } },
      body: {
        idCasier: lockers[0] ?? 0,
        idUtilisateur: person.id,
        debut,
      },
    });
  const stay = made(await begin());
  expect(made(await begin()).id).toBe(stay.id);
  const ended = made(
    await api.POST("/api/terrain/occupations/{id}/fin", {
      params: { path: { id: stay.id } },
      body: {},
    }),
  );
  expect(ended.cout).toBe(100); // two hours begun

  const payment = { params: { path: { id: ended.paiement.id ?? 0 } } };
  await expect(async () => {
    const read = made(await api.GET("/api/admin/paiement/{id}", payment));
    expect(read.paiementDetail.paiementStatut).toBe("PAID");
    expect(read.montant).toBe(100);
  }).toPass();
  const refunded = made(
    await api.PATCH("/api/admin/paiement/{id}/rembourser", {
      ...payment,
      body: { montant: 40, commentaire: "Porte bloquée." },
    }),
  );
  expect(refunded.rembourse).toBe(40);
  const excess = await api.PATCH("/api/admin/paiement/{id}/rembourser", {
    ...payment,
    body: { montant: 100, commentaire: "Trop." },
  });
  expect(excess.error?.code).toBe(422);
});
