import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Locker } from "@/entities/locker/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem, station, stay } from "@/test/data";

withTestServer();

const places = { latitude: "45.191438", longitude: "5.714544" };
const base = station();
const gare = (changes: Partial<ReturnType<typeof station>> = {}) =>
  station({
    adresse: { ...base.adresse, ...places },
    casiers: [locker(11, "A2"), locker(12, "A10")],
    ...changes,
  });

function locker(id: number, nom: string, changes: Partial<Locker> = {}): Locker {
  return {
    id,
    version: 1,
    nom,
    libelleCasier: nom,
    type: { id: 2, nom: "Vélo", cle: "velo" },
    casierType: { id: 2, nom: "Vélo", cle: "velo" },
    complement: "",
    complementCasier: "",
    etat: "Libre",
    attribution: null,
    actif: true,
    horsService: null,
    etiquettes: [{ libelle: "prise" }, { libelle: "abri" }],
    station: { id: 5, nom: "Gare centrale" },
    stationCarteAdresse: "C1",
    stationCartePort: "1,2",
    nbMaxSpaces: 1,
    nombreOccupees: 0,
    connexionSystemeComptage: "",
    autresConditionsTarifaires: [],
    tarifApplique: null as never,
    utilisations: [],
    ...changes,
  };
}

const answerStation = (answer: ReturnType<typeof gare>) =>
  server.use(http.get("/api/admin/station/:id", () => HttpResponse.json(answer)));

const violation = (propertyPath: string, message: string) =>
  HttpResponse.json(
    { ...problem(422, "Unprocessable Entity", message), violations: [{ propertyPath, message }] },
    { status: 422 },
  );

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

async function retype(label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label, { selector: "input, textarea" });
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

const dialog = (name: string) => screen.findByRole("dialog", { name });

async function accept(name: string) {
  const modal = await dialog(name);
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
}

beforeEach(() => {
  signedIn();
  answerStation(gare());
  server.use(
    http.get("/api/admin/carte", () => HttpResponse.json({ tuiles: "", attribution: "" })),
    http.get("/api/admin/adresses", () => HttpResponse.json([])),
  );
});

const configuration = () => renderApp("/gestion-stations/5/details");

