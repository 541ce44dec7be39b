import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";

withTestServer();

async function pasteInto(label: RegExp, text: string) {
  await userEvent.click(await screen.findByLabelText(label, { selector: "input" }));
  await userEvent.paste(text);
}

it("takes what is pasted into a new station as maps and mails write it", async () => {
  let sent: unknown;
  signedIn();
  server.use(
    http.get("/api/admin/carte", () => HttpResponse.json({ tuiles: "", attribution: "" })),
    http.get("/api/admin/adresses", () => HttpResponse.json([])),
    http.post("/api/admin/exploitant/:id/station/ajouter", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ idStation: 5 }, { status: 201 });
    }),
  );
  renderApp("/creation-station");
  await pasteInto(/^Libellé/, "GRV-09");
  await pasteInto(/^Nom/, "Halte");
  await pasteInto(/^Adresse/, "2 rue Haute");
  await pasteInto(/^Code postal/, " 38\u00a0000");
  await pasteInto(/^Ville/, "Saint\u2011Égrève");

  await pasteInto(/^Longitude/, "45.1885, 5.7245");
  expect(screen.getByLabelText(/^Latitude/)).toHaveValue("45.1885");
  expect(screen.getByLabelText(/^Longitude/)).toHaveValue("5.7245");
  await userEvent.clear(screen.getByLabelText(/^Latitude/));
  await pasteInto(/^Latitude/, "45,1885");

  await userEvent.click(screen.getByRole("button", { name: "Enregistrer" }));
  await screen.findByRole("dialog", { name: "Création" });
  await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
  await expect
    .poll(() => sent)
    .toMatchObject({
      codePostal: "38000",
      ville: "Saint-Égrève",
      latitude: "45.1885",
      longitude: "5.7245",
    });
});
