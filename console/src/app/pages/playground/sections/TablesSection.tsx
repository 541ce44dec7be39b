import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { formatEuros } from "@/format";
import { notifySuccess } from "@/ui/feedback/notify";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { CounterList } from "@/ui/layout/CounterList";
import { type Column, Table } from "@/ui/table/Table";
import { State } from "../Section";

type Site = {
  id: number;
  label: string;
  name: string;
  active: boolean;
  free: number;
  cents: number;
};

const SITES: Site[] = [
  { id: 1, label: "GRV-01", name: "Gare centrale", active: true, free: 12, cents: 125050 },
  {
    id: 2,
    label: "GRV-02",
    name: "Pôle d'échanges multimodal de la place de la République, côté tramway et parking sud",
    active: true,
    free: 3,
    cents: 48210,
  },
  { id: 3, label: "GRV-03", name: "Médiathèque", active: false, free: 0, cents: 0 },
];

const COLUMNS: Column<Site>[] = [
  { key: "label", header: "Libellé", render: (site) => site.label },
  { key: "name", header: "Nom", render: (site) => site.name },
  {
    key: "active",
    header: "État",
    render: (site) => (
      <StatusChip
        color={site.active ? "green" : "grey"}
        label={site.active ? "Active" : "Inactive"}
      />
    ),
  },
  { key: "free", header: "Casiers libres", render: (site) => site.free, align: "right" },
  {
    key: "cents",
    header: "Recettes",
    render: (site) => formatEuros(site.cents),
    align: "right",
    hideOnPhone: true,
  },
];

function Details({ site }: { site: Site }) {
  return (
    <CounterList
      items={[
        { label: "Libres", value: site.free, color: "green" },
        { label: "Occupés", value: 24 - site.free, color: "orange" },
      ]}
    />
  );
}

export function TablesSection() {
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set([1]));
  const [loading, setLoading] = useState(false);
  const toggle = (key: number) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const table = {
    columns: COLUMNS,
    rowKey: (site: Site) => site.id,
    rowLabel: (site: Site) => site.name,
    renderDetails: (site: Site) => <Details site={site} />,
    expanded,
    onToggle: toggle,
  };

  return (
    <>
      <State name="Lignes, détails et action par ligne">
        <Switch
          label="Mise à jour en cours"
          checked={loading}
          onChange={(event) => setLoading(event.currentTarget.checked)}
        />
        <Table
          {...table}
          caption="Stations de démonstration"
          rows={SITES}
          loading={loading}
          rowActions={(site) => (
            <Button
              size="xs"
              variant="default"
              aria-label={`Gérer ${site.name}`}
              onClick={() => notifySuccess(`${site.name}\u00a0: à gérer.`)}
            >
              Gérer
            </Button>
          )}
        />
      </State>
      <State name="Premier chargement">
        <Table {...table} caption="Stations en chargement" rows={[]} loading />
      </State>
    </>
  );
}
