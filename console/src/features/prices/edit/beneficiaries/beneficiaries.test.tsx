import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server, withTestServer } from "@/test/app";
import { overtaken } from "@/test/data";
import { accept, openTariffPage, press, recordWrite, retype, violation } from "@/test/tariffPage";
import { readEmails } from "./emails";

withTestServer();

const list = (...emails: string[]) => emails.map((email, index) => ({ id: index + 1, email }));
const path = "/api/admin/tarif/1/modifier-liste-usagers";

/** One subscription would end. */
const ENDS = "1\u00a0abonnement ne sera plus reconduit\u00a0: il prendra fin le 15/01/2027.";
const effectOf = (told: (query: string) => void) =>
  http.get("/api/admin/tarif/1/abonnements/effet", ({ request }) => {
    told(new URL(request.url).search);
    return HttpResponse.json({
      prevenus: { nombre: 0, jours: [] },
      termines: { nombre: 1, jours: [{ jour: "2027-01-15", nombre: 1 }] },
    });
  });

const section = () => screen.findByRole("region", { name: "Limitation à certains usagers" });
const save = async () =>
  userEvent.click(within(await section()).getByRole("button", { name: "Enregistrer" }));

it.each([
  ["a@b.fr\nc@d.fr", ["a@b.fr", "c@d.fr"]],
  ["  a@b.fr \r\n\r\n*@d.fr\n", ["a@b.fr", "*@d.fr"]],
  ["a@b.fr; c@d.fr,e@f.fr", ["a@b.fr", "c@d.fr", "e@f.fr"]],
  ["  \n ", []],
  ['"Durand, Zoé" <zoe@d.fr>; Marc Petit <marc@d.fr>', ["zoe@d.fr", "marc@d.fr"]],
  ["Durand, Zoé <zoe@d.fr>, marc@d.fr", ["zoe@d.fr", "marc@d.fr"]],
  ["À\u00a0: Zoé <mailto:zoe@d.fr>, 'marc@d.fr'.", ["zoe@d.fr", "marc@d.fr"]],
  ["Durand\tZoé\tzoe@d.fr\nPetit\tMarc\tmarc@d.fr", ["zoe@d.fr", "marc@d.fr"]],
  ["zoe@d.fr (Zoé) marc@d.fr", ["zoe@d.fr", "marc@d.fr"]],
])("reads %j", (text, emails) =>
  expect(readEmails(text)).toEqual({ emails, duplicates: 0, invalid: [] }),
);

it("keeps apart what is there twice, and what is no e-mail", () =>
  expect(readEmails("a@b.fr, A@B.fr; Zoé, faux@\n<sans>; *@d.fr; a*@d.fr")).toEqual({
    emails: ["a@b.fr", "*@d.fr"],
    duplicates: 1,
    invalid: ["Zoé", "faux@", "sans", "a*@d.fr"],
  }));

describe("the form", () => {
  it("asks for a box and an e-mail; one box at most is ticked", async () => {
    const calls = recordWrite("put", path, list("*@ville.fr"));
    openTariffPage();
    expect(await screen.findByText("Ce tarif est ouvert à tous les usagers.")).toBeVisible();
    await save();
    expect(await screen.findByText("Veuillez cocher l'une des deux cases")).toBeVisible();
    expect(screen.getByText("Veuillez renseigner au moins un email")).toBeVisible();

    await retype(/^Emails/, "*@ville.fr\nagent@ville.fr");
    await userEvent.click(screen.getByLabelText("Tout remplacer"));
    await userEvent.click(screen.getByLabelText("Ajouter"));
    expect(screen.getByLabelText("Tout remplacer")).not.toBeChecked();
    await save();
    expect(await screen.findByText("Le tarif est limité à 1 usager.")).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([
      { emails: ["*@ville.fr", "agent@ville.fr"], mode: 1 },
    ]);
    expect(screen.getByLabelText(/^Emails/)).toHaveValue("");
  });

  it("asks before it replaces the current beneficiaries", async () => {
    const calls = recordWrite("put", path, list("c@d.fr"));
    let asked = "";
    server.use(effectOf((query) => (asked = query)));
    openTariffPage({ beneficiaries: list("a@b.fr", "b@b.fr") });
    await retype(/^Emails/, "c@d.fr");
    await userEvent.click(screen.getByLabelText("Tout remplacer"));
    await save();
    await accept("Suppression", "Voulez-vous vraiment supprimer les 2 usagers actuels ?", ENDS);
    expect(asked).toBe("?retirer=1&retirer=2&ajouter=c%40d.fr");
    await waitFor(() => expect(calls[0]?.body).toEqual({ emails: ["c@d.fr"], mode: 2 }));
  });

  it("does not replace those whom somebody else changed meanwhile, and says who did", async () => {
    let version: string | null = null;
    openTariffPage({ beneficiaries: list("a@b.fr"), tariff: { version: 4 } });
    await retype(/^Emails/, "c@d.fr");
    await userEvent.click(screen.getByLabelText("Tout remplacer"));
    server.use(
      http.put(path, ({ request }) => {
        version = request.headers.get("If-Match");
        const objet = { type: "tarif", id: 1, nom: "Casier" };
        return HttpResponse.json(overtaken("tarif.usagers", objet), { status: 409 });
      }),
    );
    await save();
    await accept("Suppression");
    expect(
      await screen.findByText(/usagers modifiés par Zoé Martin le 22\/11\/2026 à 23h02\./),
    ).toBeVisible();
    expect(screen.getByLabelText(/^Emails/)).toHaveValue("c@d.fr");
    expect(version).toBe('"4"');
  });

  it("says which e-mail the server refuses, and keeps what was typed", async () => {
    openTariffPage();
    await retype(/^Emails/, "bon@d.fr\nfaux@");
    await userEvent.click(screen.getByLabelText("Ajouter"));
    server.use(http.put(path, () => violation("emails", "Cet email n'est pas valide : faux@")));
    await save();
    expect(await screen.findByText("Au moins un des emails saisis n'est pas valide")).toBeVisible();
    expect(screen.getByText("Cet email n'est pas valide : faux@")).toBeVisible();
    expect(screen.getByLabelText(/^Emails/)).toHaveValue("bon@d.fr\nfaux@");
  });
});

