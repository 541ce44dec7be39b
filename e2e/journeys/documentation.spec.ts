import { expect, test } from "../support/fixtures.ts";

test("la page de l'API se lit, sous la même politique de sécurité", async ({ page }) => {
  const response = await page.goto("/api/docs");
  expect(response?.headers()["content-security-policy"]).toContain("script-src");
  await expect(page.getByText("/api/compte/connexion").first()).toBeVisible();
});

test("la description de l'API est au format OpenAPI 3.1", async ({ request }) => {
  const document = await (await request.get("/api/openapi.json")).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toContain("/api/compte/connexion");
});
