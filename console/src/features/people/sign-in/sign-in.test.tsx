import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { makeToken, problem } from "@/test/data";

const reloadAt = vi.fn();
vi.mock("@/session/reload", () => ({
  reloadAt: (path: string) => reloadAt(path),
  reloadPage: () => undefined,
}));

withTestServer();
beforeEach(() => reloadAt.mockClear());

const answerLogin = (...answer: Parameters<typeof HttpResponse.json>) =>
  server.use(http.post("/api/compte/connexion", () => HttpResponse.json(...answer)));

async function signIn() {
  await userEvent.type(await screen.findByLabelText(/^Email/), "camille@consigne.test");
  await userEvent.type(screen.getByLabelText(/^Mot de passe/), "Consigne-demo-2026");
  await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
}

describe("the login", () => {
  it.each(["ROLE_BACK", "ROLE_ADMIN"])(
    "lets %s in: tokens stored, home loaded afresh",
    async (role) => {
      const token = makeToken({ roles: [role] });
      let sent: unknown;
      server.use(
        http.post("/api/compte/connexion", async ({ request }) => {
          sent = await request.json();
          return HttpResponse.json({ token, refreshToken: "r1" });
        }),
      );
      renderApp("/connexion");
      await signIn();
      await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledWith("/"));
      expect(sent).toEqual({ username: "camille@consigne.test", password: "Consigne-demo-2026" });
      expect({ ...localStorage }).toEqual({ token, refreshToken: "r1" });
    },
  );

  it("refuses other roles and ends the session just opened", async () => {
    let ended: unknown;
    server.use(
      http.post("/api/token/invalidate", async ({ request }) => {
        ended = await request.json();
        return HttpResponse.json({ message: "" });
      }),
    );
    answerLogin({ token: makeToken({ roles: ["ROLE_USER"] }), refreshToken: "r9" });
    renderApp("/connexion");
    await signIn();
    expect(await screen.findByText("Identifiants incorrects")).toBeVisible();
    await vi.waitFor(() => expect(ended).toEqual({ refreshToken: "r9" }));
    expect(localStorage.getItem("token")).toBeNull();
    expect(reloadAt).not.toHaveBeenCalled();
  });

  it.each([
    ["wrong credentials", 401, "Invalid credentials.", "Non.", "Identifiants incorrects"],
    [
      "too many tries",
      429,
      "Too Many Requests",
      "Trop d'essais. Réessayez dans une minute.",
      "Trop d'essais. Réessayez dans une minute.",
    ],
  ])(
    "says what the server says of %s and keeps what was typed",
    async (_, status, message, detail, shown) => {
      answerLogin(problem(status, message, detail), { status });
      renderApp("/connexion");
      await signIn();
      expect(await screen.findByText(shown)).toBeVisible();
      expect(screen.getByLabelText(/^Email/)).toHaveValue("camille@consigne.test");
    },
  );

  it("says that the server cannot be reached", async () => {
    server.use(http.post("/api/compte/connexion", () => HttpResponse.error()));
    renderApp("/connexion");
    await signIn();
    expect(await screen.findByText(/Le serveur ne répond pas/)).toBeVisible();
    expect(screen.getByLabelText(/^Mot de passe/)).toHaveValue("Consigne-demo-2026");
  });

  it("says that the session has expired", async () => {
    localStorage.setItem("sessionExpiree", "1");
    renderApp("/connexion");
    expect(await screen.findByText("Session expirée, veuillez vous reconnecter.")).toBeVisible();
  });
});

describe("the forgotten password", () => {
  it("says that the mail was sent", async () => {
    let body: unknown;
    server.use(
      http.post("/api/mot-de-passe/demander-changement", async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ message: "" });
      }),
    );
    renderApp("/oubli-mdp");
    await userEvent.type(await screen.findByLabelText(/^Email/), "camille@consigne.test");
    await userEvent.click(screen.getByRole("button", { name: "Envoi" }));
    expect(await screen.findByText("Un email de réinitialisation a été envoyé.")).toBeVisible();
    expect(body).toEqual({ mail: "camille@consigne.test" });
  });
});

