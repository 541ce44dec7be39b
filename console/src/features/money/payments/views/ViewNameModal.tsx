import { Button, Modal } from "@mantine/core";
import * as v from "valibot";
import { useServerForm } from "@/kit/records/useServerForm";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import money from "../../money.module.css";
import { NBSP } from "../wording";

const MAX_NAME = 60;

const schema = v.object({
  nom: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Veuillez renseigner le nom de la vue."),
    v.maxLength(MAX_NAME, "Le nom d'une vue ne peut dépasser 60 caractères."),
  ),
});

type ViewNameModalProps = {
  title: string;
  name: string;
  write: (name: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the name of a view to save. */
export function ViewNameModal({ title, name, write, onClose }: ViewNameModalProps) {
  const { form, submit } = useServerForm({
    schema,
    values: { nom: name },
    write: async ({ nom }) => {
      await write(nom);
      notifySuccess(`La vue «${NBSP}${nom}${NBSP}» est enregistrée.`);
      onClose();
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form className={money.form} onSubmit={submit} noValidate>
        <TextField
          control={form.control}
          name="nom"
          label="Nom de la vue"
          hint="Vous seul la verrez, avec les filtres et la recherche d'à présent."
          autoComplete="off"
          required
          data-autofocus
        />
        <FormError message={errors.root?.message} />
        <Answers>
          <Button variant="default" disabled={isSubmitting} onClick={onClose}>
            Retour
          </Button>
          <SubmitButton busy={isSubmitting}>Enregistrer</SubmitButton>
        </Answers>
      </form>
    </Modal>
  );
}
