import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp, server, withTestServer } from "@/test/app";
import { makeToken, problem } from "@/test/data";

const reloadAt = vi.fn();
vi.mock("@/session/reload", () => ({
  reloadAt: (path: string) => reloadAt(path),
  reloadPage: () => undefined,
}));

withTestServer();
beforeEach(() => reloadAt.mockClear());

const token = makeToken({ roles: ["ROLE_BACK"] });
const session = { token, refreshToken: "r1" };

/** A text as the queries see it, without its hard spaces. */
const shown = (sentence: string) => sentence.replaceAll("\u00a0", " ");

const offer = (...labels: string[]) =>
  server.use(
    http.get("/api/compte/connexion/fournisseurs", () =>
      HttpResponse.json({
        fournisseurs: labels.map((libelle, at) => ({ id: String(at + 3), libelle })),
      }),
    ),
    http.post("/api/compte/connexion/fournisseur/:id", ({ params }) =>
      HttpResponse.json({ adresse: `https://idp.test/authorize?de=${params.id}` }),
    ),
  );

describe("the login page", () => {
  it.each<[string, () => void]>([
    ["no provider", () => undefined],
    [
      "no answer about providers",
      () =>
        server.use(
          http.get("/api/compte/connexion/fournisseurs", () =>
            HttpResponse.json({}, { status: 500 }),
          ),
        ),
    ],
  ])("is as ever with %s", async (_, arrange) => {
    arrange();
    renderApp("/connexion");
    await screen.findByRole("button", { name: "Connexion" });
    expect(screen.queryByRole("button", { name: /^Se connecter avec/ })).toBeNull();
    expect(screen.queryByText("ou")).toBeNull();
  });

  it("leads to the chosen provider", async () => {
    offer("Agglo", "ProConnect");
    renderApp("/connexion");
    await userEvent.click(
      await screen.findByRole("button", { name: "Se connecter avec ProConnect" }),
    );
    await vi.waitFor(() =>
      expect(reloadAt).toHaveBeenCalledWith("https://idp.test/authorize?de=4"),
    );
  });

  it("says that the provider does not answer, and can be used again", async () => {
    offer("Agglo");
    const sentence = "«\u00a0Agglo\u00a0» ne répond pas. Veuillez réessayer dans un instant.";
    server.use(
      http.post("/api/compte/connexion/fournisseur/:id", () =>
        HttpResponse.json(problem(503, "Service Unavailable", sentence), { status: 503 }),
      ),
    );
    renderApp("/connexion");
    const button = await screen.findByRole("button", { name: "Se connecter avec Agglo" });
    await userEvent.click(button);
    expect(await screen.findByText(shown(sentence))).toBeVisible();
    await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
  });

  it("brings forward the provider that a refused password must use", async () => {
    offer("Agglo", "Agglo du Nord");
    const sentence = "Les comptes de ce domaine se connectent avec «\u00a0Agglo du Nord\u00a0».";
    server.use(
      http.post("/api/compte/connexion", () =>
        HttpResponse.json(problem(403, "Forbidden", sentence), { status: 403 }),
      ),
    );
    renderApp("/connexion");
    await userEvent.type(await screen.findByLabelText(/^Email/), "camille@agglo.test");
    await userEvent.type(screen.getByLabelText(/^Mot de passe/), "Consigne-demo-2026");
    await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
    expect(await screen.findByText(shown(sentence))).toBeVisible();
    await vi.waitFor(() =>
      expect(screen.getByRole("button", { name: "Se connecter avec Agglo du Nord" })).toHaveFocus(),
    );
  });
});

describe("a forgotten password of a domain that must use a provider", () => {
  it("is refused with the sentence", async () => {
    const sentence = "Les comptes de ce domaine se connectent avec «\u00a0Agglo\u00a0».";
    server.use(
      http.post("/api/mot-de-passe/demander-changement", () =>
        HttpResponse.json(problem(403, "Forbidden", sentence), { status: 403 }),
      ),
    );
    renderApp("/oubli-mdp");
    await userEvent.type(await screen.findByLabelText(/^Email/), "camille@agglo.test");
    await userEvent.click(screen.getByRole("button", { name: "Envoi" }));
    expect(await screen.findByText(shown(sentence))).toBeVisible();
  });
});

