import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderUi } from "@/test/render";
import { toastStore } from "../feedback/notify";
import { SHIELDED_FOR } from "../form/DoubleClickShield";
import { ConfirmProvider, useConfirm } from "./confirm";
import type { ConfirmRequest, CustomRequest } from "./confirmRequest";

function Opener({
  request,
  onAnswer,
}: {
  request: ConfirmRequest | CustomRequest;
  onAnswer?: (yes: boolean) => void;
}) {
  const confirm = useConfirm();
  return (
    <button type="button" onClick={() => confirm(request).then(onAnswer)}>
      Ouvrir
    </button>
  );
}

async function open(request: ConfirmRequest | CustomRequest) {
  const onAnswer = vi.fn();
  const { user } = renderUi(
    <ConfirmProvider>
      <Opener request={request} onAnswer={onAnswer} />
    </ConfirmProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Ouvrir" }));
  await screen.findByRole("dialog");
  return { user, onAnswer };
}

const back = () => screen.getByRole("button", { name: "Retour" });
const accept = () => screen.getByRole("button", { name: "Confirmer" });

it.each([
  ["add", "Création", "Voulez-vous vraiment ajouter la station ?"],
  ["edit", "Modification", "Voulez-vous vraiment modifier la station ?"],
  ["delete", "Suppression", "Voulez-vous vraiment supprimer la station ?"],
  ["abort", "Annulation", "Voulez-vous vraiment annuler la station ?"],
  ["copy", "Duplication", "Voulez-vous vraiment dupliquer la station ?"],
] as const)("%s: asks its question under its own title", async (kind, title, question) => {
  await open({ kind, article: "la", item: "station" });
  expect(screen.getByRole("dialog", { name: title })).toHaveTextContent(question);
});

it("joins an elided article to its noun", async () => {
  await open({ kind: "delete", article: "l'", item: "utilisateur" });
  expect(screen.getByRole("dialog")).toHaveTextContent("supprimer l'utilisateur ?");
});

it.each([
  ["delete", back],
  ["abort", back],
  ["add", accept],
] as const)("%s: starts on the safe button", async (kind, first) => {
  await open({ kind, article: "la", item: "station" });
  await waitFor(() => expect(first()).toHaveFocus());
});

it("resolves to false on Retour and on Escape, and returns the focus", async () => {
  const { user, onAnswer } = await open({ kind: "delete", article: "la", item: "station" });
  await user.click(back());
  expect(onAnswer).toHaveBeenLastCalledWith(false);
  await waitFor(() => expect(screen.getByRole("button", { name: "Ouvrir" })).toHaveFocus());

  await user.keyboard("{Enter}");
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  expect(onAnswer).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("takes an Escape that comes while the part below it has the focus", async () => {
  const answers = vi.fn();
  const { user } = renderUi(
    <ConfirmProvider>
      <div role="dialog" aria-label="Importer">
        <Opener request={{ kind: "abort", article: "l'", item: "import" }} onAnswer={answers} />
      </div>
    </ConfirmProvider>,
  );
  const below = vi.fn();
  screen.getByRole("dialog", { name: "Importer" }).addEventListener("keydown", below);
  const opener = screen.getByRole("button", { name: "Ouvrir" });
  await user.click(opener);
  await screen.findByText(/Voulez-vous vraiment/);
  opener.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await waitFor(() => expect(answers).toHaveBeenCalledExactlyOnceWith(false));
  expect(below).not.toHaveBeenCalled();
});

it("is shielded from the second click of a double click", async () => {
  const real = window.setTimeout;
  let lower = () => {}; // on a busy machine, the shield would be gone before it is seen
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, delay?: number) => {
    if (delay !== SHIELDED_FOR) return real(run, delay);
    lower = run;
    return 0;
  }) as typeof window.setTimeout);
  await open({ kind: "delete", article: "la", item: "station" });
  expect(screen.getByTestId("double-click-shield")).toBeInTheDocument();
  act(() => lower());
  expect(screen.queryByTestId("double-click-shield")).toBeNull();
  expect(screen.getByRole("dialog")).toBeVisible();
});

it("writes once on repeated presses, and closes when the write is done", async () => {
  let done = () => {};
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
  const { user, onAnswer } = await open({ kind: "add", article: "la", item: "station", onConfirm });
  await user.dblClick(accept());
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(accept()).toHaveAttribute("aria-busy", "true");
  await user.keyboard("{Escape}");
  expect(screen.getByRole("dialog")).toBeVisible();

  done();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
});

it("stays open with the message on a failure, and can be retried", async () => {
  const onConfirm = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error("Une utilisation est en cours."))
    .mockResolvedValueOnce();
  const { user, onAnswer } = await open({
    kind: "delete",
    article: "la",
    item: "station",
    onConfirm,
  });
  await user.click(accept());
  expect(await screen.findByRole("alert")).toHaveTextContent("Une utilisation est en cours.");
  expect(onAnswer).not.toHaveBeenCalled();

  await user.click(accept());
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true));
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

it("takes a custom question, and waits until its acknowledgement is ticked", async () => {
  const { user, onAnswer } = await open({
    title: "Anonymisation",
    question: "Voulez-vous vraiment anonymiser cette personne ?",
    consequences: ["Son nom disparaît."],
    destroys: true,
    acknowledgement: "Je comprends.",
  });
  const modal = screen.getByRole("dialog", { name: "Anonymisation" });
  expect(modal).toHaveTextContent("Voulez-vous vraiment anonymiser cette personne ?");
  expect(modal).toHaveTextContent("Son nom disparaît.");
  await waitFor(() => expect(back()).toHaveFocus());
  expect(accept()).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: "Je comprends." }));
  await user.click(accept());
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
});

describe("when the page that asked is left", () => {
  const request = { kind: "delete", article: "la", item: "station" } as const;

  /** Asks on a page that « Quitter » replaces by another; `leave` is reachable behind the dialog. */
  async function askAndLeave(onConfirm: () => Promise<void>) {
    const onAnswer = vi.fn();
    let leave = () => {};
    function Pages() {
      const [left, setLeft] = useState(false);
      leave = () => act(() => setLeft(true));
      return left ? (
        <h1>Ailleurs</h1>
      ) : (
        <Opener request={{ ...request, onConfirm }} onAnswer={onAnswer} />
      );
    }
    const { user } = renderUi(
      <ConfirmProvider>
        <Pages />
      </ConfirmProvider>,
    );
    await user.click(screen.getByRole("button", { name: "Ouvrir" }));
    await screen.findByRole("dialog");
    return { user, onAnswer, leave };
  }

  it("closes without writing, and resolves to false", async () => {
    const onConfirm = vi.fn();
    const { onAnswer, leave } = await askAndLeave(onConfirm);
    leave();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("waits for a write that has begun: a deleted row takes its button away before the answer", async () => {
    let done = () => {};
    const onConfirm = () => new Promise<void>((resolve) => (done = resolve));
    const { user, onAnswer, leave } = await askAndLeave(onConfirm);
    await user.click(accept());
    leave();
    expect(onAnswer).not.toHaveBeenCalled();
    done();
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("reports a write that fails afterwards, and offers no second try", async () => {
    let fail = (_: Error) => {};
    const onConfirm = () => new Promise<void>((_, reject) => (fail = reject));
    const { user, onAnswer, leave } = await askAndLeave(onConfirm);
    await user.click(accept());
    leave();
    fail(new Error("Une utilisation est en cours."));
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(toastStore.snapshot().map(({ text }) => text)).toContain(
      "Une utilisation est en cours.",
    );
  });
});
