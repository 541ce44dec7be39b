import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderUi } from "@/test/render";
import { lazyPart } from "./lazyPart";
import { toastStore } from "./notify";

const gone = () =>
  Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/Map-1.js"));
const Chart = ({ name }: { name: string }) => <p>Courbe de {name}</p>;
const texts = () => toastStore.snapshot().map(({ text }) => text);

it("shows its fallback, then the part", async () => {
  const Part = lazyPart(async () => Chart, { fallback: <p>Un instant</p> });
  renderUi(<Part name="A1" />);
  expect(screen.getByText("Un instant")).toBeVisible();
  expect(await screen.findByText("Courbe de A1")).toBeVisible();
});

it("says in its place that it cannot be loaded, and leaves the page as it is", async () => {
  const Part = lazyPart<{ name: string }>(gone);
  const { user } = renderUi(
    <>
      <input aria-label="Nom" />
      <Part name="A1" />
    </>,
  );
  await user.type(screen.getByLabelText("Nom"), "Gare");
  expect(await screen.findByRole("alert")).toHaveTextContent("n'a pas pu être chargée");
  expect(screen.getByRole("button", { name: "Recharger la page" })).toBeVisible();
  expect(screen.getByLabelText("Nom")).toHaveValue("Gare");
});

it("closes a dialog that cannot be loaded with a message, and opens it at the next try", async () => {
  const load = vi.fn().mockImplementationOnce(gone).mockResolvedValueOnce(Chart);
  const Dialog = lazyPart<{ name: string; onClose: () => void }>(load, {
    onMissing: ({ onClose }) => onClose(),
  });
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Ouvrir
        </button>
        <output>{open ? "ouvert" : "fermé"}</output>
        {open && <Dialog name="A1" onClose={() => setOpen(false)} />}
      </>
    );
  }
  const { user } = renderUi(<Page />);
  await user.click(screen.getByRole("button", { name: "Ouvrir" }));
  await waitFor(() => expect(texts().join()).toContain("rechargez la page"));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("fermé"));
  await user.click(screen.getByRole("button", { name: "Ouvrir" }));
  expect(await screen.findByText("Courbe de A1")).toBeVisible();
});
