import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { followOtherTabs } from "@/session/state";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { grandval, makeToken, problem } from "@/test/data";

const reloadPage = vi.fn();
const reloadAt = vi.fn();
vi.mock("@/session/reload", () => ({
  reloadPage: () => reloadPage(),
  reloadAt: (path: string) => reloadAt(path),
}));

withTestServer();
followOtherTabs(reloadPage);
beforeEach(() => {
  reloadPage.mockClear();
  reloadAt.mockClear();
});

/** As another tab of the browser does. */
function storeElsewhere(token: string) {
  localStorage.setItem("token", token);
  window.dispatchEvent(new StorageEvent("storage", { key: "token", storageArea: localStorage }));
}

async function fillIn() {
  renderApp("/creation-exploitant");
  const name = await screen.findByLabelText(/^Nom/);
  await userEvent.type(name, "Nouveau");
  return name;
}

it("asks to sign in again over a form, with what was typed, and makes the write once it is done", async () => {
  signedIn();
  const ended = localStorage.getItem("token");
  const sent: unknown[] = [];
  const attempts: string[] = [];
  server.use(
    http.put("/api/admin/exploitant/:id", async ({ request }) => {
      if (request.headers.get("Authorization") === `Bearer ${ended}`)
        return HttpResponse.json(problem(401, "Invalid JWT Token", ""), { status: 401 });
      sent.push(await request.json());
      return HttpResponse.json(grandval);
    }),
    http.post("/api/token/refresh", () =>
      HttpResponse.json(problem(401, "Invalid JWT Refresh Token", ""), { status: 401 }),
    ),
    http.post("/api/compte/connexion", async ({ request }) => {
      const { username, password } = (await request.json()) as Record<string, string>;
      attempts.push(`${username} ${password}`);
      return password === "juste"
        ? HttpResponse.json({ token: makeToken({ minutes: 11 }), refreshToken: "r2" })
        : HttpResponse.json(problem(401, "Invalid credentials.", "Identifiants incorrects"), {
            status: 401,
          });
    }),
  );
  renderApp("/gestion-exploitants/1/details");
  const [edit] = await screen.findAllByRole("button", { name: "Modifier" });
  await userEvent.click(edit as HTMLElement);
  const name = await screen.findByLabelText(/^Nom/);
  await userEvent.clear(name);
  await userEvent.type(name, "Grandval Sud");
  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));

  const dialog = await screen.findByRole("dialog", { name: "Session expirée" });
  const email = within(dialog).getByLabelText("Email");
  expect(email).toHaveValue("camille@consigne.test");
  expect(email).toHaveAttribute("readonly");
  expect(name).toHaveValue("Grandval Sud");
  const password = within(dialog).getByLabelText(/^Mot de passe/);
  await userEvent.type(password, "faux{Enter}");
  expect(await within(dialog).findByText("Identifiants incorrects")).toBeVisible();
  await userEvent.clear(password);
  await userEvent.type(password, "juste{Enter}");

  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(attempts).toEqual(["camille@consigne.test faux", "camille@consigne.test juste"]);
  expect(reloadPage).not.toHaveBeenCalled();
});

it("Escape closes neither its dialog nor the one under it", async () => {
  signedIn();
  await fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Déconnexion" }));
  const question = await screen.findByRole("dialog", { name: "Annulation" });
  storeElsewhere(makeToken({ sub: "13", username: "autre@consigne.test" }));
  const dialog = await screen.findByRole("dialog", { name: "Changement de compte" });
  await userEvent.keyboard("{Escape}");
  expect(question).toBeInTheDocument();
  expect(dialog).toBeVisible();
});

it("covers the page when somebody else signs in, until its own account is back", async () => {
  signedIn();
  const own = localStorage.getItem("token") ?? "";
  const name = await fillIn();
  storeElsewhere(makeToken({ sub: "13", username: "autre@consigne.test" }));

  const dialog = await screen.findByRole("dialog", { name: "Changement de compte" });
  expect(dialog).toHaveTextContent("autre@consigne.test");
  await userEvent.click(
    within(dialog).getByRole("button", { name: "Continuer en tant que autre@consigne.test" }),
  );
  expect(reloadAt).toHaveBeenCalledWith("/");

  storeElsewhere(own);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(name).toHaveValue("Nouveau");
});