describe("the information block", () => {
  it("goes from reading to editing and back, and saves after a confirmation", async () => {
    let sent: unknown;
    server.use(
      http.put("/api/admin/station/:id/modifier", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(gare({ nom: "Gare sud" }));
      }),
    );
    configuration();
    await press("Modifier");
    expect(screen.getByLabelText(/^Libellé/)).toHaveFocus();
    await press("Annuler");
    expect(screen.queryByLabelText(/^Nom/)).toBeNull();
    expect(screen.getByRole("button", { name: "Modifier" })).toHaveFocus();

    await press("Modifier");
    await retype(/^Nom/, "Gare sud");
    await press("Enregistrer");
    expect(sent).toBeUndefined();
    expect(await dialog("Modification")).toHaveTextContent(
      "Voulez-vous vraiment modifier la station Gare centrale ?",
    );
    await accept("Modification");
    expect(await screen.findByRole("button", { name: "Modifier" })).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Modifier" })).toHaveFocus());
    expect(sent).toMatchObject({ nom: "Gare sud", latitude: "45.191438", stationType: "indiv" });
  });

  it("sends nothing before its own rules hold", async () => {
    configuration();
    await press("Modifier");
    await retype(/^Code postal/, "380");
    await press("Enregistrer");
    expect(await screen.findByText("Le format du code postal n'est pas correct")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("spins while it is written, not behind the question", async () => {
    let answer = () => undefined as unknown;
    const written = new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    server.use(
      http.put("/api/admin/station/:id/modifier", async () => {
        await written;
        return HttpResponse.json(gare());
      }),
    );
    configuration();
    await press("Modifier");
    await press("Enregistrer");
    await dialog("Modification");
    const save = screen.getByRole("button", { name: "Enregistrer", hidden: true });
    expect(save).not.toHaveAttribute("aria-busy");
    await accept("Modification");
    await waitFor(() => expect(save).toHaveAttribute("aria-busy", "true"));
    answer();
    expect(await screen.findByRole("button", { name: "Modifier" })).toBeVisible();
  });

  it("is left by Escape, which asks where something was typed", async () => {
    configuration();
    await press("Modifier");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByLabelText(/^Nom/)).toBeNull();
    expect(screen.getByRole("button", { name: "Modifier" })).toHaveFocus();

    await press("Détails de A2"); // which keeps the focus
    expect(screen.getByLabelText(/^Nom de la carte/)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByLabelText(/^Nom de la carte/)).toBeNull();

    await press("Modifier");
    await retype(/^Nom/, "Gare sud");
    await userEvent.keyboard("{Escape}");
    expect(await dialog("Annulation")).toHaveTextContent("annuler les modifications en cours ?");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText(/^Nom/)).toHaveValue("Gare sud");
    await userEvent.click(screen.getByLabelText(/^Nom/));
    await userEvent.keyboard("{Escape}");
    await accept("Annulation");
    await waitFor(() => expect(screen.queryByLabelText(/^Nom/)).toBeNull());
  });

  it("shows the server's refusal at its field", async () => {
    server.use(
      http.put("/api/admin/station/:id/modifier", () => violation("ville", "Ville inconnue")),
    );
    configuration();
    await press("Modifier");
    await press("Enregistrer");
    await accept("Modification");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByLabelText(/^Ville/)).toHaveAccessibleDescription("Ville inconnue");
  });

  it("asks before unsaved changes are lost", async () => {
    const app = configuration();
    await press("Modifier");
    await retype(/^Nom/, "Gare sud");
    await userEvent.click(screen.getByRole("link", { name: "Retour à la liste des stations" }));
    expect(await dialog("Annulation")).toHaveTextContent(
      "Voulez-vous vraiment annuler les modifications en cours ?",
    );
    await press("Retour");
    expect(app.path()).toBe("/gestion-stations/5/details");
    expect(screen.getByLabelText(/^Nom/)).toHaveValue("Gare sud");
  });
});

describe("the open data of a station", () => {
  const told = {
    codeCommune: "38185",
    idOsm: null,
    mobilier: "RATELIER" as const,
    couverture: true,
    surveillance: false,
    lumiere: null,
    proprietaire: "Ville de Grandval",
    anneeMiseEnService: 2017,
    urlInformation: "https://www.exemple.fr/velo",
  };
  const section = () => screen.findByRole("region", { name: "Données ouvertes" });
  const fact = async (name: string) =>
    within(await section())
      .getByText(name)
      .closest("div")
      ?.textContent?.replace(name, "");

  it("are read as words, or said not to be told", async () => {
    configuration();
    expect(await section()).toHaveTextContent("Rien n'est renseigné.");
  });

  it("are shown where they are told", async () => {
    answerStation(gare({ descriptif: told }));
    configuration();
    expect(await fact("Mobilier")).toBe("Râtelier");
    expect(await fact("Abritée de la pluie")).toBe("Oui");
    expect(await fact("Surveillée")).toBe("Non");
    expect(await fact("Éclairée la nuit")).toBe("–");
    expect(await fact("Année de mise en service")).toBe("2017");
    expect(screen.getByRole("link", { name: told.urlInformation })).toHaveAttribute(
      "href",
      told.urlInformation,
    );
  });

  it("are neither shown nor sent while a node of the release before answers", async () => {
    const sent: unknown[] = [];
    answerStation(gare({ descriptif: undefined }));
    server.use(
      http.put("/api/admin/station/:id/modifier", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(gare());
      }),
    );
    configuration();
    await press("Modifier");
    expect(screen.queryByText("Données ouvertes")).toBeNull();
    await press("Enregistrer");
    await accept("Modification");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty("descriptif");
  });

  it("are sent whole, and refused at their fields", async () => {
    const sent: unknown[] = [];
    answerStation(gare({ descriptif: told }));
    server.use(
      http.put("/api/admin/station/:id/modifier", async ({ request }) => {
        sent.push(((await request.json()) as { descriptif: unknown }).descriptif);
        return violation("descriptif.idOsm", "Objet inconnu");
      }),
    );
    configuration();
    await press("Modifier");
    await retype(/^Code commune/, "3818");
    await press("Enregistrer");
    expect(await screen.findByLabelText(/^Code commune/)).toHaveAccessibleDescription(
      /Le format du code commune n'est pas correct/,
    );
    await retype(/^Code commune/, "2a004");
    await retype(/^Identifiant OpenStreetMap/, "n34172");
    await userEvent.selectOptions(screen.getByLabelText("Éclairée la nuit"), "Oui");
    await userEvent.selectOptions(screen.getByLabelText("Surveillée"), "Non renseigné");
    await userEvent.clear(screen.getByLabelText("Année de mise en service"));
    await press("Enregistrer");
    await accept("Modification");
    expect(sent).toEqual([
      {
        ...told,
        codeCommune: "2a004",
        idOsm: "n34172",
        lumiere: true,
        surveillance: null,
        anneeMiseEnService: null,
      },
    ]);
    expect(await screen.findByLabelText(/^Identifiant/)).toHaveAccessibleDescription(
      /Objet inconnu/,
    );
  });
});

