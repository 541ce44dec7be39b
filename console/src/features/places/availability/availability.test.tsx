import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import type { Availability, Contract, MonthSpan } from "./api";
import { foldLockers } from "./fold";
import { rulingInput, rulingValues } from "./ruling";

withTestServer();

const contract: Contract = {
  id: 1,
  aPartirDe: "2026-09",
  saisiLe: "2026-09-01T10:00:00+02:00",
  heures: [{ jour: 1, de: "07:00", a: "21:00" }],
  feries: true,
  objectif: 97_00,
  causesExclues: [],
  attributionsExclues: [],
  penalite: "heure",
  montant: 50,
};

const figures = {
  secondesDues: 360_000,
  secondesIndisponibles: 9_000,
  secondesExclues: 0,
  secondesSansEcoute: 0,
  tauxDisponibilite: 97_50,
};

const availability = (month: string): Availability => ({
  mois: month,
  engagement: contract,
  clotureLe: "2026-11-03T10:00:00+01:00",
  mesureDu: "2026-10-01T00:00:00+02:00",
  mesureAu: "2026-11-01T00:00:00+01:00",
  total: { ...figures, penalite: 12_50 },
  stations: [{ idStation: 5, nom: "Gare centrale", casiers: 1, ...figures }],
  casiers: [{ idCasier: 8, nom: "A1", ...figures }],
  serveurSansEcoute: [],
  depuisCloture: null,
});

const span: MonthSpan = {
  id: 31,
  idStation: 5,
  idCasier: 8,
  genre: "hors_service",
  du: "2026-10-05T08:00:00+02:00",
  au: "2026-10-05T10:30:00+02:00",
  secondesDues: 9_000,
  secondesComptees: 9_000,
  qualifications: [
    {
      cause: "serrure",
      attribution: "exploitant",
      depuis: "2026-10-05T08:00:00+02:00",
      ditLe: null,
      par: "",
      commentaire: "",
      apresCloture: false,
    },
  ],
};

/** Answers with what is known of each month that is asked for, with lockers that could always be used, and keeps which were. */
function answer(fine: readonly string[] = []): string[] {
  const months: string[] = [];
  server.use(
    http.get("/api/admin/exploitant/1/disponibilite/:mois", ({ params }) => {
      months.push(String(params.mois));
      const shown = availability(String(params.mois));
      const always = { ...figures, secondesIndisponibles: 0, tauxDisponibilite: 100_00 };
      const others = fine.map((nom, i) => ({ idCasier: 9 + i, nom, ...always }));
      return HttpResponse.json({ ...shown, casiers: [...shown.casiers, ...others] });
    }),
    http.get("/api/admin/exploitant/1/disponibilite/:mois/intervalles", () =>
      HttpResponse.json({ items: [span], total: 1 }),
    ),
    http.get("/api/admin/exploitant/1/engagements-disponibilite", () =>
      HttpResponse.json({ items: [contract], total: 1 }),
    ),
  );
  return months;
}

it("shows a month, and reads another one that is chosen", async () => {
  signedIn();
  const months = answer();
  const { router } = renderApp("/disponibilite?mois=2026-10");
  expect(await screen.findByText("12,50 €")).toBeVisible();
  expect(screen.getByText(/^Mois clôturé le /)).toBeVisible();
  expect(await screen.findByRole("row", { name: /Gare centrale/ })).toHaveTextContent("2 h 30");
  await userEvent.click(screen.getByRole("combobox", { name: "Mois" }));
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await waitFor(() => expect(months.at(-1)).not.toBe("2026-10"));
  expect(router.state.location.search).toMatchObject({ mois: months.at(-1) });
});

it("opens a station on its lockers and spans, and rules on one from an hour on", async () => {
  signedIn();
  answer(["A2", "A3"]);
  const sent: unknown[] = [];
  server.use(
    http.patch("/api/admin/intervalle/31", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(span);
    }),
  );
  renderApp("/disponibilite?mois=2026-10");
  const station = await screen.findByRole("row", { name: /Gare centrale/ });
  await userEvent.click(within(station).getByRole("button", { name: /Gare centrale/ }));
  const a1 = await screen.findByRole("link", { name: "A1" });
  expect(a1.closest("li")).toHaveTextContent(/^A1 : 97,50 %, 2 h 30 indisponible sur 100 h 00$/);
  expect(screen.queryByRole("link", { name: "A2" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^2.autres casiers à 100.%$/ }));
  const a2 = screen.getByRole("link", { name: "A2" });
  expect(a2.closest("li")).toHaveTextContent(/^A2 : 100,00 %, 0 h 00 indisponible/);
  const row = await screen.findByRole("row", { name: /A1, hors service/ });
  expect(row).toHaveTextContent("Serrure, exploitant");
  await userEvent.click(within(row).getByRole("button", { name: /n° 31$/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText("Depuis le")).toHaveAccessibleDescription(/^Vide.: depuis le début/);
  await userEvent.type(dialog.getByLabelText("Depuis le"), "5/10/2026");
  await userEvent.click(dialog.getByRole("button", { name: "Qualifier" }));
  expect(await dialog.findByText("Le format de l'heure n'est pas correct")).toBeVisible();
  await userEvent.type(dialog.getByLabelText("À"), "9");
  await userEvent.selectOptions(dialog.getByLabelText("Attribution"), "Tiers");
  await userEvent.type(dialog.getByLabelText("Commentaire"), "Porte forcée");
  await userEvent.click(dialog.getByRole("button", { name: "Qualifier" }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        cause: "serrure",
        attribution: "tiers",
        commentaire: "Porte forcée",
        depuis: "2026-10-05T07:00:00.000Z",
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("tells once what the whole station lacked, and folds the lockers that lacked no more", () => {
  const silent = { ...span, id: 32, idCasier: null, secondesComptees: 7_200 };
  const lockers = [8, 9, 10].map((id) => ({ ...figures, idCasier: id, nom: `A${id}` }));
  const leftOut = { ...span, id: 33, idCasier: 10, secondesComptees: 0 };
  const { station, own, others } = foldLockers(lockers, [span, silent, leftOut]);
  expect(station).toEqual([silent]);
  expect(own.map(({ nom }) => nom)).toEqual(["A8"]);
  expect(others.map(({ nom }) => nom)).toEqual(["A9", "A10"]);
});

it("takes the minute in which a span began for its beginning", () => {
  const typed = { ...rulingValues(span), jour: "05-10-2026" };
  const late = { ...span, du: "2026-10-05T08:00:25+02:00" };
  expect(rulingInput({ ...typed, heure: "08:00" }, late)).not.toHaveProperty("depuis");
  expect(rulingInput({ ...typed, heure: "08:01" }, late).depuis).toBe("2026-10-05T06:01:00.000Z");
  expect(rulingInput({ ...typed, heure: "07:59" }, late).depuis).toBe("2026-10-05T05:59:00.000Z");
});
