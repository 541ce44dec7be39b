import { Paper } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { RecordForm } from "@/kit/records/RecordForm";
import { useCancelCreation } from "@/kit/records/useCancelCreation";
import { useCreateStation } from "./api";
import { DESCRIPTION_FIELDS } from "./descriptionSchema";
import { StationFields } from "./StationFields";
import { newStation, stationInput, stationSchema } from "./stationSchema";

/** Creates a station of the chosen operator. */
export function CreationPage() {
  return (
    <OperatorFormPage
      title="Configuration d'une nouvelle station"
      hint={"Une station se crée chez un exploitant\u00a0: choisissez-en un d'abord."}
    >
      {({ id }) => <CreationForm operatorId={id} />}
    </OperatorFormPage>
  );
}

function CreationForm({ operatorId }: { operatorId: number }) {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateStation(operatorId);
  return (
    <Paper withBorder p="md">
      <RecordForm
        schema={stationSchema}
        values={newStation}
        fields={DESCRIPTION_FIELDS}
        question={({ nom }) => ({ kind: "add", article: "la station", item: nom })}
        write={(values) => create(stationInput(values))}
        done={({ nom }) => `La station «\u00a0${nom}\u00a0» est ajoutée.`}
        after={({ idStation }) =>
          navigate({
            to: "/gestion-stations/$id/details",
            params: { id: String(idStation) },
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
