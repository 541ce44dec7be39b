import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { server, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import { renderUi } from "@/test/render";
import type { Simulation, Subject } from "./api";
import { SimulationModal } from "./SimulationModal";

withTestServer();

/** A stay of 26 hours: a ceiling of 3,00 € for the first day, then 1,00 € an hour; removal after two days. */
function simulation(changes: Partial<Simulation> = {}): Simulation {
  return {
    prixActuel: 500,
    prixAvantDepassement: 300,
    prixDepassement: 200,
    prixEnlevement: 0,
    dateCalcul: "2026-11-22T16:00:00+01:00",
    dureeStationnementTotal: 1560,
    dureeStationnementNormal: 1440,
    dureeStationnementDepassement: 120,
    dateDebutStationnement: "2026-11-21T14:00:00+01:00",
    dateDebutDepassement: "2026-11-22T14:00:00+01:00",
    dateEnlevement: "2026-11-23T14:00:00+01:00",
    lignes: [
      { libelle: "Stationnement", quantite: 24, prixUnitaire: 50, montant: 1200 },
      { libelle: "Plafond de 3,00 €", quantite: 1, prixUnitaire: -900, montant: -900 },
      { libelle: "Dépassement", quantite: 2, prixUnitaire: 100, montant: 200 },
    ],
    courbe: [
      { apresMinutes: 0, prix: 300 },
      { apresMinutes: 1440, prix: 400 },
      { apresMinutes: 2880, prix: 4700 },
    ],
    minutesCourbe: 2880,
    horsPlage: false,
    ...changes,
  };
}

const longer = simulation({
  prixActuel: 4700,
  prixDepassement: 2400,
  prixEnlevement: 2000,
  dateCalcul: "2026-11-25T14:00:00+01:00",
  dureeStationnementTotal: 5760,
  dureeStationnementDepassement: 1440,
});

function answer(result: Simulation, requests: URLSearchParams[] = []) {
  server.use(
    http.get("/api/admin/tarif/:id/simulation-prix", ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json(result);
    }),
  );
  return requests;
}

function refuse(propertyPath: string, message: string) {
  server.use(
    http.get("/api/admin/tarif/:id/simulation-prix", () =>
      HttpResponse.json(
        {
          ...problem(422, "Unprocessable Entity", message),
          violations: [{ propertyPath, message }],
        },
        { status: 422 },
      ),
    ),
  );
}