describe("the lockers", () => {
  it("are counted and listed as the server orders them", async () => {
    configuration();
    const table = await screen.findByRole("table", { name: "Configuration des casiers" });
    const headers = within(table).getAllByRole("columnheader");
    expect(headers.map((header) => header.textContent)).toEqual([
      "Détails",
      "Code casier",
      "Type",
      "Informations",
      "Accessoires casier",
    ]);
    const names = within(table).getAllByRole("rowheader");
    expect(names.map((name) => name.textContent)).toEqual(["A2", "A10"]);
    expect(screen.getByText("Trottinette").closest("li")).toHaveTextContent("0");
  });

  it("are spaces, with places, in a collective station", async () => {
    const space = { type: { id: 4, nom: "Collectif", cle: "collectif" }, nbMaxSpaces: 24 };
    answerStation(
      gare({ stationType: "collec", casiers: [locker(1, "Nord", space), locker(2, "Sud", space)] }),
    );
    configuration();
    const table = await screen.findByRole("table", { name: "Configuration des espaces" });
    expect(within(table).getByText("Nombre de places disponibles")).toBeVisible();
    expect(screen.getByText("Places disponibles au total").closest("li")).toHaveTextContent("48");
    expect(screen.getByRole("button", { name: "Ajouter un espace" })).toBeVisible();
  });

  it("open one at a time, and the row of a new one closes the others", async () => {
    configuration();
    await press("Détails de A2");
    expect(await screen.findByLabelText(/^Code casier/)).toHaveValue("A2");
    await press("Détails de A10");
    expect(await screen.findByLabelText(/^Code casier/)).toHaveValue("A10");
    await press("Ajouter un casier");
    expect(await screen.findByRole("region", { name: "Nouveau casier" })).toBeVisible();
    expect(screen.getByLabelText(/^Code casier/)).toHaveValue("");
    expect(screen.getByLabelText(/^Type/)).toHaveValue("2");
    await press("Détails de A2");
    expect(await screen.findByLabelText(/^Code casier/)).toHaveValue("A2");
    expect(screen.queryByRole("region", { name: "Nouveau casier" })).toBeNull();
  });

  it("are added after a confirmation", async () => {
    let sent: unknown;
    server.use(
      http.post("/api/admin/station/:id/creer-casier", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ id: 13 }, { status: 201 });
      }),
    );
    configuration();
    await press("Ajouter un casier");
    await retype(/^Code casier/, "A11");
    await press("Enregistrer");
    expect(await screen.findAllByText("Veuillez renseigner tous les champs")).toHaveLength(1);
    await retype(/^Nom de la carte/, "C2");
    await retype(/^Ports de la carte/, "3,4");
    await retype(/^Accessoires casier/, "prise; abri");
    await press("Enregistrer");
    expect(await dialog("Création")).toHaveTextContent(
      "Voulez-vous vraiment ajouter le casier A11 ?",
    );
    expect(sent).toBeUndefined();
    await accept("Création");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Nouveau casier" })).toBeNull(),
    );
    expect(sent).toMatchObject({ nom: "A11", type: 2, etiquettes: ["prise", "abri"] });
  });

  it("keep the server's sentence at its field, and a conflict in the modal", async () => {
    server.use(
      http.put("/api/admin/casier/:id", () => violation("stationCartePort", "Port déjà pris")),
      http.delete("/api/admin/casier/:id", () =>
        HttpResponse.json(problem(409, "Conflict", "Une utilisation y est en cours."), {
          status: 409,
        }),
      ),
    );
    configuration();
    await press("Détails de A2");
    await press("Enregistrer");
    await accept("Modification");
    expect(await screen.findByText("Port déjà pris")).toBeVisible();
    await press("Supprimer");
    await accept("Suppression");
    expect(
      await within(await dialog("Suppression")).findByText("Une utilisation y est en cours."),
    ).toBeVisible();
  });
});

