import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { formatRate, formatSiret, parseRate } from "@/entities/operator/fiscal";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { brume, grandval, problem } from "@/test/data";
import type { FiscalIdentity } from "./api";

withTestServer();
beforeEach(() => signedIn());

const region = () => screen.findByRole("region", { name: "Identité et TVA" });
const field = (name: string | RegExp) => screen.findByRole("textbox", { name });

async function fill(name: string | RegExp, text: string) {
  const box = await field(name);
  await userEvent.clear(box);
  if (text !== "") await userEvent.click(box).then(() => userEvent.paste(text));
}

async function edit() {
  const block = await region();
  await userEvent.click(within(block).getByRole("button", { name: "Modifier" }));
  return block;
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));

async function confirm() {
  const modal = await screen.findByRole("dialog", { name: "Modification" });
  expect(modal).toHaveTextContent("modifier l'identité et la TVA de Métropole de Grandval ?");
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
}

/** Answers what was saved, as the server does. */
function keep() {
  const sent: unknown[] = [];
  let identity: FiscalIdentity = grandval.identiteFiscale;
  server.use(
    http.get("/api/admin/exploitant/1", () =>
      HttpResponse.json({ ...grandval, identiteFiscale: identity }),
    ),
    http.put("/api/admin/exploitant/1/identite-fiscale", async ({ request }) => {
      const body = (await request.json()) as FiscalIdentity;
      sent.push(body);
      identity = { ...identity, ...body };
      return HttpResponse.json({ ...grandval, identiteFiscale: identity });
    }),
  );
  return sent;
}

describe("the identity of an operator", () => {
  it("is read", async () => {
    renderApp("/gestion-exploitants/1/details");
    const block = await region();
    expect(block).toHaveTextContent("Grandval Métropole, régie des mobilités");
    expect(block).toHaveTextContent(/999\s999\s014\s00015/);
    expect(block).toHaveTextContent(/Taux de TVA20\s%/);
    expect(block).toHaveTextContent("Régie");
  });

  it("is changed, with a rate in percent and a preview of what is typed", async () => {
    const sent = keep();
    renderApp("/gestion-exploitants/1/details");
    const block = await edit();
    await fill("Raison sociale", "Grandval Vélos");
    await fill("Taux de TVA", "5,5");
    await fill("Préfixe des documents", "velo");
    const preview = within(block).getByRole("figure", { name: /Aperçu/ });
    expect(preview).toHaveTextContent("Grandval Vélos");
    expect(preview).toHaveTextContent(/Reçu n°\sVELO-20\d\d-000001/);
    expect(preview).toHaveTextContent("4 rue du Port");
    await save();
    await confirm();
    expect(await within(block).findByText(/5,5\s%/)).toBeVisible();
    expect(sent).toEqual([
      expect.objectContaining({ raisonSociale: "Grandval Vélos", tauxTva: 550, forme: "regie" }),
    ]);
  });

  it("has neither rate nor number once it is exempt", async () => {
    const sent = keep();
    renderApp("/gestion-exploitants/1/details");
    const block = await edit();
    const mention = "TVA non applicable, art. 293 B du CGI";
    await fill("Mention d'exonération", mention);
    expect(screen.queryByRole("textbox", { name: "Taux de TVA" })).toBeNull();
    expect(within(block).getByRole("figure")).toHaveTextContent(mention);
    expect(within(block).getByRole("figure")).not.toHaveTextContent("FR66999999014");
    await save();
    await confirm();
    expect(await within(block).findByText(/Exonéré/)).toHaveTextContent(mention);
    expect(sent).toEqual([
      expect.objectContaining({
        tauxTva: 0,
        tvaIntracommunautaire: "",
        mentionExoneration: mention,
      }),
    ]);
  });

  it("asks for what the law wants of a form, and shows it as documents do", async () => {
    const sent = keep();
    renderApp("/gestion-exploitants/1/details");
    const block = await edit();
    expect(screen.queryByRole("textbox", { name: "Capital social, en euros" })).toBeNull();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Forme/ }), "societe");
    await fill("Forme sociale", "SAS");
    await fill("Capital social, en euros", "dix mille");
    await fill("Ville du RCS", "Grandval");
    await save();
    expect(await field("Capital social, en euros")).toHaveAccessibleDescription(
      /^Écrivez le capital/,
    );
    await fill("Capital social, en euros", "10 000");
    const header = within(block).getByRole("figure");
    expect(header).toHaveTextContent(/SAS au capital de 10\s000\s€/);
    expect(header).toHaveTextContent(/999\s999\s014 RCS Grandval/);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Forme/ }), "mandataire");
    await fill("Mandant", "Grandval Métropole");
    expect(header).toHaveTextContent("Au nom et pour le compte de Grandval Métropole");
    await save();
    await confirm();
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ forme: "mandataire", mandant: "Grandval Métropole" }),
      ]),
    );
  });

  it("says what is wrong at its field, before and after the server checks the keys", async () => {
    const key = "Ce SIRET n'existe pas : sa clé de contrôle est fausse. Vérifiez chaque chiffre.";
    server.use(
      http.put("/api/admin/exploitant/1/identite-fiscale", () =>
        HttpResponse.json(
          {
            ...problem(422, "Unprocessable Entity", key),
            violations: [{ propertyPath: "siret", message: key }],
          },
          { status: 422 },
        ),
      ),
    );
    renderApp("/gestion-exploitants/1/details");
    await edit();
    await fill("SIRET", "123");
    await fill("Taux de TVA", "vingt");
    await save();
    expect(await screen.findByText("Le SIRET compte 14 chiffres")).toBeVisible();
    await fill("SIRET", "999 999 014 00016");
    await save();
    expect(await field("Taux de TVA")).toHaveAccessibleDescription(/Écrivez le taux en pour cent/);
    await fill("Taux de TVA", "20 %");
    await save();
    await confirm();
    expect(await field("SIRET")).toHaveAccessibleDescription(/sa clé de contrôle est fausse/);
  });

  it("is empty until it is told", async () => {
    server.use(http.get("/api/admin/exploitant/3", () => HttpResponse.json(brume)));
    renderApp("/gestion-exploitants/3/details");
    const block = await region();
    expect(block).toHaveTextContent("Raison sociale–");
    expect(block).toHaveTextContent("EX3");
  });

  it("is only read by the managers of the operator", async () => {
    signedIn({ rights: ["DROIT_EXPLOITANTS_LECTURE", "DROIT_TARIFS_ECRITURE"] });
    renderApp("/mon-equipe");
    const block = await region();
    expect(block).toHaveTextContent("Grandval Métropole, régie des mobilités");
    expect(within(block).queryByRole("button")).toBeNull();
    const attestation = screen.getByRole("link", { name: "Attestation de conformité" });
    expect(attestation).toHaveAttribute("href", "/attestation");
  });
});

it("reads and writes rates and SIRETs as people do", () => {
  expect(["20", "5,5", "2.1 %", "8,55"].map(parseRate)).toEqual([2000, 550, 210, 855]);
  expect(["", "vingt", "-1", "5,555", "1000"].map(parseRate)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect([2000, 550, 210].map(formatRate)).toEqual(["20\u00a0%", "5,5\u00a0%", "2,1\u00a0%"]);
  expect(formatSiret("99999901400015")).toBe("999\u00a0999\u00a0014\u00a000015");
  expect(formatSiret("12")).toBe("12");
});
