import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import { renderUi } from "@/test/render";
import { ExportProgress } from "./ExportBar";
import { rowCounter } from "./rowCounter";

const bytes = (text: string) => new TextEncoder().encode(text);

it("counts rows wherever the stream is split, and no line break inside quotes", () => {
  const file = 'Nom;Commentaire\r\nA;"deux\nlignes, ""dites"" ainsi\n"\r\nB;\r\n';
  for (const size of [1, 2, 7, 1000]) {
    const count = rowCounter();
    let rows = 0;
    for (let at = 0; at < file.length; at += size) rows = count(bytes(file.slice(at, at + size)));
    expect(rows).toBe(2);
  }
});

it("shows the progress in whole percents", () => {
  const received = { rows: 1, bytes: 20 };
  const download = {
    row: "paiement",
    received,
    button: { current: null },
    start() {},
    cancel() {},
  };
  renderUi(<ExportProgress download={download} total={3} />);
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "33%");
});

/** Collects what the browser would save; jsdom supports neither these URLs nor reading the text of a blob. */
function saves() {
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  URL.createObjectURL = () => "blob:export";
  return vi.spyOn(URL, "createObjectURL");
}

function textOf(file: Blob | MediaSource | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file as Blob);
  });
}

const CSV = "/api/admin/paiements/exportation/exploitant/1/format/csv";

describe("the export", () => {
  withTestServer();

  it("saves a workbook when its format is picked", async () => {
    const saved = saves();
    const names = vi
      .spyOn(HTMLAnchorElement.prototype, "download", "set")
      .mockImplementation(() => undefined);
    server.use(http.post(CSV.replace("csv", "xlsx"), () => new HttpResponse(bytes("PK"))));
    signedIn();
    renderApp("/liste-paiements-exploitant");
    await screen.findByText("1 résultat");
    await userEvent.click(screen.getByRole("button", { name: "Format de l'export des paiements" }));
    await userEvent.click(await screen.findByText("Excel (XLSX)", {}, { timeout: 5000 }));
    expect(await screen.findByText("L'export est terminé.")).toBeVisible();
    expect(await textOf(saved.mock.calls[0]?.[0])).toBe("PK");
    expect(names).toHaveBeenCalledWith("export_paiements.xlsx");
  });

  const start = async (address: string) => {
    signedIn();
    renderApp(address);
    await screen.findByText("1 résultat");
    await userEvent.click(screen.getByRole("button", { name: "Exporter les paiements" }));
  };

  /** Lets the test write the file, and returns the query of the call. */
  function answerExport() {
    const requests: unknown[] = [];
    let out: ReadableStreamDefaultController<Uint8Array> | undefined;
    const start = (controller: typeof out) => {
      out = controller;
    };
    server.use(
      http.post(CSV, async ({ request }) => {
        requests.push(await request.json());
        return new HttpResponse(new ReadableStream<Uint8Array>({ start }), {
          headers: { "Content-Type": "text/csv" },
        });
      }),
    );
    return {
      requests,
      file: () => waitFor(() => out ?? Promise.reject(new Error("not saved yet"))),
    };
  }

  it("shows the progress, and saves the file of the filtered list", async () => {
    const saved = saves();
    const { requests, file } = answerExport();
    await start("/liste-paiements-exploitant?statut=PAID&recherche=jac");
    const out = await file();
    out.enqueue(bytes("Nom\r\n"));
    await new Promise((resolve) => setTimeout(resolve, 120));
    out.enqueue(bytes("Jacquet\r\n"));
    expect(await screen.findByText(/^1 sur 1 paiement · 0,0\sMo$/)).toBeVisible();
    out.close();
    expect(await screen.findByText(/^L'export est terminé\s: 1 paiement\.$/)).toBeVisible();
    expect(requests).toEqual([
      { filters: { search: "jac", paymentStatus: ["PAID"], filterTests: 1 } },
    ]);
    expect(await textOf(saved.mock.calls[0]?.[0])).toBe("Nom\r\nJacquet\r\n");
    expect(screen.queryByRole("region", { name: "Export des paiements" })).toBeNull();
  });

  it("stops when it is cancelled, and saves nothing", async () => {
    const saved = saves();
    server.use(
      http.post(CSV, async () => {
        await delay("infinite");
        return new HttpResponse();
      }),
    );
    await start("/liste-paiements-exploitant");
    await userEvent.click(await screen.findByRole("button", { name: "Annuler l'export" }));
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Export des paiements" })).toBeNull(),
    );
    expect(screen.getByRole("button", { name: "Exporter les paiements" })).toHaveFocus();
    expect(await screen.findByText("L'export est annulé.")).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
  });

  it("reports an interrupted download, and saves nothing", async () => {
    const saved = saves();
    const { file } = answerExport();
    await start("/liste-paiements-exploitant");
    (await file()).error(new TypeError("cut"));
    expect(await screen.findByText(/L'export s'est interrompu avant la fin/)).toBeVisible();
    expect(saved).not.toHaveBeenCalled();
  });

  it("shows why the server refused it", async () => {
    server.use(
      http.post(CSV, () =>
        HttpResponse.json(problem(422, "Unprocessable", "La valeur n'est pas correcte."), {
          status: 422,
        }),
      ),
    );
    await start("/liste-paiements-exploitant");
    expect(await screen.findByText("La valeur n'est pas correcte.")).toBeVisible();
  });
});
