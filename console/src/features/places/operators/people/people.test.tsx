import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Right } from "@/api/rights";
import type { Contact } from "@/entities/contact/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { Member } from "./api";

withTestServer();

const member: Member = {
  id: 21,
  version: 1,
  nom: "Roy",
  prenom: "Alix",
  telephone: "0639980002",
  email: "alix@grandval.test",
  actif: true,
};
const contact: Contact = {
  id: 8,
  version: 1,
  nom: "Marchand",
  prenom: "",
  telephone: "",
  email: "",
  fonction: "Directeur",
};

const answerManagers = (managers: Member[]) =>
  server.use(http.get("/api/admin/gestionnaires/exploitant/1", () => HttpResponse.json(managers)));
const answerContacts = (contacts: Contact[]) =>
  server.use(http.get("/api/admin/referents/exploitant/1", () => HttpResponse.json(contacts)));

/** Returns queries limited to one block of the page. */
const inBlock = async (name: string) => within(await screen.findByRole("region", { name }));
type Place = Awaited<ReturnType<typeof inBlock>>;

const press = async (place: Place, name: string) =>
  userEvent.click(await place.findByRole("button", { name }));

async function type(place: Place, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    const field = await place.findByRole("textbox", { name: label });
    await userEvent.clear(field);
    if (text) await userEvent.click(field).then(() => userEvent.paste(text));
  }
}

async function accept(name: string, words: string) {
  const modal = await screen.findByRole("dialog", { name });
  expect(modal).toHaveTextContent(words);
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  return modal;
}

const PAGE = "/gestion-exploitants/1/details";

beforeEach(() => signedIn());

