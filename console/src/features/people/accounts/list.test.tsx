import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { account, brume, grandval, problem } from "@/test/data";

withTestServer();

const ADMIN = "/gestion-utilisateurs";
const OPERATOR = "/gestion-utilisateurs-exploitant";

/** Serves the list, and returns the query of each call. */
function answerAccounts(items = [account()], total = items.length): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  server.use(
    http.get("/api/admin/utilisateurs", ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json({ items, total });
    }),
  );
  return requests;
}

describe("the list of accounts", () => {
  it("shows each account with a link to its page of the same variant", async () => {
    signedIn();
    const requests = answerAccounts([
      account(),
      account({ id: 41, nom: "Banni", prenom: "Luc", actif: false, email: "luc@exemple.test" }),
    ]);
    renderApp(OPERATOR);
    const row = await screen.findByRole("row", { name: /Jacquet Pauline/ });
    expect(row).toHaveTextContent("06 39 98 46 42");
    expect(row).toHaveTextContent("UtilisateurActif");
    expect(within(row).getByRole("link", { name: "Gérer Pauline Jacquet" })).toHaveAttribute(
      "href",
      "/gestion-utilisateurs-exploitant/40/details",
    );
    expect(screen.getByRole("row", { name: /Banni Luc/ })).toHaveTextContent("Banni");
    expect(screen.getByText("2 résultats")).toBeVisible();
    expect(requests[0]?.get("exploitant")).toBe("1");
  });

  it("names the operators on the administrators' page", async () => {
    signedIn();
    const requests = answerAccounts();
    renderApp(ADMIN);
    const row = await screen.findByRole("row", { name: /Jacquet/ });
    expect(row).toHaveTextContent(`Utilisateur · ${grandval.nom}`);
    expect(within(row).getByRole("link")).toHaveAttribute(
      "href",
      "/gestion-utilisateurs/40/details",
    );
    expect(requests[0]?.has("exploitant")).toBe(false);
  });

  it("marks an unconfirmed account beside the customer's own", async () => {
    signedIn();
    answerAccounts([account(), account({ id: 41, nonConfirme: true })]);
    renderApp(ADMIN);
    const [own, claim] = await screen.findAllByRole("row", { name: /Jacquet/ });
    expect(own).not.toHaveTextContent("Non confirmé");
    expect(claim).toHaveTextContent("ActifNon confirmé");
    await userEvent.keyboard("{Control>}k{/Control}");
    await userEvent.type(await screen.findByPlaceholderText(/Aller à une page/), "jacquet");
    const email = account().email;
    expect(await screen.findByText(`${email} · Non confirmé`)).toBeVisible();
    expect(screen.getAllByText(email).at(-1)).toBeVisible();
  });

  it("searches after a pause in typing, from the first page", async () => {
    signedIn();
    const requests = answerAccounts([account()], 31);
    const app = renderApp(`${ADMIN}?page=3`);
    await screen.findByText("21 à 30 sur 31 résultats");
    await userEvent.type(screen.getByRole("searchbox"), "hélène");
    await waitFor(() =>
      expect(decodeURIComponent(app.router.state.location.searchStr)).toBe("?recherche=hélène"),
    );
    await waitFor(() => expect(requests.at(-1)?.get("search")).toBe("hélène"));
    expect(requests.at(-1)?.get("page")).toBe("1");
    // One call for the first page, and one for a search of six letters.
    expect(requests).toHaveLength(2);
  });

  it("filters from the modal, and shows and removes active filters", async () => {
    signedIn();
    const requests = answerAccounts();
    const app = renderApp(ADMIN);
    await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
    const modal = await screen.findByRole("dialog", { name: "Filtres liste des utilisateurs" });
    await userEvent.type(within(modal).getByLabelText("Nom"), "jac");
    await userEvent.selectOptions(within(modal).getByLabelText("Exploitant"), grandval.nom);
    await userEvent.click(within(modal).getByLabelText("Hotline"));
    await userEvent.click(within(modal).getByLabelText("Gestionnaire"));
    await userEvent.click(within(modal).getByRole("button", { name: "Filtrer" }));

    await waitFor(() => expect(requests.at(-1)?.get("nom")).toBe("jac"));
    expect(requests.at(-1)?.get("exploitant")).toBe("1");
    expect(requests.at(-1)?.getAll("role")).toEqual(["Gestionnaire", "Hotline"]);
    const chip = await screen.findByRole("button", {
      name: /Retirer le filtre Rôle.*Gestionnaire ou Hotline/,
    });
    await userEvent.click(chip);
    await waitFor(() => expect(requests.at(-1)?.getAll("role")).toEqual([]));
    expect(app.router.state.location.searchStr).toBe("?nom=jac&exploitant=1");
  });

  it("reads its state from the URL, and ignores invalid values", async () => {
    signedIn();
    const requests = answerAccounts([account()], 31);
    const long = "a".repeat(256);
    renderApp(`${ADMIN}?recherche=paul&nom=${long}&role=Hotline&role=Roi&exploitant=1e23&page=2`);
    expect(await screen.findByText("11 à 20 sur 31 résultats")).toBeVisible();
    expect(screen.getByRole("searchbox")).toHaveValue("paul");
    expect(requests[0]?.toString()).toBe("search=paul&role=Hotline&page=2");
    await userEvent.click(screen.getByRole("button", { name: "Page suivante" }));
    await waitFor(() => expect(requests.at(-1)?.get("page")).toBe("3"));
  });

  it("lists the roles held at the operator whose page it is, and no others", async () => {
    signedIn();
    const elsewhere = { exploitationId: 3, exploitationLibelle: brume.nom, roles: ["Hotline"] };
    answerAccounts([account({ roles: [...account().roles, elsewhere] })]);
    renderApp(OPERATOR);
    const row = await screen.findByRole("row", { name: /Jacquet/ });
    expect(row).toHaveTextContent("UtilisateurActif");
  });

  it("limits the search text as the server does", async () => {
    signedIn();
    const requests = answerAccounts();
    renderApp(ADMIN);
    await userEvent.click(await screen.findByRole("searchbox"));
    await userEvent.paste("a".repeat(300));
    await waitFor(() => expect(requests.at(-1)?.get("search")).toBe("a".repeat(255)));
  });

  it("says that no account matches, and clears the search", async () => {
    signedIn();
    answerAccounts([], 0);
    const app = renderApp(`${ADMIN}?recherche=zzz&nom=y`);
    expect(
      await screen.findByText("Aucun utilisateur ne correspond à votre recherche."),
    ).toBeVisible();
    await userEvent.click(
      screen.getByRole("button", { name: "Effacer la recherche et les filtres" }),
    );
    expect(await screen.findByText("Aucun utilisateur n'est présent.")).toBeVisible();
    expect(app.router.state.location.searchStr).toBe("");
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("shows a loading error instead of the list, until a retry succeeds", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/utilisateurs", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    renderApp(OPERATOR);
    const alert = await within(await screen.findByRole("main")).findByRole("alert");
    expect(alert).toHaveTextContent("Une erreur serveur est survenue.");
    answerAccounts();
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByRole("row", { name: /Jacquet/ })).toBeVisible();
  });

  it("returns to the list in the state it was in", async () => {
    signedIn();
    answerAccounts([account()], 31);
    const app = renderApp(`${ADMIN}?nom=jac&page=2`);
    await userEvent.click(await screen.findByRole("link", { name: "Gérer Pauline Jacquet" }));
    // The title stands above the page already while its code is loaded.
    await screen.findByRole("region", { name: "Identité" });
    await userEvent.click(screen.getByRole("link", { name: /^Retour/ }));
    await screen.findByRole("row", { name: /Jacquet/ });
    expect(app.router.state.location.searchStr).toBe("?nom=jac&page=2");
  });
});
