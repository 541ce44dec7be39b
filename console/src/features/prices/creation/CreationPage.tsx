import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { CreationForm } from "./CreationForm";

/** Creates a tariff of the chosen operator. */
export function CreationPage() {
  return (
    <OperatorFormPage
      title="Nouvelle condition tarifaire"
      hint={"Une condition tarifaire se crée chez un exploitant\u00a0: choisissez-en un d'abord."}
    >
      {(operator) => <CreationForm operator={operator} />}
    </OperatorFormPage>
  );
}
