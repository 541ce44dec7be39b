import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { AccountDetails } from "@/data/accounts";
import { STAFF_ROLES } from "@/data/accounts";
import { operatorsQuery } from "@/data/operators";
import { useGrantRole } from "@/data/writes/accounts";
import { useConfirm } from "@/ui/confirm";
import { SelectField } from "@/ui/fields";
import { notifySuccess } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { NBSP, personName } from "../wording";
import classes from "./detail.module.css";

const schema = v.object({
  exploitant: v.pipe(v.string(), v.nonEmpty("Veuillez choisir un exploitant.")),
  role: v.pipe(v.string(), v.picklist(STAFF_ROLES, "Veuillez choisir un rôle.")),
});

/** Gives an existing account a role at an operator. */
export function GrantRoleForm({ account, onEnd }: { account: AccountDetails; onEnd: () => void }) {
  const confirm = useConfirm();
  const { data: operators = [] } = useQuery(operatorsQuery());
  const { mutateAsync: grant } = useGrantRole(account.id);
  const { control, handleSubmit, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { exploitant: "", role: "" },
  });
  useUnsavedChanges(formState.isDirty);
  useReturnFocus();

  const submit = handleSubmit(async ({ exploitant, role }) => {
    const operator = operators.find(({ id }) => String(id) === exploitant);
    if (!operator) return;
    const done = await confirm({
      title: "Nouveau rôle",
      question: `Voulez-vous vraiment donner à ${personName(account)} le rôle ${role} chez ${operator.nom}${NBSP}?`,
      onConfirm: async () => void (await grant({ exploitant: operator.id, role })),
    });
    if (!done) return;
    notifySuccess(`${personName(account)} a le rôle ${role} chez ${operator.nom}.`);
    onEnd();
  });

  return (
    <form className={classes.grant} onSubmit={submit} noValidate>
      <SelectField
        control={control}
        name="exploitant"
        label="Exploitant"
        required
        autoFocus
        data={[
          { value: "", label: "Choisir…" },
          ...operators.map(({ id, nom }) => ({ value: String(id), label: nom })),
        ]}
      />
      <SelectField
        control={control}
        name="role"
        label="Rôle"
        required
        data={[{ value: "", label: "Choisir…" }, ...STAFF_ROLES]}
      />
      <div className={classes.grantButtons}>
        <Button variant="default" onClick={onEnd}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Ajouter</SubmitButton>
      </div>
    </form>
  );
}
