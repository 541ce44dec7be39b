import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, nothingFound, tariff } from "@/test/data";

withTestServer();

const SEARCH = "/api/admin/recit/exploitant/:id";

async function search(text: string) {
  signedIn({ rights: ALL_RIGHTS.filter((right) => right !== "DROIT_EXPLOITANTS_ECRITURE") });
  server.use(http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json([])));
  renderApp("/mode-maintenance");
  await screen.findByRole("searchbox", { name: "Code du casier" });
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.type(await screen.findByPlaceholderText(/Aller à une page/), text);
}

it("keeps what is typed before its field is there, and nothing of it reaches the page", async () => {
  signedIn();
  renderApp("/mode-maintenance");
  const code = await screen.findByRole("searchbox", { name: "Code du casier" });
  await userEvent.click(code);
  const user = userEvent.setup({ delay: null });
  await user.keyboard("{Control>}k{/Control}Recicx{Backspace}t?");
  const field = await screen.findByPlaceholderText(/Aller à une page/);
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue("Recict?");
  expect(code).toHaveValue("");
  await user.keyboard("{Control>}k{/Control}{Backspace}");
  expect(field).toHaveValue("Recict");
});

it("says that it found nothing once the server has answered so", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get(SEARCH, async () => {
      await answered;
      return HttpResponse.json(nothingFound);
    }),
  );
  await search("zzzz");
  expect(await screen.findByText("Recherche en cours…")).toBeVisible();
  expect(screen.queryByText("Aucun résultat")).toBeNull();
  answer();
  expect(await screen.findByText("Aucun résultat")).toBeVisible();
});

it("says that the search failed, not that it found nothing", async () => {
  server.use(http.get(SEARCH, () => HttpResponse.json({}, { status: 422 })));
  await search("zzzz");
  expect(await screen.findByText(/^La recherche n'a pas abouti\./)).toBeVisible();
  expect(screen.queryByText("Aucun résultat")).toBeNull();
});

it("finds receipts and interventions by their number, tariffs and what one may begin", async () => {
  const at = { id: 5, nom: "Gare centrale" };
  server.use(
    http.get(SEARCH, () =>
      HttpResponse.json({
        ...nothingFound,
        documents: [
          {
            id: 3,
            type: "recu",
            numero: "VELO-2026-000123",
            date: "2026-11-20T15:28:09+01:00",
            montant: 1250,
            idPaiement: 70,
          },
        ],
        interventions: [{ id: 9, numero: 12, station: at, casier: { id: 1, nom: "A1" } }],
      }),
    ),
  );
  await search("12");
  expect(await screen.findByText("Reçu VELO-2026-000123")).toBeVisible();
  expect(screen.getByText(/^Intervention n°\s12$/)).toBeVisible();
  const box = screen.getByPlaceholderText(/Aller à une page/);
  server.use(http.get(SEARCH, () => HttpResponse.json(nothingFound)));
  await userEvent.clear(box);
  await userEvent.type(box, tariff().libelleAdmin);
  expect(await screen.findByText(/^Condition tarifaire /)).toBeVisible();
  await userEvent.clear(box);
  await userEvent.type(box, "clore");
  expect(await screen.findByText("Clore le mois")).toBeVisible();
  for (const typed of ["API", "clé", "documentation"]) {
    await userEvent.clear(box);
    await userEvent.type(box, typed);
    expect(await screen.findByText("Documentation de l'API")).toBeVisible();
  }
  await userEvent.clear(box);
  await userEvent.type(box, "créer un exploitant");
  await waitFor(() => expect(screen.queryByText("Créer un exploitant")).toBeNull());
});

it("shows the shortcuts at « ? », but neither while one types nor once single keys are turned off", async () => {
  signedIn();
  renderApp("/mode-maintenance");
  const box = await screen.findByRole("searchbox", { name: "Code du casier" });
  await userEvent.type(box, "?");
  expect(screen.queryByRole("dialog", { name: "Raccourcis clavier" })).toBeNull();
  box.blur();
  await userEvent.keyboard("?");
  const keys = within(await screen.findByRole("dialog", { name: "Raccourcis clavier" }));
  expect(keys.getByRole("row", { name: /^\/ Placer le curseur/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  localStorage.setItem("raccourcisUneTouche", "non");
  await userEvent.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("leads administrators to the keys of the chosen operator", async () => {
  signedIn();
  const app = renderApp("/mode-maintenance");
  await screen.findByRole("searchbox", { name: "Code du casier" });
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.type(await screen.findByPlaceholderText(/Aller à une page/), "API");
  await userEvent.click(await screen.findByText("Clés d'accès"));
  await waitFor(() => expect(app.path()).toBe("/gestion-exploitants/1/details"));
});