describe("the new password", () => {
  const answer = (...body: Parameters<typeof HttpResponse.json>) =>
    server.use(http.post("/api/mot-de-passe/changer", () => HttpResponse.json(...body)));

  async function choose(password: string, again = password) {
    await userEvent.type(await screen.findByLabelText(/^Nouveau mot de passe/), password);
    await userEvent.type(screen.getByLabelText(/^Confirmation/), again);
    await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  }

  it("leads to the login page, which confirms it", async () => {
    signedIn();
    answer({ message: "" });
    const app = renderApp("/nouveau-mot-de-passe#jeton=abc");
    await choose("un mot de passe long");
    expect(await screen.findByText(/Votre nouveau mot de passe est enregistré/)).toBeVisible();
    expect(app.path()).toBe("/connexion");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it.each([
    ["of today", "/nouveau-mot-de-passe#jeton=abc-_1"],
    ["sent before", "/nouveau-mot-de-passe?jeton=abc-_1"],
  ])("removes the token of a link %s from the URL, and uses it", async (_, link) => {
    let body: unknown;
    server.use(
      http.post("/api/mot-de-passe/changer", async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ message: "" });
      }),
    );
    const { router } = renderApp(link);
    await screen.findByLabelText(/^Nouveau mot de passe/);
    await vi.waitFor(() => expect(router.history.location.href).toBe("/nouveau-mot-de-passe"));
    expect(router.history.length).toBe(1);
    await choose("un mot de passe long");
    await vi.waitFor(() =>
      expect(body).toEqual({ jeton: "abc-_1", motDePasse: "un mot de passe long" }),
    );
  });

  it("starts over when another link is opened in the same page", async () => {
    answer(problem(410, "Gone", "Ce lien a expiré ou a déjà servi."), { status: 410 });
    const { router } = renderApp("/nouveau-mot-de-passe#jeton=abc");
    await choose("un mot de passe long");
    await screen.findByText("Ce lien a expiré ou a déjà servi.");
    answer({ message: "" });
    router.history.push("/nouveau-mot-de-passe#jeton=def");
    await choose("un mot de passe long");
    expect(await screen.findByText(/Votre nouveau mot de passe est enregistré/)).toBeVisible();
  });

  it("says that a link without its token is incomplete", async () => {
    renderApp("/nouveau-mot-de-passe");
    expect(await screen.findByText(/^Ce lien est incomplet/)).toBeVisible();
  });

  it.each([
    ["short", "court", "court", "Le mot de passe doit contenir au moins 12 caractères."],
    [
      "different",
      "un mot de passe long",
      "un autre, aussi long",
      "Les deux mots de passe sont différents.",
    ],
  ])("refuses a password that is %s without a call", async (_, password, again, shown) => {
    renderApp("/nouveau-mot-de-passe#jeton=abc");
    await choose(password, again);
    expect(await screen.findByText(shown)).toBeVisible();
  });

  it("shows the server's refusal at the field", async () => {
    const message = "Ce mot de passe est trop courant.";
    answer(
      {
        ...problem(422, "Unprocessable", message),
        violations: [{ propertyPath: "motDePasse", message }],
      },
      { status: 422 },
    );
    renderApp("/nouveau-mot-de-passe#jeton=abc");
    await choose("123456789012");
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText(/^Nouveau mot de passe/)).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
  });

  it("offers another link when this one is used up", async () => {
    answer(problem(410, "Gone", "Ce lien a expiré ou a déjà servi."), { status: 410 });
    renderApp("/nouveau-mot-de-passe#jeton=abc");
    await choose("un mot de passe long");
    expect(await screen.findByText("Ce lien a expiré ou a déjà servi.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Demander un nouveau lien" })).toHaveAttribute(
      "href",
      "/oubli-mdp",
    );
  });
});

describe("the new address", () => {
  const confirm = async () =>
    userEvent.click(await screen.findByRole("button", { name: "Confirmer cette adresse" }));

  it("is confirmed by a press, then leads to the login", async () => {
    signedIn();
    let sent: unknown;
    server.use(
      http.post("/api/compte/adresse/confirmer", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: "" });
      }),
    );
    const app = renderApp("/confirmer-adresse#jeton=abc");
    await confirm();
    expect(await screen.findByText(/Votre nouvelle adresse est confirmée/)).toBeVisible();
    expect(sent).toEqual({ jeton: "abc" });
    expect(app.path()).toBe("/connexion");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it.each([
    ["used up", 410, "Ce lien n'est plus valable."],
    ["taken", 409, "Cette adresse est déjà celle d'un autre compte."],
  ])("shows why a link is refused: %s", async (_, status, detail) => {
    server.use(
      http.post("/api/compte/adresse/confirmer", () =>
        HttpResponse.json(problem(status, "Gone", detail), { status }),
      ),
    );
    renderApp("/confirmer-adresse#jeton=abc");
    await confirm();
    expect(await screen.findByText(detail)).toHaveFocus();
    expect(screen.queryByRole("button", { name: /Confirmer/ })).toBeNull();
  });

  it("says that a link without its token is incomplete", async () => {
    renderApp("/confirmer-adresse");
    expect(await screen.findByText(/Ce lien est incomplet/)).toBeVisible();
  });
});

describe("the confirmation of a registration", () => {
  const answer = (...body: Parameters<typeof HttpResponse.json>) =>
    server.use(http.post("/api/compte/inscription/confirmer", () => HttpResponse.json(...body)));
  const press = async () =>
    userEvent.click(await screen.findByRole("button", { name: "Confirmer mon inscription" }));

  it("sends the token of the fragment once the button is pressed", async () => {
    let sent: unknown;
    server.use(
      http.post("/api/compte/inscription/confirmer", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ exploitant: "Vélostation du Littoral" });
      }),
    );
    renderApp("/confirmer-inscription#jeton=12.34.a-b_c");
    await screen.findByRole("heading", { name: "Confirmer votre inscription" });
    expect(sent).toBeUndefined();
    await press();
    expect(
      await screen.findByText(/inscription chez Vélostation du Littoral est confirmée/),
    ).toHaveFocus();
    expect(sent).toEqual({ jeton: "12.34.a-b_c" });
  });

  it("says that a link is used up", async () => {
    answer(problem(410, "Gone", "Ce lien a déjà servi ou n'est plus valable."), { status: 410 });
    renderApp("/confirmer-inscription#jeton=abc");
    await press();
    expect(await screen.findByText("Ce lien a déjà servi ou n'est plus valable.")).toHaveFocus();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("can be retried after a failure", async () => {
    answer(problem(500, "Internal Server Error", "Une erreur serveur est survenue."), {
      status: 500,
    });
    renderApp("/confirmer-inscription#jeton=abc");
    await press();
    expect(await screen.findByText("Une erreur serveur est survenue.")).toBeVisible();
    answer({ exploitant: "Métropole de Grandval" });
    await press();
    expect(await screen.findByText(/chez Métropole de Grandval est confirmée/)).toBeVisible();
  });

  it("says that a link is incomplete", async () => {
    renderApp("/confirmer-inscription");
    expect(await screen.findByText(/Ce lien est incomplet/)).toBeVisible();
  });
});
