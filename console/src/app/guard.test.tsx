import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createQueryClient } from "@/data/queryClient";
import { renderApp, signedIn, withTestServer } from "@/test/app";
import { guard } from "./guard";
import { type PagePath, pages } from "./pages";
import { createAppRouter } from "./router";

withTestServer();

const paths = Object.keys(pages) as PagePath[];
const open = [
  "/connexion",
  "/oubli-mdp",
  "/nouveau-mot-de-passe",
  "/confirmer-adresse",
  "/confirmer-inscription",
];

describe("the page table and the routes", () => {
  it("name the same paths", () => {
    const routes = Object.keys(createAppRouter(createQueryClient()).routesByPath).filter(
      (path) => path !== "/$",
    );
    expect(routes.sort()).toEqual([...paths].sort());
  });
});

/** Returns the path to which the guard redirects; undefined when it allows the one asked for. */
function sentTo(pathname: string): string | undefined {
  try {
    guard({ location: { pathname } });
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