it("a pasted list says what it holds, and keeps its valid e-mails on request", async () => {
  openTariffPage();
  await retype(/^Emails/, '"Durand, Zoé" <zoe@d.fr>; ZOE@d.fr; marc@d.fr\nfaux@');
  expect(
    await screen.findByText("2 emails reconnus · 1 en double, pris une fois · 1 non valide"),
  ).toBeVisible();
  expect(screen.getByText("Cet email n'est pas valide : faux@")).toBeVisible();
  await press("Ne garder que les emails valides");
  expect(screen.getByLabelText(/^Emails/)).toHaveValue("zoe@d.fr\nmarc@d.fr");
  expect(screen.getByText("2 emails reconnus")).toBeVisible();
});

describe("the list", () => {
  it("counts, pages and searches", async () => {
    openTariffPage({
      beneficiaries: list(
        "*@ville.fr",
        ...Array.from({ length: 11 }, (_, i) => `agent${i + 1}@mairie.fr`),
      ),
    });
    expect(await screen.findByRole("heading", { name: "12 usagers" })).toBeVisible();
    const emails = screen.getByRole("list", { name: "Usagers autorisés" });
    expect(within(emails).getAllByRole("listitem")).toHaveLength(10);
    await press("Page suivante");
    expect(within(emails).getByText("agent11@mairie.fr")).toBeVisible();
    await userEvent.type(screen.getByRole("searchbox", { name: "Chercher un email" }), "VILLE");
    await waitFor(() => expect(within(emails).getAllByRole("listitem")).toHaveLength(1));
    expect(emails).toHaveTextContent("*@ville.fr Toute l'entreprise");
    await userEvent.type(screen.getByRole("searchbox", { name: "Chercher un email" }), "x");
    expect(await screen.findByText("Aucun email ne contient « VILLEx ».")).toBeVisible();
  });

  it("deletes one after the question", async () => {
    const beneficiaries = list("a@b.fr", "*@ville.fr");
    openTariffPage({ beneficiaries });
    server.use(effectOf(() => undefined));
    await press("Supprimer *@ville.fr");
    const calls = recordWrite("delete", "/api/admin/tarif/supprimer-usager/2");
    beneficiaries.pop();
    await accept("Suppression", "Voulez-vous vraiment supprimer l'usager *@ville.fr ?", ENDS);
    expect(await screen.findByText("L'usager « *@ville.fr » est supprimé.")).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(await screen.findByRole("heading", { name: "1 usager" })).toBeVisible();
  });

  it("says that without the last one the tariff is for everybody", async () => {
    openTariffPage({ beneficiaries: list("a@b.fr") });
    await press("Supprimer a@b.fr");
    recordWrite("delete", "/api/admin/tarif/supprimer-usager/1");
    await accept("Suppression", "Ce tarif sera ensuite ouvert à tous les usagers.");
  });

  it("deletes several at once after the question", async () => {
    const beneficiaries = list("a@b.fr", "*@ville.fr", "c@d.fr");
    openTariffPage({ beneficiaries });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Tout choisir" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Choisir *@ville.fr" }));
    expect(screen.getByRole("checkbox", { name: "Tout choisir" })).toBePartiallyChecked();
    let asked = "";
    server.use(effectOf((query) => (asked = query)));
    await press("Supprimer la sélection (2)");
    const calls = recordWrite("put", "/api/admin/tarif/1/modifier", {});
    beneficiaries.splice(0, 3, { id: 2, email: "*@ville.fr" });
    await accept("Suppression", "Voulez-vous vraiment supprimer les 2 usagers choisis ?", ENDS);
    expect(asked).toBe("?retirer=1&retirer=3");
    expect(await screen.findByRole("heading", { name: "1 usager" })).toBeVisible();
    expect(calls[0]?.body).toEqual({ beneficiaires: { retraits: [1, 3] } });
    expect(screen.queryByRole("button", { name: /^Supprimer la sélection/ })).toBeNull();
  });

  it("is opened to everybody in one act", async () => {
    const beneficiaries = list("a@b.fr", "*@ville.fr");
    openTariffPage({ beneficiaries });
    await press("Ouvrir à tous les usagers");
    const calls = recordWrite("put", "/api/admin/tarif/1/modifier", {});
    beneficiaries.length = 0;
    await accept(
      "Ouverture à tous les usagers",
      "Voulez-vous vraiment ouvrir ce tarif à tous les usagers\u00a0?",
      "Les 2 usagers autorisés sont retirés de la liste.",
    );
    expect(await screen.findByText("Ce tarif est ouvert à tous les usagers.")).toBeVisible();
    expect(calls[0]?.body).toEqual({ beneficiaires: { toutRetirer: true } });
  });
});
