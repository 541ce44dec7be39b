import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderUi } from "@/test/render";
import { type Column, Table } from "./Table";

type Site = { id: number; name: string };

const SITES: Site[] = [
  { id: 1, name: "Gare centrale" },
  { id: 2, name: "Médiathèque" },
];
const COLUMNS: Column<Site>[] = [{ key: "name", header: "Nom", render: (site) => site.name }];

function Sites({ onManage = () => {}, rows = SITES }: { onManage?: () => void; rows?: Site[] }) {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  return (
    <Table
      caption="Stations"
      columns={COLUMNS}
      rows={rows}
      rowKey={(site) => site.id}
      rowLabel={(site) => site.name}
      renderDetails={(site) => <p>Adresse de {site.name}</p>}
      expanded={expanded}
      onToggle={(key) => setExpanded(expanded.has(key) ? new Set() : new Set([key]))}
      rowActions={() => (
        <button type="button" onClick={onManage}>
          Gérer
        </button>
      )}
    />
  );
}

const chevron = () => screen.getByRole("button", { name: "Détails de Gare centrale" });

it("opens and closes by a click anywhere on the row", async () => {
  const { user } = renderUi(<Sites />);
  await user.click(screen.getByText("Gare centrale"));
  expect(screen.getByText("Adresse de Gare centrale")).toBeVisible();
  await user.click(screen.getByText("Gare centrale"));
  expect(screen.queryByText("Adresse de Gare centrale")).toBeNull();
});

it("opens on Enter and closes on Space, with aria-expanded", async () => {
  const { user } = renderUi(<Sites />);
  expect(chevron()).toHaveAttribute("aria-expanded", "false");
  await user.tab();
  expect(chevron()).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(chevron()).toHaveAttribute("aria-expanded", "true");
  const details = document.getElementById(chevron().getAttribute("aria-controls") ?? "");
  expect(details).toHaveTextContent("Adresse de Gare centrale");
  await user.keyboard(" ");
  expect(chevron()).toHaveAttribute("aria-expanded", "false");
});

it("does not open the row when one of its actions is pressed", async () => {
  const manage = vi.fn();
  const { user } = renderUi(<Sites onManage={manage} />);
  const row = screen.getByRole("row", { name: /Gare centrale/ });
  await user.click(within(row).getByRole("button", { name: "Gérer" }));
  expect(manage).toHaveBeenCalledOnce();
  expect(chevron()).toHaveAttribute("aria-expanded", "false");
});

it("becomes a list of cards on a phone, which open the same way", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => ({ matches: true, media, addEventListener() {}, removeEventListener() {} }) as never,
  );
  const { user } = renderUi(<Sites />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("list", { name: "Stations" }).children).toHaveLength(2);
  await user.click(chevron());
  expect(screen.getByText("Adresse de Gare centrale")).toBeVisible();
});

it.each([
  ["rows", false],
  ["cards", true],
])("renders again only the row that is toggled, among fifty (%s)", async (_, phone) => {
  if (phone)
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        ({ matches: true, media, addEventListener() {}, removeEventListener() {} }) as never,
    );
  const rows = Array.from({ length: 50 }, (_, i) => ({ id: i + 1, name: `Station ${i + 1}` }));
  const rendered: number[] = [];
  const nameOf = ({ id, name }: Site) => {
    rendered.push(id);
    return name;
  };
  const columns: Column<Site>[] = [{ key: "name", header: "Nom", render: nameOf }];
  function Inline() {
    const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
    return (
      <Table
        caption="Stations"
        columns={columns}
        rows={rows}
        rowKey={(site) => site.id}
        rowLabel={(site) => site.name}
        renderDetails={(site) => <p>Adresse de {site.name}</p>}
        expanded={expanded}
        onToggle={(key) => setExpanded(new Set([key]))}
      />
    );
  }
  const { user } = renderUi(<Inline />);
  const open = (name: string) =>
    user.click(screen.getByRole("button", { name: `Détails de ${name}` }));
  rendered.length = 0;
  await open("Station 7");
  expect(screen.getByText("Adresse de Station 7")).toBeVisible();
  expect([...new Set(rendered)]).toEqual([7]);

  rendered.length = 0;
  await open("Station 9");
  expect(screen.getByText("Adresse de Station 9")).toBeVisible();
  expect([...new Set(rendered)]).toEqual([7, 9]);
});

it.each([
  ["rows", false],
  ["cards", true],
])("shows rows without details that cannot be opened (%s)", (_, phone) => {
  if (phone)
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        ({ matches: true, media, addEventListener() {}, removeEventListener() {} }) as never,
    );
  const rowKey = ({ id }: Site) => id;
  const actions = () => <button type="button">Gérer</button>;
  renderUi(
    <Table
      caption="Stations"
      columns={COLUMNS}
      rows={SITES}
      rowKey={rowKey}
      rowActions={actions}
    />,
  );
  expect(screen.getByRole(phone ? "list" : "table", { name: "Stations" })).toBeVisible();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Gérer",
    "Gérer",
  ]);
  expect(screen.queryByRole("columnheader", { name: "Détails" })).toBeNull();
});

const manyRows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Station ${i + 1}` }));

it("renders every row of a list of 500", () => {
  renderUi(<Sites rows={manyRows(500)} />);
  expect(screen.getByText("Station 500")).toBeInTheDocument();
});

it.each([
  ["rows", false],
  ["cards", true],
])("renders only the first rows of a longer list, each with its place (%s)", async (_, phone) => {
  if (phone)
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        ({ matches: true, media, addEventListener() {}, removeEventListener() {} }) as never,
    );
  vi.spyOn(window, "scrollTo").mockReturnValue();
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(phone ? 160 : 44);
  renderUi(<Sites rows={manyRows(600)} />);
  const first = (await screen.findByText("Station 1")).closest("tr, li");
  expect(screen.queryByText("Station 100")).toBeNull();
  if (phone) expect(first).toHaveAttribute("aria-setsize", "600");
  else expect(first?.closest("table")).toHaveAttribute("aria-rowcount", "601");
  expect(first).toHaveAttribute(phone ? "aria-posinset" : "aria-rowindex", phone ? "1" : "2");
});
