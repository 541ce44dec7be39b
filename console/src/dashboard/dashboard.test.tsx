import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/data/queryClient";
import { problem } from "@/test/data";
import { figures, noFigures, stationRate } from "@/test/figures";
import { Providers } from "@/ui/layout/Providers";
import { Dashboard } from "./Dashboard";
import "./DatesForm"; // slow to import: done before the timeout of a test starts
import { addDays, today } from "./days";
import { TOKEN_TIMEOUT } from "./token";
import type { Figures } from "./types";

/** The requests that the server received, each with its token. */
let requests: { days: string; token: string | null }[] = [];

const answer = (body: Figures | (() => Figures)) =>
  http.get("/api/statistiques", ({ request }) => {
    const { searchParams } = new URL(request.url);
    requests.push({
      days: `${searchParams.get("du")} ${searchParams.get("au")}`,
      token: request.headers.get("Authorization"),
    });
    return HttpResponse.json(typeof body === "function" ? body() : body);
  });

/** Makes that token the only valid one. */
const answerOnly = (token: string) =>
  http.get("/api/statistiques", ({ request }) =>
    request.headers.get("Authorization") === `Bearer ${token}`
      ? HttpResponse.json(figures())
      : HttpResponse.json(problem(401, "Non autorisé", "L'adresse a expiré."), { status: 401 }),
  );

const server = setupServer(answer(figures()));

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  requests = [];
  sessionStorage.clear();
  window.location.hash = "#t1";
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function open() {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  render(
    <Providers queryClient={queryClient}>
      <Dashboard />
    </Providers>,
  );
}

const figure = (name: string) => screen.findByRole("region", { name });
const tile = async (label: string) => {
  const term = await screen.findByText(label, { selector: "dt" });
  return (term.parentElement?.textContent ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
};

/** Shortens the time that a refused call waits for a new token. */
function shortenTimeout() {
  const real = window.setTimeout;
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, delay?: number) =>
    real(run, delay === TOKEN_TIMEOUT ? 50 : delay)) as typeof window.setTimeout);
}

