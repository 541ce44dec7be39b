import { Text } from "@mantine/core";
import { type Outage, outageWords } from "./outageWords";

/** Why a locker is out of service, until when, and what staff wrote; nothing when it is in service or nobody told. */
export function OutageNote({ outage }: { outage: Outage | null }) {
  if (!outage) return null;
  return [outageWords(outage).join(", "), outage.motif].filter(Boolean).map((line) => (
    <Text key={line} span display="block" size="sm" c="dimmed">
      {line}
    </Text>
  ));
}

/** The same in the cell of a table, without what staff wrote. */
export function BriefOutage({ outage }: { outage: Outage | null }) {
  if (!outage) return null;
  return outageWords(outage).map((line) => (
    <Text key={line} span display="block" size="xs" c="dimmed">
      {line}
    </Text>
  ));
}