it("Déconnexion asks first when something typed would be lost", async () => {
  signedIn();
  const name = await fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Déconnexion" }));
  await userEvent.click(await screen.findByRole("button", { name: "Retour" }));
  expect(reloadPage).not.toHaveBeenCalled();
  expect(localStorage.getItem("token")).not.toBeNull();
  expect(name).toHaveValue("Nouveau");

  await userEvent.click(screen.getByRole("button", { name: "Déconnexion" }));
  await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  expect(localStorage.getItem("token")).toBeNull();
});

it("shows nothing more of a session that ended while the page was put aside", async () => {
  signedIn();
  await fillIn();
  window.dispatchEvent(new Event("pageshow"));
  expect(reloadPage).not.toHaveBeenCalled();
  localStorage.clear(); // by another tab, whose event a page kept for « Back » does not receive
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(reloadPage).not.toHaveBeenCalled();
  visibility.mockRestore();
  window.dispatchEvent(new Event("pageshow"));
  expect(reloadPage).toHaveBeenCalledOnce();
});

it("signs in at a provider in another tab, and keeps what was typed", async () => {
  signedIn();
  const ended = localStorage.getItem("token");
  const sent: unknown[] = [];
  server.use(
    http.get("/api/compte/connexion/fournisseurs", () =>
      HttpResponse.json({ fournisseurs: [{ id: "3", libelle: "Agglo" }] }),
    ),
    http.post("/api/compte/connexion/fournisseur/3", () =>
      HttpResponse.json({ adresse: "https://idp.test/authorize" }),
    ),
    http.post("/api/token/refresh", () =>
      HttpResponse.json(problem(401, "Invalid JWT Refresh Token", ""), { status: 401 }),
    ),
    http.post("/api/admin/exploitant", async ({ request }) => {
      if (request.headers.get("Authorization") === `Bearer ${ended}`)
        return HttpResponse.json(problem(401, "Invalid JWT Token", ""), { status: 401 });
      sent.push(await request.json());
      return HttpResponse.json({ id: 9 }, { status: 201 });
    }),
  );
  await fillIn();
  for (const [label, text] of Object.entries({
    Email: "contact@nouveau.test",
    Adresse: "1 place du Marché",
    "Code postal": "74000",
    Ville: "Annecy",
  })) {
    await userEvent.click(screen.getByRole("textbox", { name: label }));
    await userEvent.paste(text);
  }
  await userEvent.click(screen.getByRole("button", { name: "Terminer" }));
  await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
  const dialog = await screen.findByRole("dialog", { name: "Session expirée" });
  const button = await within(dialog).findByRole("button", {
    name: "Se connecter avec Agglo, dans un autre onglet",
  });

  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await userEvent.click(button);
  expect(await within(dialog).findByText(/n'a pas ouvert d'onglet/)).toBeVisible();

  const replace = vi.fn();
  open.mockReturnValue({ location: { replace } } as never);
  await userEvent.click(button);
  await waitFor(() => expect(replace).toHaveBeenCalledWith("https://idp.test/authorize"));
  open.mockRestore();

  storeElsewhere(makeToken({ minutes: 11 }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([{ libelleExploitant: "Nouveau" }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("Déconnexion ends the session at its provider too", async () => {
  signedIn();
  const asked: (string | null)[] = [];
  const token = localStorage.getItem("token");
  server.use(
    http.post("/api/admin/compte/fin-session", ({ request }) => {
      asked.push(request.headers.get("Authorization"), localStorage.getItem("token"));
      return HttpResponse.json({ adresse: "https://idp.test/logout?id_token_hint=x" });
    }),
  );
  renderApp("/creation-exploitant");
  await userEvent.click(await screen.findByRole("button", { name: "Déconnexion" }));
  await waitFor(() =>
    expect(reloadAt).toHaveBeenCalledWith("https://idp.test/logout?id_token_hint=x"),
  );
  expect(asked).toEqual([`Bearer ${token}`, token]);
  expect(localStorage.getItem("token")).toBeNull();
  expect(reloadPage).not.toHaveBeenCalled();
});
