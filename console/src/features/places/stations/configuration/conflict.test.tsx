import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem, station } from "@/test/data";

withTestServer();

const DETAIL = "Ces informations ont été modifiées depuis que vous les avez ouvertes.";

/** The station as the server has it, and the writes that it received. */
let stored = station();
let writes: { name: string; version: string | null }[] = [];
/** What somebody else saves just before the next write. */
let meanwhile: string | undefined;

const gare = (nom: string, version: number) =>
  station({
    nom,
    version,
    adresse: { ...station().adresse, latitude: "45.19", longitude: "5.71" },
    casiers: [],
  });

beforeEach(() => {
  signedIn();
  stored = gare("Gare", 1);
  writes = [];
  meanwhile = undefined;
  server.use(
    http.get("/api/admin/carte", () => HttpResponse.json({ tuiles: "", attribution: "" })),
    http.get("/api/admin/adresses", () => HttpResponse.json([])),
    http.get("/api/admin/station/:id", () => HttpResponse.json(stored)),
    http.put("/api/admin/station/:id/modifier", async ({ request }) => {
      const { nom } = (await request.json()) as { nom: string };
      const version = request.headers.get("If-Match");
      writes.push({ name: nom, version });
      const before = stored.nom;
      if (meanwhile) stored = gare(meanwhile, stored.version + 1);
      const edit = {
        id: 1,
        instant: "2026-11-22T23:02:00+01:00",
        acteur: { id: 2, nom: "Zoé Martin" },
        exploitant: { id: 1, nom: "Grandval" },
        action: "station.modification",
        objet: { type: "station", id: 5, nom: stored.nom },
        changements: { nom: [before, stored.nom] },
      };
      meanwhile = undefined;
      if (version !== `"${stored.version}"`)
        return HttpResponse.json(
          {
            ...problem(409, "Conflict", DETAIL),
            conflit: { version: stored.version, modifications: [edit] },
          },
          { status: 409 },
        );
      stored = gare(nom, stored.version + 1);
      return HttpResponse.json(stored);
    }),
  );
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const name = () => screen.findByLabelText(/^Nom/, { selector: "input" });

/** Types a name and saves it, while somebody else saves another. */
async function saveWhileOther(mine: string, other: string) {
  renderApp("/gestion-stations/5/details");
  await press("Modifier");
  await retype(mine);
  meanwhile = other;
  await save();
  return screen.findByRole("dialog", { name: "Modifié entre-temps" });
}

async function retype(text: string) {
  await userEvent.clear(await name());
  await userEvent.type(await name(), text);
}

async function save() {
  await press("Enregistrer");
  const question = await screen.findByRole("dialog", { name: "Modification" });
  await userEvent.click(within(question).getByRole("button", { name: "Confirmer" }));
}

const answer = (dialog: HTMLElement, button: string) =>
  userEvent.click(within(dialog).getByRole("button", { name: button }));

describe("saving over somebody else's change", () => {
  it("tells who changed what and when, and saves mine once I insist", async () => {
    const dialog = await saveWhileOther("Gare sud", "Gare nord");
    expect(dialog).toHaveTextContent(
      "Zoé Martin a modifié la station « Gare » le 22/11/2026 à 23h02.",
    );
    const row = within(dialog).getByRole("row", { name: /Gare nord/ });
    expect(row).toHaveTextContent("NomGareGare nordGare sud");
    await answer(dialog, "Enregistrer la mienne");
    await waitFor(() => expect(stored.nom).toBe("Gare sud"));
    expect(writes.map(({ version }) => version)).toEqual(['"1"', '"2"']);
    expect(await screen.findByRole("button", { name: "Modifier" })).toBeVisible();
  });

  it("asks again when the record changes once more", async () => {
    const first = await saveWhileOther("Gare sud", "Gare nord");
    meanwhile = "Gare est";
    await answer(first, "Enregistrer la mienne");
    await waitFor(() => expect(first).not.toBeVisible());
    const second = await screen.findByRole("dialog", { name: "Modifié entre-temps" });
    expect(second).toHaveTextContent("Gare est");
    await answer(second, "Enregistrer la mienne");
    await waitFor(() => expect(stored.nom).toBe("Gare sud"));
  });

  it("shows theirs, keeps mine aside, and saves over what was seen", async () => {
    const dialog = await saveWhileOther("Gare sud", "Gare nord");
    await answer(dialog, "Voir sa version");
    await waitFor(async () => expect(await name()).toHaveValue("Gare nord"));
    expect(await screen.findByText(/Votre saisie est gardée à part/)).toBeVisible();
    await press("Reprendre ma saisie");
    expect(await name()).toHaveValue("Gare sud");
    await save();
    await waitFor(() => expect(stored.nom).toBe("Gare sud"));
    expect(writes.map(({ version }) => version)).toEqual(['"1"', '"2"']);
  });

  it("keeps what is typed when the dialog is left, and asks again at the next save", async () => {
    const dialog = await saveWhileOther("Gare sud", "Gare nord");
    await answer(dialog, "Retour");
    expect(await name()).toHaveValue("Gare sud");
    // The record was loaded again, which moved nothing.
    await save();
    expect(await screen.findByRole("dialog", { name: "Modifié entre-temps" })).toBeVisible();
    expect(writes.map(({ version }) => version)).toEqual(['"1"', '"1"']);
  });
});