describe("the managers", () => {
  it("show the address that is not confirmed yet", async () => {
    answerManagers([{ ...member, emailEnAttente: "a.roy@grandval.test" }]);
    renderApp(PAGE);
    const block = await inBlock("Gestionnaires");
    expect(await block.findByText("Adresse à confirmer")).toBeVisible();
    await press(block, "Détails de Alix Roy");
    expect(await block.findByText(/a\.roy@grandval\.test est en attente/)).toBeVisible();
    expect(block.getByText(/saisissez alix@grandval\.test/)).toBeVisible();
    expect(await block.findByRole("textbox", { name: "Email" })).toHaveValue("a.roy@grandval.test");
  });

  it("are reported as waiting for the confirmation of a new address", async () => {
    answerManagers([member]);
    server.use(
      http.put("/api/admin/gestionnaire/utilisateur/21/exploitant/1", () =>
        HttpResponse.json({ ...member, emailEnAttente: "a.roy@grandval.test" }),
      ),
    );
    renderApp(PAGE);
    const block = await inBlock("Gestionnaires");
    await press(block, "Détails de Alix Roy");
    await type(block, { Email: "a.roy@grandval.test" });
    await press(block, "Enregistrer");
    await accept("Modification", "Alix Roy");
    expect(
      await screen.findByText(/enregistrées\. La nouvelle adresse attend d'être confirmée\./),
    ).toBeVisible();
  });

  it("are invited again until they have signed in", async () => {
    const envoyeeLe = "2026-11-20T09:00:00+01:00";
    answerManagers([{ ...member, invitation: { envoyeeLe, expiree: true } }]);
    server.use(
      http.post("/api/admin/gestionnaire/utilisateur/21/exploitant/1/invitation", () => {
        answerManagers([
          { ...member, invitation: { envoyeeLe: "2026-11-30T09:00:00+01:00", expiree: false } },
        ]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp(PAGE);
    const block = await inBlock("Gestionnaires");
    expect(await block.findByText("Invitation expirée")).toBeVisible();
    await press(block, "Détails de Alix Roy");
    expect(await block.findByText(/envoyée le 20\/11\/2026, expirée/)).toBeVisible();
    await press(block, "Renvoyer l'invitation");
    await accept("Invitation", "Le lien de la précédente ne sert plus.");
    expect(await screen.findByText(/Une nouvelle invitation est envoyée à/)).toBeVisible();
    expect(await block.findByText("Invitation envoyée le 30/11/2026")).toBeVisible();
  });

  it("are added, with a note on their invitation", async () => {
    let sent: unknown;
    server.use(
      http.post("/api/admin/gestionnaire/exploitant/1", async ({ request }) => {
        sent = await request.json();
        answerManagers([member]);
        return HttpResponse.json({ id: 21 }, { status: 201 });
      }),
    );
    renderApp(PAGE);
    const managers = await inBlock("Gestionnaires");
    await press(managers, "Ajouter un gestionnaire");
    expect(managers.getByText(/recevra une invitation par e-mail/)).toBeVisible();
    await press(managers, "Enregistrer");
    expect(await managers.findAllByText("Veuillez renseigner tous les champs.")).toHaveLength(1);
    await type(managers, { Nom: "Roy", Prénom: "Alix", Téléphone: "12", Email: "alix" });
    await press(managers, "Enregistrer");
    expect(
      await managers.findByText("Le format du numéro de téléphone n'est pas correct."),
    ).toBeVisible();
    expect(managers.getByText("Le format de l'email n'est pas correct.")).toBeVisible();
    await type(managers, { Téléphone: "+33 6 39 98 00 02", Email: member.email });
    await press(managers, "Enregistrer");
    await accept("Création", "Voulez-vous vraiment ajouter le gestionnaire Alix Roy ?");
    const row = await managers.findByRole("row", { name: /Alix Roy/ });
    expect(within(row).getByRole("link", { name: /^06/ })).toHaveAttribute(
      "href",
      "tel:0639980002",
    );
    expect(managers.queryByRole("textbox")).toBeNull();
    expect(sent).toEqual({
      nom: "Roy",
      prenom: "Alix",
      telephone: "0639980002",
      email: member.email,
    });
    expect(await screen.findByText(/une invitation lui est envoyée par e-mail/)).toBeVisible();
  });

  it("keep what was typed when the e-mail has an account, with the sentence at its field", async () => {
    const taken = "Ce mail est déjà présent";
    server.use(
      http.post("/api/admin/gestionnaire/exploitant/1", () =>
        HttpResponse.json(
          {
            ...problem(422, "Unprocessable Entity", taken),
            violations: [{ propertyPath: "email", message: taken }],
          },
          { status: 422 },
        ),
      ),
    );
    renderApp(PAGE);
    const managers = await inBlock("Gestionnaires");
    await press(managers, "Ajouter un gestionnaire");
    const { nom, prenom, telephone, email } = member;
    await type(managers, { Nom: nom, Prénom: prenom, Téléphone: telephone, Email: email });
    await press(managers, "Enregistrer");
    await accept("Création", "Alix Roy");
    await waitFor(() =>
      expect(managers.getByRole("textbox", { name: "Email" })).toHaveAccessibleDescription(
        "Un compte existe déjà avec cette adresse email",
      ),
    );
    expect(managers.getByRole("textbox", { name: "Nom" })).toHaveValue("Roy");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(managers.getByRole("textbox", { name: "Email" })).toHaveFocus();
  });

  it("lose only the role, and a refusal is shown in the confirmation", async () => {
    answerManagers([member, { ...member, id: 22, nom: "Lemoine", prenom: "Franck", actif: false }]);
    let allowed = false;
    server.use(
      http.delete("/api/admin/gestionnaire/utilisateur/21/exploitant/1", () => {
        if (!allowed)
          return HttpResponse.json(problem(403, "Forbidden", "Accès refusé."), { status: 403 });
        answerManagers([]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp(PAGE);
    const managers = await inBlock("Gestionnaires");
    expect(await managers.findByRole("row", { name: /Franck Lemoine/ })).toHaveTextContent("Banni");
    expect(managers.getByRole("row", { name: /Alix Roy/ })).not.toHaveTextContent("Banni");
    await press(managers, "Détails de Alix Roy");
    await press(managers, "Supprimer");
    const modal = await accept("Suppression", "Son compte demeure.");
    expect(await within(modal).findByRole("alert")).toHaveTextContent(/^Accès refusé/);
    allowed = true;
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(
      await managers.findByText("Cet exploitant n'a pas encore de gestionnaire."),
    ).toBeVisible();
  });
});

describe("the contacts", () => {
  it("need only a name, and are edited in their row", async () => {
    answerContacts([contact]);
    let sent: unknown;
    server.use(
      http.put("/api/admin/referent/8", async ({ request }) => {
        sent = await request.json();
        answerContacts([{ ...contact, fonction: "Directrice" }]);
        return HttpResponse.json(contact);
      }),
    );
    renderApp(PAGE);
    const contacts = await inBlock("Référents exploitation");
    await press(contacts, "Détails de Marchand");
    await type(contacts, { Nom: "", Email: "paul" });
    await press(contacts, "Enregistrer");
    expect(await contacts.findByText("Veuillez renseigner le champ Nom")).toBeVisible();
    expect(contacts.getByText("Veuillez renseigner un email valide")).toBeVisible();
    await type(contacts, { Nom: "Marchand", Email: "", Fonction: "Directrice" });
    await press(contacts, "Enregistrer");
    await accept("Modification", "Voulez-vous vraiment modifier le référent Marchand ?");
    expect(await contacts.findByText("Directrice")).toBeVisible();
    expect(sent).toEqual({
      nom: "Marchand",
      prenom: "",
      telephone: "",
      email: "",
      fonction: "Directrice",
    });
  });

  it("ask before another row takes the place of what is typed", async () => {
    answerContacts([contact, { ...contact, id: 9, nom: "Petit" }]);
    renderApp(PAGE);
    const contacts = await inBlock("Référents exploitation");
    await press(contacts, "Détails de Marchand");
    await type(contacts, { Fonction: "Directrice" });
    await press(contacts, "Détails de Petit");
    await accept("Annulation", "Voulez-vous vraiment annuler les modifications en cours ?");
    await waitFor(() =>
      expect(contacts.getByRole("textbox", { name: "Nom" })).toHaveValue("Petit"),
    );
  });
});

it("asks one question on leaving, although several blocks hold changes", async () => {
  answerContacts([contact]);
  answerManagers([member]);
  const app = renderApp(PAGE);
  const contacts = await inBlock("Référents exploitation");
  await press(contacts, "Détails de Marchand");
  await type(contacts, { Fonction: "Directrice" });
  const managers = await inBlock("Gestionnaires");
  await press(managers, "Détails de Alix Roy");
  await type(managers, { Nom: "Roi" });
  await userEvent.click(screen.getByRole("link", { name: "Retour à la liste des exploitants" }));
  await accept("Annulation", "Voulez-vous vraiment annuler les modifications en cours ?");
  await waitFor(() => expect(app.path()).toBe("/gestion-exploitants"));
});

describe("« Mon équipe »", () => {
  const HOTLINE: Right[] = ["DROIT_EXPLOITANTS_LECTURE", "DROIT_USER_HOTLINE_LECTURE"];
  const MANAGER: Right[] = [
    ...HOTLINE,
    "DROIT_USER_HOTLINE_ECRITURE",
    "DROIT_USER_GESTIONNAIRES_LECTURE",
    "DROIT_USER_MAINTENEURS_LECTURE",
    "DROIT_USER_MAINTENEURS_ECRITURE",
  ];

  it("lets a manager edit what a manager may change", async () => {
    signedIn({ rights: MANAGER });
    answerManagers([member]);
    answerContacts([contact]);
    let search: string | undefined;
    server.use(
      http.post("/api/admin/personnel/exploitant/1", ({ request }) => {
        search = new URL(request.url).search;
        return HttpResponse.json({ id: 30 }, { status: 201 });
      }),
    );
    renderApp("/mon-equipe");
    const managers = await inBlock("Gestionnaires");
    expect(await managers.findByText("Alix Roy")).toBeVisible();
    expect(managers.queryByRole("button")).toBeNull();
    const contacts = await inBlock("Référents exploitation");
    expect(await contacts.findByText("Directeur")).toBeVisible();
    expect(contacts.queryByRole("button")).toBeNull();

    const technicians = await inBlock("Mainteneurs");
    await press(technicians, "Ajouter un mainteneur");
    expect(technicians.queryByRole("link", { name: "liste des utilisateurs" })).toBeNull();
    expect(technicians.getByText(/un administrateur de la plateforme peut lui/)).toBeVisible();
    const { nom, prenom, telephone, email } = member;
    await type(technicians, { Nom: nom, Prénom: prenom, Téléphone: telephone, Email: email });
    await press(technicians, "Enregistrer");
    await accept("Création", "Voulez-vous vraiment ajouter le mainteneur Alix Roy ?");
    await waitFor(() => expect(search).toBe("?role=Mainteneur"));
  });

  it.each<[string, Right[]]>([
    ["Hotline", HOTLINE],
    ["Mainteneurs", ["DROIT_EXPLOITANTS_LECTURE", "DROIT_USER_MAINTENEURS_LECTURE"]],
  ])("shows %s its own team, and calls for nothing else", async (team, rights) => {
    signedIn({ rights });
    const refused = () => HttpResponse.json(problem(403, "Forbidden", ""), { status: 403 });
    let calls = 0;
    server.use(
      http.get("/api/admin/gestionnaires/exploitant/1", () => {
        calls += 1;
        return refused();
      }),
      http.get("/api/admin/personnel/exploitant/1", ({ request }) =>
        request.url.endsWith(`role=${team === "Hotline" ? team : "Mainteneur"}`)
          ? HttpResponse.json([member])
          : refused(),
      ),
    );
    renderApp("/mon-equipe");
    const own = await inBlock(team);
    expect(await own.findByText("Alix Roy")).toBeVisible();
    expect(own.getByRole("link", { name: /^0/ })).toHaveAttribute(
      "href",
      `tel:${member.telephone}`,
    );
    expect(screen.queryByRole("link", { name: "Attestation de conformité" })).toBeNull();
    const page = within(screen.getByRole("main"));
    expect(page.getAllByRole("region")).toHaveLength(2);
    expect(page.queryByRole("button")).toBeNull();
    expect(calls).toBe(0);
  });
});
