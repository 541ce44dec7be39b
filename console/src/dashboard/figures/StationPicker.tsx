import { Box, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { fold } from "@/format/fold";
import { Change } from "../Change";
import { formatRate, orNone } from "../format";
import classes from "../parts/tables.module.css";
import type { StationOccupancy } from "../types";

type StationPickerProps = {
  stations: readonly StationOccupancy[];
  withOperators: boolean;
  /** The colour of a station whose line is drawn. */
  colorOf: (id: number) => string | undefined;
  /** True when the maximum number of lines is drawn. */
  full: boolean;
  onToggle: (id: number) => void;
};

/** From this number of stations on, a search box is shown. */
const SEARCH_FROM = 10;

/** Lists every station with its rate over the whole period, and selects which ones are drawn. */
export function StationPicker(props: StationPickerProps) {
  const { stations, withOperators, colorOf, full, onToggle } = props;
  const [search, setSearch] = useState("");
  const query = fold(search.trim());
  const found = stations.filter(({ nom, exploitant }) =>
    fold(withOperators ? `${nom} ${exploitant}` : nom).includes(query),
  );
  return (
    <Stack gap="xs" flex="1 1 20rem" miw={0}>
      {stations.length >= SEARCH_FROM && (
        <TextInput
          aria-label="Chercher une station"
          placeholder="Chercher une station"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Box mah={280} className={classes.frame}>
        <table className={classes.table}>
          <caption>
            <VisuallyHidden>
              Taux d'occupation moyen de chaque station, les plus occupées d'abord
            </VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">Station</th>
              <th scope="col">Moyenne</th>
              <th scope="col">Évolution</th>
            </tr>
          </thead>
          <tbody>
            {found.map((station) => {
              const color = colorOf(station.id);
              return (
                <tr key={station.id}>
                  <th scope="row">
                    <label className={classes.choice}>
                      <input
                        type="checkbox"
                        style={{ accentColor: color }}
                        checked={color !== undefined}
                        disabled={full && color === undefined}
                        onChange={() => onToggle(station.id)}
                      />
                      <span>
                        {station.nom}
                        {withOperators && (
                          <Text span display="block" fz="xs" fw={400} c="dimmed">
                            {station.exploitant}
                          </Text>
                        )}
                      </span>
                    </label>
                  </th>
                  <td>{orNone(station.moyenne, formatRate)}</td>
                  <td>
                    <Change valeur={station.moyenne} precedente={station.precedente} rate />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {found.length === 0 && (
          <Text fz="xs" c="dimmed" py="md">
            Aucune station de ce nom.
          </Text>
        )}
      </Box>
      <Text fz="xs" c="dimmed" role="status">
        {full &&
          "Six stations au plus dans le graphique\u00a0: décochez-en une pour en voir une autre."}
      </Text>
    </Stack>
  );
}
