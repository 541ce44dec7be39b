import { expect, test } from "../support/fixtures.ts";
import { title } from "../support/shell.ts";

test.use({ account: "gestionnaire" });

test("un jeton expiré se renouvelle sans qu'on le voie ; la déconnexion vide le navigateur et ferme la session", async ({
  page,
  request,
}) => {
  await page.goto("/tb-stations");
  await expect(title(page)).toHaveText("Mes stations");
  const before = await page.evaluate(() => localStorage.getItem("refreshToken"));

  // The test cannot wait ten minutes for a token to expire: the first call gets the server's answer for an expired
  // one.
  await page.route(
    "**/api/admin/**",
    (route) =>
      route.fulfill({
        status: 401,
        json: { code: 401, message: "Expired JWT Token", detail: "Session expirée." },
      }),
    { times: 1 },
  );
  await page.reload();
  // The page reloads meanwhile, which waitForFunction survives.
  await page.waitForFunction((old) => localStorage.getItem("refreshToken") !== old, before);
  await expect(title(page)).toHaveText("Mes stations");
  await expect(page).toHaveURL("/tb-stations");

  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const answer = await request.get("/api/admin/exploitants", {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
});

test("un jeton altéré ramène à la connexion, qui le dit", async ({ page }) => {
  await page.goto("/tb-stations");
  await expect(title(page)).toHaveText("Mes stations");
  await page.evaluate(() => localStorage.setItem("token", `${localStorage.getItem("token")}x`));
  await page.reload();
  await expect(page).toHaveURL("/connexion");
  await expect(page.getByText("Session expirée, veuillez vous reconnecter.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
});
