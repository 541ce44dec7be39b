import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { RIGHTS_OF_ROLE, type Right } from "@/api/rights";
import type { Intervention } from "@/entities/intervention/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { intervention } from "@/test/data";

withTestServer();

const taken = intervention({
  etat: "prise_en_charge",
  responsable: { id: 9, nom: "Ada Martin" },
  echeance: "2026-11-01",
});

/** Opens the row of an intervention, and returns what is written. */
async function open(shown: Intervention, rights: readonly Right[] = RIGHTS_OF_ROLE.Mainteneur) {
  signedIn({ rights });
  const sent: unknown[] = [];
  server.use(
    http.get("/api/admin/exploitant/1/interventions", () =>
      HttpResponse.json({ items: [shown], total: 1 }),
    ),
    http.get("/api/admin/intervention/12", () =>
      HttpResponse.json({
        ...shown,
        photos: [],
        lignes: [
          {
            instant: "2026-11-20T16:03:00+01:00",
            genre: "ouverture",
            auteur: null,
            texte: "La porte est ouverte.",
            responsable: null,
            pieces: "",
            minutes: 0,
          },
          ...["Zoé Petit", "Ada Martin"].map((responsable) => ({
            instant: "2026-11-20T16:10:00+01:00",
            genre: "prise_en_charge",
            auteur: "Ada Martin",
            texte: "",
            responsable,
            pieces: "",
            minutes: 0,
          })),
        ],
      }),
    ),
    http.get("/api/admin/exploitant/1/a-traiter/collegues", () =>
      HttpResponse.json([{ id: 3, nom: "Zoé Petit", roles: ["Mainteneur"] }]),
    ),
    http.patch("/api/admin/intervention/12", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(shown);
    }),
  );
  renderApp("/interventions?ligne=12");
  const details = await screen.findByRole("region", { name: /^Détails de l'intervention/ });
  return { sent, details: within(details) };
}

const change = async (details: ReturnType<typeof within>) => {
  await userEvent.click(details.getByRole("button", { name: "Modifier l'intervention" }));
  return within(await screen.findByRole("dialog", { name: /^Modifier l'intervention/ }));
};

describe("an intervention", () => {
  it("tells what happened, and who did", async () => {
    const { details } = await open(taken);
    expect(await details.findByText("La porte est ouverte.")).toBeVisible();
    expect(details.getByText("20/11/2026 - 16h03, Consigne")).toBeVisible();
    expect(details.getByText("Confiée à Zoé Petit")).toBeVisible();
    expect(details.getByText("Prise en charge par Ada Martin")).toBeVisible();
    expect(details.getByText("Ada Martin, avant le 01/11/2026")).toBeVisible();
  });

  it("is given to a colleague, with another cause and a later day", async () => {
    const { sent, details } = await open(taken);
    const form = await change(details);
    await userEvent.click(form.getByRole("button", { name: "Clavier" }));
    await userEvent.selectOptions(form.getByLabelText("Prise en charge par"), "Zoé Petit");
    await userEvent.clear(form.getByLabelText("Échéance"));
    await userEvent.type(form.getByLabelText("Échéance"), "31/2/2027");
    await userEvent.click(form.getByRole("button", { name: "Enregistrer" }));
    expect(await form.findByText("Ce jour n'est pas correct.")).toBeVisible();
    await userEvent.clear(form.getByLabelText("Échéance"));
    await userEvent.type(form.getByLabelText("Échéance"), "4/3/2027");
    await userEvent.click(form.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("L'intervention n° 12 est modifiée.")).toBeVisible();
    expect(sent).toEqual([{ cause: "clavier", responsable: 3, echeance: "2027-03-04" }]);
  });

  it("keeps a day that has passed when something else is changed, and names who is in charge", async () => {
    const { sent, details } = await open(taken);
    const form = await change(details);
    expect(form.getByLabelText("Prise en charge par")).toHaveDisplayValue("Ada Martin");
    await userEvent.selectOptions(form.getByLabelText("Prise en charge par"), "Personne");
    await userEvent.click(form.getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(sent).toEqual([{ responsable: 0 }]));
  });

  it("is read by the hotline, who may not change it", async () => {
    const { details } = await open(taken, RIGHTS_OF_ROLE.Hotline);
    expect(await details.findByText("La porte est ouverte.")).toBeVisible();
    expect(details.queryByRole("button", { name: /l'intervention|Commenter/ })).toBeNull();
  });
});
