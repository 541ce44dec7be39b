import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";

withTestServer();
beforeEach(() => signedIn());

const region = () => screen.findByRole("region", { name: "Réglages" });

it("reads and changes the settings of an operator", async () => {
  let saved: unknown;
  let settings = { version: 1, delaiGraceJours: 7, delaiOffreJours: 5 };
  server.use(
    http.get("/api/admin/exploitant/1/reglages", () => HttpResponse.json(settings)),
    http.put("/api/admin/exploitant/1/reglages", async ({ request }) => {
      saved = { body: await request.json(), version: request.headers.get("If-Match") };
      settings = { version: 2, delaiGraceJours: 10, delaiOffreJours: 5 };
      return HttpResponse.json(settings);
    }),
  );
  renderApp("/gestion-exploitants/1/details");
  const block = await region();
  expect(await within(block).findByText(/^7\sjours$/)).toBeVisible();
  await userEvent.click(within(block).getByRole("button", { name: "Modifier" }));
  const field = await screen.findByRole("textbox", { name: "Accès après un impayé" });
  await userEvent.clear(field);
  await userEvent.type(field, "91");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(field).toHaveAccessibleDescription(/Ce délai est compris entre 0 et 90 jours/);
  await userEvent.clear(field);
  await userEvent.type(field, "10");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  const modal = await screen.findByRole("dialog", { name: "Modification" });
  expect(modal).toHaveTextContent("modifier les réglages de Métropole de Grandval ?");
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  expect(await within(await region()).findByText(/^10\sjours$/)).toBeVisible();
  expect(saved).toEqual({ body: { delaiGraceJours: 10, delaiOffreJours: 5 }, version: '"1"' });
});
