import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { OwnedRecordPage } from "@/entities/operator/OwnedRecordPage";
import type { Station } from "@/entities/station/api";
import { STATION_TYPES } from "@/entities/station/types";
import { Stale } from "@/kit/lists/Stale";
import { useRecordId } from "@/kit/records/RecordPage";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { liveStationQuery } from "../api";
import { ControllerChip } from "../ControllerChip";
import { isFull } from "../wording";
import { StationParts } from "./StationParts";

/** One station as its staff run it: its lockers or spaces, its prices and its audit log. */
export function ManagementPage() {
  const query = useQuery(liveStationQuery(useRecordId()));
  return (
    <OwnedRecordPage
      title="Gestion de la station"
      query={query}
      missing="Cette station n'existe pas ou n'existe plus."
      owner={({ exploitant }) => exploitant.id}
      subtitle={(station) => <Name station={station} />}
      state={(station) => <States station={station} />}
    >
      {(station) => (
        <>
          {query.isRefetchError && (
            <Box mt={-8} mb="md">
              <Stale />
            </Box>
          )}
          <StationParts station={station} />
        </>
      )}
    </OwnedRecordPage>
  );
}

/** The type of the station, in small before its name. */
function Name({ station: { stationType, nom } }: { station: Station }) {
  return (
    <>
      <Text span inherit c="dimmed" fw={400}>
        {STATION_TYPES[stationType]} ·{" "}
      </Text>
      {nom}
    </>
  );
}

function States({ station }: { station: Station }) {
  const { actif, controleur } = station;
  return (
    <>
      <StatusChip color={actif ? "green" : "red"} label={actif ? "Active" : "Inactive"} />
      {isFull(station) && <StatusChip color="orange" label="Complète" />}
      <ControllerChip controleur={controleur} />
    </>
  );
}
