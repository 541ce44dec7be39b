import { Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { stationsQuery } from "@/entities/station/api";
import { QueryState } from "@/kit/lists/QueryState";
import { FormError } from "@/ui/form/FormError";
import { Block } from "@/ui/layout/Block";
import { CoverageFields, type CoveredStation } from "../coverage/CoverageFields";
import { type Coverage, wholeCoverage } from "../coverage/coverage";

/** What the tariff applies to from its creation on, with the stations that were offered. */
export type ChosenCoverage = { coverage: Coverage; offered: readonly CoveredStation[] };

type CoverageBlockProps = {
  operatorId: number;
  /** Null: to no station yet. */
  value: ChosenCoverage | null;
  failure: string | null;
  onChange: (value: ChosenCoverage | null) => void;
};

/** Applies the new tariff to all stations, or to several, when it is created. */
export function CoverageBlock({ operatorId, value, failure, onChange }: CoverageBlockProps) {
  const stations = useQuery(stationsQuery(operatorId));
  return (
    <Block title="Application aux stations">
      <QueryState query={stations} rows={1}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">L'exploitant n'a encore aucune station.</Text>
          ) : (
            <Stack gap={20}>
              <Switch
                label="Appliquer à toutes mes stations"
                description={
                  "Vous pourrez aussi choisir station par station, une fois la condition tarifaire enregistrée."
                }
                checked={value !== null}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? { coverage: wholeCoverage(list), offered: list }
                      : null,
                  )
                }
              />
              {value && (
                <CoverageFields
                  stations={value.offered}
                  value={value.coverage}
                  onChange={(coverage) => onChange({ ...value, coverage })}
                />
              )}
              <FormError message={failure ?? undefined} />
            </Stack>
          )
        }
      </QueryState>
    </Block>
  );
}
