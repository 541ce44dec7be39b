import postman, { type Item } from "postman-collection";
import { expectAccessible } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectFits, phone } from "../support/shell.ts";

test("la page de l'API se lit en français, au clavier et sans script", async ({ page }) => {
  const response = await page.goto("/api/docs");
  expect(response?.headers()["content-security-policy"]).toContain("script-src");
  expect(await page.locator("script").count()).toBe(0);
  const call = page.locator("summary").filter({ hasText: "/api/terrain/occupations/{id}/fin" });
  await call.focus();
  await page.keyboard.press("Enter");
  const details = page.locator("#field-end");
  await expect(details.getByText('curl -X POST "$URL/api/terrain/occupations/')).toBeVisible();
  await expect(details.getByRole("heading", { name: "Réponses" })).toBeVisible();
  await expectAccessible(page);
  // A link to an object opens it.
  await details.getByRole("link", { name: "FieldStayEnd" }).click();
  await expect(page.locator("#objet-FieldStayEnd")).toBeInViewport();
  await page.goto("/api/docs#refund-payment");
  await expect(page.locator("#refund-payment")).toBeInViewport();

  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(phone);
  await page.goto("/api/docs#login");
  await expect(page.locator("#login")).toBeInViewport();
  await expectFits(page);
});

test("la collection se lit avec la bibliothèque de Postman, et contient chaque appel", async ({
  request,
}) => {
  const document = await (await request.get("/api/openapi.json")).json();
  const answer = await request.get("/api/collection.json");
  expect(answer.headers()["content-disposition"]).toContain(".postman_collection.json");
  const collection = new postman.Collection(await answer.json());
  const calls = Object.entries<Record<string, { tags: string[]; summary: string }>>(
    document.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags, summary }]) => ({
      named: `${tags[0]}: ${summary}`,
      // A parameter is a variable, or in a part with other text its example.
      address: new RegExp(
        `^${method.toUpperCase()} /${path
          .slice(1)
          .replaceAll(".", "\\.")
          .replace(/\{\w+\}/g, "[^/]+")}$`,
      ),
    })),
  );
  const items: string[] = [];
  collection.forEachItem((item: Item) => {
    const at = `${item.request.method} ${item.request.url.getPath({ unresolved: true })}`;
    const call = calls.find(
      ({ named, address }) => named === `${item.parent().name}: ${item.name}` && address.test(at),
    );
    expect(call, at).toBeDefined();
    expect(item.request.url.getPath()).not.toContain("{");
    if (item.request.body?.raw)
      expect(() => JSON.parse(item.request.body?.raw ?? "")).not.toThrow();
    items.push(at);
  });
  expect(new Set(items).size).toBe(calls.length);
  expect(collection.variables.map(({ key }) => key)).toEqual([
    "adresse",
    "cle",
    "jeton",
    "jetonTableauDeBord",
  ]);
});