function renew(token: string) {
  window.location.hash = `#${token}`;
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

describe("the figures", () => {
  it("are compared with those of the previous period", async () => {
    open();
    expect(
      await screen.findByRole("heading", { level: 1, name: /: Métropole de Grandval$/ }),
    ).toBeVisible();
    expect(screen.getByText("Du 4 au 5 mars 2026")).toBeVisible();
    expect(screen.getByText("comparé à la période du 2 au 3 mars 2026")).toBeVisible();
    expect(await tile("Utilisations")).toBe("Utilisations1 240+12,7 %contre 1 100");
    expect(await tile("Recettes")).toBe("Recettes481,00 €stablecontre 481,00 €");
    expect(await tile("Taux d'occupation")).toBe("Taux d'occupation63,4 %+2,3 pointscontre 61,1 %");
    expect(await tile("Durée moyenne")).toBe("Durée moyenne1 h 35 min−4,6 %contre 1 h 40 min");
    expect(await tile("Durée médiane")).toBe("Durée médiane1 h—sans comparaison possible");
    expect(await tile("Dépassements")).toBe("Dépassements6—sans comparaison possiblecontre 0");
    expect(await tile("Enlèvements")).toBe("Enlèvements24× 12contre 2");
    expect(screen.getByText(/comptées le jour où l'argent est entré/)).toBeVisible();
    expect(requests).toEqual([{ days: `${addDays(today(), -29)} ${today()}`, token: "Bearer t1" }]);
  });

  it("cover all operators for the platform, each station with its operator", async () => {
    server.use(answer(figures({ exploitant: null })));
    open();
    expect(await screen.findByText("Tous les exploitants")).toBeVisible();
    const stations = await screen.findByRole("table", { name: /^Taux d'occupation moyen/ });
    expect(within(stations).getAllByText("Métropole de Grandval")).toHaveLength(2);
  });

  it("are also tables", async () => {
    open();
    const stays = await figure("Utilisations");
    expect(within(stays).getByRole("img")).toHaveAccessibleName(
      /1.240 utilisations, 1.100 utilisations à la période précédente\s; au plus 740, jeudi 5 mars 2026\.$/,
    );
    await userEvent.click(
      within(stays).getByRole("button", { name: "Voir le tableau Utilisations" }),
    );
    const row = within(stays).getByRole("row", { name: "jeudi 5 mars 2026 740 100" });
    expect(row).toBeVisible();

    const hours = await screen.findByRole("table", { name: /heure de la semaine$/ });
    const tuesday = within(hours).getByRole("row", { name: /^Mardi/ });
    expect(within(tuesday).getByRole("cell", { name: "90" })).toHaveAttribute("data-level", "6");

    const money = within(await figure("Encaissements et remboursements"));
    expect(money.getByRole("img")).toHaveAccessibleName(
      /500,00.€ encaissés, 19,00.€ remboursés\.$/,
    );
    await userEvent.click(
      money.getByRole("button", { name: "Voir le tableau Encaissements et remboursements" }),
    );
    expect(
      money.getByRole("row", { name: /^mercredi 4 mars 2026 250,00.€ 9,50.€$/ }),
    ).toBeVisible();

    const lockers = within(await figure("Casiers les plus et les moins utilisés"));
    expect(lockers.getByRole("row", { name: /A1 Gare centrale 40 2.j 4.h 05.min/ })).toBeVisible();
    const tariffs = within(await figure("Recettes par tarif"));
    expect(tariffs.getByRole("row", { name: /Vélo à l'heure 90 400,00.€ \+100.%/ })).toBeVisible();
  });

  it("draw the selected stations, at most six", async () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((id) => stationRate(id, `Station ${id}`, 1 - id / 10));
    server.use(answer(figures({ occupation: many })));
    open();
    const occupancy = within(await figure("Taux d'occupation par station"));
    const box = (id: number) => occupancy.getByRole("checkbox", { name: `Station ${id}` });
    expect([1, 4].map((id) => (box(id) as HTMLInputElement).checked)).toEqual([true, true]);
    expect(box(5)).not.toBeChecked();
    await userEvent.click(box(5));
    await userEvent.click(box(6));
    expect(box(7)).toBeDisabled();
    expect(occupancy.getByText(/^Six stations au plus/)).toBeVisible();
    await userEvent.click(box(1));
    await userEvent.click(box(7));
    expect(occupancy.getByRole("img")).toHaveAccessibleName(/: Station 7.*; Station 6/);
  });

  it("say so when they are empty", async () => {
    server.use(answer(noFigures()));
    open();
    expect(await tile("Taux d'occupation")).toMatch(/^Taux d'occupation—\s$/);
    expect(await screen.findByText(/^Aucune utilisation sur cette période ni/)).toBeVisible();
    for (const sentence of [
      "Aucune recette sur cette période.",
      "Aucune somme encaissée ni remboursée sur cette période.",
      "Aucun paiement sur cette période.",
      "Aucune utilisation terminée sur cette période.",
      "Aucun dépassement ni enlèvement sur cette période.",
      "Aucun usager sur cette période.",
      "Aucune station sur cette période.",
    ]) {
      expect(screen.getByText(sentence)).toBeVisible();
    }
  });
});

describe("the period", () => {
  it("is sent to the server, and remembered", async () => {
    sessionStorage.setItem("tableau-de-bord.periode", '{"choix":"7j"}');
    open();
    expect(await screen.findByRole("radio", { name: "7 derniers jours" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "Mois dernier" }));
    const month = addDays(`${today().slice(0, 8)}01`, -1);
    await waitFor(() => expect(requests.at(-1)?.days).toBe(`${month.slice(0, 8)}01 ${month}`));
    expect(sessionStorage.getItem("tableau-de-bord.periode")).toBe('{"choix":"mois-dernier"}');
  });

  it("of chosen dates applies once they are valid", async () => {
    open();
    await userEvent.click(screen.getByRole("radio", { name: "Dates choisies" }));
    const [from, to] = [await screen.findByLabelText("Du"), screen.getByLabelText("Au")];
    const type = async (first: string, last: string) => {
      fireEvent.change(from, { target: { value: first } });
      fireEvent.change(to, { target: { value: last } });
      await userEvent.click(screen.getByRole("button", { name: "Afficher" }));
    };
    await type("05-03-2026", "04-03-2026");
    expect(
      await screen.findByText("La date de fin ne peut précéder la date de début"),
    ).toBeVisible();
    await type("05-03-2023", "05-03-2026");
    expect(await screen.findByText("La période ne peut dépasser trois ans")).toBeVisible();
    expect(requests).toHaveLength(1);
    await type("05-03-2024", "04-03-2026");
    await waitFor(() => expect(requests.at(-1)?.days).toBe("2024-03-05 2026-03-04"));
  });
});

it("saves a figure as a file, fetched with the token", async () => {
  let token: string | null = null;
  let name = "";
  server.use(
    http.get("/api/statistiques/csv/durees", ({ request }) => {
      token = request.headers.get("Authorization");
      return HttpResponse.text("Jour;Moyenne\r\n");
    }),
  );
  URL.createObjectURL = () => "blob:csv";
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function save() {
    name = this.download;
  };
  open();
  const csv = "Télécharger (CSV) Durée des utilisations";
  await userEvent.click(await screen.findByRole("button", { name: csv }));
  await waitFor(() => expect(name).toBe("durees_2026-03-04_2026-03-05.csv"));
  expect(token).toBe("Bearer t1");

  server.use(
    http.get("/api/statistiques/csv/durees", () =>
      HttpResponse.json(
        { ...problem(500, "Erreur", "La base dort."), requestId: "r-9" },
        { status: 500 },
      ),
    ),
  );
  await userEvent.click(screen.getByRole("button", { name: csv }));
  expect(await screen.findByText(/^La base dort\. Référence\s: r-9$/)).toBeVisible();
});

describe("an expired token", () => {
  it("waits for the next one, and calls again", async () => {
    server.use(answerOnly("t2"));
    open();
    setTimeout(() => renew("t2"), 100);
    expect(await tile("Utilisations")).toContain("1 240");
    expect(screen.queryByRole("alert", { name: /valide/ })).toBeNull();
  });

  it("shows an error when none follows, until one arrives", async () => {
    shortenTimeout();
    server.use(answerOnly("t3"));
    open();
    expect(
      await screen.findByText(/^Cette page n'est plus valide\s: rechargez-la depuis la console\.$/),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull();
    renew("t3");
    expect(await tile("Utilisations")).toContain("1 240");
  });
});

it("shows the server's error, and can be retried", async () => {
  server.use(
    http.get(
      "/api/statistiques",
      () =>
        HttpResponse.json(
          { ...problem(500, "Erreur", "Une erreur serveur est survenue."), requestId: "r-7" },
          { status: 500 },
        ),
      { once: true },
    ),
  );
  open();
  expect(await screen.findByText("Une erreur serveur est survenue.")).toBeVisible();
  expect(screen.getByText("r-7")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await tile("Utilisations")).toContain("1 240");
});
