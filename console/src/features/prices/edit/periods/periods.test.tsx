import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http } from "msw";
import { expect, it } from "vitest";
import { server, withTestServer } from "@/test/app";
import { accept, openTariffPage, press, recordWrite, retype, violation } from "@/test/tariffPage";

withTestServer();

const night = {
  id: 8,
  libelle: "Nuit",
  joursSemaine: ["1", "2", "3", "4", "5", "6", "7"],
  dateDebut: null,
  dateFin: null,
  heureDebut: "20-00",
  heureFin: "07-00",
};

const adding = () => screen.findByRole("region", { name: "Nouvelle plage horaire" });
const save = async (region: HTMLElement) =>
  userEvent.click(within(region).getByRole("button", { name: "Enregistrer" }));

it("adds a range that crosses midnight, and says so while it is typed", async () => {
  const calls = recordWrite("post", "/api/admin/tarif/1/ajouter-plage-horaire", { id: 8 });
  openTariffPage();
  await screen.findByText(
    "Aucune plage horaire : ce tarif s'applique tous les jours, à toute heure.",
  );
  await press("Ajouter une plage horaire");
  const region = await adding();
  expect(within(region).getByText("Tous les jours.")).toBeVisible();

  await save(region);
  expect(
    await screen.findByText("Veuillez renseigner le libellé de la plage horaire"),
  ).toBeVisible();
  await retype(/^Libellé de la plage horaire/, "Nuit du week-end");
  await userEvent.click(within(region).getByLabelText("Samedi"));
  await retype("Heure de début", "20");
  await userEvent.tab();
  expect(screen.getByLabelText("Heure de début")).toHaveValue("20:00");
  await retype("Heure de fin", "7h30");
  await retype("Date de début", "1/12/2026");
  expect(
    await within(region).findByText(
      "Le samedi, de 20h00 à 07h30 le lendemain, à partir du 01-12-2026.",
    ),
  ).toBeVisible();
  await save(region);

  expect(
    await screen.findByText("La plage horaire « Nuit du week-end » est ajoutée."),
  ).toBeVisible();
  expect(calls).toEqual([
    {
      path: "/api/admin/tarif/1/ajouter-plage-horaire",
      body: {
        libelle: "Nuit du week-end",
        joursSemaine: ["6"],
        debut: "2026-12-01",
        heureDebut: "20-00",
        heureFin: "07-30",
      },
    },
  ]);
  expect(screen.queryByRole("region", { name: "Nouvelle plage horaire" })).toBeNull();
  expect(screen.getByRole("button", { name: "Ajouter une plage horaire" })).toHaveFocus();
});

it("picks a day in the calendar", async () => {
  openTariffPage({ periods: [{ ...night, dateFin: "2026-06-30" }] });
  await press("Détails de Nuit");
  await press(/^Choisir dans un calendrier.*Date de fin$/);
  // Hidden: without layout, Mantine takes every field for scrolled away, and hides its calendar once positioned.
  await userEvent.click(await screen.findByRole("button", { name: "29 juin 2026", hidden: true }));
  expect(screen.getByLabelText("Date de fin")).toHaveValue("29-06-2026");
});

it("changes a range, and shows the server's refusal at its field", async () => {
  openTariffPage({ periods: [night] });
  const row = await screen.findByRole("row", { name: /Nuit/ });
  expect(row).toHaveTextContent("De 20h00 à 07h00 le lendemain");
  await press("Détails de Nuit");
  const details = await screen.findByRole("region", { name: "Détails de Nuit" });
  await retype("Heure de fin", "08:00");

  server.use(
    http.put("/api/admin/tarif-periode/8/modifier", () => violation("heureFin", "Heure refusée")),
  );
  await save(details);
  expect(await within(details).findByText("Heure refusée")).toBeVisible();
  expect(screen.getByLabelText("Heure de fin")).toHaveValue("08:00");

  const calls = recordWrite("put", "/api/admin/tarif-periode/8/modifier", night);
  await save(details);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ libelle: "Nuit", heureFin: "08-00" });
  await waitFor(() => expect(screen.queryByLabelText("Heure de fin")).toBeNull());
  expect(screen.getByRole("button", { name: "Détails de Nuit" })).toHaveFocus();
});

it("deletes a range after the question", async () => {
  const periods = [night];
  openTariffPage({ periods });
  await press("Détails de Nuit");
  await press("Supprimer");
  const calls = recordWrite("delete", "/api/admin/tarif-periode/8/supprimer");
  periods.length = 0;
  await accept(
    "Suppression",
    "Voulez-vous vraiment supprimer la plage horaire Nuit ?",
    "Ce tarif s'appliquera ensuite tous les jours, à toute heure.",
  );
  expect(await screen.findByText("La plage horaire « Nuit » est supprimée.")).toBeVisible();
  expect(calls).toHaveLength(1);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Ajouter une plage horaire" })).toHaveFocus(),
  );
});

it("asks before another row closes a changed one, but not for changes of other parts", async () => {
  openTariffPage({ periods: [night, { ...night, id: 9, libelle: "Matin" }] });
  await retype(/^Nom public/, "Autre nom");
  await press("Détails de Nuit");
  await retype("Heure de fin", "08:00");
  expect(screen.queryByRole("dialog")).toBeNull();

  await press("Détails de Matin");
  await accept("Annulation", "Voulez-vous vraiment annuler les modifications en cours ?");
  expect(await screen.findByRole("region", { name: "Détails de Matin" })).toBeVisible();
  expect(screen.getByLabelText(/^Nom public/)).toHaveValue("Autre nom");
});