function Page({ subject }: { subject: Subject }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Ouvrir
      </button>
      <SimulationModal {...subject} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

async function open(subject: Subject = { tariffId: 4 }) {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-21T14:04:00+01:00"));
  const { user } = renderUi(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Page subject={subject} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Ouvrir" }));
  const modal = await screen.findByRole("dialog", { name: "Simuler une occupation" });
  return { user, modal, field: (name: string) => within(modal).getByRole("textbox", { name }) };
}

const part = (modal: HTMLElement, name: string) => within(modal).findByRole("region", { name });

describe("the stay to imagine", () => {
  it("lasts three hours from now at first, to the quarter, in wire format", async () => {
    const requests = answer(simulation());
    const { modal } = await open();
    expect(await part(modal, "Prix de l'occupation")).toBeVisible();
    expect(Object.fromEntries(requests[0] ?? [])).toEqual({
      dateDebutSimulation: "21-11-2026 14:00:00",
      dateFinSimulation: "21-11-2026 17:00:00",
    });
  });

  it("is typed, or lasts as long as the button pressed says", async () => {
    const requests = answer(simulation());
    const { user, modal, field } = await open();
    await part(modal, "Prix de l'occupation");
    await user.clear(field("Heure de début"));
    await user.type(field("Heure de début"), "8h");
    await user.click(within(modal).getByRole("button", { name: "Simuler" }));
    await waitFor(() =>
      expect(requests.at(-1)?.get("dateDebutSimulation")).toBe("21-11-2026 08:00:00"),
    );
    await user.click(within(modal).getByRole("button", { name: "1 jour" }));
    await waitFor(() =>
      expect(requests.at(-1)?.get("dateFinSimulation")).toBe("22-11-2026 08:00:00"),
    );
    expect(field("Date de fin")).toHaveValue("22-11-2026");
    expect(within(modal).getByRole("button", { name: "1 jour" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await user.click(within(modal).getByRole("button", { name: "Jusqu'à l'enlèvement" }));
    await waitFor(() =>
      expect(requests.at(-1)?.get("dateFinSimulation")).toBe("23-11-2026 08:00:00"),
    );
  });

  it("is refused at the field when it is invalid, without a call", async () => {
    const requests = answer(simulation());
    const { user, modal, field } = await open();
    await part(modal, "Prix de l'occupation");
    await user.clear(field("Date de fin"));
    await user.type(field("Date de fin"), "31-02-2027{Enter}");
    expect(await within(modal).findByText("Le format de la date n'est pas correct")).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it("gets the server's sentence at the field, and keeps what was typed", async () => {
    answer(simulation());
    const { user, modal, field } = await open();
    await part(modal, "Prix de l'occupation");
    const sentence = "La fin de l'occupation ne peut précéder son début";
    refuse("dateFinSimulation", sentence);
    await user.clear(field("Date de fin"));
    await user.type(field("Date de fin"), "20-11-2026{Enter}");
    expect(await within(modal).findByRole("alert")).toHaveTextContent(sentence);
    expect(field("Date de fin")).toHaveValue("20-11-2026");
    expect(within(modal).queryByRole("region", { name: "Prix de l'occupation" })).toBeNull();

    answer(simulation());
    await user.click(within(modal).getByRole("button", { name: "Simuler" }));
    expect(await part(modal, "Prix de l'occupation")).toBeVisible();
    expect(within(modal).queryByRole("alert")).toBeNull();
  });
});

describe("no earlier price", () => {
  const price = (modal: HTMLElement) =>
    within(modal).queryByRole("region", { name: "Prix de l'occupation" });

  it("is shown once the typed stay is another one, until it is simulated", async () => {
    answer(simulation());
    const { user, modal, field } = await open();
    await part(modal, "Prix de l'occupation");
    await user.clear(field("Heure de fin"));
    await user.type(field("Heure de fin"), "23h");
    expect(price(modal)).toBeNull();
    expect(within(modal).getByText(/^Les dates ont changé/)).toBeVisible();
    await user.clear(field("Heure de fin"));
    await user.type(field("Heure de fin"), "17h");
    expect(await part(modal, "Prix de l'occupation")).toBeVisible();
  });

  it("is shown while a simulation runs, or after it has failed", async () => {
    answer(simulation());
    const { user, modal } = await open();
    await part(modal, "Prix de l'occupation");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.get("/api/admin/tarif/:id/simulation-prix", async () => {
        await released;
        return HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        });
      }),
    );
    await user.click(within(modal).getByRole("button", { name: "1 jour" }));
    expect(price(modal)).toBeNull();
    release();
    expect(await within(modal).findByRole("button", { name: "Réessayer" })).toBeVisible();
    expect(price(modal)).toBeNull();
  });
});

describe("what it would cost", () => {
  it("is shown as a total, then line by line", async () => {
    answer(simulation());
    const { modal } = await open();
    const price = await part(modal, "Prix de l'occupation");
    expect(within(price).getByRole("status")).toHaveTextContent(
      "5,00 €1 j 2 h, du 21/11/2026 - 14h00 au 22/11/2026 - 16h00",
    );
    expect(price).toHaveTextContent("Stationnement24 × 0,50 €12,00 €");
    expect(price).toHaveTextContent("Plafond de 3,00 €−9,00 €");
    expect(price).toHaveTextContent("Total5,00 €");
    expect(await part(modal, "Détail du calcul")).toHaveTextContent(
      "Prix avant dépassement3,00 €Prix du dépassement2,00 €Prix de l'enlèvement0,00 €" +
        "Durée totale1 j 2 hDurée normale1 jDurée de dépassement2 h" +
        "Début du dépassement22/11/2026 - 14h00Enlèvement23/11/2026 - 14h00" +
        "Prix calculé au22/11/2026 - 16h00",
    );
  });

  it.each<[string, Simulation, string[], RegExp | null]>([
    [
      "short of any limit",
      simulation({
        dateCalcul: "2026-11-21T17:00:00+01:00",
        dureeStationnementTotal: 180,
        dureeStationnementNormal: 180,
        dureeStationnementDepassement: 0,
      }),
      ["Stationnement normal3 h"],
      /dépassement dès le 22.11.2026 - 14h00, enlèvement dès le 23.11.2026 - 14h00\.$/,
    ],
    [
      "past the overrun limit",
      simulation(),
      ["Stationnement normal1 j · 3,00 €", "Dépassement2 h · 2,00 €Dès le 22/11/2026 - 14h00"],
      /prolonge : enlèvement dès le 23.11.2026 - 14h00\.$/,
    ],
    [
      "past the removal",
      longer,
      ["Stationnement normal1 j", "Dépassement1 j · 24,00 €", "Enlèvement2 j · 20,00 €"],
      /l'accès est bloqué et le prix n'augmente plus\.$/,
    ],
    [
      "without limits",
      simulation({
        dureeStationnementNormal: 1560,
        dureeStationnementDepassement: 0,
        dateDebutDepassement: null,
        dateEnlevement: null,
      }),
      ["Stationnement normal1 j 2 h"],
      null,
    ],
  ])("has a timeline, %s", async (_, result, stages, note) => {
    answer(result);
    const { modal } = await open();
    const timeline = await part(modal, "Déroulement");
    const shown = within(timeline).getAllByRole("listitem");
    expect(shown).toHaveLength(stages.length);
    for (const [index, text] of stages.entries()) expect(shown[index]).toHaveTextContent(text);
    const paragraph = timeline.querySelector("p");
    if (note) expect(paragraph).toHaveTextContent(note);
    else expect(paragraph).toBeNull();
  });

  it("is listed for a few round durations, for readers who do not see the chart", async () => {
    answer(simulation());
    const { modal } = await open();
    expect(await part(modal, "Prix selon la durée")).toHaveTextContent(
      "1 h3,00 €3 h3,00 €6 h3,00 €12 h3,00 €1 j3,00 €2 j, enlèvement47,00 €",
    );
  });

  it("can be retried after a failure", async () => {
    server.use(
      http.get("/api/admin/tarif/:id/simulation-prix", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    const { user, modal } = await open();
    const again = await within(modal).findByRole("button", { name: "Réessayer" });
    answer(simulation());
    await user.click(again);
    expect(await part(modal, "Prix de l'occupation")).toBeVisible();
  });
});

it.each([
  { horsPlage: true, note: 1 },
  { horsPlage: false, note: 0 },
])("says when the stay begins outside the periods: $horsPlage", async ({ horsPlage, note }) => {
  answer(simulation({ horsPlage }));
  const { modal } = await open();
  await part(modal, "Prix de l'occupation");
  expect(within(modal).queryAllByText(/il ne s'y appliquerait pas/)).toHaveLength(note);
});

describe("a condition that is not saved", () => {
  const draft = { operatorId: 1, draft: { typeTarif: "heure", montant: 50 } };

  it("is simulated with the typed values, which a note says", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post("/api/admin/exploitant/:id/tarif/simulation", async ({ request, params }) => {
        bodies.push([params.id, await request.json()]);
        return HttpResponse.json(simulation());
      }),
    );
    const { modal } = await open(draft);
    await part(modal, "Prix de l'occupation");
    expect(bodies).toEqual([
      [
        "1",
        {
          tarif: { typeTarif: "heure", montant: 50 },
          dateDebutSimulation: "21-11-2026 14:00:00",
          dateFinSimulation: "21-11-2026 17:00:00",
        },
      ],
    ]);
    expect(modal).toHaveTextContent("qui ne sont pas encore enregistrées");
  });

  it("says what is wrong with it", async () => {
    const message = "Un montant doit être compris entre 0 et 10 000 000 €, au centime près";
    server.use(
      http.post("/api/admin/exploitant/:id/tarif/simulation", () =>
        HttpResponse.json(
          {
            ...problem(422, "Unprocessable Entity", message),
            violations: [{ propertyPath: "montant", message }],
          },
          { status: 422 },
        ),
      ),
    );
    const { modal } = await open(draft);
    expect(await within(modal).findByRole("alert")).toHaveTextContent(message);
  });
});

it("returns the focus to its opener", async () => {
  answer(simulation());
  const { user, modal } = await open();
  await part(modal, "Prix de l'occupation");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Ouvrir" })).toHaveFocus());
});