describe("what is in use", () => {
  it("is said not to be deletable before anything is asked", async () => {
    const used = locker(11, "A2", { utilisations: [stay(70)] });
    answerStation(gare({ casiers: [used, locker(12, "A10")] }));
    configuration();
    const closes = async (sentence: string) => {
      const modal = await dialog("Suppression");
      expect(within(modal).getByRole("alert")).toHaveTextContent(sentence);
      expect(within(modal).getAllByRole("button")).toHaveLength(1);
      await userEvent.click(within(modal).getByRole("button", { name: "Fermer" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await press("Supprimer la station");
    await closes("Cette station ne peut être supprimée : une utilisation y est en cours.");
    await press("Détails de A2");
    await press("Supprimer");
    await closes("Ce casier ne peut être supprimé : une utilisation y est en cours.");
    await press("Détails de A10");
    await press("Supprimer");
    expect(await dialog("Suppression")).toHaveTextContent("supprimer le casier A10 ?");
  });
});

describe("the focus", () => {
  const chevronOf = (name: string) => screen.getByRole("button", { name: `Détails de ${name}` });

  it("goes back to the chevron of a locker from « Annuler » and « Enregistrer »", async () => {
    server.use(http.put("/api/admin/casier/:id", () => HttpResponse.json(locker(11, "A2"))));
    configuration();
    await userEvent.click(await screen.findByRole("rowheader", { name: "A2" })); // not the chevron itself
    await press("Annuler");
    expect(chevronOf("A2")).toHaveFocus();

    await userEvent.click(screen.getByRole("rowheader", { name: "A2" }));
    await press("Enregistrer");
    await accept("Modification");
    await waitFor(() => expect(screen.queryByLabelText(/^Étiquettes/)).toBeNull());
    await waitFor(() => expect(chevronOf("A2")).toHaveFocus());
  });

  it("goes back to the button that opened the form of a new locker", async () => {
    configuration();
    await press("Ajouter un casier");
    await press("Annuler");
    expect(screen.getByRole("button", { name: "Ajouter un casier" })).toHaveFocus();
  });
});

describe("the import", () => {
  it("says at the field that a file cannot be read", async () => {
    configuration();
    await press("Importer des casiers");
    const modal = await dialog("Importer des casiers");
    const field = modal.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
    const gone = new File(["A3;Vélo"], "casiers.csv", { type: "text/csv" });
    gone.arrayBuffer = () => Promise.reject(new DOMException("moved", "NotFoundError"));
    await userEvent.upload(field, gone);
    const sentence = "Ce fichier n'a pas pu être lu : il a peut-être été déplacé ou modifié.";
    expect(await within(modal).findByRole("alert")).toHaveTextContent(
      `${sentence} Choisissez-le à nouveau, ou collez ses lignes.`,
    );

    gone.arrayBuffer = () => Promise.resolve(new TextEncoder().encode("A3;Vélo").buffer);
    await userEvent.upload(field, gone);
    await waitFor(() => expect(within(modal).getByRole("textbox")).toHaveValue("A3;Vélo"));
    expect(within(modal).queryByRole("alert")).toBeNull();
  });

  it("shows each bad line and its sentence, then imports all", async () => {
    const calls: { casiers: { nom: string }[]; essai: boolean }[] = [];
    server.use(
      http.post("/api/admin/station/:id/importer-casiers", async ({ request }) => {
        const call = (await request.json()) as (typeof calls)[number];
        calls.push(call);
        const fautes = call.casiers.flatMap(({ nom }, line) =>
          nom ? [] : [{ propertyPath: `casiers.${line}.nom`, message: "Nom manquant" }],
        );
        return HttpResponse.json({ ids: call.essai ? [] : [21, 22], fautes }, { status: 201 });
      }),
    );
    configuration();
    await press("Importer des casiers");
    await retype("Lignes à importer", "B1;Vélo;C1;1;\n;Vélo;C1;2;");
    await press("Vérifier");
    const bad = await screen.findByRole("row", { name: /Nom manquant/ });
    expect(within(bad).getByRole("rowheader")).toHaveTextContent("2");
    expect(screen.getByRole("button", { name: "Importer" })).toBeDisabled();

    await press("Retour");
    await retype("Lignes à importer", "B1;Vélo;C1;1;\nB2;Vélo;C1;2;");
    await press("Vérifier");
    expect(await screen.findByText("2 lignes lues, sans erreur.")).toBeVisible();
    await press("Importer");
    expect(await screen.findByText("2 casiers sont importés.")).toBeVisible();
    expect(calls.map(({ essai }) => essai)).toEqual([true, true, false]);
  });
});

describe("a series of lockers", () => {
  const imported = () => {
    const calls: { casiers: Record<string, unknown>[]; essai: boolean }[] = [];
    server.use(
      http.post("/api/admin/station/:id/importer-casiers", async ({ request }) => {
        const call = (await request.json()) as (typeof calls)[number];
        calls.push(call);
        const fautes = call.casiers.flatMap(({ nom }, line) =>
          nom === "B2"
            ? [{ propertyPath: `casiers.${line}.nom`, message: "Ce nom est déjà pris" }]
            : [],
        );
        return HttpResponse.json({ ids: call.essai ? [] : [21, 22, 23], fautes }, { status: 201 });
      }),
    );
    return calls;
  };

  it("is written as lines, and a line that is refused comes first and is mended in place", async () => {
    const calls = imported();
    configuration();
    await press("Importer des casiers");
    await press("Créer une série");
    await press("Ajouter ces lignes");
    expect(await screen.findByText("Veuillez renseigner tous les champs")).toBeVisible();
    await retype(/^Premier de la série/, "B1");
    await retype(/^Dernier de la série/, "C3");
    await retype(/^Nom de la carte/, "Carte 2");
    await press("Ajouter ces lignes");
    expect(await screen.findByText(/Les deux codes finissent par un numéro/)).toBeVisible();
    await retype(/^Dernier de la série/, "B3");
    await press("Ajouter ces lignes");
    expect(await screen.findByLabelText("Lignes à importer")).toHaveValue(
      "nom;type;carte;ports;etiquettes;informations;places\nB1;Vélo;Carte 2;1;;;\nB2;Vélo;Carte 2;2;;;\nB3;Vélo;Carte 2;3;;;",
    );
    await press("Vérifier");
    const preview = within(await screen.findByRole("region", { name: "Aperçu de l'import" }));
    expect(preview.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "2",
      "1",
      "3",
    ]);
    await retype("Code casier, ligne 2", "B20");
    expect(screen.getByRole("button", { name: "Importer" })).toBeDisabled();
    await press("Vérifier");
    await press("Importer");
    expect(await screen.findByText("3 casiers sont importés.")).toBeVisible();
    expect(
      calls.at(-1)?.casiers.map(({ nom, stationCartePort }) => [nom, stationCartePort]),
    ).toEqual([
      ["B1", "1"],
      ["B20", "2"],
      ["B3", "3"],
    ]);
  });
});

describe("a copy of a station", () => {
  it("starts as that one but for its names and its place, then offers its lockers to the import", async () => {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post("/api/admin/exploitant/:id/station/ajouter", async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json({ idStation: 9 }, { status: 201 });
      }),
      http.get("/api/admin/station/9", () =>
        HttpResponse.json(gare({ id: 9, nom: "Halte", casiers: [] })),
      ),
    );
    configuration();
    await userEvent.click(await screen.findByRole("link", { name: "Copier la station" }));
    expect(await screen.findByText(/Les casiers ne sont pas copiés/)).toBeVisible();
    expect(screen.getByLabelText(/^Latitude/)).toHaveValue("");
    expect(screen.getByLabelText(/OpenStreetMap/)).toHaveValue("");
    await retype(/^Latitude/, "45.1");
    await retype(/^Longitude/, "5.7");
    await retype(/^Libellé/, "GRV-09");
    await retype(/^Nom/, "Halte");
    await press("Enregistrer");
    await press("Confirmer");
    await screen.findByRole("heading", { name: "Configuration de la station" });
    const { adresse, codePostal, ville, stationType } = { ...gare(), ...gare().adresse };
    expect(sent).toMatchObject([{ nom: "Halte", adresse, codePostal, ville, stationType }]);
    await press("Importer des casiers");
    const lines = await screen.findByLabelText("Lignes à importer");
    expect((lines as HTMLTextAreaElement).value.split("\n")).toHaveLength(
      1 + (gare().casiers ?? []).length,
    );
  });
});

describe("a new station", () => {
  it("is added after a confirmation, and opens its configuration", async () => {
    let sent: unknown;
    server.use(
      http.post("/api/admin/exploitant/:id/station/ajouter", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ idStation: 5 }, { status: 201 });
      }),
    );
    const app = renderApp("/creation-station");
    await press("Enregistrer");
    expect(await screen.findAllByText("Veuillez renseigner tous les champs")).toHaveLength(1);
    for (const [label, text] of [
      [/^Libellé/, "GRV-09"],
      [/^Nom/, "Halte"],
      [/^Adresse/, "2 rue Haute"],
      [/^Code postal/, "38000"],
      [/^Ville/, "Grandval"],
      [/^Latitude/, "45.1"],
      [/^Longitude/, "5.7"],
    ] as const) {
      await retype(label, text);
    }
    expect(screen.queryByLabelText("Solution de comptage")).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText(/^Type de station/), "collec-comptage");
    await userEvent.selectOptions(screen.getByLabelText("Solution de comptage"), "Autre");
    await press("Enregistrer");
    expect(await dialog("Création")).toHaveTextContent(
      "Voulez-vous vraiment ajouter la station Halte ?",
    );
    await accept("Création");
    await waitFor(() => expect(app.path()).toBe("/gestion-stations/5/details"));
    expect(sent).toMatchObject({
      libelleAdmin: "GRV-09",
      latitude: "45.1",
      systemeComptage: "Autre",
    });
  });

  it("takes its town and its position from an address that is found", async () => {
    const found = {
      libelle: "10 Rue Haute 38100 Grenoble",
      adresse: "10 Rue Haute",
      codePostal: "38100",
      ville: "Grenoble",
      codeCommune: "38185",
      latitude: "45.1",
      longitude: "5.8",
    };
    server.use(http.get("/api/admin/adresses", () => HttpResponse.json([found])));
    renderApp("/creation-station");
    await retype(/^Adresse/, "10 rue haute");
    await userEvent.click(await screen.findByText(found.libelle));
    expect(screen.getByRole("combobox", { name: /^Adresse/ })).toHaveValue(found.adresse);
    expect(screen.getByLabelText(/^Code postal/)).toHaveValue(found.codePostal);
    expect(screen.getByLabelText(/^Latitude/)).toHaveValue(found.latitude);
    expect(screen.getByLabelText(/^Code commune/)).toHaveValue(found.codeCommune);

    await retype(/^Ville/, "Meylan");
    expect(screen.getByLabelText(/^Code commune/)).toHaveValue("");
  });

  it("is cancelled after a confirmation", async () => {
    const app = renderApp("/creation-station");
    await press("Annuler");
    await accept("Annulation");
    await waitFor(() => expect(app.path()).toBe("/gestion-stations"));
  });
});
