import { valibotResolver } from "@hookform/resolvers/valibot";
import { Checkbox, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { showServerError } from "@/api/formErrors";
import { MODES, useChangeBeneficiaries } from "@/data/writes/tariffs";
import { useConfirm } from "@/ui/confirm";
import { FormError } from "@/ui/FormError";
import { TextareaField } from "@/ui/fields";
import { notifySuccess } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import buttons from "../edit.module.css";
import classes from "./beneficiaries.module.css";
import {
  type BeneficiariesValues,
  beneficiariesSchema,
  CHOICES,
  type Choice,
  noBeneficiaries,
  splitEmails,
  type ValidBeneficiaries,
} from "./beneficiariesSchema";

type BeneficiariesFormProps = {
  tariffId: number;
  /** The current number of beneficiaries, which « Tout remplacer » removes. */
  count: number;
};

/** The form to add e-mails to the tariff's beneficiaries, or to replace them. */
export function BeneficiariesForm({ tariffId, count }: BeneficiariesFormProps) {
  const confirm = useConfirm();
  const { mutateAsync: change } = useChangeBeneficiaries(tariffId);
  const { control, handleSubmit, setError, reset, formState } = useForm<
    BeneficiariesValues,
    unknown,
    ValidBeneficiaries
  >({
    resolver: valibotResolver(beneficiariesSchema),
    defaultValues: noBeneficiaries,
  });
  useUnsavedChanges(formState.isDirty);

  // Shows the console's sentence at the field, and the server's above the form, because it names the e-mail.
  const showError = (error: unknown) => {
    const { message, violations } = asApiError(error);
    const [broken] = violations.filter(({ propertyPath }) => propertyPath === "emails");
    if (!broken || broken.message === message) {
      showServerError(error, setError, { emails: "emails", mode: "choice" });
      return;
    }
    setError("emails", { type: "server", message }, { shouldFocus: true });
    setError("root", { type: "server", message: broken.message });
  };

  const submit = handleSubmit(async ({ emails, choice }) => {
    if (choice === "replace" && count > 0) {
      const item = count > 1 ? `${count} usagers actuels` : "usager actuel";
      const article = count > 1 ? "les" : "l'";
      if (!(await confirm({ kind: "delete", article, item }))) return;
    }
    try {
      const list = await change({ emails: splitEmails(emails), mode: MODES[choice] });
      notifySuccess(
        list.length > 1
          ? `Le tarif est limité à ${list.length} usagers.`
          : "Le tarif est limité à 1 usager.",
      );
      reset(noBeneficiaries);
    } catch (error) {
      showError(error);
    }
  });

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextareaField
        control={control}
        name="emails"
        label="Emails"
        hint={"Un email par ligne. *@domaine.fr vaut pour toutes les adresses d'une entreprise."}
        required
        rows={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <ChoiceField control={control} />
      <FormError message={formState.errors.root?.message} />
      <div className={buttons.buttons}>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}

/** Two checkboxes, at most one of which is ticked. */
function ChoiceField({
  control,
}: {
  control: Control<BeneficiariesValues, unknown, ValidBeneficiaries>;
}) {
  const { field, fieldState } = useController({ control, name: "choice" });
  const errorId = useId();
  const message = fieldState.error?.message;
  return (
    <fieldset className={classes.choice}>
      <VisuallyHidden component="legend">Que faire de ces emails</VisuallyHidden>
      {(Object.keys(CHOICES) as Choice[]).map((choice, index) => (
        <Checkbox
          key={choice}
          ref={index === 0 ? field.ref : undefined}
          label={CHOICES[choice]}
          checked={field.value === choice}
          onChange={(event) => field.onChange(event.currentTarget.checked ? choice : "")}
          onBlur={field.onBlur}
          aria-invalid={Boolean(message)}
          aria-describedby={message ? errorId : undefined}
        />
      ))}
      {message && (
        <p id={errorId} className={classes.error} role="alert">
          {message}
        </p>
      )}
    </fieldset>
  );
}
