import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";

withTestServer();

const PAGE = "/gestion-exploitants/3/details";
const key = {
  id: 4,
  libelle: "Application mobile",
  debut: "ck_EC2SS",
  creation: "2026-11-21T07:19:00Z",
  derniereUtilisation: null,
};

function answerKeys(keys: (typeof key)[]) {
  server.use(http.get("/api/admin/exploitant/3/cles", () => HttpResponse.json(keys)));
}

it("a key is created with a label and shown once", async () => {
  signedIn();
  answerKeys([]);
  let sent: unknown;
  server.use(
    http.post("/api/admin/exploitant/3/cle", async ({ request }) => {
      sent = await request.json();
      answerKeys([key]);
      return HttpResponse.json({ id: 4, cle: "ck_EC2SS2G5" }, { status: 201 });
    }),
  );
  renderApp(PAGE);
  const create = await screen.findByRole("button", { name: "Créer une clé" });
  await userEvent.click(create);
  expect(await screen.findByText("Veuillez renseigner le libellé de la clé.")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: /Libellé/ }), "Application mobile");
  await userEvent.click(create);
  const modal = await screen.findByRole("dialog", { name: "Nouvelle clé" });
  expect(sent).toEqual({ libelle: "Application mobile" });
  expect(within(modal).getByText("ck_EC2SS2G5")).toBeVisible();
  expect(within(modal).getByRole("button", { name: "Copier la clé" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(modal).toBeVisible();
  await userEvent.click(within(modal).getByRole("button", { name: "J'ai conservé la clé" }));
  await waitFor(() => expect(screen.queryByText("ck_EC2SS2G5")).toBeNull());
  expect(await screen.findByRole("row", { name: /Application mobile/ })).toHaveTextContent(
    "Jamais",
  );
});

it("a key is revoked after a confirmation", async () => {
  signedIn();
  answerKeys([key]);
  server.use(
    http.delete("/api/admin/cle/4", () => {
      answerKeys([]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Révoquer Application mobile" }));
  const modal = await screen.findByRole("dialog", { name: "Suppression" });
  expect(modal).toHaveTextContent("Voulez-vous vraiment supprimer la clé Application mobile ?");
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  expect(await screen.findByText("Cet exploitant n'a pas encore de clé.")).toBeVisible();
});

it("keys are shown only to administrators", async () => {
  signedIn({ rights: ["DROIT_EXPLOITANTS_LECTURE"] });
  renderApp(PAGE);
  await screen.findByText(/^Accès refusé/);
  expect(screen.queryByRole("region", { name: "Clés d'accès au terrain" })).toBeNull();
});
