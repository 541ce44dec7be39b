import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { LeftBikeFile } from "./api";

withTestServer();

const PATH = "/velos-laisses";

const file = (changes: Partial<LeftBikeFile> = {}): LeftBikeFile => ({
  id: 1,
  etape: "preavis",
  station: { id: 5, nom: "Gare centrale" },
  casier: null,
  utilisateur: null,
  idOccupation: null,
  description: "VTT noir",
  marquage: "BC1234567A",
  etiquette: "V-037",
  ouvertLe: "2026-03-01T15:00:00+01:00",
  preavis: "2026-03-01T15:00:00+01:00",
  avisAppose: true,
  enleveLe: null,
  depot: "",
  rayon: "",
  gardeJusquAu: null,
  closLe: null,
  remisA: "",
  justificatif: null,
  suites: [
    { etape: "enleve", aPartirDu: "2026-03-31" },
    { etape: "repris", aPartirDu: "2026-03-01" },
  ],
  reglement: {
    preavisJours: 30,
    enlevementJours: 0,
    gardeJours: 90,
    finJours: 0,
    texteAvis: "",
  },
  idPaiement: null,
  fraisEnlevement: 0,
  photos: [],
  ...changes,
});

function answer(one = file()): URL[] {
  const requests: URL[] = [];
  server.use(
    http.get("/api/admin/exploitant/1/velos-laisses", ({ request }) => {
      requests.push(new URL(request.url));
      return HttpResponse.json({ items: [one], total: 1 });
    }),
    http.get("/api/admin/velo-laisse/1", () => HttpResponse.json(one)),
  );
  return requests;
}

it("shows each file, its next step and whose the bicycle is", async () => {
  signedIn();
  const requests = answer();
  renderApp(PATH);
  const row = await screen.findByRole("row", { name: /VTT noir/ });
  for (const text of ["Préavis", "Gare centrale", "Enlèvement à partir du 31/03/2026", "Inconnu"])
    expect(within(row).getByText(text)).toBeVisible();
  expect(screen.getByText(/^Un dossier s'ouvre depuis/)).toContainElement(
    within(screen.getByRole("main")).getByRole("link", { name: "Mode maintenance" }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Filtrer" }));
  const modal = within(await screen.findByRole("dialog", { name: "Filtres vélos laissés" }));
  await userEvent.click(modal.getByLabelText("Enlevé"));
  await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
  await waitFor(() => expect(requests.at(-1)?.searchParams.getAll("etape")).toEqual(["enleve"]));
});

it("takes a step with what must be told of it, shows why it is refused, and undoes it", async () => {
  signedIn();
  answer();
  const sent: unknown[] = [];
  server.use(
    http.post("/api/admin/velo-laisse/1/etape", async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? HttpResponse.json(problem(409, "Conflit", "Possible à partir du 31/03/2026"), {
            status: 409,
          })
        : HttpResponse.json(file({ etape: "enleve" }));
    }),
    http.delete("/api/admin/velo-laisse/1/etape", () => {
      sent.push("undone");
      return HttpResponse.json(file({ etape: "ouvert" }));
    }),
  );
  renderApp(`${PATH}?ligne=1`);
  await userEvent.click(await screen.findByRole("button", { name: "Enlever le vélo" }));
  const modal = within(await screen.findByRole("dialog", { name: "Enlever le vélo" }));
  await userEvent.click(modal.getByRole("button", { name: "Enlever le vélo" }));
  expect(await modal.findByText("Veuillez indiquer le dépôt")).toBeVisible();
  await userEvent.type(modal.getByLabelText(/^Dépôt/), "Nord");
  await userEvent.click(modal.getByRole("button", { name: "Enlever le vélo" }));
  expect(await modal.findByText("Possible à partir du 31/03/2026")).toBeVisible();
  await userEvent.click(modal.getByRole("button", { name: "Enlever le vélo" }));
  expect(await screen.findByText("Le vélo est enlevé.")).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ etape: "enleve", depot: "Nord" });
  await userEvent.click(screen.getByRole("button", { name: "Annuler la dernière étape" }));
  const question = within(await screen.findByRole("dialog", { name: "Annuler la dernière étape" }));
  await userEvent.click(question.getByRole("button", { name: "Annuler l'étape" }));
  await waitFor(() => expect(sent.at(-1)).toBe("undone"));
});

it("offers a step from its day on", async () => {
  signedIn();
  answer(file({ suites: [{ etape: "enleve", aPartirDu: "2999-03-31" }] }));
  renderApp(`${PATH}?ligne=1`);
  expect(
    await screen.findByRole("button", { name: "Enlever le vélo, à partir du 31/03/2999" }),
  ).toBeDisabled();
});

it("offers no step to who may only read", async () => {
  answer();
  signedIn({ rights: ["DROIT_EVENEMENTS_LECTURE"] });
  renderApp(`${PATH}?ligne=1`);
  expect(await screen.findByRole("region", { name: "Étapes" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Enlever le vélo/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Choisir une photo" })).toBeNull();
});
