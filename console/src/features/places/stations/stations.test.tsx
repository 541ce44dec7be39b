import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { grandval, problem, station } from "@/test/data";

withTestServer();

const answerStations = (...answer: Parameters<typeof HttpResponse.json>) =>
  server.use(http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json(...answer)));

describe("the operator's stations", () => {
  it("shows each with its state, and its counts when it is open", async () => {
    signedIn();
    answerStations([
      station(),
      station({
        id: 6,
        nom: "Parvis",
        libelleAdmin: "GRV-02",
        actif: false,
        horsService: { depuis: null, cause: "reseau", motif: "", retourPrevu: "2026-12-04" },
        stationType: "collec",
      }),
    ]);
    const app = renderApp("/tb-stations");

    const first = await screen.findByRole("row", { name: /GRV-01/ });
    expect(screen.getByText(grandval.nom, { selector: "main *" })).toBeVisible();
    expect(first).toHaveTextContent("Active");
    expect(within(first).getByRole("link", { name: /Gérer/ })).toHaveAttribute(
      "href",
      "/tb-stations/5/details",
    );
    expect(screen.getByRole("row", { name: /GRV-02/ })).toHaveTextContent("Inactive");
    expect(await screen.findByText("retour prévu le 04/12/2026")).toBeVisible();

    await userEvent.click(within(first).getByText("Gare centrale"));
    const details = await screen.findByRole("region", { name: /Gare centrale/ });
    expect(details).toHaveTextContent("1 place de la Gare");
    for (const count of [
      "20 Casiers valides",
      "12 Casiers libres",
      "8 Casiers occupés",
      "3 Casiers inactifs",
    ]) {
      expect(details).toHaveTextContent(count);
    }
    expect(app.router.state.location.searchStr).toBe("?ouvertes=5");
  });

  it("counts places in a collective station, and reads its open rows from the URL", async () => {
    signedIn();
    answerStations([station({ stationType: "collec-comptage" })]);
    renderApp("/tb-stations?ouvertes=5&ouvertes=x&ouvertes=5");
    const details = await screen.findByRole("region", { name: /Gare centrale/ });
    expect(details).toHaveTextContent("12 Places libres");
    expect(details).not.toHaveTextContent("Casiers");
  });

  it("shows which controllers answer, where one is known", async () => {
    signedIn();
    const before = new Date(Date.now() - 3 * 86_400_000).toISOString();
    answerStations([
      station(),
      station({ id: 6, libelleAdmin: "GRV-02", controleur: { muetteDepuis: null, logiciel: "" } }),
      station({
        id: 7,
        libelleAdmin: "GRV-03",
        controleur: { muetteDepuis: before, logiciel: "" },
      }),
    ]);
    renderApp("/tb-stations");
    expect(await screen.findByRole("row", { name: /GRV-01/ })).not.toHaveTextContent("En ligne");
    expect(screen.getByRole("row", { name: /GRV-02/ })).toHaveTextContent("En ligne");
    expect(screen.getByRole("row", { name: /GRV-03/ })).toHaveTextContent(
      /Muette depuis le\s\d\d\/\d\d\/\d{4} à\s\d\dh\d\d/,
    );
  });

  it("says how many places are free, occupied and inactive, and which stations are full", async () => {
    signedIn();
    answerStations([
      station(),
      station({
        id: 6,
        libelleAdmin: "GRV-02",
        stationType: "collec",
        nombreCasiersLibres: 0,
        nombreCasiersOccupes: 1,
        nombreCasiersInactifs: 2,
        nombreCasiersValides: 1,
      }),
    ]);
    renderApp("/tb-stations");
    const first = await screen.findByRole("row", { name: /GRV-01/ });
    expect(first).toHaveTextContent("Individuelle12 libres 8 occupés 3 inactifsActive");
    expect(screen.getByRole("row", { name: /GRV-02/ })).toHaveTextContent(
      "Collective sans comptage0 libre 1 occupée 2 inactivesActiveComplète",
    );
    expect(screen.getByText(/^2\s*stations$/)).toBeVisible();
  });

  it("is searched, filtered and sorted, which the URL keeps", async () => {
    signedIn();
    answerStations([
      station({ libelleAdmin: "GRV-01", nombreCasiersLibres: 7 }),
      station({ id: 6, nom: "Parvis", libelleAdmin: "GRV-02", nombreCasiersLibres: 2 }),
      station({ id: 7, nom: "Lycée", libelleAdmin: "GRV-03", actif: false }),
    ]);
    const app = renderApp("/tb-stations?etat=active&etat_inconnu=x");
    await screen.findByRole("row", { name: /GRV-01/ });
    const labels = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
    expect(labels()).toEqual(["GRV-01", "GRV-02"]);
    expect(screen.getByText("2 stations sur 3")).toBeVisible();

    await userEvent.click(screen.getByRole("button", { name: "Casiers et places" }));
    await waitFor(() => expect(labels()).toEqual(["GRV-02", "GRV-01"]));
    expect(screen.getByRole("columnheader", { name: "Casiers et places" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    expect(app.router.state.location.search).toMatchObject({ etat: "active", tri: "places" });

    await userEvent.click(screen.getByRole("combobox", { name: "État des stations" }));
    await userEvent.click(
      await screen.findByRole("option", { name: "Tous les états", hidden: true }),
    );
    await userEvent.type(screen.getByRole("searchbox", { name: "Chercher une station" }), "lycee");
    await waitFor(() => expect(labels()).toEqual(["GRV-03"]));
    await waitFor(() =>
      expect(app.router.state.location.search).toMatchObject({ recherche: "lycee" }),
    );

    await userEvent.click(screen.getByRole("button", { name: "Complètes" }));
    expect(await screen.findByText(/Aucune station ne correspond/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: /Effacer la recherche/ }));
    await waitFor(() => expect(labels()).toHaveLength(3));
    expect(screen.getByRole("searchbox")).toHaveValue("");
  });

  it("says that there is none", async () => {
    signedIn();
    answerStations([]);
    renderApp("/tb-stations");
    expect(
      await screen.findByText("Aucune station n'est présente dans cette exploitation."),
    ).toBeVisible();
  });

  it("shows a loading error instead of the list, until a retry succeeds", async () => {
    signedIn();
    answerStations(
      { ...problem(500, "Erreur", "Une erreur serveur est survenue."), requestId: "abc-1" },
      { status: 500 },
    );
    renderApp("/tb-stations");
    const alert = await within(await screen.findByRole("main")).findByRole("alert");
    expect(alert).toHaveTextContent("Une erreur serveur est survenue.");
    expect(alert).toHaveTextContent("abc-1");
    expect(screen.queryByRole("table")).toBeNull();
    answerStations([station()]);
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await screen.findByText("Gare centrale")).toBeVisible();
  });

  it("says that access is refused", async () => {
    signedIn();
    answerStations(problem(403, "Forbidden", "autre chose"), { status: 403 });
    renderApp("/tb-stations");
    expect(
      await screen.findByText("Accès refusé. Cette page n'est pas accessible avec votre compte."),
    ).toBeVisible();
  });
});

describe("the management of stations", () => {
  it("offers its actions to accounts with the right to write", async () => {
    signedIn();
    renderApp("/gestion-stations");
    const row = await screen.findByRole("row", { name: /GRV-01/ });
    expect(within(row).getByRole("link", { name: /Modifier/ })).toHaveAttribute(
      "href",
      "/gestion-stations/5/details",
    );
    expect(screen.getByRole("link", { name: "Ajouter une nouvelle station" })).toHaveAttribute(
      "href",
      "/creation-station",
    );
  });

  it("offers them to no other account", async () => {
    signedIn({ rights: ["DROIT_STATIONS_LECTURE"] });
    renderApp("/gestion-stations");
    await screen.findByRole("row", { name: /GRV-01/ });
    expect(screen.queryByRole("button", { name: /Supprimer/ })).toBeNull();
    expect(screen.queryByRole("link", { name: /Modifier|Ajouter/ })).toBeNull();
  });

  async function askToDelete() {
    await userEvent.click(await screen.findByRole("button", { name: /Supprimer/ }));
    const modal = await screen.findByRole("dialog", { name: "Suppression" });
    expect(modal).toHaveTextContent("Voulez-vous vraiment supprimer la station Gare centrale ?");
    return modal;
  }

  it("deletes after a confirmation, and the list follows", async () => {
    signedIn();
    let deleted: unknown;
    server.use(
      http.delete("/api/admin/station/:id/supprimer", ({ params }) => {
        deleted = params.id;
        answerStations([]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp("/gestion-stations");
    const modal = await askToDelete();
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(
      await screen.findByText("Aucune station n'est présente dans cette exploitation."),
    ).toBeVisible();
    expect(await screen.findByText(/Gare centrale.*est supprimée\./)).toBeVisible();
    expect(deleted).toBe("5");
  });

  it("says in the modal why the server refuses, and keeps the station", async () => {
    signedIn();
    const detail = "Cette station a des utilisations en cours : elle ne peut pas être supprimée.";
    server.use(
      http.delete("/api/admin/station/:id/supprimer", () =>
        HttpResponse.json(problem(409, "Conflict", detail), { status: 409 }),
      ),
    );
    renderApp("/gestion-stations");
    const modal = await askToDelete();
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await within(modal).findByText(detail)).toBeVisible();
    await userEvent.click(within(modal).getByRole("button", { name: "Retour" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("Gare centrale")).toBeVisible();
  });
});
