import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderUi } from "@/test/render";
import { Pager } from "./Pager";

function Pages({ total }: { total: number }) {
  const [page, setPage] = useState(1);
  return <Pager page={page} total={total} onChange={setPage} />;
}

const previous = () => screen.queryByRole("button", { name: "Page précédente" });
const next = () => screen.queryByRole("button", { name: "Page suivante" });

it("offers each direction only where there is a page", async () => {
  const { user } = renderUi(<Pages total={21} />);
  expect(screen.getByText("1 à 10 sur 21 résultats")).toBeVisible();
  expect(previous()).toBeNull();

  await user.click(screen.getByRole("button", { name: "Page suivante" }));
  expect(screen.getByText("11 à 20 sur 21 résultats")).toBeVisible();
  expect(previous()).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Page suivante" }));
  expect(screen.getByText("21 à 21 sur 21 résultats")).toHaveFocus();
  expect(next()).toBeNull();
});

it("says that there are more than the server counts", () => {
  renderUi(<Pager page={1} total={10_000} capped onChange={() => undefined} />);
  expect(screen.getByText(/^1 à 10 sur plus de\s10\s000 résultats$/)).toBeVisible();
});

it.each([
  [0, "Aucun résultat"],
  [1, "1 résultat"],
  [10, "10 résultats"],
])("shows the count of %i and no button", (total, words) => {
  renderUi(<Pages total={total} />);
  expect(screen.getByText(words)).toBeVisible();
  expect(previous()).toBeNull();
  expect(next()).toBeNull();
});
