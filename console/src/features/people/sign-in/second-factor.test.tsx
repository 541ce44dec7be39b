import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp, server, withTestServer } from "@/test/app";
import { makeToken, problem } from "@/test/data";

const reloadAt = vi.fn();
vi.mock("@/session/reload", () => ({
  reloadAt: (path: string) => reloadAt(path),
  reloadPage: () => undefined,
}));

withTestServer();
beforeEach(() => reloadAt.mockClear());

const token = makeToken({ roles: ["ROLE_BACK"] });
const session = { token, refreshToken: "r1" };

async function signInTo(step: object) {
  server.use(http.post("/api/compte/connexion", () => HttpResponse.json(step)));
  renderApp("/connexion");
  await userEvent.type(await screen.findByLabelText(/^Email/), "camille@consigne.test");
  await userEvent.type(screen.getByLabelText(/^Mot de passe/), "Consigne-demo-2026");
  await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
}

const answerProof = (...answer: Parameters<typeof HttpResponse.json>) => {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/compte/connexion/second-facteur", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(...answer);
    }),
  );
  return sent;
};

const awaited = { etape: "second-facteur", jetonEtape: "j1", moyens: ["totp", "secours"] };

it("asks for the code of the application, then opens the console", async () => {
  const sent = answerProof(session);
  await signInTo(awaited);
  await userEvent.type(await screen.findByLabelText(/^Code de votre application/), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
  await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledWith("/"));
  expect(sent).toEqual([{ jetonEtape: "j1", moyen: "totp", code: "123456" }]);
  expect(localStorage.getItem("token")).toBe(token);
});

it("takes a recovery code instead, and keeps a wrong one on screen", async () => {
  const detail = "Ce code n'est pas correct, ou il a déjà servi.";
  const sent = answerProof(problem(401, "Invalid second factor.", detail), { status: 401 });
  await signInTo(awaited);
  await userEvent.click(await screen.findByRole("button", { name: "Utiliser un code de secours" }));
  await userEvent.type(screen.getByLabelText(/^Code de secours/), "abcd-efgh-jklm");
  await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(sent).toEqual([{ jetonEtape: "j1", moyen: "secours", code: "abcdefghjklm" }]);
  expect(screen.getByLabelText(/^Code de secours/)).toHaveValue("abcd-efgh-jklm");
});

it("asks the password again once the step has expired", async () => {
  const detail = "Cette étape a expiré. Veuillez vous reconnecter.";
  answerProof(problem(410, "Gone", detail), { status: 410 });
  await signInTo(awaited);
  await userEvent.type(await screen.findByLabelText(/^Code de votre application/), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Connexion" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByLabelText(/^Email/)).toHaveValue("camille@consigne.test");
});

it("adds a first application where one is compulsory, and shows the recovery codes before the console", async () => {
  let sent: unknown;
  server.use(
    http.post("/api/compte/second-facteur/totp", () =>
      HttpResponse.json({
        cle: "ABCDEFGH",
        lien: "otpauth://totp/x",
        codeQr: "data:image/png;base64,AA==",
      }),
    ),
    http.post("/api/compte/second-facteur", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ codesSecours: ["aaaa-bbbb-cccc"], session });
    }),
  );
  await signInTo({ etape: "enrolement", jetonEtape: "j2", moyens: ["totp"] });
  expect(await screen.findByText("ABCD EFGH")).toBeVisible();
  expect(screen.getByRole("img", { name: "Code QR de la clé" })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Code affiché/), "654321");
  await userEvent.click(screen.getByRole("button", { name: "Ajouter" }));
  expect(await screen.findByText("aaaa-bbbb-cccc")).toBeVisible();
  expect(sent).toEqual({ jetonEtape: "j2", nom: "Application", moyen: "totp", code: "654321" });
  expect(localStorage.getItem("token")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "J'ai conservé les codes" }));
  await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledWith("/"));
  expect(localStorage.getItem("token")).toBe(token);
});