describe("the return from a provider", () => {
  /** Answers the return; returns what was posted. */
  const answer = (...response: Parameters<typeof HttpResponse.json>) => {
    const posted: unknown[] = [];
    server.use(
      http.post("/api/compte/connexion/retour", async ({ request }) => {
        posted.push(await request.json());
        return HttpResponse.json(...response);
      }),
    );
    return posted;
  };

  it("posts what the address held once, clears the address, and opens the page that was wanted", async () => {
    const posted = answer(session);
    renderApp("/tb-stations?statut=actif").router.history.destroy();
    await screen.findAllByRole("button", { name: "Connexion" });
    const address =
      "/connexion/retour?code=a%2Bb&state=s1&iss=https%3A%2F%2Fidp.test&session_state=x";
    const { router } = renderApp(address);
    renderApp(address);
    await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledWith("/tb-stations?statut=actif"));
    expect(router.history.location.href).toBe("/connexion/retour");
    expect(router.history.length).toBe(1);
    expect(posted).toEqual([{ code: "a+b", state: "s1", iss: "https://idp.test" }]);
    expect(localStorage.getItem("token")).toBe(token);
  });

  it("opens the home page where none was wanted", async () => {
    answer(session);
    renderApp("/connexion/retour?code=c&state=s2");
    await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledWith("/"));
  });

  it("asks for the second factor as after a password", async () => {
    answer({ etape: "second-facteur", jetonEtape: "j1", moyens: ["totp"] });
    let sent: unknown;
    server.use(
      http.post("/api/compte/connexion/second-facteur", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(session);
      }),
    );
    renderApp("/connexion/retour?code=c&state=s3");
    await userEvent.type(await screen.findByLabelText(/^Code de votre application/), "123456");
    await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
    await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledWith("/"));
    expect(sent).toEqual({ jetonEtape: "j1", moyen: "totp", code: "123456" });
  });

  it.each([
    ["an unknown person", 403, "Aucun accès à Consigne n'est ouvert à votre adresse e-mail."],
    ["a used state", 410, "Cette connexion a expiré ou a déjà servi."],
    ["an answer that is not right", 401, "La réponse n'a pas pu être vérifiée."],
  ])("says why %s is refused, and leads back", async (what, status, sentence) => {
    answer(problem(status, "Refused", sentence), { status });
    const app = renderApp(`/connexion/retour?code=c&state=${encodeURIComponent(what)}`);
    expect(await screen.findByText(sentence)).toHaveFocus();
    await userEvent.click(screen.getByRole("link", { name: "Revenir à la connexion" }));
    expect(await screen.findByLabelText(/^Mot de passe/)).toBeVisible();
    expect(app.path()).toBe("/connexion");
  });

  it("tells who gave up so in its own words, and the server of it", async () => {
    const posted = answer(problem(401, "Refused", "Non."), { status: 401 });
    renderApp("/connexion/retour?error=access_denied&state=s4");
    expect(await screen.findByText(/vous y avez renoncé/)).toBeVisible();
    expect(posted).toEqual([{ error: "access_denied", state: "s4" }]);
  });

  it("refuses an account that may not use the console", async () => {
    answer({ token: makeToken({ roles: ["ROLE_USER"] }), refreshToken: "r9" });
    renderApp("/connexion/retour?code=c&state=s5");
    expect(await screen.findByText("Ce compte ne peut pas utiliser la console.")).toBeVisible();
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("posts nothing when it is opened by hand", async () => {
    renderApp("/connexion/retour");
    expect(await screen.findByText(/ne s'ouvre qu'au retour/)).toBeVisible();
  });
});
