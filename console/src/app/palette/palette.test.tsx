import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS } from "@/test/data";

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

it("says that it found nothing once the server has answered so", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get(SEARCH, async () => {
      await answered;
      return HttpResponse.json({ usagers: [], casiers: [], stations: [], paiements: [] });
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
