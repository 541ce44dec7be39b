import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server, withTestServer } from "@/test/app";
import { tariff } from "@/test/data";
import { openTariffPage, press } from "@/test/tariffPage";
import { dateOf, hoursOf, minuteOf } from "./week";

withTestServer();

const gare = {
  idStation: 5,
  libelleAdminStation: "GRV-01",
  libellePublicStation: "Gare centrale",
  nbCasiers: 1,
  quota: null,
  type: "indiv",
} as const;

const {
  periodes: _,
  beneficiaires: __,
  stations: ___,
  ...day
} = tariff({ id: 1, libelle: "Jour" });
const night = { ...day, id: 2, libelle: "Nuit", montant: 0 };

const slots = [
  { de: "00-00", a: "08-00", tarif: night },
  { de: "08-00", a: "20-00", tarif: day },
  { de: "20-00", a: "24-00", tarif: null },
];

function answer() {
  const queries: Record<string, string>[] = [];
  server.use(
    http.get("/api/admin/station/5/calendrier-tarifs", ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      queries.push(query);
      return HttpResponse.json({
        lundi: query.semaine ?? "2026-11-16",
        casiers: [
          {
            type: { id: 2, nom: "Vélo", cle: "velo" },
            casiers: [{ id: 1, nom: "A1" }],
            jours: Array.from({ length: 7 }, () => slots),
          },
        ],
      });
    }),
  );
  return queries;
}

const section = () => screen.findByRole("region", { name: "Calendrier de la semaine" });

it("says in a table which tariff wins when", async () => {
  openTariffPage({ stations: [gare] });
  answer();
  await press("Afficher le calendrier");
  const table = await within(await section()).findByRole("table", {
    name: /^Vélo.:.le tarif selon le jour/,
  });
  const rows = within(table).getAllByRole("row");
  expect(rows).toHaveLength(22);
  expect(rows[1]).toHaveTextContent("Lundi 16/11/2026de 00h00 à 08h00Nuit, Gratuit");
  expect(rows[2]).toHaveTextContent("de 08h00 à 20h00Jour, 0,50 € / heure");
  expect(rows[21]).toHaveTextContent("Dimanche 22/11/2026de 20h00 à 24h00Aucun tarif");
});

it("is that of another week, of a subscriber or of a person", async () => {
  openTariffPage({ stations: [gare] });
  const queries = answer();
  server.use(
    http.get("/api/admin/tarif/tarif-pour-exploitant", () =>
      HttpResponse.json([
        tariff({ id: 9, libelle: "Mensuel", abonnement: true, typeTarif: "mois" }),
      ]),
    ),
  );
  await press("Afficher le calendrier");
  expect(await screen.findByText("Du 16/11/2026 au 22/11/2026")).toBeVisible();
  await press("Semaine suivante");
  expect(await screen.findByText("Du 23/11/2026 au 29/11/2026")).toBeVisible();
  await userEvent.click(screen.getByRole("combobox", { name: "Abonnement de l'usager" }));
  await userEvent.click(await screen.findByRole("option", { name: "Mensuel", hidden: true }));
  await userEvent.type(screen.getByLabelText("Email de l'usager"), "zoe@ville.fr");
  await waitFor(() =>
    expect(queries.at(-1)).toEqual({
      semaine: "2026-11-23",
      abonnement: "9",
      email: "zoe@ville.fr",
    }),
  );
});

it("waits for a station", async () => {
  openTariffPage();
  await press("Afficher le calendrier");
  expect(
    await within(await section()).findByText(/^Ce tarif ne s'applique encore à aucune station/),
  ).toBeVisible();
});

it("reads hours and days", () => {
  expect(minuteOf("20-30")).toBe(1230);
  expect(hoursOf({ de: "00-00", a: "24-00", tarif: null })).toBe("toute la journée");
  expect(dateOf("2026-03-23", 6)).toBe("2026-03-29");
});
