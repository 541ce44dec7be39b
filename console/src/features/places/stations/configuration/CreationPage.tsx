import { Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Station } from "@/entities/station/api";
import { QueryState } from "@/kit/lists/QueryState";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { RecordForm } from "@/kit/records/RecordForm";
import { useCancelCreation } from "@/kit/records/useCancelCreation";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { stationQuery } from "../api";
import { useCreateStation } from "./api";
import { DESCRIPTION_FIELDS } from "./descriptionSchema";
import { StationFields } from "./StationFields";
import { copyOf, newStation, stationInput, stationSchema } from "./stationSchema";

/** Creates a station of the chosen operator. */
export function CreationPage() {
  return (
    <OperatorFormPage
      title="Configuration d'une nouvelle station"
      hint={"Une station se crée chez un exploitant\u00a0: choisissez-en un d'abord."}
    >
      {({ id }) => <Creation operatorId={id} />}
    </OperatorFormPage>
  );
}

function Creation({ operatorId }: { operatorId: number }) {
  const { modele } = useSearch({ from: "/console/creation-station" });
  const query = useQuery({ ...stationQuery(modele ?? 0), enabled: modele !== undefined });
  if (modele === undefined) return <CreationForm operatorId={operatorId} />;
  return (
    <QueryState
      query={query}
      missing="La station à copier n'existe pas ou n'existe plus."
      loading={<CardSkeleton />}
    >
      {(model) => <CreationForm operatorId={operatorId} model={model} />}
    </QueryState>
  );
}

function CreationForm({ operatorId, model }: { operatorId: number; model?: Station }) {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateStation(operatorId);
  return (
    <Paper withBorder p="md">
      {model && <CopyNote name={model.nom} />}
      <RecordForm
        schema={stationSchema}
        values={model ? copyOf(model) : newStation}
        fields={DESCRIPTION_FIELDS}
        question={({ nom }) => ({ kind: "add", article: "la station", item: nom })}
        write={(values) => create(stationInput(values))}
        done={({ nom }) => `La station «\u00a0${nom}\u00a0» est ajoutée.`}
        after={({ idStation }) =>
          navigate({
            to: "/gestion-stations/$id/details",
            params: { id: String(idStation) },
            search: { modele: model?.id }, // whose lockers can be copied then
            replace: true, // Back leads to the list, not to an empty form.
            ignoreBlocker: true,
          })
        }
        cancelAsks
        onCancel={useCancelCreation("création de la station")}
      >
        {(form) => <StationFields form={form} />}
      </RecordForm>
    </Paper>
  );
}

function CopyNote({ name }: { name: string }) {
  return (
    <Text c="dimmed" maw="72ch" mb="md">
      Repris de «&nbsp;{name}&nbsp;»&nbsp;: l'adresse, le type et le descriptif. À saisir&nbsp;: les
      noms, les coordonnées et, s'il existe, l'identifiant OpenStreetMap. Les casiers ne sont pas
      copiés&nbsp;: l'import les proposera une fois la station ajoutée.
    </Text>
  );
}
