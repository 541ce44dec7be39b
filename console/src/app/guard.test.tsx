import { createMemoryHistory } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createQueryClient } from "@/data/queryClient";
import { renderApp, signedIn, withTestServer } from "@/test/app";
import { createAppRouter } from "./router";

withTestServer();

const router = createAppRouter(createQueryClient(), createMemoryHistory());
const paths = Object.keys(router.routesByPath).filter((path) => path !== "/$");
const pageAt = (path: string) =>
  router.routesByPath[path as keyof typeof router.routesByPath].options.staticData?.page;
const open = [
  "/accessibilite",
  "/connexion",
  "/connexion/retour",
  "/oubli-mdp",
  "/nouveau-mot-de-passe",
  "/confirmer-adresse",
  "/confirmer-inscription",
];

it("every route says what its page is", () => {
  for (const path of paths) expect(pageAt(path), path).toBeDefined();
});

/** Returns the path to which the routes redirect; undefined when they allow the one asked for. */
function sentTo(pathname: string): string | undefined {
  try {
    for (const { routeId } of router.matchRoutes(pathname, {}))
      router.routesById[routeId].options.beforeLoad?.({ location: { href: pathname } } as never);
    return undefined;
  } catch (redirect) {
    return (redirect as { options: { to: string } }).options.to;
  }
}

describe("without a token", () => {
  it.each([...paths.filter((path) => !open.includes(path)), "/nulle-part", "/connexion/ailleurs"])(
    "%s leads to the login",
    (path) => expect(sentTo(path)).toBe("/connexion"),
  );

  it.each([...open, "/connexion/"])("%s stays open", (path) =>
    expect(sentTo(path)).toBeUndefined(),
  );

  it("shows nothing of the console", async () => {
    const app = renderApp("/tb-stations/5/details");
    expect(await screen.findByRole("button", { name: "Connexion" })).toBeVisible();
    expect(screen.getByRole("banner")).toHaveTextContent(
      "Bienvenue, Connectez-vous pour accéder à votre espace de gestion",
    );
    expect(app.path()).toBe("/connexion");
  });
});

describe("with a token", () => {
  it.each(paths.filter((path) => path !== "/connexion"))("%s stays open", (path) => {
    signedIn();
    expect(sentTo(path)).toBeUndefined();
  });

  it("the login page redirects to the home page", async () => {
    signedIn();
    const app = renderApp("/connexion");
    expect(await screen.findByRole("heading", { level: 1, name: "Accueil" })).toBeVisible();
    expect(app.path()).toBe("/");
  });

  it("an unknown path shows the page for unknown paths", async () => {
    signedIn();
    renderApp("/nulle-part/du-tout");
    expect(
      await screen.findByRole("heading", { level: 1, name: "Page introuvable" }),
    ).toBeVisible();
  });
});
