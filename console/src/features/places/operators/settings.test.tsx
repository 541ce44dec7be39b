import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { operatorSettings } from "@/test/data";

withTestServer();
beforeEach(() => signedIn());

const region = () => screen.findByRole("region", { name: "Réglages" });

it("reads and changes the settings of an operator", async () => {
  let saved: unknown;
  let settings = operatorSettings();
  server.use(
    http.get("/api/admin/exploitant/1/reglages", () => HttpResponse.json(settings)),
    http.put("/api/admin/exploitant/1/reglages", async ({ request }) => {
      saved = { body: await request.json(), version: request.headers.get("If-Match") };
      settings = operatorSettings({
        version: 2,
        delaiGraceJours: 10,
        delaiPreavisJours: 60,
        montantMinimumEncaissement: 200,
        recusParCourriel: "toujours",
      });
      return HttpResponse.json(settings);
    }),
  );
  renderApp("/gestion-exploitants/1/details");
  const block = await region();
  expect(await within(block).findByText(/^7\sjours$/)).toBeVisible();
  expect(within(block).getByText("Pour les abonnements")).toBeVisible();
  await userEvent.click(within(block).getByRole("button", { name: "Modifier" }));
  const field = await screen.findByRole("textbox", { name: "Accès après un impayé" });
  await userEvent.clear(field);
  await userEvent.type(field, "91");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(field).toHaveAccessibleDescription(/Ce délai est compris entre 0 et 90 jours/);
  await userEvent.clear(field);
  await userEvent.type(field, "10");
  const from = screen.getByRole("textbox", { name: "Encaisser à partir de" });
  expect(from).toHaveValue("0,50");
  await userEvent.clear(from);
  await userEvent.type(from, "0,49");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(from).toHaveAccessibleDescription(/Ce montant est compris entre 0,50\s€ et 20,00\s€/);
  await userEvent.clear(from);
  await userEvent.type(from, "2");
  const notice = screen.getByRole("textbox", { name: "Préavis d'une hausse de prix" });
  await userEvent.clear(notice);
  await userEvent.type(notice, "366");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  expect(notice).toHaveAccessibleDescription(/Ce délai est compris entre 0 et 365 jours/);
  await userEvent.clear(notice);
  await userEvent.type(notice, "60");
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "Reçus par e-mail" }),
    "Toujours",
  );
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  const modal = await screen.findByRole("dialog", { name: "Modification" });
  expect(modal).toHaveTextContent("modifier les réglages de Métropole de Grandval ?");
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  expect(await within(await region()).findByText(/^10\sjours$/)).toBeVisible();
  expect(within(await region()).getByText(/^2,00\s€$/)).toBeVisible();
  expect(within(await region()).getByText(/^60\sjours$/)).toBeVisible();
  expect(saved).toEqual({
    body: {
      delaiGraceJours: 10,
      delaiPreavisJours: 60,
      montantMinimumEncaissement: 200,
      delaiMaximumEncaissementJours: 30,
      recusParCourriel: "toujours",
      delaiOffreJours: 5,
    },
    version: '"1"',
  });
});
