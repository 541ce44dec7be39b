import { Paper } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { RecordForm } from "@/kit/records/RecordForm";
import { useCancelCreation } from "@/kit/records/useCancelCreation";
import { useBack } from "@/kit/routing/page";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { PageHeader } from "@/ui/layout/PageHeader";
import { useCreateOperator } from "../details/api";
import { OperatorFields } from "../OperatorFields";
import { newOperator, newOperatorInput, operatorSchema } from "../schemas";

export function CreationPage() {
  return (
    <UnsavedProvider>
      <PageHeader title="Nouvel exploitant" back={useBack()} />
      <CreationForm />
    </UnsavedProvider>
  );
}

function CreationForm() {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateOperator();
  return (
    <Paper withBorder p="md" maw="58.5rem">
      <RecordForm
        schema={operatorSchema}
        values={newOperator}
        question={({ libelleExploitant: item }) => ({ kind: "add", article: "l'exploitant", item })}
        write={(values) => create(newOperatorInput(values))}
        done={({ libelleExploitant: name }) => `L'exploitant «\u00a0${name}\u00a0» est ajouté.`}
        after={({ id }) =>
          navigate({
            to: "/gestion-exploitants/$id/details",
            params: { id: String(id) },
            replace: true, // Back leads to the list, not to an empty form.
            ignoreBlocker: true,
          })
        }
        cancelAsks
        onCancel={useCancelCreation("création de l'exploitant")}
        submit="Terminer"
      >
        {({ control }) => <OperatorFields control={control} />}
      </RecordForm>
    </Paper>
  );
}
