import { expect, test } from "../support/fixtures.ts";

const expired = "Session expirée, veuillez vous reconnecter.";

test.use({ account: "gestionnaire" });

test("un jeton altéré ramène à la connexion, qui le dit", async ({ page }) => {
  await page.goto("/tb-stations");
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("token", `${localStorage.getItem("token")}x`));
  await page.reload();
  await expect(page).toHaveURL("/connexion");
  await expect(page.getByText(expired)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();
});

test("un jeton expiré est renouvelé sans que la personne le voie", async ({ page }) => {
  await page.goto("/tb-stations");
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
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
  await expect(page.getByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
  await expect(page).toHaveURL("/tb-stations");
});

test("la déconnexion vide le navigateur et ferme la session sur le serveur", async ({
  page,
  request,
}) => {
  await page.goto("/tb-stations");
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/connexion");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const answer = await request.get("/api/admin/exploitants", {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
});
