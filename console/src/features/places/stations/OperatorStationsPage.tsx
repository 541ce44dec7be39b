import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Station } from "@/entities/station/api";
import { StationList } from "./StationList";

export function OperatorStationsPage() {
  return (
    <StationList
      title="Mes stations"
      emptyHint="Les stations apparaîtront ici dès qu'elles seront créées."
      rowActions={manageLink}
    />
  );
}

const manageLink = ({ id, nom }: Station) => (
  <Button
    renderRoot={(props) => (
      <Link {...props} to="/tb-stations/$id/details" params={{ id: String(id) }} />
    )}
    variant="default"
    size="xs"
    aria-label={`Gérer ${nom}`}
  >
    Gérer
  </Button>
);
