import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import type { Attestation } from "./api";

withTestServer();

const attestation: Attestation = {
  version: "2.0.0",
  exploitant: 1,
  raisonSociale: "Régie de Grandval",
  siret: "73282932000074",
  ecritures: 1234,
  scellees: 1200,
  premierJour: "2026-11-01",
  dernierJour: "2026-11-22",
  empreinte: "7fca",
  cle: "Y2zDqQ==",
  adresseSceaux: "https://console.test/api/ouvert/sceaux/1?jeton=c2VjcmV0",
  etablieLe: "2026-11-23T10:00:00Z",
};

function answer(body: Attestation) {
  signedIn({ rights: ["DROIT_TARIFS_ECRITURE"] });
  server.use(http.get("/api/admin/exploitant/1/attestation", () => HttpResponse.json(body)));
  renderApp("/attestation");
}

describe("the attestation of compliance", () => {
  it("tells what is sealed, and leaves room for the signature", async () => {
    answer(attestation);
    expect(await screen.findByText("Du 01/11/2026 au 22/11/2026")).toBeVisible();
    const main = within(screen.getByRole("main"));
    expect(main.getByText(/^1\s200$/)).toBeVisible();
    expect(main.getByText("7fca")).toBeVisible();
    expect(main.getByText(/version 2\.0\.0, dont se sert\s+Régie de Grandval/)).toBeVisible();
    expect(main.getByRole("button", { name: "Imprimer" })).toBeVisible();
    expect(main.getByRole("region", { name: "Signature de l'éditeur" })).toBeVisible();
  });

  it("gives the link to the seals of an operator that does not publish", async () => {
    answer(attestation);
    expect(await screen.findByText(attestation.adresseSceaux)).toBeVisible();
    expect(screen.getByRole("button", { name: "Copier" })).toBeVisible();
    expect(screen.getByText(/ce lien seul ouvre ses sceaux/)).toBeVisible();
  });

  it("gives the public address of the seals of one that publishes", async () => {
    const adresseSceaux = "https://console.test/api/ouvert/sceaux/1";
    answer({ ...attestation, adresseSceaux });
    expect(await screen.findByText(adresseSceaux)).toBeVisible();
    expect(screen.queryByText(/ce lien seul ouvre/)).toBeNull();
  });

  it("says that nothing is sealed yet", async () => {
    answer({ ...attestation, scellees: 0, premierJour: "", dernierJour: "", empreinte: "" });
    expect(await screen.findByText("Aucun jour n'est encore scellé")).toBeVisible();
  });
});
