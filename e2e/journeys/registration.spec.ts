import type { Page } from "@playwright/test";
import { accounts, operators, password } from "../support/accounts.ts";
import { expect, test } from "../support/fixtures.ts";
import { resetLink } from "../support/mail.ts";
import { onPhone } from "../support/shell.ts";

test.use({ serverName: "registration" });

const confirmButton = (page: Page) =>
  page.getByRole("button", { name: "Confirmer mon inscription" });
const usedUp = "Ce lien a déjà servi ou n'est plus valable.";

test("une personne connue ailleurs confirme son inscription, et ne fait qu'une", async ({
  page,
  server,
  request,
}) => {
  const send = async (path: string, data: object, bearer = "") => {
    const headers = { Authorization: `Bearer ${bearer}` };
    const answer = await request.post(`/api${path}`, { data, headers });
    return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> };
  };
  const { body: session } = await send("/compte/connexion", { username: accounts.admin, password });
  const admin = String(session.token);
  const { id: littoral } = operators.littoral;
  const { body: key } = await send(`/admin/exploitant/${littoral}/cle`, { libelle: "App" }, admin);
  const seen = async (id: unknown) => {
    const answer = await request.get(`/api/admin/utilisateur/${id}?exploitant=${littoral}`, {
      headers: { Authorization: `Bearer ${admin}` },
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const sent = { email: accounts.usager, nom: "Autre", prenom: "Nom", telephone: "0611111111" };
  const registered = await send("/terrain/utilisateurs", sent, String(key.cle));
  expect(registered.status).toBe(201);
  expect(await seen(registered.body.id)).toMatchObject({ nom: "Autre", telephone: "0611111111" });

  const link = await resetLink(server.outbox, accounts.usager);
  expect(link.startsWith(`${server.url}/confirmer-inscription#jeton=`)).toBe(true);
  await page.goto(link);
  await onPhone(page, () => expect(confirmButton(page)).toBeInViewport());
  await confirmButton(page).click();
  await expect(
    page.getByText(`Votre inscription chez ${operators.littoral.nom} est confirmée.`),
  ).toBeVisible();

  const again = await send("/terrain/utilisateurs", sent, String(key.cle));
  expect(again.status).toBe(200);
  expect(await seen(again.body.id)).toMatchObject({ nom: "Perrin", prenom: "Mathieu" });

  await page.goto("about:blank"); // a URL that differs only after the # would not reload the page
  await page.goto(link);
  await confirmButton(page).click();
  await expect(page.getByText(usedUp)).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);
});
