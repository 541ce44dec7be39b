import { Button } from "@mantine/core";
import { useConfirm } from "@/ui/dialog/confirm";
import type { ConfirmRequest, CustomRequest } from "@/ui/dialog/confirmRequest";
import { notifySuccess } from "@/ui/feedback/notify";
import { State } from "../Section";
import { wait } from "../wait";

const QUESTIONS: { label: string; request: ConfirmRequest }[] = [
  { label: "Création", request: { kind: "add", article: "la", item: "station" } },
  { label: "Modification", request: { kind: "edit", article: "le", item: "casier" } },
  { label: "Suppression", request: { kind: "delete", article: "l'", item: "utilisateur" } },
  { label: "Annulation", request: { kind: "abort", article: "la", item: "saisie" } },
  { label: "Duplication", request: { kind: "copy", article: "la", item: "condition tarifaire" } },
];

const OWN_QUESTION: CustomRequest = {
  title: "Fermeture",
  question: "Voulez-vous vraiment fermer la station\u00a0?",
  consequences: ["Plus personne ne peut y commencer une utilisation."],
  acknowledgement: "Je comprends que cela ne peut être annulé.",
  destroys: true,
};

export function ConfirmSection() {
  const confirm = useConfirm();
  const ask = async (request: ConfirmRequest | CustomRequest) => {
    if (await confirm(request)) notifySuccess("Confirmé.");
  };

  return (
    <>
      <State name="Les cinq questions" row>
        {QUESTIONS.map(({ label, request }) => (
          <Button key={label} variant="default" onClick={() => ask(request)}>
            {label}
          </Button>
        ))}
      </State>
      <State name="Une question à soi">
        <Button variant="default" onClick={() => ask(OWN_QUESTION)}>
          Fermeture
        </Button>
      </State>
      <State name="Pendant et après l'écriture" row>
        <Button
          variant="default"
          onClick={() =>
            ask({ kind: "edit", article: "la", item: "station", onConfirm: () => wait(2000) })
          }
        >
          Écriture longue
        </Button>
        <Button
          variant="default"
          onClick={() =>
            ask({
              kind: "delete",
              article: "la",
              item: "station",
              onConfirm: async () => {
                await wait(800);
                throw new Error(
                  "Cette station ne peut pas être supprimée\u00a0: une utilisation est en cours.",
                );
              },
            })
          }
        >
          Écriture refusée
        </Button>
      </State>
    </>
  );
}
