import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { FAMILY_OF } from "@/api/security";
import { FAMILY_LABELS, KIND_LABELS } from "@/api/securityLabels";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";

withTestServer();

const failure = {
  id: 41,
  instant: "2026-11-21T08:02:31.403+01:00",
  famille: "connexion",
  type: "connexion.echec",
  compte: 12,
  nomCompte: "Zoé Martin",
  acteur: null,
  nomActeur: "",
  saisie: "kq7",
  adresse: "192.0.2.7",
  reseau: "192.0.2.0/24",
  motif: "mot de passe",
};

const day = {
  jour: "2026-11-21",
  compteurs: [
    { famille: "connexion", type: "connexion.echec", total: 3 },
    { famille: "droits", total: 10_000, totalPlafonne: true },
  ],
};

/** Answers the page and returns what the list was asked for. */
function events(items: object[] = [failure]) {
  const asked: string[] = [];
  server.use(
    http.get("/api/admin/securite/journee", () => HttpResponse.json(day)),
    http.get("/api/admin/securite/evenements", ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString());
      return HttpResponse.json({ items, total: items.length });
    }),
  );
  return asked;
}

it("has a label for each kind and family", () => {
  for (const [kind, family] of Object.entries(FAMILY_OF)) {
    expect(KIND_LABELS[kind as keyof typeof KIND_LABELS]).toMatch(/^\p{Lu}/u);
    expect(FAMILY_LABELS[family]).toMatch(/^\p{Lu}/u);
  }
});

describe("the page", () => {
  it("shows the events by what is in the address", async () => {
    signedIn();
    const asked = events();
    renderApp("/securite?famille=connexion&compte=12&adresse=192.0.2.0%2F24&type=autre");
    const row = await screen.findByRole("row", { name: /Échec de connexion/ });
    expect(row).toHaveTextContent("21/11/2026 - 08h02");
    expect(row).toHaveTextContent("Zoé Martin192.0.2.7mot de passe");
    expect(asked).toEqual([
      "famille=connexion&compte=12&adresse=192.0.2.0%2F24&page=1&itemsPerPage=10",
    ]);
    const chips = within(screen.getByRole("list", { name: "Filtres actifs" }));
    expect(chips.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "Famille\u00a0: Connexions",
      "Compte\u00a0: Zoé Martin",
      "Adresse\u00a0: 192.0.2.0/24",
    ]);
  });

  it("counts those of the day, and leads to them", async () => {
    signedIn();
    const asked = events();
    const app = renderApp("/securite?motif=autre");
    const today = within(await screen.findByRole("region", { name: "Aujourd'hui" }));
    const rights = await today.findByRole("link", {
      name: /^Changements de droits ?plus de\s10\s000$/,
    });
    expect(today.getByRole("link", { name: /^Échecs de connexion ?3$/ })).toBeVisible();
    await userEvent.click(rights);
    await waitFor(() =>
      expect(app.router.state.location.search).toEqual({
        famille: "droits",
        du: "2026-11-21",
        au: "2026-11-21",
      }),
    );
    await waitFor(() => expect(asked.at(-1)).toContain("famille=droits"));
  });

  it("is filtered by what is typed, which must make sense", async () => {
    signedIn();
    const asked = events();
    renderApp("/securite");
    await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
    const modal = within(await screen.findByRole("dialog", { name: "Filtres de sécurité" }));
    await userEvent.selectOptions(modal.getByLabelText("Famille"), "Droits");
    await userEvent.selectOptions(modal.getByLabelText("Événement"), "Échec de connexion");
    await userEvent.type(modal.getByLabelText("Adresse ou réseau"), "192.0.2.0/16");
    await userEvent.type(modal.getByLabelText("Numéro du compte de l'acteur"), "x");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    expect(await modal.findByText(/^Indiquez une adresse IP, ou un réseau/)).toBeVisible();
    expect(modal.getByText("Un numéro de compte est fait de chiffres")).toBeVisible();
    await userEvent.clear(modal.getByLabelText("Numéro du compte de l'acteur"));
    await userEvent.clear(modal.getByLabelText("Adresse ou réseau"));
    await userEvent.type(modal.getByLabelText("Adresse ou réseau"), "2001:db8:1::/48");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    expect(await modal.findByText("Cet événement n'est pas de la famille choisie")).toBeVisible();
    await userEvent.selectOptions(modal.getByLabelText("Famille"), "Toutes");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    await waitFor(() =>
      expect(asked.at(-1)).toBe(
        "type=connexion.echec&adresse=2001%3Adb8%3A1%3A%3A%2F48&page=1&itemsPerPage=10",
      ),
    );
  });

  it("leads from an event to those like it", async () => {
    signedIn();
    const asked = events();
    renderApp("/securite?ligne=41&motif=mot+de+passe");
    expect(await screen.findByText(/^21\/11\/2026 - 08h02 \(31\ss\)$/)).toBeVisible();
    const link = screen.getByRole("link", { name: "Zoé Martin" });
    expect(link).toHaveAttribute("href", "/gestion-utilisateurs/12/details");
    expect(screen.queryByRole("button", { name: "De cet acteur" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "De ce réseau" }));
    await waitFor(() => expect(asked.at(-1)).toBe("adresse=192.0.2.0%2F24&page=1&itemsPerPage=10"));
  });

  it("says that there is nothing", async () => {
    signedIn();
    events([]);
    renderApp("/securite");
    const sentence = "Aucun événement de sécurité n'est encore inscrit.";
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("says why it failed", async () => {
    signedIn();
    events();
    const sentence = "Indiquez une adresse IP, ou un réseau.";
    server.use(
      http.get("/api/admin/securite/evenements", () =>
        HttpResponse.json(problem(422, "Unprocessable", sentence), { status: 422 }),
      ),
    );
    renderApp("/securite?adresse=ici");
    expect(await screen.findByText(sentence)).toBeVisible();
  });
});
