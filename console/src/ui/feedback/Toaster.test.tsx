import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderUi } from "@/test/render";
import { notifySuccess, toastStore } from "./notify";
import { Toaster } from "./Toaster";

function show(undo: () => Promise<unknown>) {
  for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
  renderUi(<Toaster />);
  notifySuccess("La ligne est prise en charge.", undo);
}

const press = async () =>
  userEvent.click(
    await screen.findByRole("button", { name: "Annuler\u00a0: La ligne est prise en charge." }),
  );

it("takes back what was done, once, and says so", async () => {
  const undo = vi.fn(() => Promise.resolve());
  show(undo);
  await press();
  expect(await screen.findByText("C'est annulé.")).toBeVisible();
  expect(screen.queryByText("La ligne est prise en charge.")).toBeNull();
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("button", { name: /^Annuler/ })).toBeNull();
});

it("says why something could not be taken back", async () => {
  show(() => Promise.reject(new Error("Elle est prise en charge par Zoé.")));
  await press();
  expect(await screen.findByText(/^Ce n'est pas annulé\. /)).toBeVisible();
});
